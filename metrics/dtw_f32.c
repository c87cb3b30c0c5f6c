/* dtw_f32.c - DTW in single precision, for choosing among many; see dtw.h */
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <gsl/gsl_errno.h>
#include "metrics/dtw.h"
#include "metrics/dtw_table.h"

#define F32_ROUNDING 5.9604644775390625e-8 /* 2^-24 */

static double
largest_value (const double *x, size_t n)
{
    double max = 0;
    for (size_t k = 0; k < n; k++)
        max = fmax (max, fabs (x[k]));
    return max;
}

/* How far the sum may be from the one in double.
 *
 * Rounding a sample moves it by a share of 2^-24, so a cost c by at most a: that
 * is (n + m) a for any path.  All else is sums of what is not negative, and each
 * passes at most k = n + m + dim + 4 roundings: a share of g = k u / (1 - k u).
 * The bounds hold for every path, so for the cheapest.  The sum in double has an
 * error of its own, by 2^-53 for 2^-24. */
static double
sum_off (double sum, double a, double steps, double k)
{
    const double u = F32_ROUNDING, g = k * u / (1 - k * u);
    return (sum * g / (1 - g) + steps * a) * (1 + 1e-6) + sum * k * DBL_EPSILON;
}

int
fid_dtw_f32 (const double *x, size_t n, const double *y, size_t m,
             const struct fid_dtw_opts *opts, double *out, double *off)
{
    const size_t dim = opts->dim ? opts->dim : 1;
    const double steps = (double)n + (double)m, k = steps + (double)dim + 4;
    double sum;
    if (!n || !m || k > 1 << 22)
        return GSL_EBADLEN;
    if (!isfinite (opts->penalty) || opts->penalty < 0)
        return GSL_EINVAL;
    const double most = (double)dim * (largest_value (x, n * dim) + largest_value (y, m * dim));
    if (!(2 * steps * (most + opts->penalty) < FLT_MAX))
        return GSL_EOVRFLW;
    struct fid_dtw_task task = {
        .x = x,
        .y = y,
        .n = n,
        .m = m,
        .dim = dim,
        .band = fid_band_slanted (n, m, opts->band_n),
        .form = FID_DTW_SCORE,
        .penalty = opts->penalty,
        .limit = INFINITY,
    };
    int rc = fid_table_f32_sum (&task, &sum);
    if (rc)
        return rc;
    const double a = most * F32_ROUNDING + (double)(dim + 1) * FLT_MIN * FLT_EPSILON;
    *out = sum / steps;
    *off = sum_off (sum, a, steps, k) / steps;
    return GSL_SUCCESS;
}

int
fid_dtw_nearest (const double *x, size_t n, const struct fid_dtw_series *among, size_t among_n,
                 const struct fid_dtw_opts *opts, size_t *which, double *out)
{
    double *low = malloc ((among_n ? among_n : 1) * sizeof *low), ceiling = INFINITY;
    double best = INFINITY;
    size_t found = among_n;
    int rc = !low ? GSL_ENOMEM : !among_n ? GSL_EBADLEN : GSL_SUCCESS;
    for (size_t s = 0; !rc && s < among_n; s++) {
        double d, off;
        rc = fid_dtw_f32 (x, n, among[s].y, among[s].m, opts, &d, &off);
        low[s] = rc ? 0 : d - off;
        if (!rc)
            ceiling = fmin (ceiling, d + off);
        if (rc == GSL_EOVRFLW || rc == GSL_EBADLEN) /* double decides, also on lengths */
            rc = GSL_SUCCESS;
    }
    for (size_t s = 0; !rc && s < among_n; s++) {
        double d;
        if (low[s] > ceiling)
            continue;
        rc = fid_dtw (x, n, among[s].y, among[s].m, opts, &d);
        if (!rc && (found == among_n || d < best)) {
            best = d;
            found = s;
        }
    }
    free (low);
    if (rc)
        return rc;
    *which = found;
    *out = best;
    return GSL_SUCCESS;
}
