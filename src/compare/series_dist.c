/* series_dist.c - quantiles of both sides, for CDFs and Q-Q plots; see series.h */
#include <stdlib.h>
#include <gsl/gsl_sort.h>
#include "compare/series.h"

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

/* For ascending q, the smallest value that share q of the weights does not exceed; null if
 * there are no values. */
static void
quantiles_json (struct fid_doc *d, cJSON *in, const char *key, const struct fid_values *v)
{
    double all = 0, seen = 0;
    size_t at = 0;
    if (!v->n) {
        fid_doc_null (d, in, key);
        return;
    }
    for (size_t i = 0; i < v->n; i++)
        all += v->w[i];
    cJSON *o = fid_doc_object (d, in, key);
    fid_doc_number (d, o, "n", (double)v->total);
    cJSON *list = fid_doc_list (d, o, "x");
    for (size_t i = 0; i <= GRID_N + TAIL_N; i++) {
        while (at + 1 < v->n && seen + v->w[at] < probability (i) * all)
            seen += v->w[at++];
        fid_series_value (d, list, NULL, v->x[at]);
    }
}

static void
put_pair (struct fid_doc *d, cJSON *list, const char *resource, const char *quantity,
          const char *unit, const struct fid_values *a, const struct fid_values *b)
{
    if (!a->n && !b->n)
        return;
    cJSON *o = fid_doc_object (d, list, NULL);
    fid_doc_text (d, o, "resource", resource);
    fid_doc_text (d, o, "quantity", quantity);
    fid_doc_text (d, o, "unit", unit);
    quantiles_json (d, o, "real", a);
    quantiles_json (d, o, "emulation", b);
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
            put_pair (d, list, name, "size_bytes", "bytes", &a.size, &b.size);
        put_pair (d, list, name, "latency_s", "s", &a.latency, &b.latency);
        put_pair (d, list, name, "gap_s", "s", &a.gap, &b.gap);
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
            put_pair (d, list, "steps", name[length], "s", &v[0], &v[1]);
        for (int k = 0; k < 2; k++) {
            free (v[k].x);
            free (v[k].w);
        }
    }
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
    return steps_json (d, list, pair, err);
}
