/* rankstats.c - two-sample effect sizes and Holm's adjustment; see rankstats.h */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_sort_double.h>
#include <gsl/gsl_statistics_double.h>
#include "metrics/rankstats.h"
#include "metrics/aggregate.h"

static int
check (const double *a, size_t n, const double *b, size_t m)
{
    int rc = fid_sample_check (a, n, 1);
    return rc ? rc : fid_sample_check (b, m, 1);
}

/* Pairs with a < b plus half of those with a = b; both sorted. */
static double
pairs_above (const double *a, size_t n, const double *b, size_t m)
{
    size_t below = 0, upto = 0;
    double sum = 0;
    for (size_t j = 0; j < m; j++) {
        while (below < n && a[below] < b[j])
            below++;
        while (upto < n && a[upto] <= b[j])
            upto++;
        sum += ((double)below + (double)upto) / 2;
    }
    return sum;
}

int
fid_auc (const double *a, size_t n, const double *b, size_t m, double *out)
{
    int rc = check (a, n, b, m);
    if (rc)
        return rc;
    double *sorted = malloc ((n + m) * sizeof *sorted);
    if (!sorted)
        return GSL_ENOMEM;
    memcpy (sorted, a, n * sizeof *sorted);
    memcpy (sorted + n, b, m * sizeof *sorted);
    fid_sort (sorted, n);
    fid_sort (sorted + n, m);
    *out = pairs_above (sorted, n, sorted + n, m) / ((double)n * (double)m);
    free (sorted);
    return GSL_SUCCESS;
}

int
fid_cliff_delta (const double *a, size_t n, const double *b, size_t m, double *out)
{
    double auc;
    int rc = fid_auc (a, n, b, m, &auc);
    if (!rc)
        *out = 2 * auc - 1;
    return rc;
}

int
fid_hodges_lehmann (const double *a, size_t n, const double *b, size_t m, double *out)
{
    int rc = check (a, n, b, m);
    if (rc)
        return rc;
    if (n > SIZE_MAX / sizeof (double) / m)
        return GSL_ENOMEM;
    double *d = malloc (n * m * sizeof *d);
    if (!d)
        return GSL_ENOMEM;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < m; j++)
            d[i * m + j] = b[j] - a[i];
    rc = fid_sample_check (d, n * m, 1); /* differences may overflow */
    if (!rc)
        *out = fid_median_select (d, n * m);
    free (d);
    return rc;
}

int
fid_holm (const double *p, size_t n, double *adjusted)
{
    for (size_t i = 0; i < n; i++)
        if (!(p[i] >= 0 && p[i] <= 1))
            return GSL_EINVAL;
    size_t *order = malloc ((n ? n : 1) * sizeof *order);
    if (!order)
        return GSL_ENOMEM;
    gsl_sort_index (order, p, 1, n);
    double least = 0;
    for (size_t k = 0; k < n; k++) {
        least = fmax (least, fmin (1, (double)(n - k) * p[order[k]]));
        adjusted[order[k]] = least; /* p[order[k]] is not read again */
    }
    free (order);
    return GSL_SUCCESS;
}
