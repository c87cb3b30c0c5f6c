/* SPDX-License-Identifier: GPL-3.0-or-later */
/* w1_tv.c - Wasserstein-1 of a composition, component by component
 *
 *   d = 1/2 sum over components k of W1 (x[.][k], y[.][k]) / scale
 *
 * for samples whose components add up to `scale` (CPU user, system, wait and
 * idle: 100).  In [0, 1]: each component's W1 is a mean of |difference of
 * sorted values|, and the two compositions differ by at most twice the scale
 * in all.  Where every sample is the same composition it is the total
 * variation between the two.  Symmetric; blind to order in time and to which
 * components are high together.  Source: as w1; the halved L1 distance of
 * shares is the total variation distance. */
#include <math.h>
#include <gsl/gsl_errno.h>
#include "metrics/dist.h"
#include "metrics/metric.h"
#include "metrics/signal.h"

static int component_w1 (const struct fid_signal *real, const struct fid_signal *emu, size_t k,
                         double *out)
{
    size_t dim = fid_signal_dim (real);
    struct fid_dist a = {0}, b = {0};
    int rc = fid_dist_init (&a, real->x + k, dim, real->n, real->w);
    if (!rc)
        rc = fid_dist_init (&b, emu->x + k, dim, emu->n, emu->w);
    if (!rc && (!a.n || !b.n))
        rc = GSL_EDOM; /* all weights 0 */
    if (!rc)
        *out = fid_dist_w1 (&a, &b);
    fid_dist_clear (&a);
    fid_dist_clear (&b);
    return rc;
}

static int eval_w1_tv (const struct fid_signal *real, const struct fid_signal *emu,
                       const struct fid_metric_opts *opts, struct fid_metric_value *out)
{
    static const char *const names[] = {"w1_0", "w1_1", "w1_2", "w1_3",
                                        "w1_4", "w1_5", "w1_6", "w1_7"};
    double scale, part[sizeof names / sizeof *names] = {0}, sum = 0;
    size_t dim = fid_signal_dim (real), named_n = sizeof names / sizeof *names;
    FID_TRY_CODE (fid_signal_check_series (real, emu));
    FID_TRY_CODE (fid_opts_scale (opts, &scale));
    if (fid_signal_idle_value (fid_signal_idle (real), fid_signal_idle (emu), 1, out))
        return GSL_SUCCESS;
    for (size_t k = 0; k < dim; k++) {
        double w1;
        FID_TRY_CODE (component_w1 (real, emu, k, &w1));
        sum += w1;
        if (k < named_n)
            part[k] = w1 / scale;
    }
    sum = sum / scale / 2;
    if (!isfinite (sum))
        return GSL_EINVAL;
    fid_value_set (out, sum);
    for (size_t k = 0; k < dim && k < named_n; k++)
        fid_value_detail (out, names[k], part[k]);
    return GSL_SUCCESS;
}

const struct fid_metric metric_w1_tv = {
    .name = "w1_tv",
    .doc = "half the summed Wasserstein-1 distances of a composition's components",
    .unit = "1",
    .source = "Vallender 1974, doi:10.1137/1118101",
    .input = FID_INPUT_SERIES,
    .eval = eval_w1_tv,
};
