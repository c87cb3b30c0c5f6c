/* mde.c - minimal detectable effect; see mde.h */
#include <math.h>
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_errno.h>
#include "metrics/mde.h"
#include "metrics/permute.h"

/* Standard errors between "no difference" and one that is found. */
static int
reach (double sigma, double alpha, double power, double *out)
{
    if (!(sigma >= 0) || !isfinite (sigma) || !(alpha > 0 && alpha < 0.5) ||
        !(power > 0.5 && power < 1))
        return GSL_EINVAL;
    *out = gsl_cdf_ugaussian_Qinv (alpha) + gsl_cdf_ugaussian_Pinv (power);
    return GSL_SUCCESS;
}

int
fid_mde (double sigma, size_t k, size_t n, double alpha, double power, double *out)
{
    double z;
    if (!k || !n)
        return GSL_EBADLEN;
    int rc = reach (sigma, alpha, power, &z);
    if (!rc)
        *out = z * sigma * sqrt (1 / (double)k + 1 / (double)n);
    return rc;
}

int
fid_runs_needed (double sigma, double effect, double alpha, double power, size_t *out)
{
    double z;
    if (!(effect > 0) || !isfinite (effect))
        return GSL_EINVAL;
    int rc = reach (sigma, alpha, power, &z);
    if (rc)
        return rc;
    /* less 1e-12: a whole number on paper must not step to the next */
    double k = ceil (2 * pow (z * sigma / effect, 2) * (1 - 1e-12));
    if (!(k <= 2147483648.0))
        return GSL_EDOM;
    size_t runs_n = k > 1 ? (size_t)k : 1;
    while (fid_permutation_floor (runs_n, runs_n) > alpha)
        runs_n++;
    *out = runs_n;
    return GSL_SUCCESS;
}
