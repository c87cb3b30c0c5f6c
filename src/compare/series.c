/* SPDX-License-Identifier: GPL-3.0-or-later */
/* series.c - see series.h */
#include "compare/series.h"

/* *to := a copy of text, which may be NULL. */
static int copy_text (struct fid_series *s, const char **to, const char *text,
                      struct fid_error *err)
{
    *to = fid_arena_text (&s->arena, text, err);
    return text && !*to ? -1 : 0;
}

/* Adds a run under the name that its result uses, and the seconds of its trace and of its
 * headline window. */
static int add_side (struct fid_series *s, int k, const struct fid_run *run,
                     enum fid_window window, const struct fid_result_side *as,
                     struct fid_error *err)
{
    struct fid_series_side *side = &s->side[k];
    struct fid_extent x;
    struct fid_intervals iv;
    FID_TRY (fid_track_extent (run, &x, err) || fid_window_cut (run, window, false, &iv, err));
    side->from_s = (double)(x.first_ns - x.zero_ns) / 1e9;
    side->to_s = (double)(x.end_ns - x.zero_ns) / 1e9;
    int rc = fid_series_room (s, &side->window, 2 * iv.n, err);
    for (size_t i = 0; !rc && i < iv.n; i++) {
        side->window.x[2 * i] = (double)(iv.at[i].start_ns - x.zero_ns) / 1e9;
        side->window.x[2 * i + 1] = (double)(iv.at[i].end_ns - x.zero_ns) / 1e9;
    }
    fid_intervals_clear (&iv);
    return FID_FAILED (rc || copy_text (s, &side->id, as->id, err) ||
                       copy_text (s, &side->hash, as->hash, err) ||
                       copy_text (s, &side->run, run->id, err));
}

/* Returns the block of the phase to which a segment belongs; -1 if none.  *at is a cursor:
 * phases before it have ended when the segment begins; segments are sorted by start. */
static int block_of (const struct fid_phases *p, const struct fid_segment *g, size_t *at)
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

static int add_phases (struct fid_series *s, int k, const struct fid_run *run,
                       struct fid_error *err)
{
    const struct fid_phases *p = &run->phases;
    struct fid_series_side *side = &s->side[k];
    struct fid_extent x;
    size_t at = 0;
    FID_TRY (
        fid_track_extent (run, &x, err) ||
        !(side->phase = fid_arena_take (&s->arena, p->segment_n, sizeof *side->phase, err)));
    FID_EACH (const struct fid_segment, g, p->segment) {
        if (g->part == FID_PART_BETWEEN || g->part == FID_PART_BEFORE)
            continue;
        side->phase[side->phase_n++] =
            (struct fid_series_phase){.kind = g->part,
                                      .epoch = g->epoch,
                                      .block = block_of (p, g, &at),
                                      .start_s = (double)(g->start_ns - x.zero_ns) / 1e9,
                                      .end_s = (double)(g->end_ns - x.zero_ns) / 1e9};
    }
    return 0;
}

/* Adds the alignment of the runs, as in the result. */
static int add_axis (struct fid_series *s, const struct fid_result_alignment *a,
                     struct fid_error *err)
{
    s->lag_s = a->lag_s;
    s->warp_mean_s = a->warp_mean_s != FID_ABSENT ? a->warp_mean_s : FID_GAP;
    s->warp_max_s = a->warp_max_s != FID_ABSENT ? a->warp_max_s : FID_GAP;
    return copy_text (s, &s->lag_of, a->lag_of, err);
}

static int add_all (struct fid_series *s, const struct fid_pair *pair,
                    const struct fid_series_size *size, const struct fid_result *result,
                    struct fid_error *err)
{
    const struct fid_result_side *as[2] = {&result->head.real, &result->head.emulation};
    s->point_n = (int)size->point_n;
    s->fine_point_n = (int)size->fine_n;
    s->window = fid_window_name (pair->window);
    for (int k = 0; k < 2; k++)
        FID_TRY (add_side (s, k, pair->run[k], pair->window, as[k], err) ||
                 add_phases (s, k, pair->run[k], err));
    return FID_FAILED (
        copy_text (s, &s->key, result->head.key, err) ||
        add_axis (s, &result->alignment, err) || fid_series_resources (s, pair, size, err) ||
        fid_series_warps (s, pair, err) || fid_series_distributions (s, pair, err) ||
        fid_series_spectra (s, pair, err) || fid_series_steps_add (s, pair, err) ||
        fid_series_cells (s, pair, err) || fid_series_access_add (s, pair, err));
}

struct fid_series *fid_compare_series (const struct fid_pair *pair,
                                       const struct fid_series_size *size,
                                       const struct fid_result *result, struct fid_error *err)
{
    struct fid_series *s = calloc (1, sizeof *s);
    if (!s)
        return fid_null_nomem (err);
    if (add_all (s, pair, size, result, err)) {
        fid_series_destroy (s);
        return NULL;
    }
    fid_record_round (fid_series_record, s);
    return s;
}
