/* ols.c - see ols.h */
#include <gsl/gsl_errno.h>
#include <gsl/gsl_multifit.h>
#include <math.h>
#include <stdbool.h>
#include "metrics/aggregate.h"
#include "metrics/ols.h"

#define EQUAL          1e-12 /* part of a value: nearer ones differ by rounding only */
#define RANK_TOLERANCE 1e-10 /* of singular values, of columns of equal length */

int
fid_ols (const double *x, const double *y, size_t n, size_t k, double *coef, double *r2)
{
    double residue;
    size_t rank = 0;
    int rc = fid_sample_check (y, n, k + 1);
    if (!rc)
        rc = fid_sample_check (x, n * k, 1);
    if (rc)
        return rc;
    gsl_matrix *m = gsl_matrix_alloc (n, k + 1), *cov = gsl_matrix_alloc (k + 1, k + 1);
    gsl_vector *c = gsl_vector_alloc (k + 1);
    gsl_multifit_linear_workspace *work = gsl_multifit_linear_alloc (n, k + 1);
    rc = m && cov && c && work ? GSL_SUCCESS : GSL_ENOMEM;
    if (rc)
        goto done;
    for (size_t i = 0; i < n; i++) {
        gsl_matrix_set (m, i, 0, 1);
        for (size_t j = 0; j < k; j++)
            gsl_matrix_set (m, i, j + 1, x[i * k + j]);
    }
    gsl_vector_const_view view = gsl_vector_const_view_array (y, n);
    rc = gsl_multifit_linear_tsvd (m, &view.vector, RANK_TOLERANCE, c, cov, &residue, &rank,
                                   work);
    if (!rc && rank < k + 1)
        rc = GSL_EDOM;
    if (rc)
        goto done;
    double about = fid_mean (y, n), sd = fid_std (y, n, about, n);
    bool flat = sd <= EQUAL * fabs (about);
    for (size_t j = 0; j <= k; j++)
        coef[j] = !flat ? gsl_vector_get (c, j) : j ? 0 : about;
    *r2 = flat ? 1 : 1 - residue / (sd * sd * (double)n);
done:
    gsl_multifit_linear_free (work);
    gsl_vector_free (c);
    gsl_matrix_free (cov);
    gsl_matrix_free (m);
    return rc;
}
