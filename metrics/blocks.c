/* blocks.c - stationary block bootstrap; see blocks.h */
#include <math.h>
#include <stdlib.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_statistics_double.h>
#include "metrics/blocks.h"
#include "metrics/aggregate.h"

int
fid_blocks_draw (gsl_rng *rng, size_t n, double mean_n, size_t *idx)
{
    if (!n || n > UINT32_MAX)
        return GSL_EBADLEN;
    if (!(mean_n >= 1) || !isfinite (mean_n))
        return GSL_EINVAL;
    for (size_t t = 0; t < n; t++) {
        /* both numbers are drawn every time, so that a length keeps its starts */
        size_t start = gsl_rng_uniform_int (rng, n);
        int fresh = gsl_rng_uniform (rng) * mean_n < 1;
        idx[t] = !t || fresh ? start : (idx[t - 1] + 1) % n;
    }
    return GSL_SUCCESS;
}

static double
autocovariance (const double *x, size_t n, double mean, size_t lag)
{
    double sum = 0;
    for (size_t t = 0; t + lag < n; t++)
        sum += (x[t] - mean) * (x[t + lag] - mean);
    return sum / (double)n;
}

/* The lag after which run_n correlations in a row are small; if there is none
 * up to max_lag, the last one that is not small.  At least 1. */
static size_t
last_dependent_lag (const double *r, size_t max_lag, size_t run_n, double small)
{
    size_t quiet_n = 0, last = 0;
    for (size_t k = 1; k <= max_lag && quiet_n < run_n; k++) {
        int dependent = fabs (r[k]) >= small * r[0];
        quiet_n = dependent ? 0 : quiet_n + 1;
        last = dependent ? k : last;
    }
    return last ? last : 1;
}

int
fid_blocks_length (const double *x, size_t n, double min_n, double *mean_n)
{
    int rc = fid_sample_check (x, n, 9);
    if (rc)
        return rc;
    if (!(min_n >= 1) || !isfinite (min_n))
        return GSL_EINVAL;
    double len = (double)n, digits = log10 (len);
    size_t run_n = (size_t)fmax (5, ceil (sqrt (digits)));
    size_t max_lag = (size_t)ceil (sqrt (len)) + run_n;
    max_lag = max_lag < n ? max_lag : n - 1;
    double *r = malloc ((max_lag + 1) * sizeof *r);
    if (!r)
        return GSL_ENOMEM;
    double mean = gsl_stats_mean (x, 1, n), g = 0, weighted = 0;
    for (size_t k = 0; k <= max_lag; k++)
        r[k] = autocovariance (x, n, mean, k);
    size_t m = 2 * last_dependent_lag (r, max_lag, run_n, 2 * sqrt (digits / len));
    m = m < max_lag ? m : max_lag;
    for (size_t k = 0; k <= m; k++) {
        double u = (double)k / (double)m, lambda = u <= 0.5 ? 1 : 2 * (1 - u);
        g += (k ? 2 : 1) * lambda * r[k];
        weighted += 2 * lambda * (double)k * r[k];
    }
    free (r);
    double most = fmin (3 * sqrt (len), len / 3);
    /* g is 0 for a constant, and may be for a series that undoes itself: then
     * the formula asks for the longest blocks unless nothing depends at all */
    double b = weighted == 0 ? 1 : g == 0 ? most : cbrt (weighted * weighted / (g * g) * len);
    if (isnan (b))
        return GSL_EINVAL; /* products that overflow */
    *mean_n = fmax (min_n, fmax (1, fmin (b, most)));
    return GSL_SUCCESS;
}
