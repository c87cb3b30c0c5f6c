/* SPDX-License-Identifier: GPL-3.0-or-later */
/* difference.c - two shares, such as stall ratio or accelerator utilisation
 *
 *   d = |a - b|,  a and b in [0, 1];
 *
 * Range [0, 1], symmetric, cost O(1). */
#include <math.h>
#include <gsl/gsl_errno.h>
#include "metrics/metric.h"

static int eval_difference (const struct fid_signal *real, const struct fid_signal *emu,
                            const struct fid_metric_opts *opts, struct fid_metric_value *out)
{
    (void)opts;
    if (real->n != 1 || emu->n != 1 || !real->x || !emu->x)
        return GSL_EBADLEN;
    double a = real->x[0], b = emu->x[0];
    if (!(a >= 0 && a <= 1 && b >= 0 && b <= 1))
        return GSL_EINVAL;
    double d = fabs (a - b);
    fid_value_set (out, d);
    fid_value_detail (out, "real", a);
    fid_value_detail (out, "emulation", b);
    return GSL_SUCCESS;
}

const struct fid_metric metric_difference = {
    .name = "difference",
    .doc = "difference of two shares (stall ratio, accelerator utilisation)",
    .unit = "1",
    .source = "-",
    .input = FID_INPUT_TOTAL,
    .eval = eval_difference,
};
