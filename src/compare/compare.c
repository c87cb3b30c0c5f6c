/* compare.c - see compare.h */
#include "config.h"
#include "compare/calibration.h"
#include "compare/compare.h"
#include "compare/result_json.h"
#include "compare/within_run_ci.h"

int
fid_pair_resolve (struct fid_pair *pair, const struct fid_run *real, const struct fid_run *emu,
                  const struct fid_compare_opts *opts, struct fid_error *err)
{
    const struct fid_cal_set *set =
        opts->calibration ? fid_calibration_set (opts->calibration, real->workload) : NULL;
    if (fid_pair_init (pair, real, emu, opts, err))
        return -1;
    if (set)
        fid_pair_freeze (pair, &set->scales, opts);
    return 0;
}

cJSON *
fid_compare (const struct fid_run *real, const struct fid_run *emu,
             const struct fid_run_opts *run_opts, const struct fid_compare_opts *opts,
             struct fid_error *err)
{
    struct fid_pair pair;
    struct fid_comparison c;
    struct fid_within within = {0};
    cJSON *doc = NULL;
    size_t group_n;
    if (fid_pair_resolve (&pair, real, emu, opts, err) ||
        (opts->calibration && fid_calibration_fits (opts->calibration, run_opts, opts, err)))
        return NULL;
    within.dt_s = pair.dt_s;
    if (fid_comparison_make (&c, &pair, opts->within_run_ci ? &within : NULL, opts->thread_n,
                             err))
        goto done;
    if (fid_comparison_overall (&c, &group_n) < 0) {
        fid_comparison_nothing (&c, err);
        goto done;
    }
    if ((opts->within_run_ci && fid_within_intervals (&c, &within, err)) ||
        fid_comparison_score (&c, opts, err) || fid_comparison_align (&c, err) ||
        fid_comparison_findings (&c, err))
        goto done;
    doc = fid_comparison_json (&c, run_opts, opts, err);
done:
    fid_within_clear (&within);
    fid_comparison_clear (&c);
    return doc;
}
