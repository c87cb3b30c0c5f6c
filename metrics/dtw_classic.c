/* dtw_classic.c - DTW as published tables have it; see dtw.h */
#include <math.h>
#include <stdint.h>
#include <gsl/gsl_errno.h>
#include "metrics/dtw.h"
#include "metrics/dtw_table.h"

int
fid_dtw_amerced (const double *x, size_t n, const double *y, size_t m, size_t band_n,
                 double penalty, double limit, double *out)
{
    size_t apart = n > m ? n - m : m - n;
    if (!n || !m || n > INT32_MAX || m > INT32_MAX || apart > band_n)
        return GSL_EBADLEN;
    if (!isfinite (penalty) || penalty < 0 || isnan (limit))
        return GSL_EINVAL;
    struct fid_dtw_task task = {
        .x = x,
        .y = y,
        .n = n,
        .m = m,
        .dim = 1,
        .band = fid_band_literal (n, m, band_n),
        .form = penalty > 0 ? FID_DTW_AMERCED : FID_DTW_SQUARED,
        .penalty = penalty,
        .limit = limit,
    };
    return fid_table_f64_sum (&task, out);
}

int
fid_dtw_classic (const double *x, size_t n, const double *y, size_t m, size_t band_n,
                 double *out)
{
    return fid_dtw_amerced (x, n, y, m, band_n, 0, INFINITY, out);
}
