/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ratio.c - log ratio of two totals; see ratio.h */
#include <math.h>
#include <gsl/gsl_errno.h>
#include "metrics/metric.h"
#include "metrics/ratio.h"

double fid_log_ratio (double a, double b, double floor)
{
    a = a > floor ? a : floor;
    b = b > floor ? b : floor;
    return a > b ? log (a / b) : log (b / a); /* the same bits when swapped */
}

static int eval_ratio (const struct fid_signal *real, const struct fid_signal *emu,
                       const struct fid_metric_opts *opts, struct fid_metric_value *out)
{
    if (real->n != 1 || emu->n != 1)
        return GSL_EBADLEN;
    double a = real->x[0], b = emu->x[0], floor = opts->floor > 0 ? opts->floor : 1e-9;
    if (!isfinite (a) || !isfinite (b) || a < 0 || b < 0)
        return GSL_EINVAL;
    double d = fid_log_ratio (a, b, floor);
    fid_value_set (out, d);
    fid_value_detail (out, "real", a);
    fid_value_detail (out, "emulation", b);
    return GSL_SUCCESS;
}

const struct fid_metric metric_ratio = {
    .name = "ratio",
    .doc = "log ratio of two totals (bytes, operations, seconds)",
    .unit = "ln",
    .source = "-",
    .input = FID_INPUT_TOTAL,
    .eval = eval_ratio,
};
