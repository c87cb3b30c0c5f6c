/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mllog_copy.h - an MLLOG log as a JSON array
 *
 * The objects that count (mllog_log.h), one a line, unchanged except time_ms, which becomes
 * the text "YYYY-MM-DDTHH:MM:SS.mmm" in UTC.  Text that is not an object, or has no
 * time, is skipped. */
#pragma once

#include "base/base.h"

/* Writes the objects of text, a file, to f; the caller detects write errors when it closes f.
 * Returns -1 if the text cannot be read. */
int fid_mllog_copy (struct fid_text *text, FILE *f, struct fid_error *err);
