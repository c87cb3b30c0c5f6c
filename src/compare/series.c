/* SPDX-License-Identifier: GPL-3.0-or-later */
/* series.c - see series.h; here: sides, phases, what each phase moved, what a step is made of */
#include "compare/series.h"
#include "metrics/ratio.h"

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
    FID_SCOPED (fid_intervals_clear) struct fid_intervals iv = {.n = 0};
    FID_TRY (fid_track_extent (run, &x, err));
    FID_TRY (fid_window_cut (run, window, false, &iv, err));
    side->from_s = (double)(x.first_ns - x.zero_ns) / 1e9;
    side->to_s = (double)(x.end_ns - x.zero_ns) / 1e9;
    FID_TRY (fid_series_room (s, &side->window, 2 * iv.n, err));
    for (size_t i = 0; i < iv.n; i++) {
        side->window.x[2 * i] = (double)(iv.at[i].start_ns - x.zero_ns) / 1e9;
        side->window.x[2 * i + 1] = (double)(iv.at[i].end_ns - x.zero_ns) / 1e9;
    }
    FID_TRY (copy_text (s, &side->id, as->id, err));
    FID_TRY (copy_text (s, &side->hash, as->hash, err));
    return copy_text (s, &side->run, run->id, err);
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

/* --- what each phase moved */

/* Phases are listed by epoch up to this number; with more, one row for each kind. */
#define ROW_MAX 64

static const enum fid_part kinds[] = {FID_PART_INIT, FID_PART_TRAINING, FID_PART_EVAL,
                                      FID_PART_CHECKPOINT};
#define KIND_N (sizeof kinds / sizeof *kinds)

/* The n-th epoch of a kind of phase (0: all of the kind), in one run. */
struct row {
    enum fid_part kind;
    size_t nth;
};

/* A walk over the segments of one kind, counting its epochs. */
struct walk {
    const struct fid_phases *p;
    enum fid_part kind;
    size_t at, nth;
    int epoch;
};

static const struct fid_segment *next_row (struct walk *w)
{
    for (; w->at < w->p->segment_n; w->at++) {
        const struct fid_segment *g = &w->p->segment[w->at];
        if (g->part != w->kind)
            continue;
        if (!w->nth || g->epoch > w->epoch) {
            w->nth++;
            w->epoch = g->epoch;
        }
        w->at++;
        return g;
    }
    return NULL;
}

static size_t rows_of (const struct fid_pair *pair, struct row row[ROW_MAX])
{
    size_t most[KIND_N], all = 0, n = 0;
    for (size_t i = 0; i < KIND_N; i++) {
        most[i] = 0;
        for (int k = 0; k < 2; k++) {
            struct walk w = {.p = &pair->run[k]->phases, .kind = kinds[i]};
            while (next_row (&w))
                continue;
            most[i] = w.nth > most[i] ? w.nth : most[i];
        }
        all += most[i];
    }
    for (size_t i = 0; i < KIND_N; i++)
        if (all > ROW_MAX && most[i])
            row[n++] = (struct row){kinds[i], 0};
        else
            for (size_t k = 1; k <= most[i]; k++)
                row[n++] = (struct row){kinds[i], k};
    return n;
}

/* The next segment of the row. */
static const struct fid_segment *next_of (struct walk *w, const struct row *row)
{
    const struct fid_segment *g;
    do
        g = next_row (w);
    while (g && row->nth && w->nth != row->nth);
    return g;
}

static double length_s (const struct fid_run *run, const struct row *row)
{
    struct walk w = {.p = &run->phases, .kind = row->kind};
    const struct fid_segment *g;
    double s = 0;
    while ((g = next_of (&w, row)))
        s += (double)(g->end_ns - g->start_ns) / 1e9;
    return s;
}

/* Sums operations, or MiB, of a stream in the row's segments; bins are not divided. */
static double moved_in_row (const struct fid_run *run, enum fid_stream_id id, bool bytes,
                            const struct row *row)
{
    const struct fid_grid *grid = &run->stream[id].grid;
    struct walk w = {.p = &run->phases, .kind = row->kind};
    const struct fid_segment *g;
    double sum = 0;
    if (!run->stream[id].traced || (bytes && !run->stream[id].sized) ||
        length_s (run, row) <= 0)
        return FID_GAP;
    while (grid->n && (g = next_of (&w, row))) {
        int64_t from =
            fid_round_div (g->start_ns - run->phases.origin_ns, grid->bin_ns) - grid->first;
        int64_t to =
            fid_round_div (g->end_ns - run->phases.origin_ns, grid->bin_ns) - grid->first;
        from = from > 0 ? from : 0;
        to = to < (int64_t)grid->n ? to : (int64_t)grid->n;
        for (int64_t e = from; e < to; e++)
            sum += bytes ? (double)grid->byte_n[e] / 1048576 : grid->op_n[e];
    }
    return sum;
}

/* Computes the mean level of a gauge in the row's segments; a gap if less than a period is
 * covered. */
static double level_in_row (const struct fid_run *run, enum fid_gauge_id id,
                            const struct row *row)
{
    const struct fid_gauge *g = &run->gauge[id];
    struct walk w = {.p = &run->phases, .kind = row->kind};
    const struct fid_segment *seg;
    double sum = 0, weight = 0;
    int64_t period = (int64_t)(g->period_s * 1e9);
    size_t k = 0;
    while (g->n > 1 && (seg = next_of (&w, row))) {
        while (k < g->n && g->t_ns[k] <= seg->start_ns)
            k++;
        for (size_t i = k; i < g->n && g->t_ns[i] - period < seg->end_ns; i++) {
            int64_t from = g->t_ns[i] - period, to = g->t_ns[i];
            if (i > 0 && g->t_ns[i - 1] > from)
                from = g->t_ns[i - 1];
            from = from > seg->start_ns ? from : seg->start_ns;
            to = to < seg->end_ns ? to : seg->end_ns;
            sum += fid_gauge_level (g->value + i * g->dim, g->dim) * (double)(to - from);
            weight += (double)(to - from);
        }
    }
    return weight < (double)period || weight <= 0 ? FID_GAP : sum / weight;
}

/* A column of cells, and the value below which one counts as nothing. */
struct column {
    enum fid_resource_id resource;
    enum fid_quantity_id quantity;
    enum fid_unit_id unit;
    double floor;
    double side[2][ROW_MAX];
};

static int put_column (struct fid_series *s, const struct column *c, size_t n,
                       struct fid_error *err)
{
    bool any = false;
    for (size_t i = 0; i < n; i++)
        any |= c->side[0][i] != FID_GAP || c->side[1][i] != FID_GAP;
    if (!any)
        return 0;
    struct fid_series_column *o = &s->column[s->column_n++];
    *o = (struct fid_series_column){
        .resource = c->resource, .quantity = c->quantity, .unit = c->unit};
    FID_TRY (fid_series_copy (s, &o->side[0], c->side[0], n, err));
    FID_TRY (fid_series_copy (s, &o->side[1], c->side[1], n, err));
    FID_TRY (fid_series_room (s, &o->similarity, n, err));
    for (size_t i = 0; i < n; i++) { /* as for volumes: min / max, 0 if one is below floor */
        double a = c->side[0][i], b = c->side[1][i];
        bool known = a >= 0 && b >= 0 && a != FID_GAP && b != FID_GAP;
        bool one = (a < c->floor) != (b < c->floor);
        o->similarity.x[i] = !known ? FID_GAP : one ? 0 : exp (-fid_log_ratio (a, b, c->floor));
    }
    return 0;
}

static int add_cells (struct fid_series *s, const struct fid_pair *pair, struct fid_error *err)
{
    struct row row[ROW_MAX];
    size_t n = rows_of (pair, row);
    s->row = fid_arena_take (&s->arena, n, sizeof *s->row, err);
    s->column = fid_arena_take (&s->arena, FID_STREAM_N + FID_GAUGE_N, sizeof *s->column, err);
    if (!s->row || !s->column)
        return -1;
    for (s->row_n = 0; s->row_n < n; s->row_n++) {
        struct fid_series_row *r = &s->row[s->row_n];
        r->kind = row[s->row_n].kind;
        r->nth = (int)row[s->row_n].nth;
        for (int k = 0; k < 2; k++) {
            double length = length_s (pair->run[k], &row[s->row_n]);
            r->length_s[k] = length > 0 ? length : FID_GAP;
        }
    }
    for (enum fid_stream_id id = 0; id < FID_STREAM_N; id++) {
        bool bytes = pair->run[0]->stream[id].sized && pair->run[1]->stream[id].sized &&
                     id != FID_STREAM_DATA_OPEN;
        struct column c = {.resource = fid_resource_of_stream (id),
                           .quantity = bytes ? FID_QUANTITY_BYTES : FID_QUANTITY_OPS,
                           .unit = bytes ? FID_IN_MIB : FID_IN_ONE,
                           .floor = bytes ? 1. / 2048 : 1};
        for (int k = 0; k < 2; k++)
            for (size_t r = 0; r < n; r++)
                c.side[k][r] = moved_in_row (pair->run[k], id, bytes, &row[r]);
        FID_TRY (put_column (s, &c, n, err));
    }
    for (enum fid_gauge_id id = 0; id < FID_GAUGE_N; id++) {
        bool disk = id == FID_GAUGE_DISK_READ || id == FID_GAUGE_DISK_WRITE;
        struct column c = {.resource = fid_resource_of_gauge (id),
                           .quantity =
                               id == FID_GAUGE_CPU ? FID_QUANTITY_BUSY : FID_QUANTITY_LEVEL,
                           .unit = disk                     ? FID_IN_MIB_PER_S
                                   : id == FID_GAUGE_GPU_FB ? FID_IN_MIB
                                                            : FID_IN_PERCENT,
                           .floor = disk ? 1. / 2048 : 0.01};
        for (int k = 0; k < 2; k++)
            for (size_t r = 0; r < n; r++)
                c.side[k][r] = level_in_row (pair->run[k], id, &row[r]);
        FID_TRY (put_column (s, &c, n, err));
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
        FID_TRY (add_side (s, k, pair->run[k], pair->window, as[k], err));
        FID_TRY (add_phases (s, k, pair->run[k], err));
        FID_TRY (add_steps (s, &s->steps[k], pair->run[k], err));
    }
    FID_TRY (add_cells (s, pair, err));
    FID_TRY (fid_series_resources (s, pair, size, err));
    FID_TRY (fid_series_warps (s, pair, err));
    FID_TRY (fid_series_distributions (s, pair, err));
    FID_TRY (fid_series_spectra (s, pair, err));
    return fid_series_access_add (s, pair, err);
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
