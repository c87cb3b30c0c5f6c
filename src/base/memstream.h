/* SPDX-License-Identifier: GPL-3.0-or-later */
/* memstream.h - a text that is written with stdio and stays in memory
 *
 *     char *text = NULL;
 *     size_t n;
 *     FILE *f = fid_memstream_open (&text, &n, err);
 *     int rc = f ? print (f, err) : -1;
 *     return f ? fid_memstream_end (f, &text, rc, err) : rc;
 *
 * Unlike open_memstream, which loses bytes silently when it cannot grow, this tells it at the
 * end. */
#pragma once

#include "base/base.h"

/* Opens one.  *text (owned by the caller, NUL-terminated) and *n are up to date after fflush
 * and fid_memstream_end, and live as long as the stream; ftell counts what is written.  Returns
 * NULL with FID_EINTERNAL and *text NULL without memory; err may be NULL. */
FILE *fid_memstream_open (char **text, size_t *n, struct fid_error *err);

/* Closes it.  Returns rc; if rc is 0 but part of the text was lost for lack of memory, -1 with
 * FID_EINTERNAL. */
int fid_memstream_end (FILE *f, int rc, struct fid_error *err);
