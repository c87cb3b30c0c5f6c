/* SPDX-License-Identifier: GPL-3.0-or-later */
/* template.c - copy me: one line on what the metric measures
 *
 *   d = ...formula...
 *
 * Range, unit, what it does not see, symmetry; source: Author Year, doi:...
 * Then add the file to METRICS in local.mk, a test tests/metrics/test_<name>.c
 * and a row in doc/metrics.md; `make check` asks for both. */
#include <gsl/gsl_errno.h>
#include "metrics/metric.h"

static int eval_template (const struct fid_signal *real, const struct fid_signal *emu,
                          const struct fid_metric_opts *opts, struct fid_metric_value *out)
{
    (void)opts;
    if (!real->n || !emu->n)
        return GSL_EDOM;
    fid_value_set (out, 0);
    return GSL_SUCCESS;
}

const struct fid_metric metric_template = {
    .name = "template",
    .doc = "the measured property, in one line",
    .unit = "1",
    .source = "Author Year, doi:...",
    .input = FID_INPUT_SAMPLES,
    .eval = eval_template,
};
