/* pair_time.c - a pair over time: series, phases, warp (see pair_parts.h) */
#include "config.h"
#include <math.h>
#include <string.h>
#include "base/units.h"
#include "charts/merge_bins.h"
#include "charts/pair_charts.h"
#include "charts/pair_parts.h"
#include "results/words.h"

#define BIN_PX 3   /* of report.html: narrower bins cannot be told apart */
#define BINS   180 /* of an overlay, about: both curves stay readable */

void
fid_pair_job (const struct fid_series *s, double job[2])
{
    bool known = s->side[0].window.n >= 2 && s->side[1].window.n >= 2;
    job[0] = INFINITY;
    job[1] = -INFINITY;
    for (int k = 0; k < 2; k++) {
        const struct fid_numbers *w = &s->side[k].window;
        job[0] = fmin (job[0], known ? w->x[0] : s->side[k].from_s);
        job[1] = fmax (job[1], known ? w->x[w->n - 1] : s->side[k].to_s);
    }
}

/* From where the first run was traced to where the last was, within opts; of report.html, which
 * has none, the job. */
static struct fid_axis
time_axis (const struct fid_series *s, const struct fid_pair_opts *opts)
{
    double job[2] = {fmin (s->side[0].from_s, s->side[1].from_s),
                     fmax (s->side[0].to_s, s->side[1].to_s)};
    if (!opts)
        fid_pair_job (s, job);
    double lo = job[0], hi = job[1];
    if (opts && opts->from_s > -1e8)
        lo = opts->from_s;
    if (opts && opts->to_s < 1e8)
        hi = opts->to_s;
    return (struct fid_axis){.label = "time from the start of the job",
                             .lo = lo,
                             .hi = hi > lo ? hi : lo + 1,
                             .unit = FID_UNIT_SECONDS};
}

/* --- phases */

static enum fid_colour
phase_colour (enum fid_part part)
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
static void
add_phases (const struct fid_series *s, int side, size_t row, struct fid_spans *spans,
            struct fid_spell *spell)
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

/* The phases of both runs, labelled with their epoch. */
static void
overlay_phases (struct fid_figure *fig, const struct fid_series *s,
                const struct fid_pair_opts *opts)
{
    size_t n = s->side[0].phase_n + s->side[1].phase_n;
    bool used[FID_PART_N] = {false};
    if (!n)
        return;
    struct fid_plot *part = fid_figure_add (fig, FID_PLOT_SPANS);
    struct fid_spans *spans = &part->as.spans;
    struct fid_spell *spell = fid_figure_room (fig, n, sizeof *spell);
    part->shared = true;
    spans->panel.x = time_axis (s, opts);
    spans->panel.y = (struct fid_axis){.name = fid_side_name, .name_n = 2};
    spans->spell = spell;
    for (int side = 0; spell && side < 2; side++) {
        size_t first = spans->spell_n;
        add_phases (s, side, (size_t)side, spans, spell);
        for (size_t i = first; i < spans->spell_n; i++) {
            const struct fid_series_phase *f = &s->side[side].phase[i - first];
            used[f->kind] = true;
            spell[i].label = f->epoch >= 0 ? fid_figure_text (fig, "%d", f->epoch) : NULL;
        }
    }
    for (size_t k = 0; k < FID_PART_N; k++)
        if (used[k])
            spans->panel.key[spans->panel.key_n++] = (struct fid_key){
                .label = fid_part_name ((enum fid_part)k),
                .pen = {.colour = phase_colour ((enum fid_part)k), .opacity = .55},
                .filled = true};
}

/* Draw the phases of one run; returns where the panel is. */
static struct fid_panel
draw_phases (struct fid_figure *fig, const struct fid_series *s, int side, struct fid_canvas *c,
             struct fid_box box)
{
    static const char *const name[] = {"real", "second"};
    struct fid_spell *spell = fid_figure_room (fig, s->side[side].phase_n, sizeof *spell);
    struct fid_spans spans = {.panel = {.box = box,
                                        .left = 56,
                                        .gridless = true,
                                        .x = time_axis (s, NULL),
                                        .y = {.name = &name[side], .name_n = 1}},
                              .spell = spell,
                              .empty = "no phases are known"};
    spans.panel.x.none = !side; /* the axis is below the second run */
    add_phases (s, side, 0, &spans, spell);
    fid_spans_draw (&spans, c);
    return spans.panel;
}

void
fid_chart_phases (struct fid_figure *fig, const struct fid_series *s, size_t i,
                  struct fid_canvas *c, struct fid_box box)
{
    const double row = 26, foot = 40;
    struct fid_panel top =
        draw_phases (fig, s, 0, c, (struct fid_box){box.x, box.y, box.w, row});
    struct fid_panel below = draw_phases (
        fig, s, 1, c, (struct fid_box){box.x, box.y + box.h - foot - row, box.w, row + foot});
    if (i >= s->warp_n)
        return;
    const struct fid_series_warp *w = &s->warp[i];
    /* one line with gaps: a hundred separate ones would be most of the picture's bytes */
    size_t n = w->link[0].n;
    double *x = fid_figure_numbers (fig, 3 * n), *y = fid_figure_numbers (fig, 3 * n);
    for (size_t k = 0; x && y && k < n; k++) {
        x[3 * k] = fid_panel_x (&top, w->link[0].x[k]);
        x[3 * k + 1] = fid_panel_x (&below, w->link[1].x[k]);
        y[3 * k] = top.inner.y + top.inner.h + 1;
        y[3 * k + 1] = below.inner.y - 1;
        x[3 * k + 2] = y[3 * k + 2] = FID_GAP;
    }
    if (x && y)
        fid_draw_line (c, x, y, 3 * n, (struct fid_pen){.colour = FID_GREY, .width = .7});
}

/* --- one resource over time, for report.html */

bool
fid_pair_chart_shows (const struct fid_series *s, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (s->time[k].resource == s->time[i].resource)
            return false; /* bytes come first, busy before its parts */
    return true;
}

/* Append the lines of a side: the mean and, if bins were merged, the extremes. */
static void
add_side (struct fid_lines *l, struct fid_line *line, const struct fid_series_track *track,
          int side, const char *label)
{
    const struct fid_numbers *of[] = {&track->value, &track->min, &track->max};
    for (int k = 0; k < 3 && track->n; k++) {
        struct fid_pen pen = fid_side_pen (side);
        if (!of[k]->x)
            continue;
        if (k) {
            pen.width = .6;
            pen.opacity = .5;
        }
        line[l->line_n++] = (struct fid_line){.label = k ? NULL : label,
                                              .x0 = track->t0_s + track->dt_s / 2,
                                              .dx = track->dt_s,
                                              .y = of[k]->x,
                                              .n = of[k]->n,
                                              .pen = pen};
    }
}

/* Second run minus real run where the bins of both coincide; n 0 if they nowhere do. */
static struct fid_numbers
difference (struct fid_figure *fig, const struct fid_series_track *a,
            const struct fid_series_track *b)
{
    struct fid_numbers d = {0};
    if (!a->n || !b->n || a->dt_s != b->dt_s)
        return d;
    long shift = lround ((a->t0_s - b->t0_s) / a->dt_s);
    d.x = fid_figure_numbers (fig, a->n);
    d.n = d.x ? a->n : 0;
    for (size_t i = 0; i < d.n; i++) {
        long k = (long)i + shift;
        bool there =
            k >= 0 && (size_t)k < b->n && isfinite (a->value.x[i]) && isfinite (b->value.x[k]);
        d.x[i] = there ? b->value.x[k] - a->value.x[i] : FID_GAP;
    }
    return d;
}

/* The area between two lines, in the colour of the run that has more. */
static struct fid_between
between (const struct fid_line *real, const struct fid_line *second, double opacity, bool keys)
{
    return (struct fid_between){
        .line = {real, second},
        .colour = {FID_COLOUR_REAL, FID_COLOUR_EMULATION},
        .key = {keys ? "more in the real run" : NULL, keys ? "more in the second" : NULL},
        .opacity = opacity};
}

/* Phases of the real run, except training, as shades. */
static void
add_shades (struct fid_figure *fig, const struct fid_series *s, struct fid_lines *l)
{
    struct fid_shade *shade = fid_figure_room (fig, s->side[0].phase_n, sizeof *shade);
    l->shade = shade;
    for (size_t k = 0; shade && k < s->side[0].phase_n; k++) {
        const struct fid_series_phase *f = &s->side[0].phase[k];
        if (f->kind != FID_PART_TRAINING)
            shade[l->shade_n++] =
                (struct fid_shade){f->start_s, f->end_s, phase_colour (f->kind)};
    }
}

void
fid_chart_time (struct fid_figure *fig, const struct fid_series *s, size_t i,
                struct fid_canvas *c, struct fid_box box)
{
    const struct fid_series_time *t = &s->time[i];
    struct fid_series_track track[2];
    struct fid_lines top = {.panel = {.box = box,
                                      .title = fid_resources[t->resource].words,
                                      .x = time_axis (s, NULL),
                                      .y = {.label = fid_unit_name (t->unit)}}};
    struct fid_line line[6];
    double span_s = top.panel.x.hi - top.panel.x.lo, bin_s = 0, upper = box.h * .6;
    size_t real_n = 0;
    top.line = line;
    for (int side = 0; side < 2; side++) {
        const struct fid_series_track *own = &t->side[side];
        double each = own->n ? ceil (span_s / own->dt_s * BIN_PX / box.w) : 1;
        each = fmin (fmax (each, 1), (double)own->n + 1);
        track[side] = fid_merge_track (fig, own, (size_t)each);
        if (each > 1)
            bin_s = fmax (bin_s, track[side].dt_s);
        real_n = top.line_n;
        add_side (&top, line, &track[side], side, s->side[side].id);
    }
    if (bin_s > 0) {
        char text[40];
        fid_format_seconds (bin_s, text, sizeof text);
        top.panel.title = fid_figure_text (fig, "%s, means of %s", top.panel.title, text);
    }
    add_shades (fig, s, &top);
    struct fid_lines below = top;
    struct fid_numbers d = difference (fig, &track[0], &track[1]);
    struct fid_between area = between (&line[0], &line[real_n], .2, d.n == 0);
    if (real_n && top.line_n > real_n)
        top.between = &area;
    if (!d.n) {
        fid_lines_draw (&top, c);
        return;
    }
    double zeros[2] = {0, 0};
    struct fid_line apart = {.x0 = line[0].x0,
                             .dx = line[0].dx,
                             .y = d.x,
                             .n = d.n,
                             .pen = {.colour = FID_INK_SOFT, .width = .7}};
    struct fid_line zero = {.x0 = top.panel.x.lo, .dx = span_s, .y = zeros, .n = 2};
    struct fid_rule rule = {.at = 0};
    struct fid_between more = between (&zero, &apart, .45, true);
    below.panel.box = (struct fid_box){box.x, box.y + upper, box.w, box.h - upper};
    below.panel.title = "second run minus real run";
    below.line = &apart;
    below.line_n = 1;
    below.between = &more;
    below.rule = &rule;
    below.rule_n = 1;
    top.panel.box.h = upper;
    top.panel.x.bare = true;
    top.panel.left = below.panel.left = fmax (fid_lines_left (&top), fid_lines_left (&below));
    fid_lines_draw (&top, c);
    fid_lines_draw (&below, c);
}

/* --- series of both over each other, for fidlio plot */

/* Whether a value of either side is not 0. */
static bool
is_active (const struct fid_series_time *t)
{
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < t->side[side].n; i++) {
            double v = t->side[side].value.x[i];
            if (isfinite (v) && fabs (v) > 0)
                return true;
        }
    return false;
}

/* The quantity of a resource that is drawn: bytes rather than operations, the CPU as a whole.
 */
static bool
is_main (const struct fid_series *s, const struct fid_series_time *t)
{
    if (t->quantity == FID_QUANTITY_OPS)
        return !fid_series_find (s, t->resource, FID_QUANTITY_BYTES);
    return t->quantity == FID_QUANTITY_BYTES || t->quantity == FID_QUANTITY_BUSY ||
           t->quantity == FID_QUANTITY_LEVEL;
}

static void
overlay_series (struct fid_figure *fig, const struct fid_series *s,
                const struct fid_series_time *t, const struct fid_pair_opts *opts)
{
    struct fid_plot *part = fid_figure_add (fig, FID_PLOT_LINES);
    struct fid_lines *l = &part->as.lines;
    struct fid_line *line = fid_figure_room (fig, 2, sizeof *line);
    struct fid_axis x = time_axis (s, opts);
    double own = fmax (t->side[0].n ? t->side[0].dt_s : 0, t->side[1].n ? t->side[1].dt_s : 0);
    double dt = own * fmax (1, ceil ((x.hi - x.lo) / BINS / own - 1e-6));
    part->shared = true;
    l->panel.title = fid_resources[t->resource].words;
    l->panel.x = x;
    l->panel.y = (struct fid_axis){.label = fid_unit_name (t->unit)};
    if (t->unit == FID_IN_PERCENT)
        l->panel.y.hi = 100;
    if (!line)
        return;
    for (int side = 0; side < 2; side++) {
        const struct fid_series_track *of = &t->side[side];
        double each = of->n ? fmin (ceil (dt / of->dt_s - 1e-6), (double)of->n + 1) : 1;
        struct fid_series_track track = fid_merge_track (fig, of, (size_t)fmax (1, each));
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

void
fid_pair_overlay (struct fid_figure *fig, const struct fid_series *s,
                  const struct fid_pair_opts *opts)
{
    overlay_phases (fig, s, opts);
    for (size_t i = 0; i < s->time_n; i++) {
        const struct fid_series_time *t = &s->time[i];
        if (is_main (s, t) && is_active (t) && fid_pair_wants (opts, t->resource))
            overlay_series (fig, s, t, opts);
    }
}

/* --- warp */

void
fid_pair_warp (struct fid_figure *fig, const struct fid_series *s,
               const struct fid_pair_opts *opts, struct fid_lines *l)
{
    static const enum fid_colour colours[] = {FID_GREEN, FID_PURPLE, FID_ORANGE,
                                              FID_SKY,   FID_GREY,   FID_INK};
    static const struct fid_rule zero = {.at = 0};
    struct fid_line *line = fid_figure_room (fig, s->warp_n, sizeof *line);
    l->panel.x = time_axis (s, opts);
    l->panel.y = (struct fid_axis){.label = "shift", .unit = FID_UNIT_SECONDS};
    l->empty = "no resource was compared over time";
    l->rule = &zero;
    l->rule_n = 1;
    l->line = line;
    for (size_t i = 0; line && i < s->warp_n; i++) {
        const struct fid_series_warp *w = &s->warp[i];
        if (!w->at_s.n || !fid_pair_wants (opts, w->resource))
            continue;
        line[l->line_n] =
            (struct fid_line){.label = fid_resources[w->resource].name,
                              .x = w->at_s.x,
                              .y = w->mean_s.x,
                              .n = w->at_s.n < w->mean_s.n ? w->at_s.n : w->mean_s.n,
                              .pen = {.colour = colours[l->line_n % 6],
                                      .dash = l->line_n % 2 ? FID_DASHED : FID_SOLID,
                                      .width = 1.3}};
        l->line_n++;
    }
}
