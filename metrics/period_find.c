/* SPDX-License-Identifier: GPL-3.0-or-later */
/* period_find.c - the dominant period of a series; see period.h */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_statistics_double.h>
#include "metrics/fft.h"
#include "metrics/period.h"
#include "metrics/signal.h"

/* Fewer than 4 periods cannot be distinguished from drift. */
enum { SAMPLES_MIN = 16, LINE_MIN = 4 };
#define Z_MIN      2.0 /* of a candidate line */
#define DUTY_SHARE 0.95
#define JITTER     0.03 /* lines this much off, relatively, are of the same rhythm */

/* What is known of the series; arrays of one block. */
struct spectra {
    size_t n;
    double *power; /* [0 .. n/2], summed over components */
    double *acf;   /* [0 .. n-1], unbiased, acf[0] = 1 */
    double z_mean, z_sd;
};

static double z_score (const struct spectra *s, size_t k)
{
    return (sqrt (s->power[k]) - s->z_mean) / s->z_sd;
}

/* Component x[0], x[dim], ... less its straight line, into f->x. */
static void load_component (struct fid_fft *f, const double *x, size_t dim, size_t n)
{
    double mid = ((double)n - 1) / 2, mean = gsl_stats_mean (x, dim, n), xt = 0, tt = 0;
    for (size_t t = 0; t < n; t++) {
        xt += (x[t * dim] - mean) * ((double)t - mid);
        tt += ((double)t - mid) * ((double)t - mid);
    }
    double slope = xt / tt;
    for (size_t t = 0; t < n; t++)
        f->x[t] = x[t * dim] - mean - slope * ((double)t - mid);
}

/* Power spectrum of length n and autocorrelation, both summed over components. */
static int spectra_fill (struct spectra *s, const double *x, size_t dim)
{
    struct fid_fft f = {0}, pad = {0};
    size_t n = s->n;
    int rc = fid_fft_init (&f, n);
    if (!rc)
        rc = fid_fft_init (&pad, fid_fft_room (2 * n));
    double *sum = rc ? NULL : calloc (pad.n / 2 + 1, sizeof *sum);
    if (!sum) {
        rc = rc ? rc : GSL_ENOMEM;
        goto done;
    }
    for (size_t c = 0; c < dim; c++) {
        load_component (&f, x + c, dim, n);
        memcpy (pad.x, f.x, n * sizeof *pad.x); /* a transform loses what it is of */
        memset (pad.x + n, 0, (pad.n - n) * sizeof *pad.x);
        fid_fft_forward (&f);
        for (size_t k = 0; k <= n / 2; k++)
            s->power[k] += fid_fft_power (&f, k);
        fid_fft_forward (&pad);
        for (size_t k = 0; k <= pad.n / 2; k++)
            sum[k] += fid_fft_power (&pad, k);
    }
    for (size_t k = 0; k <= pad.n / 2; k++) {
        pad.c[k][0] = sum[k];
        pad.c[k][1] = 0;
    }
    fid_fft_inverse (&pad);
    if (f.failed || pad.failed) {
        rc = GSL_ENOMEM;
        goto done;
    }
    for (size_t l = 0; l < n; l++)
        s->acf[l] = pad.x[l] / pad.x[0] * (double)n / (double)(n - l);
    if (!isfinite (pad.x[0]))
        rc = GSL_EINVAL; /* squares that overflow */
    else if (!(pad.x[0] > 0))
        rc = GSL_EDOM;
done:
    free (sum);
    fid_fft_clear (&f);
    fid_fft_clear (&pad);
    return rc;
}

/* Mean and deviation of the amplitudes.  A spectrum without outliers, or
 * nothing but rounding beside the trend, has no period: GSL_EDOM. */
static int spectra_scale (struct spectra *s, const double *x, size_t dim)
{
    double sum = 0, sq = 0, top = 0, count = (double)(s->n / 2);
    for (size_t k = 0; k < s->n * dim; k++)
        top = fabs (x[k]) > top ? fabs (x[k]) : top;
    for (size_t k = 1; k <= s->n / 2; k++)
        sum += sqrt (s->power[k]);
    s->z_mean = sum / count;
    for (size_t k = 1; k <= s->n / 2; k++) {
        double d = sqrt (s->power[k]) - s->z_mean;
        sq += d * d;
    }
    s->z_sd = sqrt (sq / count);
    return s->z_sd > 1e-12 * top * (double)s->n ? GSL_SUCCESS : GSL_EDOM;
}

/* The highest peak of the acf in lags lo .. hi; 0 if none rises above both of
 * its neighbours. */
static size_t acf_peak (const struct spectra *s, double lo, double hi)
{
    size_t from = lo < 2 ? 2 : (size_t)floor (lo), to = (size_t)ceil (hi), best = 0;
    for (size_t l = from; l <= to && l + 1 < s->n; l++)
        if (s->acf[l] > s->acf[l - 1] && s->acf[l] >= s->acf[l + 1] &&
            (!best || s->acf[l] > s->acf[best]))
            best = l;
    return best;
}

/* The top of the parabola through the peak at l and its neighbours. */
static double acf_top (const struct spectra *s, size_t l)
{
    double a = s->acf[l - 1], b = s->acf[l], c = s->acf[l + 1], bend = 2 * b - a - c;
    return (double)l + (bend > 0 ? (c - a) / (2 * bend) : 0);
}

/* Sharpen the lag t, found for line k, at its multiples; *r becomes the highest
 * acf seen there.  The line bounds the result: with many periods the spectrum
 * is the finer of the two, with few the acf is. */
static double sharpen_lag (const struct spectra *s, size_t k, double t, double *r)
{
    double lo = (double)s->n / (double)(k + 1), hi = (double)s->n / (double)(k - 1);
    for (size_t q = 2; (double)q * t * 2 <= (double)s->n; q *= 2) {
        double near = fmax (1, t / 4);
        size_t l = acf_peak (s, (double)q * t - near, (double)q * t + near);
        if (!l || s->acf[l] < *r / 2)
            break;
        t = fmin (fmax (acf_top (s, l) / (double)q, lo), hi);
        *r = fmax (*r, s->acf[l]);
    }
    return fmin (fmax (t, lo), hi);
}

/* The best candidate's line, its lag in samples and its acf; 0 if there is none. */
static size_t best_line (const struct spectra *s, double *lag, double *r)
{
    double best = 0;
    size_t line = 0;
    for (size_t k = LINE_MIN; k <= s->n / 2; k++) {
        double z = z_score (s, k);
        if (z <= Z_MIN)
            continue;
        size_t l =
            acf_peak (s, (double)s->n / ((double)k + 0.75), (double)s->n / ((double)k - 0.75));
        double noise = l ? 4 / sqrt ((double)(s->n - l)) : 0;
        if (!l || s->acf[l] < FID_PERIOD_MIN_ACF || s->acf[l] < noise)
            continue;
        if (z * s->acf[l] > best) {
            best = z * s->acf[l];
            *r = s->acf[l];
            *lag = acf_top (s, l);
            line = k;
        }
    }
    return line;
}

/* Share of the outlying lines' power near multiples of `line`. */
static double comb_share (const struct spectra *s, double line)
{
    double on = 0, all = 0;
    for (size_t k = 1; k <= s->n / 2; k++) {
        if (z_score (s, k) <= Z_MIN)
            continue;
        double q = round ((double)k / line);
        all += s->power[k];
        if (q >= 1 && fabs ((double)k - q * line) <= 1 + JITTER * (double)k)
            on += s->power[k];
    }
    return all > 0 ? on / all : 0;
}

/* Length of the shortest window on the circle of mass[m] with the share. */
static size_t shortest_window (const double *mass, size_t m, double share)
{
    double total = 0, sum = 0;
    size_t best = m;
    for (size_t k = 0; k < m; k++)
        total += mass[k];
    for (size_t lo = 0, hi = 0; lo < m; lo++) {
        while (sum < share * total && hi < lo + m)
            sum += mass[hi++ % m];
        if (sum >= share * total && hi - lo < best)
            best = hi - lo;
        sum -= mass[lo];
    }
    return best;
}

/* Mean share of a period that is busy; periods without activity are left out. */
static double duty_cycle (const double *x, size_t n, size_t dim, double lag, double *mass)
{
    double sum = 0;
    size_t used = 0;
    for (size_t t = 0; t < n; t++)
        mass[t] = 0;
    for (size_t c = 0; c < dim; c++) {
        double low = x[c];
        for (size_t t = 0; t < n; t++)
            low = x[t * dim + c] < low ? x[t * dim + c] : low;
        for (size_t t = 0; t < n; t++)
            mass[t] += x[t * dim + c] - low;
    }
    for (size_t q = 0; (size_t)round ((double)(q + 1) * lag) <= n; q++) {
        size_t from = (size_t)round ((double)q * lag),
               to = (size_t)round ((double)(q + 1) * lag);
        double total = 0;
        for (size_t t = from; t < to; t++)
            total += mass[t];
        if (!(total > 0))
            continue;
        sum +=
            (double)shortest_window (mass + from, to - from, DUTY_SHARE) / (double)(to - from);
        used++;
    }
    return used ? sum / (double)used : 0;
}

int fid_period (const double *x, size_t n, size_t dim, double dt_s, struct fid_period *out)
{
    struct fid_signal sx = {.x = x, .n = n, .dim = dim};
    dim = fid_signal_dim (&sx);
    if (!(dt_s > 0) || !isfinite (dt_s) || fid_signal_check (&sx))
        return GSL_EINVAL;
    if (n < SAMPLES_MIN || fid_signal_constant (&sx))
        return GSL_EDOM;
    double *block = calloc (n / 2 + 1 + n, sizeof *block), r = 0;
    struct spectra s = {.n = n, .power = block, .acf = block + n / 2 + 1};
    int rc = block ? spectra_fill (&s, x, dim) : GSL_ENOMEM;
    if (!rc)
        rc = spectra_scale (&s, x, dim);
    if (rc)
        goto done;
    double lag = 0;
    size_t k = best_line (&s, &lag, &r);
    rc = GSL_EDOM;
    if (!k)
        goto done;
    lag = sharpen_lag (&s, k, lag, &r);
    double share = comb_share (&s, (double)n / lag);
    double confidence = sqrt (share * (r < 1 ? r : 1));
    if (confidence < FID_PERIOD_MIN_CONFIDENCE || (double)n / lag < LINE_MIN - 0.5)
        goto done;
    *out = (struct fid_period){lag * dt_s, (double)n / lag, confidence,
                               duty_cycle (x, n, dim, lag, s.acf)};
    rc = GSL_SUCCESS;
done:
    free (block);
    return rc;
}
