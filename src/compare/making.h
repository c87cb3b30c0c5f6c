/* making.h - what the parts of a result are made with (result_make.h) */
#ifndef FID_COMPARE_MAKING_H
#define FID_COMPARE_MAKING_H

#include "compare/comparison.h"
#include "results/result.h"

struct fid_making {
    struct fid_result *r;
    const struct fid_comparison *c;
    const struct fid_compare_opts *opts;
    struct fid_error *err;
    bool failed; /* err is set */
};

/* A copy of a text; bytes that are not UTF-8 are replaced by '?'.  NULL for NULL and "", and
 * after a failure. */
const char *fid_making_text (struct fid_making *m, const char *s);

/* Zeroed rows that live as long as the result; NULL after a failure. */
void *fid_making_rows (struct fid_making *m, size_t n, size_t size);

#endif
