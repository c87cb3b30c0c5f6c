/* result_make.h - a compared pair as a result (results/result.h) */
#ifndef FID_RESULT_MAKE_H
#define FID_RESULT_MAKE_H

#include "compare/making.h"

/* Makes the result; NULL if there is no memory, or with FID_EINPUT if a name holds control
 * characters. */
struct fid_result *fid_comparison_result (const struct fid_comparison *c,
                                          const struct fid_run_opts *run_opts,
                                          const struct fid_compare_opts *opts,
                                          struct fid_error *err);

/* Its parts: resources, groups, overall and profiles; where and causes. */
void fid_making_resources (struct fid_making *m);
void fid_making_verdicts (struct fid_making *m);
void fid_making_attribution (struct fid_making *m);

#endif
