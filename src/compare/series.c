/* series.c - see series.h */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/decimal.h"
#include "compare/series.h"

const char *const fid_series_side[2] = {"real", "emulation"};

void
fid_series_value (struct fid_doc *d, cJSON *in, const char *key, double x)
{
    fid_doc_maybe (d, in, key, x != FID_GAP,
                   x == FID_GAP ? 0 : fid_decimal_round (x, FID_SERIES_DIGITS));
}

void
fid_series_time (struct fid_doc *d, cJSON *in, const char *key, double s)
{
    fid_doc_number (d, in, key, rint (s * 1e6) / 1e6);
}

void
fid_series_values (struct fid_doc *d, cJSON *in, const char *key, const double *x, size_t n)
{
    cJSON *list = fid_doc_list (d, in, key);
    for (size_t i = 0; i < n; i++)
        fid_series_value (d, list, NULL, x[i]);
}

/* --- one resource against time */

static void
track_json (struct fid_doc *d, cJSON *in, const char *key, const struct fid_track *t)
{
    if (!t->n) {
        fid_doc_null (d, in, key);
        return;
    }
    cJSON *o = fid_doc_object (d, in, key);
    fid_series_time (d, o, "t0_s", (double)t->first * t->dt_s);
    fid_series_time (d, o, "dt_s", t->dt_s);
    fid_doc_maybe (d, o, "decimated_from", t->low != NULL, (double)t->from_n);
    fid_series_values (d, o, "values", t->mean, t->n);
    if (t->low) {
        fid_series_values (d, o, "min", t->low, t->n);
        fid_series_values (d, o, "max", t->high, t->n);
    } else {
        fid_doc_null (d, o, "min");
        fid_doc_null (d, o, "max");
    }
}

/* Two tracks, thinned alike, as a series of a resource.  Clears them. */
static int
put_tracks (struct fid_doc *d, cJSON *list, const char *resource, const char *quantity,
            const char *unit, struct fid_track t[2], size_t point_n, struct fid_error *err)
{
    int rc = 0;
    if (t[0].n || t[1].n) {
        size_t factor = fid_track_factor (&t[0], &t[1], point_n);
        for (int k = 0; k < 2 && !rc; k++)
            rc = fid_track_thin (&t[k], factor, err);
        cJSON *o = fid_doc_object (d, list, NULL);
        fid_doc_text (d, o, "resource", resource);
        fid_doc_text (d, o, "quantity", quantity);
        fid_doc_text (d, o, "unit", unit);
        for (int k = 0; k < 2 && !rc; k++)
            track_json (d, o, fid_series_side[k], &t[k]);
    }
    fid_track_clear (&t[0]);
    fid_track_clear (&t[1]);
    return rc;
}

static int
stream_series (struct fid_doc *d, cJSON *list, const struct fid_pair *pair,
               enum fid_stream_id id, bool bytes, size_t point_n, struct fid_error *err)
{
    const struct fid_run *run[2] = {pair->real, pair->emu};
    struct fid_track t[2] = {{0}, {0}};
    int64_t dt_ns = fid_view_dt (pair->real, pair->emu, id, pair->dt_s);
    for (int k = 0; k < 2; k++)
        if ((!bytes || run[k]->stream[id].sized) &&
            fid_track_stream (run[k], id, dt_ns, bytes, &t[k], err)) {
            fid_track_clear (&t[0]);
            return -1;
        }
    return put_tracks (d, list, fid_stream_name (id), bytes ? "bytes" : "ops",
                       bytes ? "MiB/s" : "1/s", t, point_n, err);
}

static int
gauge_series (struct fid_doc *d, cJSON *list, const struct fid_pair *pair, enum fid_gauge_id id,
              enum fid_level level, size_t point_n, struct fid_error *err)
{
    static const char *const level_name[] = {"busy", "user", "sys", "iowait"};
    const struct fid_gauge *g[2] = {&pair->real->gauge[id], &pair->emu->gauge[id]};
    const struct fid_run *run[2] = {pair->real, pair->emu};
    struct fid_track t[2] = {{0}, {0}};
    /* stamps jitter: 2 % is one grid, as where shapes are compared */
    bool alike = fabs (g[0]->period_s - g[1]->period_s) <= 0.02 * g[0]->period_s;
    for (int k = 0; k < 2; k++)
        if (fid_track_gauge (run[k], id, level, alike ? g[0]->period_s : g[k]->period_s, &t[k],
                             err)) {
            fid_track_clear (&t[0]);
            return -1;
        }
    bool disk = id == FID_GAUGE_DISK_READ || id == FID_GAUGE_DISK_WRITE;
    return put_tracks (d, list, fid_gauge_name (id),
                       id == FID_GAUGE_CPU ? level_name[level] : "level",
                       disk                     ? "MiB/s"
                       : id == FID_GAUGE_GPU_FB ? "MiB"
                                                : "%",
                       t, point_n, err);
}

int
fid_series_resources (struct fid_doc *d, cJSON *list, const struct fid_pair *pair,
                      size_t point_n, struct fid_error *err)
{
    for (int id = 0; id < FID_STREAM_N; id++) {
        if (id != FID_STREAM_VFS_OPEN &&
            stream_series (d, list, pair, (enum fid_stream_id)id, true, point_n, err))
            return -1;
        if (stream_series (d, list, pair, (enum fid_stream_id)id, false, point_n, err))
            return -1;
    }
    for (int id = 0; id < FID_GAUGE_N; id++)
        for (int level = 0; level < (id == FID_GAUGE_CPU ? FID_CPU_DIM : 1); level++)
            if (gauge_series (d, list, pair, (enum fid_gauge_id)id, (enum fid_level)level,
                              point_n, err))
                return -1;
    return 0;
}

/* --- the document */

/* Of the run, as its result names it; the seconds its trace and its headline
 * window lie in. */
static int
side_json (struct fid_doc *d, cJSON *doc, int k, const struct fid_run *run,
           enum fid_window window, const cJSON *result, struct fid_error *err)
{
    const cJSON *from = cJSON_GetObjectItemCaseSensitive (result, fid_series_side[k]);
    struct fid_extent x;
    struct fid_intervals iv;
    if (fid_track_extent (run, &x, err) || fid_window_cut (run, window, false, &iv, err))
        return -1;
    cJSON *o = fid_doc_object (d, doc, fid_series_side[k]);
    fid_doc_text (d, o, "id",
                  cJSON_GetStringValue (cJSON_GetObjectItemCaseSensitive (from, "id")));
    fid_doc_text (d, o, "hash",
                  cJSON_GetStringValue (cJSON_GetObjectItemCaseSensitive (from, "hash")));
    fid_doc_text (d, o, "run", run->id);
    fid_series_time (d, o, "from_s", (double)(x.first_ns - x.zero_ns) / 1e9);
    fid_series_time (d, o, "to_s", (double)(x.end_ns - x.zero_ns) / 1e9);
    cJSON *window_list = fid_doc_list (d, o, "window");
    for (size_t i = 0; i < iv.n; i++) {
        cJSON *span = fid_doc_list (d, window_list, NULL);
        fid_series_time (d, span, NULL, (double)(iv.at[i].start_ns - x.zero_ns) / 1e9);
        fid_series_time (d, span, NULL, (double)(iv.at[i].end_ns - x.zero_ns) / 1e9);
    }
    fid_intervals_clear (&iv);
    return 0;
}

/* The block of the phase a segment is of; -1.  *at: phases before it have ended
 * when the segment begins; segments come by start. */
static int
block_of (const struct fid_phases *p, const struct fid_segment *g, size_t *at)
{
    while (*at < p->phase_n && p->phase[*at].end_ns <= g->start_ns)
        ++*at;
    for (size_t i = *at; i < p->phase_n && p->phase[i].start_ns < g->end_ns; i++) {
        const struct fid_phase *f = &p->phase[i];
        if (f->end_ns > g->start_ns && f->block >= 0 && f->epoch == g->epoch &&
            fid_part_of_kind (f->kind) == g->part)
            return f->block;
    }
    return -1;
}

static int
phases_json (struct fid_doc *d, cJSON *list, const struct fid_run *run, struct fid_error *err)
{
    const struct fid_phases *p = &run->phases;
    struct fid_extent x;
    size_t at = 0;
    if (fid_track_extent (run, &x, err))
        return -1;
    for (size_t i = 0; i < p->segment_n; i++) {
        const struct fid_segment *g = &p->segment[i];
        if (g->part == FID_PART_BETWEEN || g->part == FID_PART_BEFORE)
            continue;
        int block = block_of (p, g, &at);
        cJSON *o = fid_doc_object (d, list, NULL);
        fid_doc_text (d, o, "kind", fid_part_name (g->part));
        fid_doc_maybe (d, o, "epoch", g->epoch >= 0, g->epoch);
        fid_doc_maybe (d, o, "block", block >= 0, block);
        fid_series_time (d, o, "start_s", (double)(g->start_ns - x.zero_ns) / 1e9);
        fid_series_time (d, o, "end_s", (double)(g->end_ns - x.zero_ns) / 1e9);
    }
    return 0;
}

/* How the runs lie over each other, as the result says it. */
static void
axis_json (struct fid_doc *d, cJSON *o, const cJSON *result)
{
    static const char *const keys[] = {"lag_of", "lag_s", "warp_mean_s", "warp_max_s"};
    const cJSON *alignment = cJSON_GetObjectItemCaseSensitive (result, "alignment");
    fid_doc_text (d, o, "unit", "s");
    fid_doc_text (d, o, "zero", "start of the job, of the trace where no phases are known");
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        fid_doc_take (
            d, o, keys[i],
            cJSON_Duplicate (cJSON_GetObjectItemCaseSensitive (alignment, keys[i]), true));
}

cJSON *
fid_compare_series (const struct fid_run *real, const struct fid_run *emu,
                    const struct fid_compare_opts *opts, size_t point_n, const cJSON *result,
                    struct fid_error *err)
{
    const struct fid_run *run[2] = {real, emu};
    struct fid_pair pair;
    struct fid_doc out, *d = &out;
    int rc = 0;
    if (fid_pair_resolve (&pair, real, emu, opts, err))
        return NULL;
    fid_doc_begin (d);
    cJSON *doc = d->root;
    const cJSON *tool = cJSON_GetObjectItemCaseSensitive (result, "tool");
    fid_doc_text (d, doc, "schema", "fidlio.series/1");
    fid_doc_text (d, doc, "key",
                  cJSON_GetStringValue (cJSON_GetObjectItemCaseSensitive (tool, "key")));
    fid_doc_number (d, doc, "points", (double)point_n);
    for (int k = 0; k < 2 && !rc; k++)
        rc = side_json (d, doc, k, run[k], pair.window, result, err);
    fid_doc_text (d, doc, "window", fid_window_name (pair.window));
    axis_json (d, fid_doc_object (d, doc, "axis"), result);
    cJSON *phases = fid_doc_object (d, doc, "phases");
    for (int k = 0; k < 2 && !rc; k++)
        rc = phases_json (d, fid_doc_list (d, phases, fid_series_side[k]), run[k], err);
    if (rc || fid_series_resources (d, fid_doc_list (d, doc, "series"), &pair, point_n, err) ||
        fid_series_warps (d, fid_doc_list (d, doc, "warps"), &pair, err) ||
        fid_series_distributions (d, fid_doc_object (d, doc, "distributions"), &pair, err) ||
        fid_series_spectra (d, fid_doc_list (d, doc, "spectra"), &pair, err)) {
        cJSON_Delete (doc);
        return NULL;
    }
    fid_series_steps (d, fid_doc_object (d, doc, "steps"), &pair);
    fid_series_cells (d, fid_doc_object (d, doc, "cells"), &pair);
    return fid_doc_end (d, err);
}
