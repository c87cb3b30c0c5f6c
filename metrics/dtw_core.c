/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dtw_core.c - DTW for scores, as published tables have it, and searches; see dtw.h */
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_sort_double.h>
#include "metrics/dtw.h"
#include "metrics/dtw_bounds.h"
#include "metrics/dtw_path.h"

double fid_l1 (const double *a, const double *b, size_t dim)
{
    double c = fabs (a[0] - b[0]);
    for (size_t k = 1; k < dim; k++)
        c += fabs (a[k] - b[k]);
    return c;
}

static int score_task (struct fid_dtw_task *task, const double *x, size_t n, const double *y,
                       size_t m, const struct fid_dtw_opts *opts)
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

int fid_dtw (const double *x, size_t n, const double *y, size_t m,
             const struct fid_dtw_opts *opts, double *out)
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

int fid_dtw_align (const double *x, size_t n, const double *y, size_t m,
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

void fid_dtw_path_clear (struct fid_dtw_path *path)
{
    free (path->i);
    *path = (struct fid_dtw_path){0};
}

int fid_dtw_amerced (const double *x, size_t n, const double *y, size_t m, size_t band_n,
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

/* A search for the nearest of many series. */
struct search {
    const double *x; /* borrowed */
    double *lo, *hi; /* owned, one block; an envelope, n each: of x, then of one series */
    size_t n, band_n;
    size_t found;
    double best; /* d of the nearest so far */
};

/* Whether there is a bound: not for series of other lengths or several dimensions. */
static bool has_bound (const struct fid_dtw_task *task)
{
    return task->n == task->m && task->dim == 1;
}

/* A lower bound of d (dtw_bounds.h) by the columns alone, where the envelope is that of x. */
static double bound_of_columns (const struct search *s, const struct fid_dtw_task *task)
{
    return has_bound (task) ? fid_dtw_outside (task->y, s->n, s->lo, s->hi) / (2 * (double)s->n)
                            : 0;
}

/* Raises that bound by the rows, which takes an envelope of the series: for those that the
 * columns do not leave out. */
static int add_rows (struct search *s, const struct fid_dtw_task *task, double *bound)
{
    if (!has_bound (task))
        return GSL_SUCCESS;
    int rc = fid_dtw_envelope (task->y, s->n, s->band_n, s->lo, s->hi);
    *bound += rc ? 0 : fid_dtw_outside (s->x, s->n, s->lo, s->hi) / (2 * (double)s->n);
    return rc;
}

static int compare_series (struct search *s, struct fid_dtw_task *task, size_t k)
{
    const double all = (double)(task->n + task->m);
    double sum;
    if (s->best < INFINITY) /* a sum at the limit is farther than the best */
        task->limit = nextafter (s->best * all, INFINITY) * (1 + DBL_EPSILON);
    int rc = fid_dtw_table_sum (task, &sum);
    if (rc || sum / all > s->best || (sum / all == s->best && k > s->found))
        return rc;
    s->best = sum / all;
    s->found = k;
    return GSL_SUCCESS;
}

static bool are_finite (const double *x, size_t n)
{
    while (n && isfinite (x[n - 1]))
        n--;
    return !n;
}

int fid_dtw_nearest (const double *x, size_t n, const struct fid_dtw_series *among,
                     size_t among_n, const struct fid_dtw_opts *opts, size_t *which,
                     double *out)
{
    struct fid_dtw_task task;
    if (!n || !among_n)
        return GSL_EBADLEN;
    double *block = malloc ((2 * n + among_n) * sizeof *block), *low = block + 2 * n;
    size_t *order = malloc (among_n * sizeof *order);
    int rc = block && order ? GSL_SUCCESS : GSL_ENOMEM;
    struct search s = {x, block, block + n, n, opts->band_n, 0, INFINITY};
    if (!rc)
        rc = fid_dtw_envelope (x, n, opts->band_n, s.lo, s.hi);
    for (size_t k = 0; !rc && k < among_n; k++)
        if (!(rc = score_task (&task, x, n, among[k].y, among[k].m, opts))) {
            low[k] = bound_of_columns (&s, &task);
            if (!(has_bound (&task) && isfinite (low[k])) &&
                !are_finite (task.y, task.m * task.dim))
                rc = GSL_EDOM;
        }
    if (!rc) /* the likeliest first: the better the best, the less is to be computed */
        gsl_sort_index (order, low, 1, among_n);
    for (size_t i = 0; !rc && i < among_n && low[order[i]] <= s.best; i++) {
        const struct fid_dtw_series *y = &among[order[i]];
        double bound = low[order[i]];
        rc = score_task (&task, x, n, y->y, y->m, opts);
        rc = rc ? rc : add_rows (&s, &task, &bound);
        if (!rc && bound <= s.best)
            rc = compare_series (&s, &task, order[i]);
    }
    if (!rc) {
        *which = s.found;
        *out = s.best;
    }
    free (block);
    free (order);
    return rc;
}
