/* resample.c - bootstrap intervals; see resample.h */
#include <math.h>
#include <stdlib.h>
#include <gsl/gsl_errno.h>
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
        .draws_n = draws_n,
    };
    return GSL_SUCCESS;
}

/* The statistic; a value that is not finite is an error. */
static int
statistic (const struct fid_bootstrap *b, const size_t *ia, size_t n, const size_t *ib,
           size_t m, double *out)
{
    int rc = b->stat (ia, n, ib, m, b->data, out);
    return !rc && !isfinite (*out) ? GSL_EINVAL : rc;
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
    double *draw = malloc (b->draws_n * sizeof *draw);
    if (!idx || !draw)
        goto done;
    size_t *ia = idx, *ib = idx + b->n;
    for (size_t i = 0; i < runs_n; i++)
        idx[i] = i < b->n ? i : i - b->n;
    rc = statistic (b, ia, b->n, ib, b->m, &estimate);
    if (!rc)
        rc = draw_all (b, ia, ib, draw, &kept_n);
    if (!rc)
        rc = fid_interval_percentile (estimate, draw, kept_n, b->level, out);
    if (!rc)
        out->lost_n = b->draws_n - kept_n;
done:
    free (idx);
    free (draw);
    return rc;
}
