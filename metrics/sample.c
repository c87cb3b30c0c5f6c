/* sample.c - median and MAD; see sample.h */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_statistics_double.h>
#include "metrics/sample.h"

int
fid_sample_check (const double *x, size_t n, size_t min_n)
{
    if (n < min_n || (n && !x))
        return GSL_EBADLEN;
    for (size_t i = 0; i < n; i++)
        if (!isfinite (x[i]))
            return GSL_EINVAL;
    return GSL_SUCCESS;
}

/* A copy of a checked sample, since GSL reorders what it selects from. */
static int
copy (const double *x, size_t n, double **out)
{
    int rc = fid_sample_check (x, n, 1);
    if (rc)
        return rc;
    if (!(*out = malloc (n * sizeof **out)))
        return GSL_ENOMEM;
    memcpy (*out, x, n * sizeof **out);
    return GSL_SUCCESS;
}

int
fid_median (const double *x, size_t n, double *out)
{
    double *work;
    int rc = copy (x, n, &work);
    if (rc)
        return rc;
    *out = gsl_stats_median (work, 1, n);
    free (work);
    return GSL_SUCCESS;
}

int
fid_mad (const double *x, size_t n, double *out)
{
    double *work;
    int rc = copy (x, n, &work);
    if (rc)
        return rc;
    *out = gsl_stats_mad0 (x, 1, n, work);
    free (work);
    return GSL_SUCCESS;
}
