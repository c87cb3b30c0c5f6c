/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dtw_active.c - the metric "dtw_active": shape of series that are mostly idle; see dtw.h */
#include "metrics/dtw.h"

static int eval_dtw_active (const struct fid_signal *real, const struct fid_signal *emu,
                            const struct fid_metric_opts *opts, struct fid_metric_value *out)
{
    return fid_dtw_eval (true, real, emu, opts, out);
}

const struct fid_metric metric_dtw_active = {
    .name = "dtw_active",
    .doc = "dynamic time warping: share of the activity that the best alignment cannot match",
    .unit = "1",
    .source = "Sakoe & Chiba 1978, doi:10.1109/TASSP.1978.1163055; "
              "Herrmann & Webb 2021, doi:10.48550/arXiv.2111.13314",
    .input = FID_INPUT_SERIES,
    .eval = eval_dtw_active,
};
