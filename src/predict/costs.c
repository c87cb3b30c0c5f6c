/* costs.c - see costs.h */
#include "config.h"
#include <math.h>
#include <stdlib.h>
#include "compare/extract.h"
#include "metrics/aggregate.h"
#include "metrics/rng.h"
#include "predict/costs.h"

#define SEED 1

/* From here on what an operation takes is proportional to its size. */
#define LARGE_BYTES 65536.

/* Read-ahead of Linux where no block read was measured. */
#define AHEAD_BYTES 131072.

/* Of the bytes that calls read: with less from disks the data was in memory. */
#define IN_MEMORY 0.2

/* Of the bytes that are read again: with less from disks they stay in memory. */
#define STAYS 0.1

static int
measure_requests (struct fid_costs *c, const struct fid_run *real, struct fid_error *err)
{
    struct fid_values v;
    c->ahead = AHEAD_BYTES;
    if (fid_extract_values (real, FID_STREAM_BLOCK_READ, FID_WINDOW_JOB,
                            offsetof (struct fid_tally, size), &v, err))
        return -1;
    c->request = v.x;
    c->request_n = v.w;
    c->size_n = v.n;
    for (size_t i = 0; i < v.n; i++) {
        c->requests += v.w[i];
        c->ahead = fmax (c->ahead, v.x[i]);
    }
    return 0;
}

static double
median_of (const struct fid_run *run, enum fid_stream_id id, size_t member, double without,
           struct fid_error *err)
{
    struct fid_values v;
    if (fid_extract_values (run, id, FID_WINDOW_JOB, member, &v, err))
        return -1;
    double at = 0, median = without;
    for (size_t i = 0; i < v.n && at < (double)v.total / 2; i++) {
        at += v.w[i];
        median = v.x[i];
    }
    fid_values_clear (&v);
    return median;
}

static double
middle (int bin)
{
    return sqrt (fid_sketch2_edge (bin) * fid_sketch2_edge (bin + 1));
}

/* Latencies of a stream of the run. */
static int
measure_cost (struct fid_cost *c, const struct fid_run *real, enum fid_stream_id id,
              struct fid_error *err)
{
    struct fid_sketch2 *s = &c->latency;
    if (fid_extract_size_latency (real, id, FID_WINDOW_JOB, s, err))
        return -1;
    c->size_n = calloc (s->n[0] + 1, sizeof *c->size_n);
    if (!c->size_n)
        return fid_error_nomem (err);
    for (size_t i = 0; i < s->n[0]; i++)
        for (size_t k = 0; k < s->n[1]; k++)
            c->size_n[i] += (double)s->count[i * s->n[1] + k];
    return 0;
}

static void
clear_cost (struct fid_cost *c)
{
    fid_sketch2_clear (&c->latency);
    free (c->size_n);
}

/* What the page cache did for the real run. */
static void
measure_cache (struct fid_costs *c, const struct fid_run *real)
{
    double called = fid_extract_sums (real, FID_STREAM_DATA_READ, FID_WINDOW_JOB).byte_n;
    double own = (double)real->space_n;
    double disk = fid_extract_sums (real, FID_STREAM_BLOCK_READ, FID_WINDOW_JOB).byte_n;
    double again = fmax (0, called - own);
    c->in_memory = disk < IN_MEMORY * fmin (own, called);
    c->stays_in_memory = again <= 0 || disk - own < STAYS * again;
}

int
fid_costs_init (struct fid_costs *c, const struct fid_run *real, struct fid_error *err)
{
    *c = (struct fid_costs){.rng = fid_rng_create (SEED, 0)};
    if (!c->rng)
        return fid_error_nomem (err);
    if (measure_requests (c, real, err) ||
        measure_cost (&c->read, real, FID_STREAM_DATA_READ, err) ||
        measure_cost (&c->save, real, FID_STREAM_CHECKPOINT_WRITE, err) ||
        measure_cost (&c->block, real, FID_STREAM_BLOCK_READ, err))
        return -1;
    c->open_s =
        median_of (real, FID_STREAM_DATA_OPEN, offsetof (struct fid_tally, latency), 0, err);
    if (c->open_s < 0)
        return -1;
    measure_cache (c, real);
    return 0;
}

void
fid_costs_clear (struct fid_costs *c)
{
    clear_cost (&c->read);
    clear_cost (&c->save);
    clear_cost (&c->block);
    free (c->request);
    free (c->request_n);
    gsl_rng_free (c->rng);
    *c = (struct fid_costs){0};
}

/* The row of sizes nearest to so many bytes that has any operation. */
static size_t
nearest_row (const struct fid_cost *of, double byte_n)
{
    size_t best = 0;
    double off = INFINITY;
    for (size_t i = 0; i < of->latency.n[0]; i++) {
        double size = middle (of->latency.first[0] + (int)i);
        double d = size > byte_n ? size / byte_n : byte_n / size;
        if (d < off && of->size_n[i] > 0) {
            off = d;
            best = i;
        }
    }
    return best;
}

double
fid_costs_draw (const struct fid_costs *c, const struct fid_cost *of, double byte_n)
{
    const struct fid_sketch2 *s = &of->latency;
    if (!s->total || !(byte_n > 0))
        return 0;
    size_t row = nearest_row (of, byte_n), k = 0;
    double left = gsl_rng_uniform (c->rng) * of->size_n[row];
    for (; k + 1 < s->n[1]; k++) {
        left -= (double)s->count[row * s->n[1] + k];
        if (left < 0)
            break;
    }
    double size = middle (s->first[0] + (int)row);
    double scale = fmax (byte_n, LARGE_BYTES) / fmax (size, LARGE_BYTES);
    return scale * middle (s->first[1] + (int)k);
}

double
fid_costs_request (const struct fid_costs *c, double byte_n)
{
    double left = gsl_rng_uniform (c->rng) * c->requests;
    for (size_t i = 0; i < c->size_n; i++) {
        left -= c->request_n[i];
        if (left < 0)
            return fmin (byte_n, c->request[i]);
    }
    return byte_n;
}
