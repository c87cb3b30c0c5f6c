/* resample.c - bootstrap intervals; see resample.h */
#include <math.h>
#include <stdlib.h>
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>
#include <gsl/gsl_statistics_double.h>
#include "metrics/resample.h"
#include "metrics/rng.h"
#include "metrics/aggregate.h"

int
fid_bootstrap_draw (uint64_t seed, uint64_t index, size_t n, size_t *a, size_t m, size_t *b)
{
    if (n > UINT32_MAX || m > UINT32_MAX)
        return GSL_EBADLEN;
    gsl_rng *rng = fid_rng_create (seed, index);
    if (!rng)
        return GSL_ENOMEM;
    for (size_t i = 0; i < n; i++)
        a[i] = gsl_rng_uniform_int (rng, n);
    for (size_t i = 0; i < m; i++)
        b[i] = gsl_rng_uniform_int (rng, m);
    gsl_rng_free (rng);
    return GSL_SUCCESS;
}

static int
check (double estimate, const double *draw, size_t draws_n, double level)
{
    if (!(level > 0 && level < 1) || !isfinite (estimate))
        return GSL_EINVAL;
    return fid_sample_check (draw, draws_n, 1);
}

int
fid_interval_percentile (double estimate, double *draw, size_t draws_n, double level,
                         struct fid_interval *out)
{
    int rc = check (estimate, draw, draws_n, level);
    if (rc)
        return rc;
    fid_sort (draw, draws_n);
    double alpha = (1 - level) / 2;
    *out = (struct fid_interval){
        .estimate = estimate,
        .low = fid_quantile (draw, draws_n, alpha),
        .high = fid_quantile (draw, draws_n, 1 - alpha),
        .level = level,
        .kind = FID_INTERVAL_PERCENTILE,
        .draws_n = draws_n,
    };
    return GSL_SUCCESS;
}

/* Add one sample's part to the sums of squares and cubes of the acceleration. */
static void
add_influence (const double *jack, size_t n, double *squares, double *cubes)
{
    double mean = gsl_stats_mean (jack, 1, n), k = (double)n;
    for (size_t i = 0; i < n; i++) {
        double l = (k - 1) * (mean - jack[i]) / k;
        *squares += l * l;
        *cubes += l * l * l;
    }
}

/* The share of draws at which BCa reads the end whose normal quantile is z. */
static double
bca_share (double z0, double a, double z)
{
    double w = z0 + z, d = 1 - a * w;
    if (d <= 0) /* past the pole: as far out as it goes */
        return w > 0 ? 1 : 0;
    return gsl_cdf_ugaussian_P (z0 + w / d);
}

/* Share of sorted draws below the estimate, equal ones half; kept off 0 and 1,
 * where the bias would be infinite. */
static double
share_below (const double *draw, size_t draws_n, double estimate)
{
    size_t below = 0, equal = 0;
    while (below < draws_n && draw[below] < estimate)
        below++;
    while (below + equal < draws_n && draw[below + equal] <= estimate)
        equal++;
    double share = ((double)below + (double)equal / 2) / (double)draws_n;
    double least = 0.5 / (double)draws_n;
    return fmin (fmax (share, least), 1 - least);
}

int
fid_interval_bca (double estimate, double *draw, size_t draws_n, const double *jack_a, size_t n,
                  const double *jack_b, size_t m, double level, struct fid_interval *out)
{
    struct fid_interval got;
    int rc = fid_sample_check (jack_a, n, 1);
    if (!rc)
        rc = fid_sample_check (jack_b, m, 0);
    if (!rc)
        rc = fid_interval_percentile (estimate, draw, draws_n, level, &got);
    if (rc)
        return rc;
    double squares = 0, cubes = 0;
    add_influence (jack_a, n, &squares, &cubes);
    if (m)
        add_influence (jack_b, m, &squares, &cubes);
    double a = squares > 0 ? cubes / (6 * pow (squares, 1.5)) : 0;
    double z0 = gsl_cdf_ugaussian_Pinv (share_below (draw, draws_n, estimate));
    double z = gsl_cdf_ugaussian_Qinv ((1 - level) / 2);
    got.low = fid_quantile (draw, draws_n, bca_share (z0, a, -z));
    got.high = fid_quantile (draw, draws_n, bca_share (z0, a, z));
    got.kind = FID_INTERVAL_BCA;
    got.z0 = z0;
    got.acceleration = a;
    *out = got;
    return GSL_SUCCESS;
}

/* stat, with a value that is not finite made an error. */
static int
statistic (const struct fid_bootstrap *b, const size_t *ia, size_t n, const size_t *ib,
           size_t m, double *out)
{
    int rc = b->stat (ia, n, ib, m, b->data, out);
    return !rc && !isfinite (*out) ? GSL_EINVAL : rc;
}

/* 0 .. n - 1, without `leave` if that is one of them.  Returns how many. */
static size_t
all_but (size_t n, size_t leave, size_t *idx)
{
    size_t k = 0;
    for (size_t i = 0; i < n; i++)
        if (i != leave)
            idx[k++] = i;
    return k;
}

/* jack[n + m]: the statistic without each run in turn. */
static int
jackknife (const struct fid_bootstrap *b, size_t *ia, size_t *ib, double *jack)
{
    for (size_t i = 0; i < b->n + b->m; i++) {
        size_t n = all_but (b->n, i, ia), m = all_but (b->m, i - b->n, ib);
        if (!n || (b->m && !m))
            return GSL_EDOM;
        int rc = statistic (b, ia, n, ib, m, &jack[i]);
        if (rc)
            return rc;
    }
    return GSL_SUCCESS;
}

static int
draw_all (const struct fid_bootstrap *b, size_t *ia, size_t *ib, double *draw, size_t *kept_n)
{
    *kept_n = 0;
    for (size_t k = 0; k < b->draws_n; k++) {
        int rc = fid_bootstrap_draw (b->seed, k, b->n, ia, b->m, ib);
        if (!rc)
            rc = statistic (b, ia, b->n, ib, b->m, &draw[*kept_n]);
        if (rc && rc != GSL_EDOM)
            return rc;
        *kept_n += !rc;
    }
    return 4 * *kept_n >= b->draws_n ? GSL_SUCCESS : GSL_EDOM;
}

int
fid_bootstrap (const struct fid_bootstrap *b, struct fid_interval *out)
{
    size_t runs_n = b->n + b->m, kept_n = 0;
    double estimate = 0;
    int rc = GSL_ENOMEM;
    if (!b->n || !b->draws_n)
        return GSL_EBADLEN;
    if (!(b->level > 0 && b->level < 1))
        return GSL_EINVAL;
    size_t *idx = malloc (runs_n * sizeof *idx);
    double *draw = malloc (b->draws_n * sizeof *draw), *jack = malloc (runs_n * sizeof *jack);
    if (!idx || !draw || !jack)
        goto done;
    size_t *ia = idx, *ib = idx + b->n;
    rc = statistic (b, ia, all_but (b->n, b->n, ia), ib, all_but (b->m, b->m, ib), &estimate);
    if (!rc)
        rc = draw_all (b, ia, ib, draw, &kept_n);
    if (rc)
        goto done;
    rc = b->kind == FID_INTERVAL_BCA ? jackknife (b, ia, ib, jack) : GSL_EDOM;
    if (!rc)
        rc = fid_interval_bca (estimate, draw, kept_n, jack, b->n, jack + b->n, b->m, b->level,
                               out);
    else if (rc == GSL_EDOM)
        rc = fid_interval_percentile (estimate, draw, kept_n, b->level, out);
    if (!rc)
        out->lost_n = b->draws_n - kept_n;
done:
    free (idx);
    free (draw);
    free (jack);
    return rc;
}
