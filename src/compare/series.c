/* SPDX-License-Identifier: GPL-3.0-or-later */
/* series.c - see series.h; here: sides, phases, what each phase moved, what a step is made of */
#include "compare/series.h"

/* *to := a copy of text, which may be NULL. */
static int copy_text (struct fid_series *s, const char **to, const char *text,
                      struct fid_error *err)
{
    *to = fid_arena_text (&s->arena, text, err);
    return text && !*to ? -1 : 0;
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
    FID_TRY (fid_track_extent (run, &x, err));
    if (!(side->phase = fid_arena_take (&s->arena, p->segment_n, sizeof *side->phase, err)))
        return -1;
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

/* --- what a training step is made of */

#define STEP_TIMES_MAX 2000

struct mean {
    double sum;
    size_t n;
};

static void count_mean (struct mean *m, double x)
{
    if (x < 0)
        return;
    m->sum += x;
    m->n++;
}

static double value_of (const struct mean *m)
{
    return m->n ? m->sum / (double)m->n : FID_GAP;
}

/* The lengths of the training steps in their order; of many the means of so many each. */
static int add_step_times (struct fid_series *s, struct fid_series_steps *out,
                           const struct fid_run *run, struct fid_error *err)
{
    size_t n = (size_t)out->n, every = (n + STEP_TIMES_MAX - 1) / STEP_TIMES_MAX, k = 0;
    size_t in_mean = 0;
    struct mean m = {0};
    out->every = (double)every;
    FID_TRY (fid_series_room (s, &out->time_s, (n + every - 1) / every, err));
    FID_EACH_OF (const struct fid_step, t, run->steps.step, run->steps.n) {
        bool parts = t->load_s >= 0 && t->compute_s >= 0;
        if (t->eval)
            continue;
        count_mean (&m, t->step_s >= 0 ? t->step_s : parts ? t->load_s + t->compute_s : -1);
        if (++in_mean < every)
            continue;
        out->time_s.x[k++] = value_of (&m);
        m = (struct mean){0};
        in_mean = 0;
    }
    if (in_mean)
        out->time_s.x[k++] = value_of (&m);
    return 0;
}

/* "other" is the rest of the steps that have all three times, to a nanosecond (less is the
 * rounding of their difference). */
static int add_steps (struct fid_series *s, struct fid_series_steps *out,
                      const struct fid_run *run, struct fid_error *err)
{
    struct mean load = {0}, compute = {0}, step = {0}, other = {0};
    size_t n = 0;
    FID_EACH_OF (const struct fid_step, t, run->steps.step, run->steps.n) {
        if (t->eval)
            continue;
        n++;
        count_mean (&load, t->load_s);
        count_mean (&compute, t->compute_s);
        count_mean (&step, t->step_s);
        if (t->load_s >= 0 && t->compute_s >= 0 && t->step_s >= 0)
            count_mean (&other,
                        fmax (0, rint ((t->step_s - t->load_s - t->compute_s) * 1e9) / 1e9));
    }
    *out = (struct fid_series_steps){.n = (double)n,
                                     .load_s = value_of (&load),
                                     .compute_s = value_of (&compute),
                                     .other_s = value_of (&other),
                                     .step_s = value_of (&step)};
    return n ? add_step_times (s, out, run, err) : 0;
}

/* --- all of it */

static int add_all (struct fid_series *s, const struct fid_pair *pair,
                    const struct fid_series_size *size, const struct fid_result *result,
                    struct fid_error *err)
{
    const struct fid_result_side *as[2] = {&result->head.real, &result->head.emulation};
    const struct fid_result_alignment *a = &result->alignment;
    s->point_n = (int)size->point_n;
    s->fine_point_n = (int)size->fine_n;
    s->window = fid_window_name (pair->window);
    s->lag_s = a->lag_s;
    s->warp_mean_s = a->warp_mean_s != FID_ABSENT ? a->warp_mean_s : FID_GAP;
    s->warp_max_s = a->warp_max_s != FID_ABSENT ? a->warp_max_s : FID_GAP;
    FID_TRY (copy_text (s, &s->key, result->head.key, err));
    FID_TRY (copy_text (s, &s->lag_of, a->lag_of, err));
    for (int k = 0; k < 2; k++) {
        struct fid_series_side *side = &s->side[k];
        struct fid_extent x;
        FID_SCOPED (fid_intervals_clear) struct fid_intervals iv = {.n = 0};
        FID_TRY (fid_track_extent (pair->run[k], &x, err));
        FID_TRY (fid_window_cut (pair->run[k], pair->window, false, &iv, err));
        side->from_s = (double)(x.first_ns - x.zero_ns) / 1e9;
        side->to_s = (double)(x.end_ns - x.zero_ns) / 1e9;
        FID_TRY (fid_series_room (s, &side->window, 2 * iv.n, err));
        for (size_t i = 0; i < iv.n; i++) {
            side->window.x[2 * i] = (double)(iv.at[i].start_ns - x.zero_ns) / 1e9;
            side->window.x[2 * i + 1] = (double)(iv.at[i].end_ns - x.zero_ns) / 1e9;
        }
        FID_TRY (copy_text (s, &side->id, as[k]->id, err));
        FID_TRY (copy_text (s, &side->hash, as[k]->hash, err));
        FID_TRY (copy_text (s, &side->run, pair->run[k]->id, err));
        FID_TRY (add_phases (s, k, pair->run[k], err));
        FID_TRY (add_steps (s, &s->steps[k], pair->run[k], err));
    }
    FID_TRY (fid_series_resources (s, pair, size, err));
    FID_TRY (fid_series_warps (s, pair, err));
    FID_TRY (fid_series_distributions (s, pair, err));
    FID_TRY (fid_series_spectra (s, pair, err));
    return fid_series_add_jumps (s, pair, err);
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
