/* spans_kinds.c - whether both sides have the same kinds of phases
 *
 *   d = 0 if each label of one side is a label of the other, else 1
 *
 * All or nothing: a job that never writes a checkpoint is another job, however
 * short its checkpoints would have been.  Symmetric.  Blind to order, times and
 * how often a label occurs.  Time O(labels n). */
#include <stdlib.h>
#include <gsl/gsl_errno.h>
#include "metrics/signal.h"
#include "metrics/spans.h"

static bool
has (const struct fid_signal *s, int label)
{
    for (size_t i = 0; i < s->span_n; i++)
        if (s->span[i].label == label)
            return true;
    return false;
}

static int
eval (const struct fid_signal *real, const struct fid_signal *emu,
      const struct fid_metric_opts *opts, struct fid_metric_value *out)
{
    (void)opts;
    int *label;
    size_t n, real_only = 0, emu_only = 0;
    int rc = fid_spans_check (real);
    if (!rc)
        rc = fid_spans_check (emu);
    if (!rc)
        rc = fid_spans_labels (real, emu, &label, &n);
    if (rc)
        return rc;
    for (size_t i = 0; i < n; i++) {
        real_only += !has (emu, label[i]);
        emu_only += !has (real, label[i]);
    }
    free (label);
    double d = real_only + emu_only ? 1 : 0;
    fid_value_set (out, d, 1 - d);
    fid_value_detail (out, "real_only_n", (double)real_only);
    fid_value_detail (out, "emulation_only_n", (double)emu_only);
    return GSL_SUCCESS;
}

const struct fid_metric metric_spans_kinds = {
    .name = "spans_kinds",
    .doc = "whether both have the same kinds of phases",
    .unit = "1",
    .source = "-",
    .input = FID_INPUT_SPANS,
    .sense = FID_LOWER_IS_CLOSER,
    .symmetric = true,
    .eval = eval,
};
