/* kept_signals.c - see kept_signals.h */
#include "config.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <gsl/gsl_errno.h>
#include "base/array.h"
#include "compare/kept_signals.h"
#include "metrics/dtw.h"
#include "metrics/signal.h"

/* Starts a job for the measure added last.  NULL with *rc 0: nothing to keep. */
static struct fid_within_job *
begin (struct fid_resource_result *res, int kind, const struct fid_metric_opts *opts, int *rc,
       struct fid_error *err)
{
    struct fid_within *w = res->within;
    *rc = 0;
    if (!w || !res->measure_n || !res->measure[res->measure_n - 1].valid)
        return NULL;
    *rc = fid_array_grow (&w->job, &w->cap, w->n + 1, sizeof *w->job, err);
    if (*rc)
        return NULL;
    struct fid_within_job *job = &w->job[w->n++];
    *job =
        (struct fid_within_job){.resource = (enum fid_resource_id) (res->info - fid_resources),
                                .measure = res->measure_n - 1,
                                .metric = res->measure[res->measure_n - 1].metric,
                                .opts = *opts};
    job->kind = kind;
    job->distance = malloc (FID_WITHIN_DRAWS * sizeof *job->distance);
    if (!job->distance)
        *rc = fid_error_nomem (err);
    return *rc ? NULL : job;
}

static void
drop_last (struct fid_within *w)
{
    struct fid_within_job *job = &w->job[--w->n];
    free (job->side[0].x);
    free (job->side[1].x);
    free (job->distance);
}

static int
copy (struct fid_within_part *to, const struct fid_signal *s, struct fid_error *err)
{
    *to = (struct fid_within_part){.n = s->n, .dim = s->dim ? s->dim : 1};
    to->x = malloc ((to->n * to->dim + 1) * sizeof *to->x);
    if (!to->x)
        return fid_error_nomem (err);
    memcpy (to->x, s->x, to->n * to->dim * sizeof *to->x);
    return 0;
}

int
fid_within_values (struct fid_resource_result *res, const struct fid_signal *a,
                   const struct fid_signal *b, const struct fid_metric_opts *opts,
                   struct fid_error *err)
{
    int rc;
    struct fid_within_job *job = begin (res, FID_WITHIN_VALUES, opts, &rc, err);
    return !job ? rc : copy (&job->side[0], a, err) || copy (&job->side[1], b, err) ? -1 : 0;
}

static double
norm (const double *x, size_t dim)
{
    double sum = 0;
    for (size_t k = 0; k < dim; k++)
        sum += fabs (x[k]);
    return sum;
}

int
fid_within_path (struct fid_resource_result *res, const struct fid_signal *a,
                 const struct fid_signal *b, const struct fid_metric_opts *opts,
                 struct fid_error *err)
{
    int rc;
    struct fid_within_job *job = begin (res, FID_WITHIN_PATH, opts, &rc, err);
    if (!job)
        return rc;
    size_t dim = a->dim ? a->dim : 1;
    struct fid_dtw_opts o = {.dim = dim,
                             .band_n = fid_dtw_band (opts->band_s, a->dt_s),
                             .penalty = opts->penalty * opts->scale};
    struct fid_dtw_path path;
    double d;
    for (int k = 0; k < 2; k++) {
        job->side[k] = (struct fid_within_part){calloc (a->n + 1, sizeof (double)), a->n, 1};
        if (!job->side[k].x)
            return fid_error_nomem (err);
    }
    if (fid_signal_idle (a) || fid_signal_idle (b)) { /* one distance, whatever the path */
        drop_last (res->within);
        return 0;
    }
    rc = fid_dtw_align (a->x, a->n, b->x, b->n, &o, &d, &path);
    if (rc)
        return fid_errorf (err, FID_EINTERNAL, "%s: %s", res->info->name, gsl_strerror (rc));
    bool by_activity = strcmp (job->metric->name, "dtw_active") == 0;
    double cost = 0, share = 0;
    for (size_t k = 0; k < path.n; k++) {
        size_t i = path.i[k], j = path.j[k];
        double c = fid_l1 (a->x + i * dim, b->x + j * dim, dim), weight, paid;
        bool diagonal = !k || (i != path.i[k - 1] && j != path.j[k - 1]);
        weight = diagonal ? 2 : 1;
        paid = diagonal ? 2 * c : c + o.penalty;
        if (by_activity)
            weight *= norm (a->x + i * dim, dim) + norm (b->x + j * dim, dim);
        job->side[0].x[i] += paid;
        job->side[1].x[i] += weight;
        cost += paid;
        share += weight;
    }
    fid_dtw_path_clear (&path);
    /* the activity on the path, in the unit in which the whole is the distance */
    double said = res->measure[job->measure].value.distance;
    for (size_t i = 0; by_activity && said > 0 && i < a->n; i++)
        job->side[1].x[i] *= cost / share / said / opts->scale;
    return 0;
}

void
fid_within_clear (struct fid_within *w)
{
    while (w->n)
        drop_last (w);
    free (w->job);
    *w = (struct fid_within){0};
}
