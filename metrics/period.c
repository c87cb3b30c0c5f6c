/* SPDX-License-Identifier: GPL-3.0-or-later */
/* period.c - the metric "period"; see period.h */
#include <math.h>
#include <gsl/gsl_errno.h>
#include "metrics/metric.h"
#include "metrics/period.h"
#include "metrics/signal.h"

static int eval_period (const struct fid_signal *real, const struct fid_signal *emu,
                        const struct fid_metric_opts *opts, struct fid_metric_value *out)
{
    (void)opts;
    struct fid_period a, b;
    FID_TRY_CODE (fid_signal_check_series (real, emu));
    FID_TRY_CODE (fid_period (real->x, real->n, fid_signal_dim (real), real->dt_s, &a));
    FID_TRY_CODE (fid_period (emu->x, emu->n, fid_signal_dim (emu), emu->dt_s, &b));
    double d = log2 (fmax (a.period_s, b.period_s) / fmin (a.period_s, b.period_s));
    fid_value_set (out, d);
    out->confidence = fmin (a.periods_n, b.periods_n) < FID_PERIOD_FEW ? 0.5 : 1;
    fid_value_detail (out, "real_period_s", a.period_s);
    fid_value_detail (out, "emulation_period_s", b.period_s);
    fid_value_detail (out, "real_confidence", a.confidence);
    fid_value_detail (out, "emulation_confidence", b.confidence);
    fid_value_detail (out, "real_duty", a.duty);
    fid_value_detail (out, "emulation_duty", b.duty);
    fid_value_detail (out, "real_periods_n", a.periods_n);
    fid_value_detail (out, "emulation_periods_n", b.periods_n);
    return GSL_SUCCESS;
}

const struct fid_metric metric_period = {
    .name = "period",
    .doc = "ratio of the dominant periods",
    .unit = "octaves",
    .source = "Tarraf et al. 2023, doi:10.48550/arXiv.2306.08601",
    .input = FID_INPUT_SERIES,
    .eval = eval_period,
};
