/* pair_figure_time.c - a pair against time: phases, series, warp (see pair_picture.h) */
#include <math.h>
#include <string.h>
#include "charts/pair_figure_parts.h"

/* An overlay is read where both curves have room: buckets are joined to about so
 * many. */
#define BUCKETS 180

static struct fid_axis
time_axis (const struct fid_pair_figure *p)
{
    const struct fid_series *s = p->s;
    double lo = fmin (s->side[0].from_s, s->side[1].from_s);
    double hi = fmax (s->side[0].to_s, s->side[1].to_s);
    if (p->opts->from_s > -1e8)
        lo = p->opts->from_s;
    if (p->opts->to_s < 1e8)
        hi = p->opts->to_s;
    return (struct fid_axis){.label = "time since the job began",
                             .lo = lo,
                             .hi = hi > lo ? hi : lo + 1,
                             .unit = FID_UNIT_SECONDS};
}

/* --- phases */

static const struct {
    const char *kind;
    enum fid_colour colour;
} kinds[] = {{"INIT", FID_SKY},
             {"TRAINING", FID_YELLOW},
             {"EVAL", FID_PURPLE},
             {"CHECKPOINT", FID_GREEN}};

enum { KINDS = sizeof kinds / sizeof *kinds };

static void
phases (struct fid_pair_figure *p)
{
    const struct fid_series *s = p->s;
    size_t n = s->side[0].phase_n + s->side[1].phase_n;
    bool used[KINDS] = {false};
    if (!n)
        return;
    struct fid_plot *part = fid_figure_add (p->fig, FID_PLOT_SPANS);
    struct fid_spans *spans = &part->as.spans;
    struct fid_spell *t = fid_figure_room (p->fig, n, sizeof *t);
    part->shared = true;
    spans->panel.x = time_axis (p);
    spans->panel.y = (struct fid_axis){.name = fid_pair_side, .name_n = 2};
    spans->spell = t;
    for (int side = 0; t && side < 2; side++)
        for (size_t i = 0; i < s->side[side].phase_n; i++) {
            const struct fid_series_phase *f = &s->side[side].phase[i];
            size_t k = 0;
            while (k < KINDS - 1 && strcmp (kinds[k].kind, f->kind) != 0)
                k++;
            used[k] = true;
            t[spans->spell_n++] = (struct fid_spell){
                .from = f->start_s,
                .to = f->end_s,
                .row = (size_t)side,
                .label = f->epoch >= 0 ? fid_figure_text (p->fig, "%d", f->epoch) : NULL,
                .colour = kinds[k].colour};
        }
    for (size_t k = 0; k < KINDS; k++)
        if (used[k])
            spans->panel.key[spans->panel.key_n++] =
                (struct fid_key){.label = kinds[k].kind,
                                 .pen = {.colour = kinds[k].colour, .opacity = .55},
                                 .filled = true};
}

/* --- series */

/* One side of a series in buckets of `each` of its own; their first is a whole
 * number of buckets after 0, so that those of both sides coincide. */
static struct fid_line
line_of (struct fid_pair_figure *p, const struct fid_series_track *t, int side, double dt)
{
    struct fid_line line = {
        .label = fid_pair_side[side], .pen = fid_pair_pen (side), .step = true};
    if (!t->n)
        return line;
    line.pen.width = 1.2;
    double first = floor (t->t0_s / dt + 1e-6);
    size_t n = (size_t)(ceil ((t->t0_s + (double)t->n * t->dt_s) / dt - 1e-6) - first);
    double *sum = fid_figure_numbers (p->fig, n), *count = fid_figure_numbers (p->fig, n);
    if (!sum || !count)
        return line;
    for (size_t i = 0; i < t->n; i++) {
        double at = floor ((t->t0_s + ((double)i + .5) * t->dt_s) / dt) - first;
        size_t k = at > 0 ? (size_t)at : 0;
        k = k < n ? k : n - 1;
        if (t->value.x[i] == FID_GAP || !isfinite (t->value.x[i]))
            continue;
        sum[k] += t->value.x[i];
        count[k]++;
    }
    for (size_t k = 0; k < n; k++)
        sum[k] = count[k] > 0 ? sum[k] / count[k] : NAN;
    line.x0 = first * dt;
    line.dx = dt;
    line.y = sum;
    line.n = n;
    return line;
}

/* Whether there is anything but zeros on either side. */
static bool
is_active (const struct fid_series_time *t)
{
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < t->side[side].n; i++) {
            double v = t->side[side].value.x[i];
            if (v != FID_GAP && isfinite (v) && fabs (v) > 0)
                return true;
        }
    return false;
}

/* The quantity of a resource that is drawn: bytes before counts, the CPU as a
 * whole. */
static bool
is_main (const struct fid_series *s, const struct fid_series_time *t)
{
    if (strcmp (t->quantity, "ops") == 0)
        return !fid_series_find (s, t->resource, "bytes");
    return strcmp (t->quantity, "bytes") == 0 || strcmp (t->quantity, "busy") == 0 ||
           strcmp (t->quantity, "level") == 0;
}

static void
add_series (struct fid_pair_figure *p, const struct fid_series_time *t)
{
    struct fid_plot *part = fid_figure_add (p->fig, FID_PLOT_LINES);
    struct fid_lines *l = &part->as.lines;
    struct fid_line *line = fid_figure_room (p->fig, 2, sizeof *line);
    struct fid_axis x = time_axis (p);
    double own = fmax (t->side[0].n ? t->side[0].dt_s : 0, t->side[1].n ? t->side[1].dt_s : 0);
    double dt = own * fmax (1, ceil ((x.hi - x.lo) / BUCKETS / own - 1e-6));
    part->shared = true;
    l->panel.title = fid_figure_text (p->fig, "%s%s", t->resource,
                                      strcmp (t->quantity, "busy") == 0 ? " busy" : "");
    l->panel.x = x;
    l->panel.y = (struct fid_axis){.label = t->unit};
    if (strcmp (t->unit, "%") == 0)
        l->panel.y.hi = 100;
    if (!line)
        return;
    for (int side = 0; side < 2; side++)
        line[side] = line_of (p, &t->side[side], side, dt);
    /* who lacks it is told by the legend */
    for (int side = 0; side < 2; side++)
        if (!t->side[side].n)
            line[side].label =
                fid_figure_text (p->fig, "%s: not recorded", fid_pair_side[side]);
    l->line = line;
    l->line_n = 2;
}

void
fid_pair_overlay (struct fid_pair_figure *p)
{
    phases (p);
    for (size_t i = 0; i < p->s->time_n; i++) {
        const struct fid_series_time *t = &p->s->time[i];
        if (is_main (p->s, t) && is_active (t) && fid_pair_wants (p, t->resource))
            add_series (p, t);
    }
}

/* --- warp */

void
fid_pair_warp (struct fid_pair_figure *p)
{
    static const enum fid_colour colours[] = {FID_BLUE,   FID_VERMILLION, FID_GREEN,
                                              FID_ORANGE, FID_PURPLE,     FID_SKY};
    static const struct fid_rule zero = {.at = 0};
    const struct fid_series *s = p->s;
    struct fid_plot *part = fid_figure_add (p->fig, FID_PLOT_LINES);
    struct fid_lines *l = &part->as.lines;
    struct fid_line *line = fid_figure_room (p->fig, s->warp_n, sizeof *line);
    part->shared = true;
    part->height = 140;
    l->panel.title = "warp: emulation minus real";
    l->panel.x = time_axis (p);
    l->panel.y = (struct fid_axis){.label = "offset", .unit = FID_UNIT_SECONDS};
    l->empty = "no stream is active in both runs";
    l->rule = &zero;
    l->rule_n = 1;
    l->line = line;
    for (size_t i = 0; line && i < s->warp_n; i++) {
        const struct fid_series_warp *w = &s->warp[i];
        if (!w->at_s.n || !fid_pair_wants (p, w->resource))
            continue;
        line[l->line_n] =
            (struct fid_line){.label = w->resource,
                              .x = fid_pair_numbers (p, w->at_s),
                              .y = fid_pair_numbers (p, w->mean_s),
                              .n = w->at_s.n < w->mean_s.n ? w->at_s.n : w->mean_s.n,
                              .pen = {.colour = colours[l->line_n % 6], .width = 1.2}};
        l->line_n++;
    }
}
