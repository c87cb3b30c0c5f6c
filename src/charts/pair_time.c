/* pair_time.c - a pair over time: series, phases, warp (see pair_parts.h) */
#include <math.h>
#include <string.h>
#include "base/units.h"
#include "charts/merge_bins.h"
#include "charts/pair_charts.h"
#include "charts/pair_parts.h"
#include "charts/robust_axis.h"

#define BIN_PX 4   /* of report.html: narrower bins cannot be told apart */
#define LINKS  50  /* of the warp, between the phases */
#define BINS   180 /* of an overlay, about: both curves stay readable */

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

/* Add the phases of a side, labelled with their epoch; used says which kinds there are. */
static void
add_epochs (struct fid_figure *fig, const struct fid_series *s, int side, size_t row,
            struct fid_spans *spans, struct fid_spell *spell, bool used[FID_PART_N])
{
    size_t first = spans->spell_n;
    add_phases (s, side, row, spans, spell);
    for (size_t i = first; i < spans->spell_n; i++) {
        const struct fid_series_phase *f = &s->side[side].phase[i - first];
        used[f->kind] = true;
        spell[i].label = f->epoch >= 0 ? fid_figure_text (fig, "%d", f->epoch) : NULL;
    }
}

static void
add_kinds (struct fid_panel *panel, const bool used[FID_PART_N])
{
    for (size_t k = 0; k < FID_PART_N; k++)
        if (used[k])
            panel->key[panel->key_n++] = (struct fid_key){
                .label = fid_part_name ((enum fid_part)k),
                .pen = {.colour = phase_colour ((enum fid_part)k), .opacity = .55},
                .filled = true};
}

/* The phases of both runs. */
static void
overlay_phases (struct fid_figure *fig, const struct fid_series *s,
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

/* Draw the phases of one run; returns where the panel is.  The first has the legend of both. */
static struct fid_panel
draw_phases (struct fid_figure *fig, const struct fid_series *s, int side, struct fid_canvas *c,
             struct fid_box box)
{
    static const char *const name[] = {"real", "second"};
    bool used[FID_PART_N] = {false};
    struct fid_spell *spell = fid_figure_room (fig, s->side[side].phase_n, sizeof *spell);
    struct fid_spans spans = {.panel = {.box = box,
                                        .left = 56,
                                        .gridless = true,
                                        .x = fid_pair_seconds (s, NULL),
                                        .y = {.name = &name[side], .name_n = 1}},
                              .spell = spell,
                              .empty = "no phases are known"};
    spans.panel.x.none = !side; /* the axis is below the second run */
    add_epochs (fig, s, side, 0, &spans, spell, used);
    for (size_t i = 0; !side && i < s->side[1].phase_n; i++)
        used[s->side[1].phase[i].kind] = true;
    if (!side)
        add_kinds (&spans.panel, used);
    fid_spans_draw (&spans, c);
    return spans.panel;
}

void
fid_chart_phases (struct fid_figure *fig, const struct fid_series *s, size_t i,
                  struct fid_canvas *c, struct fid_box box)
{
    const double row = 26, foot = 40, head = s->side[0].phase_n + s->side[1].phase_n ? 20 : 0;
    struct fid_panel top =
        draw_phases (fig, s, 0, c, (struct fid_box){box.x, box.y, box.w, row + head});
    struct fid_panel below = draw_phases (
        fig, s, 1, c, (struct fid_box){box.x, box.y + box.h - foot - row, box.w, row + foot});
    if (i >= s->warp_n)
        return;
    const struct fid_series_warp *w = &s->warp[i];
    /* one line with gaps: a hundred separate ones would be most of the picture's bytes */
    size_t each = w->link[0].n > LINKS ? (w->link[0].n + LINKS - 1) / LINKS : 1;
    size_t n = (w->link[0].n + each - 1) / each;
    double *x = fid_figure_numbers (fig, 3 * n), *y = fid_figure_numbers (fig, 3 * n);
    for (size_t k = 0; x && y && k < n; k++) {
        x[3 * k] = fid_panel_x (&top, w->link[0].x[k * each]);
        x[3 * k + 1] = fid_panel_x (&below, w->link[1].x[k * each]);
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

bool
fid_pair_moves (const struct fid_series_time *t)
{
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < t->side[side].n; i++) {
            double v = t->side[side].value.x[i];
            if (isfinite (v) && fabs (v) > 0)
                return true;
        }
    return false;
}

/* Append the line of a side. */
static void
add_side (struct fid_lines *l, struct fid_line *line, const struct fid_series_track *track,
          int side, const char *label)
{
    if (track->n)
        line[l->line_n++] = (struct fid_line){.label = label,
                                              .x0 = track->t0_s + track->dt_s / 2,
                                              .dx = track->dt_s,
                                              .y = track->value.x,
                                              .n = track->n,
                                              .pen = fid_side_pen (side)};
}

/* The value of bucket k, counted as those of `of` are; FID_GAP: there is none.  A stream
 * (`silent`) that is over, or has not begun, moves nothing. */
static double
bucket_value (const struct fid_series_track *of, long k, bool silent)
{
    if (k < 0 || (size_t)k >= of->n)
        return silent ? 0 : FID_GAP;
    return of->value.x[k];
}

/* Second run minus real run from the first bucket of either to the last; n 0 if their buckets
 * nowhere coincide. */
static struct fid_series_track
difference_of_tracks (struct fid_figure *fig, const struct fid_series_track *a,
                      const struct fid_series_track *b, bool silent)
{
    struct fid_series_track d = {.dt_s = a->dt_s};
    if (!a->n || !b->n || a->dt_s != b->dt_s)
        return d;
    long shift = lround ((b->t0_s - a->t0_s) / a->dt_s); /* of b's first bucket */
    long first = shift < 0 ? shift : 0, end = (long)a->n;
    end = shift + (long)b->n > end ? shift + (long)b->n : end;
    double *x = fid_figure_numbers (fig, (size_t)(end - first));
    for (long k = first; x && k < end; k++) {
        double real = bucket_value (a, k, silent), second = bucket_value (b, k - shift, silent);
        bool known = isfinite (real) && isfinite (second);
        x[k - first] = known ? second - real : FID_GAP;
    }
    d.t0_s = a->t0_s + (double)first * a->dt_s;
    d.n = x ? (size_t)(end - first) : 0;
    d.value = (struct fid_numbers){x, d.n};
    return d;
}

/* The area between two lines, in the colour of the run that has more. */
static struct fid_between
area_of_lines (const struct fid_line *real, const struct fid_line *second, double opacity,
               bool keys)
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

/* End the axis of values where its spikes would hide the rest, mark these, and say in the title
 * how many are cut.  Thin lines of extremes may be cut without a mark. */
static void
limit_values (struct fid_figure *fig, struct fid_lines *l, struct fid_line *line,
              const struct fid_line mean[2])
{
    struct fid_robust r = fid_robust_end (fig, mean, 2, &l->panel.x);
    double lo = 0, hi = r.hi;
    if (!(hi > 0))
        return;
    fid_ticks_round (&lo, &hi, false, FID_UNIT_NUMBER, 5);
    l->panel.y.lo = 0;
    l->panel.y.hi = hi;
    if (!r.cut_n)
        return;
    for (int side = 0; side < 2; side++) {
        struct fid_line marks = fid_robust_marks (fig, &mean[side], &l->panel.x, hi);
        if (marks.n)
            line[l->line_n++] = marks;
    }
    l->panel.title = fid_figure_text (fig, "%s; %zu value%s cut, up to %.3g", l->panel.title,
                                      r.cut_n, r.cut_n > 1 ? "s" : "", r.highest);
}

static void
draw_difference (struct fid_figure *fig, struct fid_lines *top, struct fid_lines *below,
                 const struct fid_series_track *d, struct fid_canvas *c)
{
    double zeros[2] = {0, 0}, *minus = fid_figure_numbers (fig, d->n);
    struct fid_line apart[3] = {{.x0 = d->t0_s + d->dt_s / 2,
                                 .dx = d->dt_s,
                                 .y = d->value.x,
                                 .n = d->n,
                                 .pen = {.colour = FID_INK_SOFT, .width = .7}}};
    struct fid_line zero = {.x0 = below->panel.x.lo,
                            .dx = below->panel.x.hi - below->panel.x.lo,
                            .y = zeros,
                            .n = 2};
    struct fid_rule rule = {.at = 0};
    struct fid_between more = area_of_lines (&zero, &apart[0], .45, true);
    struct fid_line mirror = apart[0];
    for (size_t i = 0; minus && i < d->n; i++)
        minus[i] = isfinite (d->value.x[i]) ? -d->value.x[i] : FID_GAP;
    mirror.y = minus;
    below->panel.title = "second run minus real run";
    below->line = apart; /* its edge is that of the area */
    below->line_n = 1;
    apart[0].pen.width = .4;
    below->between = &more;
    below->rule = &rule;
    below->rule_n = 1;
    if (minus) {
        struct fid_robust up = fid_robust_end (fig, apart, 1, &below->panel.x);
        struct fid_robust down = fid_robust_end (fig, &mirror, 1, &below->panel.x);
        double lo = -down.hi, hi = up.hi;
        if (hi > lo) {
            fid_ticks_round (&lo, &hi, false, FID_UNIT_NUMBER, 4);
            below->panel.y.lo = lo;
            below->panel.y.hi = hi;
        }
        if (up.cut_n + down.cut_n)
            below->panel.title =
                fid_figure_text (fig, "%s; %zu cut, %.3g to %.3g", below->panel.title,
                                 up.cut_n + down.cut_n, -down.highest, up.highest);
    }
    top->panel.x.bare = true;
    top->panel.left = below->panel.left = fmax (fid_lines_left (top), fid_lines_left (below));
    fid_lines_draw (top, c);
    fid_lines_draw (below, c);
}

void
fid_chart_time (struct fid_figure *fig, const struct fid_series *s, size_t i,
                struct fid_canvas *c, struct fid_box box)
{
    const struct fid_series_time *t = &s->time[i];
    struct fid_series_track track[2];
    struct fid_lines top = {.panel = {.box = box,
                                      .title = fid_resources[t->resource].words,
                                      .x = fid_pair_seconds (s, NULL),
                                      .y = {.label = fid_unit_name (t->unit)}}};
    struct fid_line line[8], mean[2] = {{0}, {0}};
    double span_s = top.panel.x.hi - top.panel.x.lo, bin_s = 0, upper = box.h * .6;
    size_t first[2] = {0, 0};
    bool silent = t->quantity == FID_QUANTITY_BYTES || t->quantity == FID_QUANTITY_OPS;
    top.line = line;
    for (int side = 0; side < 2; side++) {
        const struct fid_series_track *own = &t->side[side];
        double each = own->n ? ceil (span_s / own->dt_s * BIN_PX / box.w) : 1;
        each = fmin (fmax (each, 1), (double)own->n + 1);
        track[side] = fid_merge_track (fig, own, (size_t)each);
        if (each > 1)
            bin_s = fmax (bin_s, track[side].dt_s);
        first[side] = top.line_n;
        add_side (&top, line, &track[side], side, s->side[side].id);
        if (top.line_n > first[side])
            mean[side] = line[first[side]];
    }
    if (bin_s > 0) {
        char text[40];
        fid_format_seconds (bin_s, text, sizeof text);
        top.panel.title = fid_figure_text (fig, "%s, means of %s", top.panel.title, text);
    }
    add_shades (fig, s, &top);
    struct fid_lines below = top;
    struct fid_series_track d = difference_of_tracks (fig, &track[0], &track[1], silent);
    limit_values (fig, &top, line, mean);
    if (!d.n) {
        fid_lines_draw (&top, c);
        return;
    }
    below.panel.box = (struct fid_box){box.x, box.y + upper, box.w, box.h - upper};
    top.panel.box.h = upper;
    draw_difference (fig, &top, &below, &d, c);
}

/* --- series of both over each other, for fidlio plot */

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

/* A track in bins of at least dt, or on another axis. */
static struct fid_series_track
on_axis (struct fid_figure *fig, const struct fid_series_track *of,
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

static void
overlay_series (struct fid_figure *fig, const struct fid_series_time *t,
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

void
fid_pair_overlay (struct fid_figure *fig, const struct fid_series *s,
                  const struct fid_pair_opts *opts)
{
    struct fid_pair_axis axis;
    if (fid_pair_axis_of (fig, s, opts, &axis))
        return;
    overlay_phases (fig, s, &axis);
    for (size_t i = 0; i < s->time_n; i++) {
        const struct fid_series_time *t = &s->time[i];
        if (is_main (s, t) && fid_pair_moves (t) && fid_pair_wants (opts, t->resource))
            overlay_series (fig, t, &axis);
    }
    fid_pair_axis_clear (&axis);
}

/* --- warp */

static bool
has_value (const struct fid_numbers *x)
{
    for (size_t i = 0; i < x->n; i++)
        if (isfinite (x->x[i]))
            return true;
    return false;
}

/* How far the comparison may look: around the line of an even pace, as far as the band. */
static void
add_band (struct fid_figure *fig, const struct fid_series_warp *w, struct fid_lines *l,
          struct fid_line *line)
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

void
fid_pair_warp (struct fid_figure *fig, const struct fid_series *s,
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
