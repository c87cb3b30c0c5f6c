/* slowdown.c - the fluid model, and the metric "slowdown" of two curves; see slowdown.h */
#include <math.h>
#include <gsl/gsl_errno.h>
#include "metrics/signal.h"
#include "metrics/slowdown.h"

double
fid_slowdown_time (const struct fid_slowdown_job *job, double cost)
{
    double beside = 0, after = 0;
    for (size_t i = 0; i < job->n; i++) {
        double c = job->compute_s[i], r = job->demand[i] * cost;
        beside += fmax (c, r);
        after += c + r;
    }
    return job->overlap * beside + (1 - job->overlap) * after;
}

void
fid_slowdown_costs (double mean, double cost[FID_SLOWDOWN_N])
{
    for (size_t k = 0; k < FID_SLOWDOWN_N; k++)
        cost[k] = mean * pow (FID_SLOWDOWN_RANGE, 2. * (double)k / (FID_SLOWDOWN_N - 1) - 1);
}

int
fid_slowdown_curve (const struct fid_slowdown_job *job, const double *cost, size_t cost_n,
                    double *curve)
{
    if (!(job->overlap >= 0 && job->overlap <= 1))
        return GSL_EINVAL;
    for (size_t i = 0; i < job->n; i++)
        if (!(job->compute_s[i] >= 0) || !(job->demand[i] >= 0) ||
            !isfinite (job->compute_s[i]) || !isfinite (job->demand[i]))
            return GSL_EINVAL;
    double alone = fid_slowdown_time (job, 0);
    if (!(alone > 0))
        return GSL_EDOM;
    for (size_t k = 0; k < cost_n; k++) {
        if (!(cost[k] >= 0) || !isfinite (cost[k]))
            return GSL_EINVAL;
        curve[k] = log (fid_slowdown_time (job, cost[k]) / alone);
    }
    return GSL_SUCCESS;
}

static int
eval_slowdown (const struct fid_signal *real, const struct fid_signal *emu,
               const struct fid_metric_opts *opts, struct fid_metric_value *out)
{
    (void)opts;
    double sum = 0;
    int rc = fid_signal_check_series (real, emu);
    if (!rc && (real->n != emu->n || fid_signal_dim (real) != 1))
        rc = GSL_EBADLEN;
    if (!rc && !real->n)
        rc = GSL_EDOM;
    if (rc)
        return rc;
    for (size_t k = 0; k < real->n; k++)
        sum += fabs (emu->x[k] - real->x[k]);
    double d = sum / (double)real->n;
    fid_value_set (out, d);
    return GSL_SUCCESS;
}

const struct fid_metric metric_slowdown = {
    .name = "slowdown",
    .doc = "mean difference of what slower storage does to the job, in a fluid model",
    .unit = "ln",
    .source = "-",
    .input = FID_INPUT_SERIES,
    .eval = eval_slowdown,
};
