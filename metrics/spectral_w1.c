/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spectral_w1.c - W1 of power spectra over log frequency; see spectral_w1.h */
#include <math.h>
#include <stdlib.h>
#include <gsl/gsl_errno.h>
#include "metrics/aggregate.h"
#include "metrics/metric.h"
#include "metrics/signal.h"
#include "metrics/spectral_w1.h"
#include "metrics/welch.h"

double fid_spectral_w1 (const double *p, const double *q, size_t n)
{
    double all_p = fid_sum (p + 1, n), all_q = fid_sum (q + 1, n), upto_p = 0, upto_q = 0,
           d = 0;
    for (size_t k = 1; k < n; k++) {
        upto_p += p[k];
        upto_q += q[k];
        d += fabs (upto_p / all_p - upto_q / all_q) * log2 ((double)(k + 1) / (double)k);
    }
    return d;
}

/* Mean of log2 of the frequency, as a frequency: where the power is. */
static double center_hz (const double *p, size_t n, double step_hz)
{
    double s = 0;
    for (size_t k = 1; k <= n; k++)
        s += p[k] * log2 ((double)k);
    return exp2 (s / fid_sum (p + 1, n)) * step_hz;
}

static int eval_spectral_w1 (const struct fid_signal *real, const struct fid_signal *emu,
                             const struct fid_metric_opts *opts, struct fid_metric_value *out)
{
    (void)opts;
    FID_TRY_CODE (fid_signal_check_series (real, emu));
    /* Without variation there is no spectrum.  Both without: alike, and how
     * high the levels are is for other measures; one without: not defined. */
    bool flat = fid_signal_constant (real), emu_flat = fid_signal_constant (emu);
    if (flat != emu_flat)
        return GSL_EDOM;
    if (flat) {
        fid_value_set (out, 0);
        return GSL_SUCCESS;
    }
    size_t dim = fid_signal_dim (real), seg_n = fid_welch_segment (real->n, emu->n);
    size_t n = seg_n / 2;
    if (!seg_n)
        return GSL_EDOM;
    double step_hz = 1 / ((double)seg_n * real->dt_s);
    double *p = malloc (2 * (n + 1) * sizeof *p), *q = p ? p + n + 1 : NULL;
    int rc = p ? fid_welch (real->x, real->n, dim, real->dt_s, seg_n, p) : GSL_ENOMEM;
    if (!rc)
        rc = fid_welch (emu->x, emu->n, dim, emu->dt_s, seg_n, q);
    if (rc)
        goto done;
    double all_p = fid_sum (p + 1, n), all_q = fid_sum (q + 1, n);
    if (!isfinite (all_p) || !isfinite (all_q))
        rc = GSL_EINVAL; /* squares that overflow */
    else if (!(all_p > 0) || !(all_q > 0))
        rc = GSL_EDOM; /* varies only where no whole segment is */
    if (rc)
        goto done;
    double d = fid_spectral_w1 (p, q, n);
    fid_value_set (out, d);
    fid_value_detail (out, "real_center_hz", center_hz (p, n, step_hz));
    fid_value_detail (out, "emulation_center_hz", center_hz (q, n, step_hz));
    fid_value_detail (out, "segment_s", 1 / step_hz);
done:
    free (p);
    return rc;
}

const struct fid_metric metric_spectral_w1 = {
    .name = "spectral_w1",
    .doc = "Wasserstein-1 distance of power spectra over log frequency",
    .unit = "octaves",
    .source = "Welch 1967, doi:10.1109/TAU.1967.1161901; "
              "Vallender 1974, doi:10.1137/1118101",
    .input = FID_INPUT_SERIES,
    .eval = eval_spectral_w1,
};
