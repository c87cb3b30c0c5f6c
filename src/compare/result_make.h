/* SPDX-License-Identifier: GPL-3.0-or-later */
/* result_make.h - a compared pair as a result (results/result.h) */
#pragma once

#include "compare/comparison.h"
#include "results/result.h"

/* Makes the result; NULL if there is no memory, or with FID_EINPUT if a name holds control
 * characters. */
struct fid_result *fid_comparison_result (const struct fid_comparison *c,
                                          const struct fid_run_opts *run_opts,
                                          const struct fid_compare_opts *opts,
                                          struct fid_error *err);

/* --- its parts */

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

/* Resources, groups, overall and profiles; where and causes. */
void fid_making_resources (struct fid_making *m);
void fid_making_verdicts (struct fid_making *m);
void fid_making_attribution (struct fid_making *m);
