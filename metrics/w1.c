/* SPDX-License-Identifier: GPL-3.0-or-later */
/* w1.c - Wasserstein-1 on a linear axis, and the part all axes share; see w1.h */
#include <math.h>
#include <gsl/gsl_errno.h>
#include "metrics/dist.h"
#include "metrics/signal.h"
#include "metrics/w1.h"

/* Put the sorted samples on the axis; the order stays. */
static void to_axis (struct fid_dist *d, enum fid_axis axis, double scale)
{
    for (size_t i = 0; i < d->n; i++)
        d->v[i] = axis == FID_AXIS_LOG2    ? log2 (d->v[i])
                  : axis == FID_AXIS_LOG10 ? log10 (d->v[i])
                                           : d->v[i] / scale;
}

static double full_scale (enum fid_axis axis)
{
    return axis == FID_AXIS_LOG2    ? FID_W1_FULL_LOG2
           : axis == FID_AXIS_LOG10 ? FID_W1_FULL_LOG10
                                    : FID_W1_FULL_LINEAR;
}

static int compare_dists (enum fid_axis axis, double scale, struct fid_dist *real,
                          struct fid_dist *emu, struct fid_metric_value *out)
{
    if (axis != FID_AXIS_LINEAR && ((real->n && real->v[0] <= 0) || (emu->n && emu->v[0] <= 0)))
        return GSL_EINVAL;
    /* "nothing" is no weight; on the linear axis also nothing but zeros */
    bool a_idle = !real->n, b_idle = !emu->n;
    if (axis == FID_AXIS_LINEAR) {
        a_idle = a_idle || (real->v[0] == 0 && real->v[real->n - 1] == 0);
        b_idle = b_idle || (emu->v[0] == 0 && emu->v[emu->n - 1] == 0);
    }
    if (fid_signal_idle_value (a_idle, b_idle, full_scale (axis), out))
        return GSL_SUCCESS;
    struct fid_metric_value ratios = {0};
    static const struct {
        const char *name;
        double p;
    } wanted[] = {{"p50_ratio", 0.5}, {"p95_ratio", 0.95}, {"p99_ratio", 0.99}};
    for (size_t k = 0; k < sizeof wanted / sizeof *wanted; k++)
        fid_value_detail (
            &ratios, wanted[k].name,
            fid_dist_quantile (emu, wanted[k].p) /
                fid_dist_quantile (real, wanted[k].p)); /* of the values, so before the axis */
    to_axis (real, axis, scale);
    to_axis (emu, axis, scale);
    double ks, d;
    fid_dist_gaps (real, emu, &d, &ks);
    if (!isfinite (d))
        return GSL_EINVAL; /* samples near the end of the range of double */
    fid_value_set (out, d);
    fid_value_detail (out, "ks", ks);
    fid_value_detail (out, "w2", fid_dist_w2 (real, emu));
    for (size_t k = 0; k < ratios.detail_n; k++)
        fid_value_detail (out, ratios.detail[k].name, ratios.detail[k].value);
    return GSL_SUCCESS;
}

int fid_w1_eval (enum fid_axis axis, const struct fid_signal *real,
                 const struct fid_signal *emu, const struct fid_metric_opts *opts,
                 struct fid_metric_value *out)
{
    double scale;
    struct fid_dist a = {0}, b = {0};
    int rc = fid_signal_check (real);
    if (!rc)
        rc = fid_signal_check (emu);
    if (!rc)
        rc = fid_opts_scale (opts, &scale);
    if (!rc && (fid_signal_dim (real) != 1 || fid_signal_dim (emu) != 1))
        rc = GSL_EBADLEN;
    if (!rc)
        rc = fid_dist_init (&a, real->x, 1, real->n, real->w);
    if (!rc)
        rc = fid_dist_init (&b, emu->x, 1, emu->n, emu->w);
    if (!rc)
        rc = compare_dists (axis, scale, &a, &b, out);
    fid_dist_clear (&a);
    fid_dist_clear (&b);
    return rc;
}

static int eval_w1 (const struct fid_signal *real, const struct fid_signal *emu,
                    const struct fid_metric_opts *opts, struct fid_metric_value *out)
{
    return fid_w1_eval (FID_AXIS_LINEAR, real, emu, opts, out);
}

const struct fid_metric metric_w1 = {
    .name = "w1",
    .doc = "Wasserstein-1 distance of values, in full scales",
    .unit = "1",
    .source = "Vallender 1974, doi:10.1137/1118101",
    .input = FID_INPUT_SAMPLES,
    .eval = eval_w1,
};
