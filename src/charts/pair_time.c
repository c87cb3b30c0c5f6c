/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pair_time.c - a pair over time: series, phases, warp (see pair_parts.h) */
#include "charts/merge_bins.h"
#include "charts/pair_parts.h"

#define BINS 180 /* of an overlay, about: both curves stay readable */

/* --- phases */

static enum fid_colour phase_colour (enum fid_part part)
{
    switch (part) {
    case FID_PART_TRAINING:
        return FID_YELLOW;
    case FID_PART_EVAL:
        return FID_PURPLE;
    case FID_PART_CHECKPOINT:
        return FID_GREEN;
    default: /* before training and after it */
        return FID_SKY;
    }
}

/* Add the phases of a side as spells of a row, labelled with their kind. */
static void add_phases (const struct fid_series *s, int side, size_t row,
                        struct fid_spans *spans, struct fid_spell *spell)
{
    for (size_t i = 0; spell && i < s->side[side].phase_n; i++) {
        const struct fid_series_phase *f = &s->side[side].phase[i];
        spell[spans->spell_n++] = (struct fid_spell){.from = f->start_s,
                                                     .to = f->end_s,
                                                     .row = row,
                                                     .label = fid_part_name (f->kind),
                                                     .colour = phase_colour (f->kind)};
    }
}

/* Add the phases of a side, labelled with their epoch; used says which kinds there are. */
static void add_epochs (struct fid_figure *fig, const struct fid_series *s, int side,
                        size_t row, struct fid_spans *spans, struct fid_spell *spell,
                        bool used[FID_PART_N])
{
    size_t first = spans->spell_n;
    add_phases (s, side, row, spans, spell);
    for (size_t i = first; i < spans->spell_n; i++) {
        const struct fid_series_phase *f = &s->side[side].phase[i - first];
        used[f->kind] = true;
        spell[i].label = f->epoch >= 0 ? fid_figure_text (fig, "%d", f->epoch) : NULL;
    }
}

static void add_kinds (struct fid_panel *panel, const bool used[FID_PART_N])
{
    for (size_t k = 0; k < FID_PART_N; k++)
        if (used[k])
            panel->key[panel->key_n++] = (struct fid_key){
                .label = fid_part_name ((enum fid_part)k),
                .pen = {.colour = phase_colour ((enum fid_part)k), .opacity = .55},
                .filled = true};
}

/* The phases of both runs. */
static void overlay_phases (struct fid_figure *fig, const struct fid_series *s,
                            const struct fid_pair_axis *axis)
{
    size_t n = s->side[0].phase_n + s->side[1].phase_n;
    bool used[FID_PART_N] = {false};
    if (!n)
        return;
    struct fid_plot *part = fid_figure_add (fig, FID_PLOT_SPANS);
    struct fid_spans *spans = &part->as.spans;
    struct fid_spell *spell = fid_figure_room (fig, n, sizeof *spell);
    part->shared = true;
    spans->panel.x = axis->x;
    spans->panel.y = (struct fid_axis){.name = fid_side_name, .name_n = 2};
    spans->spell = spell;
    for (int side = 0; spell && side < 2; side++) {
        size_t first = spans->spell_n;
        add_epochs (fig, s, side, (size_t)side, spans, spell, used);
        for (size_t i = first; i < spans->spell_n; i++) {
            spell[i].from = fid_time_place (&axis->map[side], spell[i].from);
            spell[i].to = fid_time_place (&axis->map[side], spell[i].to);
        }
    }
    add_kinds (&spans->panel, used);
}

/* --- one resource over time, for report.html */

bool fid_pair_chart_shows (const struct fid_series *s, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (s->time[k].resource == s->time[i].resource)
            return false; /* bytes come first, busy before its parts */
    return true;
}

bool fid_pair_moves (const struct fid_series_time *t)
{
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < t->side[side].n; i++) {
            double v = t->side[side].value.x[i];
            if (isfinite (v) && fabs (v) > 0)
                return true;
        }
    return false;
}

/* --- series of both over each other, for fidlio plot */

/* The quantity of a resource that is drawn: bytes rather than operations, the CPU as a whole.
 */
static bool is_main (const struct fid_series *s, const struct fid_series_time *t)
{
    if (t->quantity == FID_QUANTITY_OPS)
        return !fid_series_find (s, t->resource, FID_QUANTITY_BYTES);
    return t->quantity == FID_QUANTITY_BYTES || t->quantity == FID_QUANTITY_BUSY ||
           t->quantity == FID_QUANTITY_LEVEL;
}

/* A track in bins of at least dt, or on another axis. */
static struct fid_series_track on_axis (struct fid_figure *fig,
                                        const struct fid_series_track *of,
                                        const struct fid_pair_axis *axis, int side, double dt)
{
    double each = of->n ? fmin (ceil (dt / of->dt_s - 1e-6), (double)of->n + 1) : 1;
    if (!axis->moved || !of->n)
        return fid_merge_track (fig, of, (size_t)fmax (1, each));
    double width = (axis->x.hi - axis->x.lo) / BINS;
    struct fid_series_track out = {.t0_s = axis->x.lo, .dt_s = width, .n = BINS};
    out.value.x = fid_figure_numbers (fig, BINS);
    out.n = out.value.n = out.value.x ? BINS : 0;
    if (out.n)
        fid_time_resample (&axis->map[side], of, axis->x.lo, width, BINS, out.value.x);
    return out;
}

static void overlay_series (struct fid_figure *fig, const struct fid_series_time *t,
                            const struct fid_pair_axis *axis)
{
    struct fid_plot *part = fid_figure_add (fig, FID_PLOT_LINES);
    struct fid_lines *l = &part->as.lines;
    struct fid_line *line = fid_figure_room (fig, 2, sizeof *line);
    double own = fmax (t->side[0].n ? t->side[0].dt_s : 0, t->side[1].n ? t->side[1].dt_s : 0);
    double dt = own * fmax (1, ceil ((axis->x.hi - axis->x.lo) / BINS / own - 1e-6));
    part->shared = true;
    l->panel.title = fid_resources[t->resource].words;
    l->panel.x = axis->x;
    l->panel.y = (struct fid_axis){.label = fid_unit_name (t->unit)};
    if (t->unit == FID_IN_PERCENT)
        l->panel.y.hi = 100;
    if (!line)
        return;
    for (int side = 0; side < 2; side++) {
        const struct fid_series_track *of = &t->side[side];
        struct fid_series_track track = on_axis (fig, of, axis, side, dt);
        line[side] = (struct fid_line){.label = fid_side_name[side],
                                       .x0 = track.t0_s,
                                       .dx = track.dt_s,
                                       .y = track.value.x,
                                       .n = track.n,
                                       .pen = fid_side_pen (side),
                                       .step = true};
        line[side].pen.width = 1.2;
        if (!of->n)
            line[side].label = fid_figure_text (fig, "%s: not recorded", fid_side_name[side]);
    }
    l->line = line;
    l->line_n = 2;
}

void fid_pair_overlay (struct fid_figure *fig, const struct fid_series *s,
                       const struct fid_pair_opts *opts)
{
    struct fid_pair_axis axis;
    if (fid_pair_axis_of (fig, s, opts, &axis))
        return;
    overlay_phases (fig, s, &axis);
    FID_EACH (const struct fid_series_time, t, s->time)
        if (is_main (s, t) && fid_pair_moves (t) && fid_pair_wants (opts, t->resource))
            overlay_series (fig, t, &axis);
    fid_pair_axis_clear (&axis);
}

/* --- warp */

static bool has_value (const struct fid_numbers *x)
{
    for (size_t i = 0; i < x->n; i++)
        if (isfinite (x->x[i]))
            return true;
    return false;
}

/* How far the comparison may look: around the line of an even pace, as far as the band. */
static void add_band (struct fid_figure *fig, const struct fid_series_warp *w,
                      struct fid_lines *l, struct fid_line *line)
{
    size_t n = w->centre_s.n;
    double *low = fid_figure_numbers (fig, n), *high = fid_figure_numbers (fig, n);
    if (!n || !low || !high)
        return;
    for (size_t k = 0; k < n; k++) {
        low[k] = w->centre_s.x[k] - w->band_s;
        high[k] = w->centre_s.x[k] + w->band_s;
    }
    line[l->line_n++] = (struct fid_line){
        .label = fid_figure_text (fig, "where a match may lie, \xC2\xB1 %.2g s", w->band_s),
        .x = w->at_s.x,
        .y = w->centre_s.x,
        .n = n,
        .low = low,
        .high = high,
        .pen = {.colour = FID_GREY, .dash = FID_DOTTED, .width = 1}};
}

void fid_pair_warp (struct fid_figure *fig, const struct fid_series *s,
                    const struct fid_pair_opts *opts, struct fid_lines *l)
{
    static const enum fid_colour colours[] = {FID_GREEN, FID_PURPLE,   FID_ORANGE,
                                              FID_SKY,   FID_INK_SOFT, FID_INK};
    static const struct fid_rule zero = {.at = 0};
    struct fid_line *line = fid_figure_room (fig, s->warp_n + 1, sizeof *line);
    l->panel.x = fid_pair_seconds (s, opts);
    l->panel.y = (struct fid_axis){.label = "shift", .unit = FID_UNIT_SECONDS};
    l->empty = "no resource was compared over time";
    l->rule = &zero;
    l->rule_n = 1;
    l->line = line;
    for (size_t i = 0; line && i < s->warp_n; i++) {
        const struct fid_series_warp *w = &s->warp[i];
        if (!w->at_s.n || !fid_pair_wants (opts, w->resource) || !has_value (&w->mean_s))
            continue;
        if (!l->line_n)
            add_band (fig, w, l, line);
        line[l->line_n] =
            (struct fid_line){.label = fid_resources[w->resource].name,
                              .x = w->at_s.x,
                              .y = w->mean_s.x,
                              .n = w->at_s.n < w->mean_s.n ? w->at_s.n : w->mean_s.n,
                              .pen = {.colour = colours[i % 6],
                                      .dash = i % 2 ? FID_DASHED : FID_SOLID,
                                      .width = 1.3}};
        l->line_n++;
    }
}
