/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ols.c - least squares by orthogonal columns; see ols.h */
#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdlib.h>
#include "metrics/aggregate.h"
#include "metrics/ols.h"

#define EQUAL     1e-12 /* relative: values that are closer differ by rounding only */
#define DEPENDENT 1e-10 /* of a column of length 1: what is left if others explain it */

static double dot_product (const double *a, const double *b, size_t n)
{
    double s = 0;
    for (size_t i = 0; i < n; i++)
        s += a[i] * b[i];
    return s;
}

static void subtract_multiple (double *a, const double *b, double times, size_t n)
{
    for (size_t i = 0; i < n; i++)
        a[i] -= times * b[i];
}

/* Subtract the mean from v[n].  Returns the mean; *length: what is left, 0 if only rounding. */
static double center_column (double *v, size_t n, double *length)
{
    double mean = fid_mean (v, n), sd = fid_std (v, n, mean, n);
    for (size_t i = 0; i < n; i++)
        v[i] -= mean;
    *length = sd <= EQUAL * fabs (mean) ? 0 : sqrt (dot_product (v, v, n));
    return mean;
}

/* Write orthogonal columns of length 1 that span those of q[k][n] to q, and to r[k][k] how
 * the old columns are made of them (Gram-Schmidt, twice: Giraud et al. 2005,
 * doi:10.1007/s00211-005-0615-4). */
static int orthogonalize_columns (double *q, size_t n, size_t k, double *r)
{
    for (size_t j = 0; j < k; j++) {
        double *v = q + j * n;
        for (int pass = 0; pass < 2; pass++)
            for (size_t i = 0; i < j; i++) {
                double d = dot_product (q + i * n, v, n);
                r[i * k + j] += d;
                subtract_multiple (v, q + i * n, d, n);
            }
        double left = r[j * k + j] = sqrt (dot_product (v, v, n));
        if (left <= DEPENDENT)
            return GSL_EDOM;
        for (size_t i = 0; i < n; i++)
            v[i] /= left;
    }
    return GSL_SUCCESS;
}

int fid_ols (const double *x, const double *y, size_t n, size_t k, double *coef, double *r2)
{
    double spread;
    FID_TRY_CODE (fid_sample_check (y, n, k + 1));
    FID_TRY_CODE (fid_sample_check (x, n * k, 1));
    double *q = malloc ((k + 1) * n * sizeof *q), *scale = malloc (2 * k * sizeof *scale);
    double *r = calloc (k * k, sizeof *r);
    int rc = q && scale && r ? GSL_SUCCESS : GSL_ENOMEM;
    if (rc)
        goto done;
    double *rest = q + k * n, *mean = scale + k;
    for (size_t j = 0; j < k && !rc; j++) {
        for (size_t i = 0; i < n; i++)
            q[j * n + i] = x[i * k + j];
        mean[j] = center_column (q + j * n, n, &scale[j]);
        rc = scale[j] > 0 ? GSL_SUCCESS : GSL_EDOM;
        for (size_t i = 0; i < n; i++)
            q[j * n + i] /= scale[j];
    }
    if (!rc)
        rc = orthogonalize_columns (q, n, k, r);
    if (rc)
        goto done;
    for (size_t i = 0; i < n; i++)
        rest[i] = y[i];
    double about = center_column (rest, n, &spread);
    if (!isfinite (spread)) {
        rc = GSL_EINVAL;
        goto done;
    }
    coef[0] = about;
    for (size_t j = 0; j < k; j++) {
        coef[j + 1] = spread > 0 ? dot_product (q + j * n, rest, n) : 0;
        subtract_multiple (rest, q + j * n, coef[j + 1], n);
    }
    for (size_t j = k; j-- > 0;) { /* back substitution */
        for (size_t i = j + 1; i < k; i++)
            coef[j + 1] -= r[j * k + i] * coef[i + 1];
        coef[j + 1] /= r[j * k + j];
    }
    for (size_t j = 0; j < k; j++) {
        coef[j + 1] /= scale[j];
        coef[0] -= coef[j + 1] * mean[j];
    }
    *r2 = spread > 0 ? 1 - dot_product (rest, rest, n) / (spread * spread) : 1;
done:
    free (q);
    free (scale);
    free (r);
    return rc;
}
