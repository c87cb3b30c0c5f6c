/* SPDX-License-Identifier: GPL-3.0-or-later */
/* w1_log10.c - Wasserstein-1 in decades, for latencies, gaps, step times; see w1.h */
#include "metrics/w1.h"

static int eval_w1_log10 (const struct fid_signal *real, const struct fid_signal *emu,
                          const struct fid_metric_opts *opts, struct fid_metric_value *out)
{
    return fid_w1_eval (FID_AXIS_LOG10, real, emu, opts, out);
}

const struct fid_metric metric_w1_log10 = {
    .name = "w1_log10",
    .doc = "Wasserstein-1 distance of positive values, in decades",
    .unit = "decades",
    .source = "Vallender 1974, doi:10.1137/1118101",
    .input = FID_INPUT_SAMPLES,
    .eval = eval_w1_log10,
};
