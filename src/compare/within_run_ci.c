/* within_run_ci.c - see within_run_ci.h */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <gsl/gsl_errno.h>
#include "compare/within_run_ci.h"
#include "metrics/blocks.h"
#include "metrics/resample.h"

#define DRAWS    FID_WITHIN_DRAWS
#define SEED     UINT64_C (20261122)
#define BINS_MIN 9                 /* series shorter than this give no block length */
#define BINS_MAX ((size_t)1 << 16) /* bins of a window; longer windows have wider bins */

/* The blocks of both sides in one draw, on grids of bins over the windows. */
struct blocks {
    size_t n[2];
    double mean_n[2];
    size_t *bin[2]; /* owned; the bin that replaces this one */
    double *x;      /* owned; scratch for a gathered series */
    size_t *at;     /* owned; scratch for its indices */
};

/* Copies the samples of a part in the order of the draw, to at[p->n].  A part of another length
 * than the window is spread over it. */
static void
place (const struct blocks *b, int side, const struct fid_within_part *p, size_t *at)
{
    double per_bin = (double)p->n / (double)b->n[side];
    for (size_t i = 0; i < p->n; i++) {
        double u = ((double)i + 0.5) / per_bin;
        size_t g = (size_t)u;
        g = g < b->n[side] ? g : b->n[side] - 1;
        size_t from = (size_t)(((double)b->bin[side][g] + (u - (double)g)) * per_bin);
        at[i] = from < p->n ? from : p->n - 1;
    }
}

static double
sum (const struct fid_within_part *p, const size_t *at)
{
    double s = 0;
    for (size_t i = 0; i < p->n; i++)
        s += p->x[at[i]];
    return s;
}

/* Evaluates the measure on the drawn samples. */
static int
draw_value (const struct fid_within_job *job, struct blocks *b, struct fid_metric_value *out)
{
    struct fid_signal s[2] = {{.n = 0}, {.n = 0}};
    double *x = b->x;
    if (job->kind == FID_WITHIN_PATH) {
        place (b, 0, &job->side[0], b->at);
        double d = sum (&job->side[0], b->at) / sum (&job->side[1], b->at) / job->opts.scale;
        fid_value_set (out, d, 1 - d);
        return 0;
    }
    for (int k = 0; k < 2; k++) {
        const struct fid_within_part *p = &job->side[k];
        place (b, k, p, b->at);
        for (size_t i = 0; i < p->n; i++)
            memcpy (x + i * p->dim, p->x + b->at[i] * p->dim, p->dim * sizeof *x);
        s[k] = (struct fid_signal){.x = x, .n = p->n, .dim = p->dim, .dt_s = 1};
        x += p->n * p->dim;
    }
    return job->metric->eval (&s[0], &s[1], &job->opts, out);
}

/* Returns the mean block of a side in bins: the longest that one of its series needs, and at
 * least two steps. */
static void
block_length (const struct fid_within *w, struct blocks *b, int side, double bin_s,
              double step_s)
{
    double mean_n = fmax (1, 2 * step_s / bin_s), one;
    for (size_t i = 0; i < w->n; i++) {
        const struct fid_within_part *p = &w->job[i].side[side];
        if (p->dim == 1 && !(side == 1 && w->job[i].kind == FID_WITHIN_PATH) &&
            fid_blocks_length (p->x, p->n, 1, &one) == 0)
            mean_n = fmax (mean_n, one * (double)b->n[side] / (double)p->n);
    }
    b->mean_n[side] = fmin (mean_n, (double)b->n[side] / 3);
}

static int
blocks_init (struct blocks *b, struct fid_within *w, const struct fid_comparison *c,
             struct fid_error *err)
{
    size_t most = 0;
    const double step_s[2] = {c->pair.real->step_s, c->pair.emu->step_s};
    for (size_t i = 0; i < w->n; i++) {
        const struct fid_within_part *p = w->job[i].side;
        size_t n = p[0].n * p[0].dim + p[1].n * p[1].dim;
        most = n > most ? n : most;
    }
    b->x = malloc ((most + 1) * sizeof *b->x);
    b->at = malloc ((most + 1) * sizeof *b->at);
    if (!b->x || !b->at)
        return fid_error_nomem (err);
    for (int k = 0; k < 2; k++) {
        double length_s = c->length_s[c->pair.window][k];
        double n = fmin (length_s / w->dt_s, (double)BINS_MAX);
        b->n[k] = n < 1 ? 1 : (size_t)n;
        b->bin[k] = malloc (b->n[k] * sizeof *b->bin[k]);
        if (!b->bin[k])
            return fid_error_nomem (err);
        block_length (w, b, k, length_s / (double)b->n[k], step_s[k]);
        w->block_s[k] = b->mean_n[k] * length_s / (double)b->n[k];
    }
    return 0;
}

static void
blocks_clear (struct blocks *b)
{
    free (b->bin[0]);
    free (b->bin[1]);
    free (b->x);
    free (b->at);
}

/* Computes the 2.5 and 97.5 % points and keeps the estimate between them, because draws of
 * measures that cannot be below 0 are biased upwards. */
static int
interval (double *x, double estimate, double *low, double *high)
{
    struct fid_interval ci;
    int rc = fid_interval_percentile (estimate, x, DRAWS, 0.95, &ci);
    *low = fmin (ci.low, estimate);
    *high = fmax (ci.high, estimate);
    return rc;
}

/* Makes one draw: the results in `draw` and the distances of the jobs. */
static int
draw_results (const struct fid_comparison *c, struct fid_within *w, struct blocks *b, size_t k,
              struct fid_resource_result *draw)
{
    gsl_rng *rng = fid_rng_create (SEED, k);
    int rc = rng ? 0 : GSL_ENOMEM;
    for (int side = 0; side < 2 && !rc; side++)
        rc = fid_blocks_draw (rng, b->n[side], fmax (1, b->mean_n[side]), b->bin[side]);
    if (rng)
        gsl_rng_free (rng);
    for (size_t r = 0; r < FID_RESOURCE_N; r++)
        draw[r] = c->result[c->pair.window][r];
    for (size_t i = 0; i < w->n && !rc; i++) {
        struct fid_within_job *job = &w->job[i];
        struct fid_measure *f = &draw[job->resource].measure[job->measure];
        struct fid_metric_value value = f->value;
        rc = draw_value (job, b, &value);
        if (rc == GSL_EDOM || rc == GSL_EBADLEN) /* only zeros were drawn: unchanged */
            rc = 0;
        else
            f->value = value;
        job->distance[k] = f->value.distance;
    }
    for (size_t r = 0; r < FID_RESOURCE_N && !rc; r++)
        if (draw[r].status == FID_STATUS_COMPARED)
            fid_resource_close (&draw[r]);
    return rc;
}

/* Computes intervals from the draws; sample[resource or overall][draw]. */
static int
set_intervals (struct fid_comparison *c, struct fid_within *w, double *sample)
{
    struct fid_resource_result *res = c->result[c->pair.window];
    size_t n = FID_RESOURCE_N, group_n;
    int rc = 0;
    for (size_t r = 0; r < n && !rc; r++)
        if (res[r].status != FID_STATUS_NOT_COMPARED)
            rc = interval (sample + r * DRAWS, res[r].similarity, &res[r].similarity_low,
                           &res[r].similarity_high);
    if (!rc)
        rc = interval (sample + n * DRAWS, fid_comparison_overall (c, &group_n),
                       &c->similarity_low, &c->similarity_high);
    for (size_t i = 0; i < w->n && !rc; i++) {
        struct fid_metric_value *v = &res[w->job[i].resource].measure[w->job[i].measure].value;
        double low, high;
        rc = interval (w->job[i].distance, v->distance, &low, &high);
        fid_value_detail (v, "within_run_low", low);
        fid_value_detail (v, "within_run_high", high);
    }
    return rc;
}

int
fid_within_intervals (struct fid_comparison *c, struct fid_within *w, struct fid_error *err)
{
    struct blocks b = {.n = {0}};
    struct fid_comparison draw = {.pair = c->pair};
    size_t n = FID_RESOURCE_N, group_n;
    double *sample = malloc ((n + 1) * DRAWS * sizeof *sample);
    draw.result = calloc (FID_WINDOW_N, sizeof *draw.result);
    draw.done[c->pair.window] = true;
    int rc = sample && draw.result ? blocks_init (&b, w, c, err) : fid_error_nomem (err);
    if (!rc && (!w->n || b.n[0] < BINS_MIN || b.n[1] < BINS_MIN))
        snprintf (c->within, sizeof c->within, "none: %s",
                  w->n ? "the window is shorter than nine bins"
                       : "nothing could be compared that within-run blocks say something of");
    if (rc || *c->within)
        goto done;
    struct fid_resource_result *res = draw.result[c->pair.window];
    for (size_t k = 0; k < DRAWS && !rc; k++) {
        rc = draw_results (c, w, &b, k, res);
        for (size_t r = 0; r < n; r++)
            sample[r * DRAWS + k] = res[r].similarity;
        sample[n * DRAWS + k] = fid_comparison_overall (&draw, &group_n);
    }
    if (!rc)
        rc = set_intervals (c, w, sample);
    if (rc)
        rc = fid_errorf (err, FID_EINTERNAL, "interval from within the runs: %s",
                         gsl_strerror (rc));
    c->has_ci = !rc;
    snprintf (c->within, sizeof c->within,
              "within-run only, so too narrow: shape and marginals of gauges and of steps "
              "resampled in blocks of %.3g s (real run) and %.3g s (emulation)",
              w->block_s[0], w->block_s[1]);
done:
    blocks_clear (&b);
    free (draw.result);
    free (sample);
    return rc;
}
