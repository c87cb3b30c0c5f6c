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
        fid_extract_size_latency (real, FID_STREAM_DATA_READ, FID_WINDOW_JOB, &c->read, err) ||
        fid_extract_size_latency (real, FID_STREAM_CHECKPOINT_WRITE, FID_WINDOW_JOB, &c->save,
                                  err) ||
        fid_extract_size_latency (real, FID_STREAM_BLOCK_READ, FID_WINDOW_JOB, &c->block, err))
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
    fid_sketch2_clear (&c->read);
    fid_sketch2_clear (&c->save);
    fid_sketch2_clear (&c->block);
    free (c->request);
    free (c->request_n);
    gsl_rng_free (c->rng);
    *c = (struct fid_costs){0};
}

static double
middle (int bin)
{
    return sqrt (fid_sketch2_edge (bin) * fid_sketch2_edge (bin + 1));
}

static double
row_total (const struct fid_sketch2 *s, size_t row)
{
    double n = 0;
    for (size_t k = 0; k < s->n[1]; k++)
        n += (double)s->count[row * s->n[1] + k];
    return n;
}

/* The row of sizes nearest to so many bytes that has any operation. */
static size_t
nearest_row (const struct fid_sketch2 *s, double byte_n)
{
    size_t best = 0;
    double off = INFINITY;
    for (size_t i = 0; i < s->n[0]; i++) {
        double d = fabs (log (middle (s->first[0] + (int)i) / byte_n));
        if (d < off && row_total (s, i) > 0) {
            off = d;
            best = i;
        }
    }
    return best;
}

double
fid_costs_draw (const struct fid_costs *c, const struct fid_sketch2 *of, double byte_n)
{
    if (!of->total || !(byte_n > 0))
        return 0;
    size_t row = nearest_row (of, byte_n), k = 0;
    double left = gsl_rng_uniform (c->rng) * row_total (of, row);
    for (; k + 1 < of->n[1]; k++) {
        left -= (double)of->count[row * of->n[1] + k];
        if (left < 0)
            break;
    }
    double size = middle (of->first[0] + (int)row);
    double scale = fmax (byte_n, LARGE_BYTES) / fmax (size, LARGE_BYTES);
    return scale * middle (of->first[1] + (int)k);
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
