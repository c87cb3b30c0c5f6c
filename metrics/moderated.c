/* SPDX-License-Identifier: GPL-3.0-or-later */
/* moderated.c - see moderated.h */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>
#include <gsl/gsl_sf_psi.h>
#include "metrics/aggregate.h"
#include "metrics/moderated.h"

#define LEAST_SHARE 1e-5 /* of the median variance */
#define STEPS_MAX   50

/* The x > 0 with trigamma (x) = y, y > 0: Newton's method on 1 / trigamma, which is convex
 * and nearly linear, so that it converges from 0.5 + 1 / y on without overshooting. */
static double trigamma_inverse (double y)
{
    if (y > 1e7)
        return 1 / sqrt (y);
    if (y < 1e-6)
        return 1 / y;
    double x = 0.5 + 1 / y;
    for (int i = 0; i < STEPS_MAX; i++) {
        double tri = gsl_sf_psi_1 (x), step = tri * (1 - tri / y) / gsl_sf_psi_n (2, x);
        x += step;
        if (-step / x < 1e-10)
            break;
    }
    return x;
}

static double log_bias (double df)
{
    return gsl_sf_psi (df / 2) - log (df / 2);
}

int fid_moderated_fit (const double *s2, const double *df, size_t n, double *s0, double *d0)
{
    if (n < 2)
        return GSL_EBADLEN;
    for (size_t g = 0; g < n; g++)
        if (!isfinite (s2[g]) || s2[g] < 0 || !isfinite (df[g]) || !(df[g] > 0))
            return GSL_EINVAL;
    double least, mean = 0, above = 0, spread = 0;
    double *e = malloc (n * sizeof *e);
    if (!e)
        return GSL_ENOMEM;
    memcpy (e, s2, n * sizeof *e);
    least = LEAST_SHARE * fid_median_select (e, n);
    for (size_t g = 0; g < n && least > 0; g++) {
        e[g] = log (fmax (s2[g], least)) - log_bias (df[g]);
        mean += e[g] / (double)n;
        above += gsl_sf_psi_1 (df[g] / 2) / (double)n;
    }
    for (size_t g = 0; g < n && least > 0; g++)
        spread += gsl_pow_2 (e[g] - mean) / (double)(n - 1);
    free (e);
    if (!(least > 0))
        return GSL_EDOM;
    double d = FID_MODERATED_D0_MAX;
    if (spread > above)
        d = fmin (d, 2 * trigamma_inverse (spread - above));
    *d0 = d;
    *s0 = exp ((mean + log_bias (d)) / 2);
    return 0;
}

int fid_moderated_sd (double sum, double df, double s0, double d0, double *s)
{
    double both = d0 + df;
    if (!isfinite (both) || !isfinite (sum) || !isfinite (s0) || sum < 0 || df < 0 || s0 < 0 ||
        d0 < 0)
        return GSL_EINVAL;
    if (!(both > 0))
        return GSL_EDOM;
    *s = sqrt ((d0 * s0 * s0 + sum) / both);
    return 0;
}

double fid_squares (const double *x, size_t n)
{
    double mean = n ? fid_mean (x, n) : 0, sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += gsl_pow_2 (x[i] - mean);
    return sum;
}

int fid_moderated_test (const double *a, size_t n, const double *b, size_t m, double s0,
                        double d0, double shift, double level, struct fid_moderated *out)
{
    struct fid_moderated r = {0};
    FID_TRY_CODE (fid_sample_check (a, n, 1));
    FID_TRY_CODE (fid_sample_check (b, m, 1));
    if (!(level > 0 && level < 1) || !isfinite (shift))
        return GSL_EINVAL;
    double df = (double)(n + m - 2);
    FID_TRY_CODE (fid_moderated_sd (fid_squares (a, n) + fid_squares (b, m), df, s0, d0, &r.s));
    r.df = d0 + df;
    r.difference = fid_mean (b, m) - fid_mean (a, n);
    double error = r.s * sqrt (1 / (double)n + 1 / (double)m), off = r.difference - shift;
    double half = error * gsl_cdf_tdist_Pinv (0.5 + level / 2, r.df);
    r.low = r.difference - half;
    r.high = r.difference + half;
    r.t = error > 0 ? off / error : off > 0 ? HUGE_VAL : off < 0 ? -HUGE_VAL : 0;
    r.p = error > 0 ? gsl_cdf_tdist_Q (r.t, r.df) : off > 0 ? 0 : 1;
    *out = r;
    return 0;
}
