/* dtw_core.c - DTW for scores, as published tables have it, and searches; see dtw.h */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <gsl/gsl_errno.h>
#include "metrics/dtw.h"
#include "metrics/dtw_bounds.h"
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
        rc = fid_dtw_table_sum (&task, &sum);
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
    return fid_dtw_table_sum (&task, out);
}

/* A search for the nearest of many series; envelopes are of x and of the other. */
struct search {
    const double *x;               /* borrowed */
    double *lo, *hi, *y_lo, *y_hi; /* owned, one block; n each */
    size_t n, band_n;
    double best; /* d of the nearest so far */
};

/* Write to *beaten whether the bound (dtw_bounds.h) of y[n] is no nearer than the best. */
static int
compare_bound (const struct search *s, const double *y, bool *beaten)
{
    const double all = 2 * (double)s->n;
    double sum = fid_dtw_outside (y, s->n, s->lo, s->hi);
    *beaten = sum / all >= s->best;
    if (*beaten)
        return GSL_SUCCESS;
    int rc = fid_dtw_envelope (y, s->n, s->band_n, s->y_lo, s->y_hi);
    if (!rc)
        *beaten = (sum + fid_dtw_outside (s->x, s->n, s->y_lo, s->y_hi)) / all >= s->best;
    return rc;
}

/* Write d of a task to *d, or infinity if it is no nearer than the best. */
static int
compare_candidate (const struct search *s, struct fid_dtw_task *task, double *d)
{
    const double all = (double)(task->n + task->m);
    bool beaten = false;
    double sum;
    int rc = GSL_SUCCESS;
    if (s->best < INFINITY) {
        task->limit = nextafter (s->best * all, INFINITY);
        if (task->n == task->m && task->dim == 1)
            rc = compare_bound (s, task->y, &beaten);
    }
    *d = INFINITY;
    if (rc || beaten)
        return rc;
    rc = fid_dtw_table_sum (task, &sum);
    if (!rc)
        *d = sum / all;
    return rc;
}

int
fid_dtw_nearest (const double *x, size_t n, const struct fid_dtw_series *among, size_t among_n,
                 const struct fid_dtw_opts *opts, size_t *which, double *out)
{
    size_t found = 0;
    if (!n || !among_n)
        return GSL_EBADLEN;
    double *block = malloc (4 * n * sizeof *block);
    if (!block)
        return GSL_ENOMEM;
    struct search s = {x, block,        block + n, block + 2 * n, block + 3 * n,
                       n, opts->band_n, INFINITY};
    int rc = opts->dim > 1 ? GSL_SUCCESS : fid_dtw_envelope (x, n, s.band_n, s.lo, s.hi);
    for (size_t k = 0; !rc && k < among_n; k++) {
        struct fid_dtw_task task;
        double d;
        rc = score_task (&task, x, n, among[k].y, among[k].m, opts);
        if (!rc)
            rc = compare_candidate (&s, &task, &d);
        if (!rc && d < s.best) { /* of equals the first stays */
            s.best = d;
            found = k;
        }
    }
    free (block);
    if (rc)
        return rc;
    *which = found;
    *out = s.best;
    return GSL_SUCCESS;
}
