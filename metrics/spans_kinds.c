/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spans_kinds.c - whether both sides have the same kinds of phases
 *
 *   d = number of labels that only one side has
 *
 * A job that never writes a checkpoint is another job, however short its
 * checkpoints would have been: the tolerance is a fifth of a label.  Symmetric.  Blind to
 * order, times and how often a label occurs.  Time O(labels n). */
#include <stdlib.h>
#include <gsl/gsl_errno.h>
#include "metrics/spans.h"

static bool has_label (const struct fid_signal *s, int label)
{
    for (size_t i = 0; i < s->span_n; i++)
        if (s->span[i].label == label)
            return true;
    return false;
}

static int eval_spans_kinds (const struct fid_signal *real, const struct fid_signal *emu,
                             const struct fid_metric_opts *opts, struct fid_metric_value *out)
{
    (void)opts;
    int *label;
    size_t n, real_only = 0, emu_only = 0;
    FID_TRY_CODE (fid_spans_check (real, emu));
    FID_TRY_CODE (fid_spans_labels (real, emu, &label, &n));
    for (size_t i = 0; i < n; i++) {
        real_only += !has_label (emu, label[i]);
        emu_only += !has_label (real, label[i]);
    }
    free (label);
    double d = (double)(real_only + emu_only);
    fid_value_set (out, d);
    fid_value_detail (out, "real_only_n", (double)real_only);
    fid_value_detail (out, "emulation_only_n", (double)emu_only);
    return GSL_SUCCESS;
}

const struct fid_metric metric_spans_kinds = {
    .name = "spans_kinds",
    .doc = "kinds of phases that only one side has",
    .unit = "1",
    .source = "-",
    .input = FID_INPUT_SPANS,
    .eval = eval_spans_kinds,
};
