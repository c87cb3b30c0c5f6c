/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare.c - see compare.h */
#include "compare/calibration.h"
#include "compare/compare.h"
#include "compare/result_make.h"

int fid_pair_resolve (struct fid_pair *pair, const struct fid_run *real,
                      const struct fid_run *emu, const struct fid_compare_opts *opts,
                      struct fid_error *err)
{
    const struct fid_cal_set *set =
        opts->calibration ? fid_calibration_set (opts->calibration, real->workload) : NULL;
    FID_TRY (fid_pair_init (pair, real, emu, opts, err));
    if (set)
        fid_pair_freeze (pair, &set->scales, opts);
    return 0;
}

struct fid_result *fid_compare (const struct fid_run *real, const struct fid_run *emu,
                                const struct fid_run_opts *run_opts,
                                const struct fid_compare_opts *opts, struct fid_error *err)
{
    struct fid_pair pair;
    struct fid_comparison c;
    struct fid_result *result = NULL;
    if (fid_pair_resolve (&pair, real, emu, opts, err) ||
        (opts->calibration && fid_calibration_fits (opts->calibration, run_opts, opts, err)))
        return NULL;
    if (fid_comparison_make (&c, &pair, opts->thread_n, err))
        goto done;
    if (!fid_comparison_compared (&c)) {
        fid_comparison_nothing (&c, err);
        goto done;
    }
    if (fid_comparison_judge (&c, opts, err) || fid_comparison_align (&c, err) ||
        fid_comparison_findings (&c, err))
        goto done;
    result = fid_comparison_result (&c, run_opts, opts, err);
done:
    fid_comparison_clear (&c);
    return result;
}
