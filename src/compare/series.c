/* series.c - see series.h */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "compare/series.h"

/* Adds a run under the name that its result uses, and the seconds of its trace and of its
 * headline window. */
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

/* Returns the block of the phase to which a segment belongs; -1 if none.  *at is a cursor:
 * phases before it have ended when the segment begins; segments are sorted by start. */
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

/* Adds the alignment of the runs, as in the result. */
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
fid_compare_series (const struct fid_pair *pair, const struct fid_series_size *size,
                    const cJSON *result, struct fid_error *err)
{
    const struct fid_run *run[2] = {pair->real, pair->emu};
    struct fid_doc out, *d = &out;
    int rc = 0;
    fid_doc_begin (d);
    cJSON *doc = d->root;
    const cJSON *tool = cJSON_GetObjectItemCaseSensitive (result, "tool");
    fid_doc_text (d, doc, "schema", "fidlio.series/1");
    fid_doc_text (d, doc, "key",
                  cJSON_GetStringValue (cJSON_GetObjectItemCaseSensitive (tool, "key")));
    fid_doc_number (d, doc, "points", (double)size->point_n);
    fid_doc_number (d, doc, "fine_points", (double)size->fine_n);
    for (int k = 0; k < 2 && !rc; k++)
        rc = side_json (d, doc, k, run[k], pair->window, result, err);
    fid_doc_text (d, doc, "window", fid_window_name (pair->window));
    axis_json (d, fid_doc_object (d, doc, "axis"), result);
    cJSON *phases = fid_doc_object (d, doc, "phases");
    for (int k = 0; k < 2 && !rc; k++)
        rc = phases_json (d, fid_doc_list (d, phases, fid_series_side[k]), run[k], err);
    if (rc || fid_series_resources (d, fid_doc_list (d, doc, "series"), pair, size, err) ||
        fid_series_warps (d, fid_doc_list (d, doc, "warps"), pair, err) ||
        fid_series_distributions (d, fid_doc_object (d, doc, "distributions"), pair, err) ||
        fid_series_spectra (d, fid_doc_list (d, doc, "spectra"), pair, err)) {
        cJSON_Delete (doc);
        return NULL;
    }
    fid_series_steps (d, fid_doc_object (d, doc, "steps"), pair);
    fid_series_cells (d, fid_doc_object (d, doc, "cells"), pair);
    if (fid_series_demand (d, doc, pair, result, err) ||
        fid_series_access (d, fid_doc_object (d, doc, "access"), pair, err)) {
        cJSON_Delete (doc);
        return NULL;
    }
    return fid_doc_end (d, err);
}
