/* kept_signals.h - signals kept while a pair is compared, for within_run_ci.h to resample */
#ifndef FID_KEPT_SIGNALS_H
#define FID_KEPT_SIGNALS_H

#include "compare/resource_result.h"

#define FID_WITHIN_DRAWS 1000

struct fid_within_part {
    double *x; /* owned; n * dim */
    size_t n, dim;
};

/* One measure and its signals. */
struct fid_within_job {
    enum fid_resource_id resource;
    size_t measure; /* of the resource's */
    enum { FID_WITHIN_VALUES, FID_WITHIN_PATH } kind;
    const struct fid_metric *metric;
    struct fid_metric_opts opts;
    struct fid_within_part side[2]; /* PATH: cost and weight of each sample of the real run */
    double *distance;               /* owned; of each draw */
};

struct fid_within {
    struct fid_within_job *job; /* owned */
    size_t n, cap;
    double dt_s;       /* bins of event series, set by the caller */
    double block_s[2]; /* mean length of blocks: real, emulation */
};

/* Keeps the signals of the measure added last, if res->within is set and the measure is
 * valid; otherwise does nothing.
 *
 * values  the samples themselves; without a grid (dt_s 0) they are spread over the window
 * path    the series that were warped */
int fid_within_values (struct fid_resource_result *res, const struct fid_signal *a,
                       const struct fid_signal *b, const struct fid_metric_opts *opts,
                       struct fid_error *err);
int fid_within_path (struct fid_resource_result *res, const struct fid_signal *a,
                     const struct fid_signal *b, const struct fid_metric_opts *opts,
                     struct fid_error *err);

void fid_within_clear (struct fid_within *w);

#endif
