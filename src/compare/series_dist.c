/* series_dist.c - quantiles of both sides, for CDFs and Q-Q plots; see series.h */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <gsl/gsl_sort.h>
#include "compare/series.h"
#include "model/facets.h"

#define GRID_N 200 /* equal steps of probability */

/* Quantiles of the tail, which holds the requests that stall the job. */
static const double tail[] = {0.999, 0.9999};
#define TAIL_N (sizeof tail / sizeof *tail)

/* 0, 1/200 ... 199/200, the tail, 1. */
static double
probability_of (size_t i)
{
    return i < GRID_N ? (double)i / GRID_N : i < GRID_N + TAIL_N ? tail[i - GRID_N] : 1;
}

static double
weight_of (const struct fid_values *v, size_t i, bool by_value)
{
    return v->w[i] * (by_value ? v->x[i] : 1);
}

/* For ascending q, the smallest value that share q of the weights, or of values times weights,
 * does not exceed. */
static int
add_quantiles (struct fid_series *s, struct fid_numbers *out, const struct fid_values *v,
               bool by_value, struct fid_error *err)
{
    double all = 0, seen = 0;
    size_t at = 0;
    if (fid_series_room (s, out, GRID_N + TAIL_N + 1, err))
        return -1;
    for (size_t i = 0; i < v->n; i++)
        all += weight_of (v, i, by_value);
    for (size_t i = 0; i < out->n; i++) {
        while (at + 1 < v->n && seen + weight_of (v, at, by_value) < probability_of (i) * all)
            seen += weight_of (v, at++, by_value);
        out->x[i] = v->x[at];
    }
    return 0;
}

/* What is drawn of a quantity. */
struct what {
    enum fid_resource_id resource;
    enum fid_quantity_id quantity;
    enum fid_unit_id unit;
};

static int
add_dist (struct fid_series *s, struct what what, const struct fid_values *a,
          const struct fid_values *b, struct fid_error *err)
{
    const struct fid_values *v[2] = {a, b};
    if (!a->n && !b->n)
        return 0;
    struct fid_series_dist *d = &s->dist[s->dist_n++];
    *d = (struct fid_series_dist){what.resource, what.quantity, what.unit, {{0}}, {{0}}, {0}};
    for (int k = 0; k < 2; k++) {
        d->count[k] = (double)v[k]->total;
        if (v[k]->n && (add_quantiles (s, &d->side[k], v[k], false, err) ||
                        (what.quantity == FID_QUANTITY_SIZE &&
                         add_quantiles (s, &d->by_bytes[k], v[k], true, err))))
            return -1;
    }
    return 0;
}

static int
add_stream (struct fid_series *s, const struct fid_pair *pair, enum fid_stream_id id,
            struct fid_error *err)
{
    const enum fid_resource_id resource = fid_resource_of_stream (id);
    struct fid_stream_extract a = {0}, b = {0};
    int64_t dt_ns = fid_extract_dt (pair->real, pair->emu, id, pair->dt_s);
    int rc = fid_extract_stream (pair->real, id, pair->window, dt_ns, &a, err);
    if (!rc)
        rc = fid_extract_stream (pair->emu, id, pair->window, dt_ns, &b, err);
    if (!rc && id != FID_STREAM_DATA_OPEN)
        rc = add_dist (s, (struct what){resource, FID_QUANTITY_SIZE, FID_IN_BYTES}, &a.size,
                       &b.size, err);
    if (!rc)
        rc = add_dist (s, (struct what){resource, FID_QUANTITY_LATENCY, FID_IN_SECONDS},
                       &a.latency, &b.latency, err);
    if (!rc)
        rc = add_dist (s, (struct what){resource, FID_QUANTITY_GAP, FID_IN_SECONDS}, &a.gap,
                       &b.gap, err);
    fid_stream_extract_clear (&a);
    fid_stream_extract_clear (&b);
    return rc;
}

/* Adds training steps by one of their times. */
enum length { LOAD, COMPUTE, STEP };

static int
steps_of (const struct fid_run *run, enum length length, struct fid_values *out,
          struct fid_error *err)
{
    size_t n = run->steps.n;
    *out = (struct fid_values){.x = malloc ((n + 1) * sizeof *out->x),
                               .w = malloc ((n + 1) * sizeof *out->w)};
    if (!out->x || !out->w)
        return fid_error_nomem (err);
    for (size_t i = 0; i < n; i++) {
        const struct fid_step *s = &run->steps.step[i];
        double x = length == LOAD ? s->load_s : length == COMPUTE ? s->compute_s : s->step_s;
        if (s->eval || x < 0)
            continue;
        out->w[out->n] = 1;
        out->x[out->n++] = x;
    }
    if (out->n)
        gsl_sort (out->x, 1, out->n);
    out->total = out->n;
    return 0;
}

static int
add_steps (struct fid_series *s, const struct fid_pair *pair, struct fid_error *err)
{
    static const enum fid_quantity_id of[] = {FID_QUANTITY_LOAD, FID_QUANTITY_COMPUTE,
                                              FID_QUANTITY_STEP};
    int rc = 0;
    for (int length = LOAD; length <= STEP && !rc; length++) {
        struct fid_values v[2] = {{0}, {0}};
        rc = steps_of (pair->real, (enum length)length, &v[0], err);
        if (!rc)
            rc = steps_of (pair->emu, (enum length)length, &v[1], err);
        if (!rc)
            rc = add_dist (s, (struct what){FID_RESOURCE_STEPS, of[length], FID_IN_SECONDS},
                           &v[0], &v[1], err);
        for (int k = 0; k < 2; k++) {
            free (v[k].x);
            free (v[k].w);
        }
    }
    return rc;
}

/* Of the reads of data: where they fall, and how many at a time. */
static const struct access {
    enum fid_stream_id stream;
    enum fid_quantity_id quantity;
    enum fid_unit_id unit;
    size_t member; /* of struct fid_access */
} access[] = {
    {FID_STREAM_DATA_READ, FID_QUANTITY_JUMP, FID_IN_BYTES, offsetof (struct fid_access, jump)},
    {FID_STREAM_BLOCK_READ, FID_QUANTITY_BLOCK_JUMP, FID_IN_BYTES,
     offsetof (struct fid_access, jump)},
    {FID_STREAM_DATA_READ, FID_QUANTITY_REUSE, FID_IN_ONE, offsetof (struct fid_access, reuse)},
    {FID_STREAM_DATA_READ, FID_QUANTITY_FILE_READS, FID_IN_ONE,
     offsetof (struct fid_access, file_reads)},
    {FID_STREAM_DATA_READ, FID_QUANTITY_FILE_BYTES, FID_IN_BYTES,
     offsetof (struct fid_access, file_bytes)},
    {FID_STREAM_DATA_READ, FID_QUANTITY_READERS, FID_IN_ONE,
     offsetof (struct fid_access, readers)},
    {FID_STREAM_DATA_OPEN, FID_QUANTITY_OPEN_FILES, FID_IN_ONE,
     offsetof (struct fid_access, open_files)}};

/* Of jumps 1 + the distance; a sequential operation counts as 1. */
static void
with_sequential (const struct fid_run *run, const struct access *a, enum fid_window w,
                 struct fid_values *v)
{
    double n = fid_extract_sums (run, a->stream, w).sequential_n;
    size_t first = n > 0;
    if (first) {
        memmove (v->x + 1, v->x, v->n * sizeof *v->x);
        memmove (v->w + 1, v->w, v->n * sizeof *v->w);
        v->x[0] = 0;
        v->w[0] = n;
        v->n++;
        v->total += (uint64_t)n;
    }
    for (size_t i = 0; i < v->n; i++)
        v->x[i]++;
}

static int
add_access (struct fid_series *s, const struct fid_pair *pair, const struct access *a,
            struct fid_error *err)
{
    const struct fid_run *run[2] = {pair->real, pair->emu};
    struct fid_values v[2] = {{0}, {0}};
    int rc = 0;
    for (int k = 0; k < 2 && !rc; k++) {
        rc = fid_extract_values (run[k], a->stream, pair->window,
                                 offsetof (struct fid_tally, access) + a->member, &v[k], err);
        if (!rc && a->member == offsetof (struct fid_access, jump))
            with_sequential (run[k], a, pair->window, &v[k]);
    }
    if (!rc)
        rc = add_dist (s,
                       (struct what){fid_resource_of_stream (a->stream), a->quantity, a->unit},
                       &v[0], &v[1], err);
    for (int k = 0; k < 2; k++)
        fid_values_clear (&v[k]);
    return rc;
}

static int
add_in_flight (struct fid_series *s, const struct fid_pair *pair, enum fid_stream_id id,
               struct fid_error *err)
{
    const struct fid_run *run[2] = {pair->real, pair->emu};
    struct fid_values v[2] = {{0}, {0}};
    int rc = 0;
    for (int k = 0; k < 2 && !rc; k++)
        rc = fid_extract_in_flight (run[k], id, pair->window, &v[k], err);
    if (!rc)
        rc = add_dist (
            s, (struct what){fid_resource_of_stream (id), FID_QUANTITY_OUTSTANDING, FID_IN_ONE},
            &v[0], &v[1], err);
    for (int k = 0; k < 2; k++)
        fid_values_clear (&v[k]);
    return rc;
}

int
fid_series_distributions (struct fid_series *s, const struct fid_pair *pair,
                          struct fid_error *err)
{
    const size_t access_n = sizeof access / sizeof *access;
    /* of a stream three, of how many at a time two, of steps three */
    if (fid_series_room (s, &s->quantile, GRID_N + TAIL_N + 1, err) ||
        !(s->dist = fid_arena_take (&s->arena, 3 * FID_STREAM_N + access_n + 2 + 3,
                                    sizeof *s->dist, err)))
        return -1;
    for (size_t i = 0; i < s->quantile.n; i++)
        s->quantile.x[i] = probability_of (i);
    for (int id = 0; id < FID_STREAM_N; id++)
        if (add_stream (s, pair, (enum fid_stream_id)id, err))
            return -1;
    for (size_t i = 0; i < access_n; i++)
        if (add_access (s, pair, &access[i], err))
            return -1;
    if (add_in_flight (s, pair, FID_STREAM_DATA_READ, err) ||
        add_in_flight (s, pair, FID_STREAM_BLOCK_READ, err))
        return -1;
    return add_steps (s, pair, err);
}
