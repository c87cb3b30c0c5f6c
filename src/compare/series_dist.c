/* series_dist.c - quantiles of both sides, for CDFs and Q-Q plots; see series.h */
#include "config.h"
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
probability (size_t i)
{
    return i < GRID_N ? (double)i / GRID_N : i < GRID_N + TAIL_N ? tail[i - GRID_N] : 1;
}

static double
weight (const struct fid_values *v, size_t i, bool by_value)
{
    return v->w[i] * (by_value ? v->x[i] : 1);
}

/* For ascending q, the smallest value that share q of the weights, or of values times weights,
 * does not exceed. */
static void
list_json (struct fid_doc *d, cJSON *o, const char *key, const struct fid_values *v,
           bool by_value)
{
    double all = 0, seen = 0;
    size_t at = 0;
    for (size_t i = 0; i < v->n; i++)
        all += weight (v, i, by_value);
    cJSON *list = fid_doc_list (d, o, key);
    for (size_t i = 0; i <= GRID_N + TAIL_N; i++) {
        while (at + 1 < v->n && seen + weight (v, at, by_value) < probability (i) * all)
            seen += weight (v, at++, by_value);
        fid_series_value (d, list, NULL, v->x[at]);
    }
}

/* Null if there are no values. */
static void
quantiles_json (struct fid_doc *d, cJSON *in, const char *key, const struct fid_values *v,
                bool by_value)
{
    if (!v->n) {
        fid_doc_null (d, in, key);
        return;
    }
    cJSON *o = fid_doc_object (d, in, key);
    fid_doc_number (d, o, "n", (double)v->total);
    list_json (d, o, "x", v, false);
    if (by_value)
        list_json (d, o, "x_by_bytes", v, true);
}

static void
put_pair (struct fid_doc *d, cJSON *list, const char *resource, const char *quantity,
          const char *unit, const struct fid_values *a, const struct fid_values *b,
          bool by_value)
{
    if (!a->n && !b->n)
        return;
    cJSON *o = fid_doc_object (d, list, NULL);
    fid_doc_text (d, o, "resource", resource);
    fid_doc_text (d, o, "quantity", quantity);
    fid_doc_text (d, o, "unit", unit);
    quantiles_json (d, o, "real", a, by_value);
    quantiles_json (d, o, "emulation", b, by_value);
}

static int
stream_json (struct fid_doc *d, cJSON *list, const struct fid_pair *pair, enum fid_stream_id id,
             struct fid_error *err)
{
    const char *name = fid_stream_name (id);
    struct fid_stream_extract a = {0}, b = {0};
    int64_t dt_ns = fid_extract_dt (pair->real, pair->emu, id, pair->dt_s);
    int rc = fid_extract_stream (pair->real, id, pair->window, dt_ns, &a, err);
    if (!rc)
        rc = fid_extract_stream (pair->emu, id, pair->window, dt_ns, &b, err);
    if (!rc) {
        if (id != FID_STREAM_DATA_OPEN)
            put_pair (d, list, name, "size_bytes", "bytes", &a.size, &b.size, true);
        put_pair (d, list, name, "latency_s", "s", &a.latency, &b.latency, false);
        put_pair (d, list, name, "gap_s", "s", &a.gap, &b.gap, false);
    }
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
steps_json (struct fid_doc *d, cJSON *list, const struct fid_pair *pair, struct fid_error *err)
{
    static const char *const name[] = {"load_s", "compute_s", "step_s"};
    int rc = 0;
    for (int length = LOAD; length <= STEP && !rc; length++) {
        struct fid_values v[2] = {{0}, {0}};
        rc = steps_of (pair->real, (enum length)length, &v[0], err);
        if (!rc)
            rc = steps_of (pair->emu, (enum length)length, &v[1], err);
        if (!rc)
            put_pair (d, list, "steps", name[length], "s", &v[0], &v[1], false);
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
    const char *unit;
    size_t member; /* of struct fid_access */
} access[] = {
    {FID_STREAM_DATA_READ, FID_QUANTITY_JUMP, "bytes", offsetof (struct fid_access, jump)},
    {FID_STREAM_BLOCK_READ, FID_QUANTITY_BLOCK_JUMP, "bytes", offsetof (struct fid_access, jump)},
    {FID_STREAM_DATA_READ, FID_QUANTITY_REUSE, "1", offsetof (struct fid_access, reuse)},
    {FID_STREAM_DATA_READ, FID_QUANTITY_FILE_READS, "1", offsetof (struct fid_access, file_reads)},
    {FID_STREAM_DATA_READ, FID_QUANTITY_FILE_BYTES, "bytes",
     offsetof (struct fid_access, file_bytes)},
    {FID_STREAM_DATA_READ, FID_QUANTITY_READERS, "1", offsetof (struct fid_access, readers)},
    {FID_STREAM_DATA_OPEN, FID_QUANTITY_OPEN_FILES, "1",
     offsetof (struct fid_access, open_files)}};

/* Of jumps 1 + the distance, as they are compared; a sequential operation counts as 1. */
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
access_json (struct fid_doc *d, cJSON *list, const struct fid_pair *pair,
             const struct access *a, struct fid_error *err)
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
        put_pair (d, list, fid_stream_name (a->stream), fid_quantities[a->quantity].name, a->unit,
                  &v[0], &v[1], false);
    for (int k = 0; k < 2; k++)
        fid_values_clear (&v[k]);
    return rc;
}

static int
in_flight_json (struct fid_doc *d, cJSON *list, const struct fid_pair *pair,
                enum fid_stream_id id, struct fid_error *err)
{
    const struct fid_run *run[2] = {pair->real, pair->emu};
    struct fid_values v[2] = {{0}, {0}};
    int rc = 0;
    for (int k = 0; k < 2 && !rc; k++)
        rc = fid_extract_in_flight (run[k], id, pair->window, &v[k], err);
    if (!rc)
        put_pair (d, list, fid_stream_name (id), fid_quantities[FID_QUANTITY_OUTSTANDING].name,
                  "1", &v[0], &v[1], false);
    for (int k = 0; k < 2; k++)
        fid_values_clear (&v[k]);
    return rc;
}

int
fid_series_distributions (struct fid_doc *d, cJSON *o, const struct fid_pair *pair,
                          struct fid_error *err)
{
    cJSON *q = fid_doc_list (d, o, "quantile");
    for (size_t i = 0; i <= GRID_N + TAIL_N; i++)
        fid_doc_number (d, q, NULL, probability (i));
    cJSON *list = fid_doc_list (d, o, "of");
    for (int id = 0; id < FID_STREAM_N; id++)
        if (stream_json (d, list, pair, (enum fid_stream_id)id, err))
            return -1;
    for (size_t i = 0; i < sizeof access / sizeof *access; i++)
        if (access_json (d, list, pair, &access[i], err))
            return -1;
    if (in_flight_json (d, list, pair, FID_STREAM_DATA_READ, err) ||
        in_flight_json (d, list, pair, FID_STREAM_BLOCK_READ, err))
        return -1;
    return steps_json (d, list, pair, err);
}
