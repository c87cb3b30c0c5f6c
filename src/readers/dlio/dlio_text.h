/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dlio_text.h - parsing of the lines of dlio.log
 *
 *     [\r][tag][prefix of a logger][[LEVEL] ...][STAMP ]text[ [path:line]]
 *
 * tag: what launchers put before a line (logtag.h). */
#pragma once

#include "base/base.h"

struct fid_dlio_line {
    bool stamped;
    int64_t t_ns; /* civil time of the process; INT64_MIN without a stamp */
    struct fid_span text;
};

/* Splits a line: tags, levels (a progress bar has two), stamp and the place in the source are
 * removed from the text. */
void fid_dlio_line (struct fid_span line, struct fid_dlio_line *out);

/* Removes the wanted part from the start of *text; false, *text unchanged, if the text
 * starts differently. */
static inline bool fid_dlio_take (struct fid_span *text, const char *want)
{
    if (!text->n || *text->p != *want) /* mostly so */
        return false;
    size_t n = strlen (want);
    if (text->n < n || memcmp (text->p, want, n) != 0)
        return false;
    *text = (struct fid_span){text->p + n, text->n - n};
    return true;
}
bool fid_dlio_take_int (struct fid_span *text, int *out);      /* not negative */
bool fid_dlio_take_number (struct fid_span *text, double *out, /* finite */
                           struct fid_span *as_text);          /* may be NULL */

/* Moves *text behind the first `want` in it; false, *text unchanged, without one. */
bool fid_dlio_seek (struct fid_span *text, const char *want);

/* A number of an epoch or block, of digits alone. */
bool fid_dlio_int (struct fid_span digits, int *out);
