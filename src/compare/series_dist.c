/* SPDX-License-Identifier: GPL-3.0-or-later */
/* series_dist.c - quantiles of both sides, for CDFs and Q-Q plots; see series.h */
#include "compare/series.h"
#include "metrics/aggregate.h"
#include "model/facets.h"

#define GRID_N 200 /* equal steps of probability */

/* Quantiles of the tail, which holds the requests that stall the job. */
static const double tail[] = {0.999, 0.9999};
#define TAIL_N (sizeof tail / sizeof *tail)

/* 0, 1/200 ... 199/200, the tail, 1. */
static double probability_of (size_t i)
{
    return i < GRID_N ? (double)i / GRID_N : i < GRID_N + TAIL_N ? tail[i - GRID_N] : 1;
}

static double weight_of (const struct fid_values *v, size_t i, bool by_value)
{
    return v->w[i] * (by_value ? v->x[i] : 1);
}

/* For ascending q, the smallest value that share q of the weights, or of values times weights,
 * does not exceed. */
static int add_quantiles (struct fid_series *s, struct fid_numbers *out,
                          const struct fid_values *v, bool by_value, struct fid_error *err)
{
    double all = 0, seen = 0;
    size_t at = 0;
    FID_TRY (fid_series_room (s, out, GRID_N + TAIL_N + 1, err));
    for (size_t i = 0; i < v->n; i++)
        all += weight_of (v, i, by_value);
    for (size_t i = 0; i < out->n; i++) {
        while (at + 1 < v->n && seen + weight_of (v, at, by_value) < probability_of (i) * all)
            seen += weight_of (v, at++, by_value);
        out->x[i] = v->x[at];
    }
    return 0;
}

/* What is drawn: a quantity of a stream, or of training steps. */
struct drawn {
    enum fid_stream_id stream; /* FID_STREAM_N: of steps */
    enum fid_quantity_id quantity;
    enum fid_unit_id unit;
    size_t member; /* of struct fid_tally */
};

#define OF_STREAM(stream, quantity, unit, member)                                              \
    {                                                                                          \
        FID_STREAM_##stream, FID_QUANTITY_##quantity, FID_IN_##unit,                           \
            offsetof (struct fid_tally, member)                                                \
    }
#define OF_STEPS(quantity)                                                                     \
    {                                                                                          \
        FID_STREAM_N, FID_QUANTITY_##quantity, FID_IN_SECONDS, 0                               \
    }

/* Of each stream. */
static const struct drawn of_streams[] = {OF_STREAM (N, SIZE, BYTES, size),
                                          OF_STREAM (N, LATENCY, SECONDS, latency),
                                          OF_STREAM (N, GAP, SECONDS, gap)};

/* Of the reads of data where they fall, and how many at a time; of training steps their times. */
static const struct drawn others[] = {
    OF_STREAM (DATA_READ, JUMP, BYTES, access.jump),
    OF_STREAM (BLOCK_READ, BLOCK_JUMP, BYTES, access.jump),
    OF_STREAM (DATA_READ, REUSE, ONE, access.reuse),
    OF_STREAM (DATA_READ, FILE_READS, ONE, access.file_reads),
    OF_STREAM (DATA_READ, FILE_BYTES, BYTES, access.file_bytes),
    OF_STREAM (DATA_READ, READERS, ONE, access.readers),
    OF_STREAM (DATA_OPEN, OPEN_FILES, ONE, access.open_files),
    OF_STREAM (DATA_READ, OUTSTANDING, ONE, op_n),
    OF_STREAM (BLOCK_READ, OUTSTANDING, ONE, op_n),
    OF_STEPS (LOAD),
    OF_STEPS (COMPUTE),
    OF_STEPS (STEP)};

/* One of the times of training steps. */
static int steps_of (const struct fid_run *run, enum fid_quantity_id time,
                     struct fid_values *out, struct fid_error *err)
{
    size_t n = run->steps.n;
    *out = (struct fid_values){.x = malloc ((n + 1) * sizeof *out->x),
                               .w = malloc ((n + 1) * sizeof *out->w)};
    FID_NEED (out->x && out->w, err);
    for (size_t i = 0; i < n; i++) {
        const struct fid_step *s = &run->steps.step[i];
        double x = time == FID_QUANTITY_LOAD      ? s->load_s
                   : time == FID_QUANTITY_COMPUTE ? s->compute_s
                                                  : s->step_s;
        if (s->eval || x < 0)
            continue;
        out->w[out->n] = 1;
        out->x[out->n++] = x;
    }
    if (out->n)
        fid_sort (out->x, out->n);
    out->total = out->n;
    return 0;
}

/* Of jumps 1 + the distance; a sequential operation counts as 1. */
static void with_sequential (const struct fid_run *run, enum fid_stream_id id,
                             enum fid_window w, struct fid_values *v)
{
    double n = fid_extract_sums (run, id, w).sequential_n;
    if (n > 0) {
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

static int values_of (const struct fid_run *run, enum fid_window w, const struct drawn *d,
                      struct fid_values *v, struct fid_error *err)
{
    if (d->stream == FID_STREAM_N)
        return steps_of (run, d->quantity, v, err);
    if (d->quantity == FID_QUANTITY_OUTSTANDING)
        return fid_extract_in_flight (run, d->stream, w, v, err);
    FID_TRY (fid_extract_values (run, d->stream, w, d->member, v, err));
    if (d->member == offsetof (struct fid_tally, access.jump))
        with_sequential (run, d->stream, w, v);
    return 0;
}

static int add_dist (struct fid_series *s, const struct fid_pair *pair, struct drawn d,
                     struct fid_error *err)
{
    struct fid_values v[2] = {{0}, {0}};
    int rc = 0;
    for (int k = 0; k < 2 && !rc; k++)
        rc = values_of (pair->run[k], pair->window, &d, &v[k], err);
    if (!rc && (v[0].n || v[1].n)) {
        struct fid_series_dist *to = &s->dist[s->dist_n++];
        *to = (struct fid_series_dist){.resource = d.stream == FID_STREAM_N
                                                       ? FID_RESOURCE_STEPS
                                                       : fid_resource_of_stream (d.stream),
                                       .quantity = d.quantity,
                                       .unit = d.unit};
        for (int k = 0; k < 2 && !rc; k++) {
            to->count[k] = (double)v[k].total;
            if (v[k].n)
                rc = add_quantiles (s, &to->side[k], &v[k], false, err);
            if (!rc && v[k].n && d.quantity == FID_QUANTITY_SIZE)
                rc = add_quantiles (s, &to->by_bytes[k], &v[k], true, err);
        }
    }
    for (int k = 0; k < 2; k++)
        fid_values_clear (&v[k]);
    return rc;
}

int fid_series_distributions (struct fid_series *s, const struct fid_pair *pair,
                              struct fid_error *err)
{
    const size_t each_n = sizeof of_streams / sizeof *of_streams,
                 other_n = sizeof others / sizeof *others;
    FID_TRY (fid_series_room (s, &s->quantile, GRID_N + TAIL_N + 1, err) ||
             !(s->dist = fid_arena_take (&s->arena, each_n * FID_STREAM_N + other_n,
                                         sizeof *s->dist, err)));
    for (size_t i = 0; i < s->quantile.n; i++)
        s->quantile.x[i] = probability_of (i);
    for (int id = 0; id < FID_STREAM_N; id++)
        for (size_t i = 0; i < each_n; i++) {
            struct drawn d = of_streams[i];
            d.stream = (enum fid_stream_id)id;
            FID_TRY (!(id == FID_STREAM_DATA_OPEN && d.quantity == FID_QUANTITY_SIZE) &&
                     add_dist (s, pair, d, err));
        }
    for (size_t i = 0; i < other_n; i++)
        FID_TRY (add_dist (s, pair, others[i], err));
    return 0;
}
