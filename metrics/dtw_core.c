/* dtw_core.c - DTW for scores; see dtw.h */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <gsl/gsl_errno.h>
#include "metrics/dtw.h"
#include "metrics/dtw_marks.h"

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
