/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spans_share.c - shares of the time that each label takes
 *
 *   d = 1/2 sum over labels of |share_a - share_b|
 *
 * Total variation distance; range [0, 1], symmetric.  A share is the label's
 * time over the time of all labels of that side.  Blind to order, to when, and
 * to the total.  Cost O(n log n + labels n).  Source: the halved L1 distance of
 * two distributions, textbook. */
#include <math.h>
#include <stdlib.h>
#include <gsl/gsl_errno.h>
#include "metrics/signal.h"
#include "metrics/spans.h"

static int eval_spans_share (const struct fid_signal *real, const struct fid_signal *emu,
                             const struct fid_metric_opts *opts, struct fid_metric_value *out)
{
    (void)opts;
    int *label = NULL;
    size_t n = 0;
    FID_TRY_CODE (fid_spans_check (real, emu));
    double all_real = fid_spans_total_s (real), all_emu = fid_spans_total_s (emu), d = 0;
    if (!isfinite (all_real) || !isfinite (all_emu))
        return GSL_EINVAL;
    if (fid_signal_idle_value (!(all_real > 0), !(all_emu > 0), 1, out))
        return GSL_SUCCESS;
    FID_TRY_CODE (fid_spans_labels (real, emu, &label, &n));
    for (size_t k = 0; k < n; k++)
        d += fabs (fid_spans_time_s (real, label[k]) / all_real -
                   fid_spans_time_s (emu, label[k]) / all_emu);
    free (label);
    fid_value_set (out, d / 2);
    fid_value_detail (out, "real_s", all_real);
    fid_value_detail (out, "emulation_s", all_emu);
    fid_value_detail (out, "labels_n", (double)n);
    return GSL_SUCCESS;
}

const struct fid_metric metric_spans_share = {
    .name = "spans_share",
    .doc = "total variation of the shares of time each phase takes",
    .unit = "1",
    .source = "-",
    .input = FID_INPUT_SPANS,
    .eval = eval_spans_share,
};
