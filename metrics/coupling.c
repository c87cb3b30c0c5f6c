/* SPDX-License-Identifier: GPL-3.0-or-later */
/* coupling.c - do the resources move together in the same way
 *
 *   d = (D_D - D_I) / (K (n + m))
 *
 * for K >= 2 resources on one grid, each scaled to [0, 1].  D_D warps all of
 * them by one path (cost: sum over resources), D_I each by its own; both are
 * the DTW of dtw.h before the division by n + m.  As the minimum of a sum is
 * at least the sum of the minima, d >= 0, and d = 0 if one warp suits all: the
 * emulation has each resource right and in step with the others.  For that to
 * hold with a penalty, a step of the common path costs K penalties.  At most 1
 * plus the penalty; symmetric.  Blind to a warp that all
 * share, and to errors of level.
 *
 * Cost: 2 K band cells.  Source: Shokoohi-Yekta et al. 2017,
 * doi:10.1007/s10618-016-0455-0 (dependent and independent DTW); the gap as a
 * measure is ours. */
#include <math.h>
#include <stdlib.h>
#include <gsl/gsl_errno.h>
#include "metrics/dtw.h"
#include "metrics/metric.h"
#include "metrics/signal.h"

static void copy_component (const struct fid_signal *s, size_t k, double *out)
{
    for (size_t i = 0; i < s->n; i++)
        out[i] = s->x[i * s->dim + k];
}

static int correlate_both (const struct fid_signal *real, const struct fid_signal *emu,
                           size_t band_n, double penalty, double *dependent,
                           double *independent)
{
    size_t dim = real->dim;
    struct fid_dtw_opts one = {1, band_n, penalty}, all = {dim, band_n, penalty * (double)dim};
    double *a = malloc ((real->n + emu->n) * sizeof *a);
    if (!a)
        return GSL_ENOMEM;
    double *b = a + real->n;
    *independent = 0;
    int rc = fid_dtw (real->x, real->n, emu->x, emu->n, &all, dependent);
    for (size_t k = 0; !rc && k < dim; k++) {
        double d;
        copy_component (real, k, a);
        copy_component (emu, k, b);
        rc = fid_dtw (a, real->n, b, emu->n, &one, &d);
        if (!rc)
            *independent += d;
    }
    free (a);
    *dependent /= (double)dim;
    *independent /= (double)dim;
    return rc;
}

static int eval_coupling (const struct fid_signal *real, const struct fid_signal *emu,
                          const struct fid_metric_opts *opts, struct fid_metric_value *out)
{
    double scale, dependent = 0, independent = 0;
    FID_TRY_CODE (fid_signal_check_series (real, emu));
    FID_TRY_CODE (fid_opts_scale (opts, &scale));
    if (!isfinite (opts->band_s) || opts->band_s < 0)
        return GSL_EINVAL;
    if (fid_signal_dim (real) < 2)
        return GSL_EDOM; /* one resource cannot be out of step with itself */
    if (fid_signal_idle_value (fid_signal_idle (real), fid_signal_idle (emu), 1, out))
        return GSL_SUCCESS;
    FID_TRY_CODE (correlate_both (real, emu, fid_dtw_band (opts->band_s, real->dt_s),
                                  opts->penalty * scale, &dependent, &independent));
    if (!isfinite (dependent) || !isfinite (independent))
        return GSL_EINVAL;
    double d = (dependent - independent) / scale;
    d = d > 0 ? d : 0; /* rounding of the two sums */
    fid_value_set (out, d);
    fid_value_detail (out, "d_dependent", dependent / scale);
    fid_value_detail (out, "d_independent", independent / scale);
    return GSL_SUCCESS;
}

const struct fid_metric metric_coupling = {
    .name = "coupling",
    .doc = "extra cost of one warping path for all resources, instead of one path each",
    .unit = "1",
    .source = "Shokoohi-Yekta et al. 2017, doi:10.1007/s10618-016-0455-0",
    .input = FID_INPUT_SERIES,
    .eval = eval_coupling,
};
