/* describe.c - see describe.h */
#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdlib.h>
#include "metrics/describe.h"
#include "metrics/sample.h"

static int
by_value (const void *va, const void *vb)
{
    const double *a = va, *b = vb;
    return (*a > *b) - (*a < *b);
}

void
fid_sort (double *x, size_t n)
{
    if (n)
        qsort (x, n, sizeof *x, by_value);
}

/* The value at position `at` from 0 between sorted[i] and its successor. */
static double
between (const double *sorted, size_t i, double at)
{
    double share = at - (double)i;
    return sorted[i] * (1 - share) + sorted[i + 1] * share;
}

double
fid_quantile_exclusive (const double *sorted, size_t n, double p)
{
    double at = p * ((double)n + 1) - 1;
    double below = fmin (fmax (floor (at), 0), (double)n - 2);
    return between (sorted, (size_t)below, at);
}

double
fid_quantile_inclusive (const double *sorted, size_t n, double p)
{
    double at = p * ((double)n - 1);
    size_t below = (size_t)floor (at);
    return below + 1 < n ? between (sorted, below, at) : sorted[n - 1];
}

/* sum (x - about)^power, power 1 or 2, with what rounding takes away added
 * again (Neumaier 1974, doi:10.1002/zamm.19740540106). */
static double
sum (const double *x, size_t n, double about, int power)
{
    double s = 0, lost = 0;
    for (size_t i = 0; i < n; i++) {
        double d = x[i] - about, v = power == 2 ? d * d : d, t = s + v;
        lost += fabs (s) >= fabs (v) ? (s - t) + v : (v - t) + s;
        s = t;
    }
    return s + lost;
}

double
fid_mean (const double *x, size_t n)
{
    return sum (x, n, 0, 1) / (double)n;
}

double
fid_std (const double *x, size_t n, double mean, size_t by)
{
    return sqrt (sum (x, n, mean, 2) / (double)by);
}

int
fid_describe (double *x, size_t n, struct fid_described *out)
{
    int rc = fid_sample_check (x, n, 1);
    if (rc)
        return rc;
    fid_sort (x, n);
    out->n = n;
    out->mean = fid_mean (x, n);
    out->median = fid_quantile_inclusive (x, n, .5);
    if (n > 1) {
        out->std = fid_std (x, n, out->mean, n - 1);
        out->q1 = fid_quantile_exclusive (x, n, .25);
        out->q3 = fid_quantile_exclusive (x, n, .75);
    }
    return GSL_SUCCESS;
}
