/* dlio_text.h - a line of dlio.log taken apart, and its words one by one
 *
 *     [\r][[LEVEL] ...][STAMP ]text[ [path:line]] */
#ifndef FID_DLIO_TEXT_H
#define FID_DLIO_TEXT_H

#include "base/span.h"

struct fid_dlio_line {
    bool stamped;
    int64_t t_ns; /* civil time of the process; INT64_MIN without a stamp */
    struct fid_span text;
};

/* Take the line apart: levels (a progress bar has two), stamp, and the place
 * in the source are off the text. */
void fid_dlio_line (struct fid_span line, struct fid_dlio_line *out);

/* Take what is asked for off the start of *text; false, *text as it was, if
 * the text starts differently. */
bool fid_dlio_take (struct fid_span *text, const char *want);
bool fid_dlio_take_int (struct fid_span *text, int *out);      /* not negative */
bool fid_dlio_take_number (struct fid_span *text, double *out, /* finite */
                           struct fid_span *as_text);          /* may be NULL */

/* Moves *text behind the first `want` in it; false, *text unchanged, without one. */
bool fid_dlio_seek (struct fid_span *text, const char *want);

#endif
