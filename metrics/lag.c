/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lag.c - lag by cross-correlation; see lag.h */
#include <math.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_statistics_double.h>
#include "metrics/fft.h"
#include "metrics/lag.h"
#include "metrics/signal.h"

/* Rounding of the transforms must not decide between equal peaks. */
#define EQUAL     1e-10
#define AMBIGUOUS 0.9
#define PEAK_ENDS 0.5

/* Put the centred series into f->x, zeros behind.  Returns its norm. */
static double load_centred (struct fid_fft *f, const double *x, size_t n)
{
    double mean = gsl_stats_mean (x, 1, n), sum = 0;
    for (size_t t = 0; t < f->n; t++)
        f->x[t] = t < n ? x[t] - mean : 0;
    for (size_t t = 0; t < n; t++)
        sum += f->x[t] * f->x[t];
    return sqrt (sum);
}

/* r at lag w, from the circular correlation. */
static double correlation_at (const struct fid_fft *f, double norm, long w)
{
    return f->x[w >= 0 ? (size_t)w : f->n - (size_t)-w] / norm;
}

static void find_peak (const struct fid_fft *f, double norm, long lo, long hi, double dt_s,
                       struct fid_lag *out)
{
    long best = 0, farthest = -lo > hi ? -lo : hi;
    double peak = correlation_at (f, norm, 0);
    for (long w = 1; w <= farthest; w++) {
        if (w <= hi && correlation_at (f, norm, w) > peak + EQUAL)
            peak = correlation_at (f, norm, best = w);
        if (-w >= lo && correlation_at (f, norm, -w) > peak + EQUAL)
            peak = correlation_at (f, norm, best = -w);
    }
    long left = best, right = best;
    while (left >= lo && correlation_at (f, norm, left) > PEAK_ENDS * peak)
        left--;
    while (right <= hi && correlation_at (f, norm, right) > PEAK_ENDS * peak)
        right++;
    double second = -1;
    for (long w = lo; w <= hi; w++)
        if ((w <= left || w >= right) && correlation_at (f, norm, w) > second)
            second = correlation_at (f, norm, w);
    out->lag_s = (double)best * dt_s;
    out->peak = peak;
    out->second = second;
    out->ambiguous = second >= AMBIGUOUS * peak;
}

int fid_lag (const double *x, size_t n, const double *y, size_t m, double dt_s,
             double max_lag_s, struct fid_lag *out)
{
    struct fid_fft f = {0}, g = {0};
    struct fid_signal sx = {.x = x, .n = n}, sy = {.x = y, .n = m};
    if (!n || !m)
        return GSL_EBADLEN;
    if (!(dt_s > 0) || !isfinite (dt_s) || !(max_lag_s >= 0) || fid_signal_check (&sx) ||
        fid_signal_check (&sy))
        return GSL_EINVAL;
    if (fid_signal_constant (&sx) || fid_signal_constant (&sy))
        return GSL_EDOM;
    int rc = fid_fft_init (&f, fid_fft_room (n + m));
    if (!rc)
        rc = fid_fft_init (&g, f.n);
    if (rc)
        goto done;
    double norm = load_centred (&f, x, n) * load_centred (&g, y, m);
    if (!isfinite (norm) || !(norm > 0)) {
        rc = GSL_EINVAL;
        goto done;
    }
    /* f := the correlation of f and g, times f->n */
    fid_fft_forward (&f);
    fid_fft_forward (&g);
    for (size_t k = 0; k <= f.n / 2; k++) {
        double re = f.c[k][0], im = f.c[k][1];
        f.c[k][0] = re * g.c[k][0] + im * g.c[k][1];
        f.c[k][1] = re * g.c[k][1] - im * g.c[k][0];
    }
    fid_fft_inverse (&f);
    if (f.failed || g.failed) {
        rc = GSL_ENOMEM;
        goto done;
    }
    double reach = max_lag_s > 0 ? floor (max_lag_s / dt_s + 1e-9) : INFINITY;
    long lo = -(long)fmin (reach, (double)n - 1), hi = (long)fmin (reach, (double)m - 1);
    find_peak (&f, norm * (double)f.n, lo, hi, dt_s, out);
done:
    fid_fft_clear (&f);
    fid_fft_clear (&g);
    return rc;
}
