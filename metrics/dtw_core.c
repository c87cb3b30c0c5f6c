/* dtw_core.c - DTW for scores, and as published tables have it; see dtw.h */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <gsl/gsl_errno.h>
#include "metrics/dtw.h"
#include "metrics/dtw_path.h"

double
fid_l1 (const double *a, const double *b, size_t dim)
{
    double c = fabs (a[0] - b[0]);
    for (size_t k = 1; k < dim; k++)
        c += fabs (a[k] - b[k]);
    return c;
}

static int
score_task (struct fid_dtw_task *task, const double *x, size_t n, const double *y, size_t m,
            const struct fid_dtw_opts *opts)
{
    if (!n || !m || n > INT32_MAX || m > INT32_MAX)
        return GSL_EBADLEN;
    if (!isfinite (opts->penalty) || opts->penalty < 0)
        return GSL_EINVAL;
    *task = (struct fid_dtw_task){
        .x = x,
        .y = y,
        .n = n,
        .m = m,
        .dim = opts->dim ? opts->dim : 1,
        .band = fid_band_slanted (n, m, opts->band_n),
        .form = FID_DTW_SCORE,
        .penalty = opts->penalty,
        .limit = INFINITY,
    };
    return GSL_SUCCESS;
}

int
fid_dtw (const double *x, size_t n, const double *y, size_t m, const struct fid_dtw_opts *opts,
         double *out)
{
    struct fid_dtw_task task;
    double sum;
    int rc = score_task (&task, x, n, y, m, opts);
    if (!rc)
        rc = fid_table_f64_sum (&task, &sum);
    if (!rc)
        *out = sum / (double)(n + m);
    return rc;
}

int
fid_dtw_align (const double *x, size_t n, const double *y, size_t m,
               const struct fid_dtw_opts *opts, double *out, struct fid_dtw_path *path)
{
    struct fid_dtw_task task;
    double sum;
    int rc = score_task (&task, x, n, y, m, opts);
    if (!rc)
        rc = fid_marks_path (&task, 0, &sum, path);
    if (!rc)
        *out = sum / (double)(n + m);
    return rc;
}

void
fid_dtw_path_clear (struct fid_dtw_path *path)
{
    free (path->i);
    *path = (struct fid_dtw_path){0};
}

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
