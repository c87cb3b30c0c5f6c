/* pair_charts_time.c - pictures over time (picture.h) */
#include "config.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/units.h"
#include "charts/merge_bins.h"
#include "charts/pair_charts_parts.h"
#include "results/words.h"

#define BUCKET_PX 3 /* of curves: less cannot be told apart */

void
fid_picture_range (const struct fid_series *s, double *from_s, double *to_s)
{
    *from_s = fmin (s->side[0].from_s, s->side[1].from_s);
    *to_s = fmax (s->side[0].to_s, s->side[1].to_s);
}

bool
fid_picture_shows (const struct fid_series *s, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (strcmp (s->time[k].resource, s->time[i].resource) == 0)
            return false; /* bytes come first, busy before its parts */
    return true;
}

/* As in the pictures of fidlio plot. */
static enum fid_colour
colour_of (const char *kind)
{
    return strcmp (kind, "TRAINING") == 0     ? FID_YELLOW
           : strcmp (kind, "EVAL") == 0       ? FID_PURPLE
           : strcmp (kind, "CHECKPOINT") == 0 ? FID_GREEN
                                              : FID_SKY;
}

/* Lines of one side: the mean and, where it was thinned, its extremes. */
static size_t
add_side (struct fid_line *line, const struct fid_series_track *track, int side,
          const char *label)
{
    struct fid_pen pen = fid_picture_pen (side);
    const struct fid_numbers *of[] = {&track->value, &track->min, &track->max};
    size_t n = 0;
    for (int k = 0; k < 3 && track->n; k++) {
        if (!of[k]->x)
            continue;
        line[n] = (struct fid_line){.label = k ? NULL : label,
                                    .x0 = track->t0_s + track->dt_s / 2,
                                    .dx = track->dt_s,
                                    .y = of[k]->x,
                                    .n = of[k]->n,
                                    .pen = pen};
        if (k) {
            line[n].pen.width = .6;
            line[n].pen.opacity = .5;
        }
        n++;
    }
    return n;
}

/* emulation - real where both have buckets in the same places; NULL if none. */
static double *
difference_of (const struct fid_series_time *t, size_t *n)
{
    const struct fid_series_track *a = &t->side[0], *b = &t->side[1];
    *n = 0;
    if (!a->n || !b->n || a->dt_s != b->dt_s)
        return NULL;
    long shift = lround ((a->t0_s - b->t0_s) / a->dt_s);
    double *y = malloc (a->n * sizeof *y);
    for (size_t i = 0; y && i < a->n; i++) {
        long k = (long)i + shift;
        y[i] =
            k >= 0 && (size_t)k < b->n && isfinite (a->value.x[i]) && isfinite (b->value.x[k])
                ? b->value.x[k] - a->value.x[i]
                : FID_GAP;
    }
    *n = y ? a->n : 0;
    return y;
}

/* The area between two lines, in the colour of the run that has more; one is
 * drawn for the real run, the other for the second. */
static struct fid_between
between (const struct fid_line *real, const struct fid_line *second, bool keys)
{
    return (struct fid_between){
        .line = {real, second},
        .colour = {FID_COLOUR_REAL, FID_COLOUR_EMULATION},
        .key = {keys ? "more in the real run" : NULL, keys ? "more in the second" : NULL},
        .opacity = .2};
}

/* Below: the difference, filled down or up to zero. */
static void
draw_difference (const struct fid_series_track *real, const double *y, size_t n,
                 struct fid_lines *plot, struct fid_canvas *c)
{
    const double none[2] = {0, 0};
    struct fid_line apart = {.x0 = real->t0_s + real->dt_s / 2,
                             .dx = real->dt_s,
                             .y = y,
                             .n = n,
                             .pen = {.colour = FID_INK_SOFT, .width = .7}};
    struct fid_line zero = {
        .x0 = plot->panel.x.lo, .dx = plot->panel.x.hi - plot->panel.x.lo, .y = none, .n = 2};
    struct fid_rule rule = {.at = 0};
    struct fid_between area = between (&zero, &apart, true);
    area.opacity = .45;
    plot->line = &apart;
    plot->line_n = 1;
    plot->between = &area;
    plot->rule = &rule;
    plot->rule_n = 1;
    if (c)
        fid_lines_draw (plot, c);
    else
        plot->panel.left = fid_lines_left (plot);
}

/* Both sides in buckets of some px, so that curves can be told apart; how wide
 * they are, or 0 if nothing was joined. */
static double
join_sides (const struct fid_series_time *t, double span_s, double width,
            struct fid_series_time *out, struct fid_canvas *c)
{
    double wide_s = 0;
    *out = *t;
    for (int k = 0; k < 2; k++) {
        const struct fid_series_track *side = &t->side[k];
        double each = side->n ? ceil (span_s / side->dt_s * BUCKET_PX / width) : 1;
        if (fid_joined (side, each > 1 ? (size_t)each : 1, &out->side[k], NULL))
            fid_canvas_fail (c);
        if (each > 1)
            wide_s = fmax (wide_s, out->side[k].dt_s);
    }
    return wide_s;
}

void
fid_picture_time (const struct fid_series *s, size_t i, struct fid_canvas *c,
                  struct fid_box box)
{
    struct fid_series_time t;
    struct fid_line line[6];
    struct fid_shade *shade = calloc (s->side[0].phase_n + 1, sizeof *shade);
    size_t line_n, real_n, shade_n = 0, n;
    double from, to, upper = box.h * .6;
    char title[120], wide[FID_WORDS_N];
    fid_picture_range (s, &from, &to);
    double wide_s = join_sides (&s->time[i], to - from, box.w, &t, c);
    snprintf (title, sizeof title, "%s", fid_words_resource (t.resource));
    if (wide_s > 0) {
        fid_format_seconds (wide_s, wide, sizeof wide);
        snprintf (title, sizeof title, "%s, means of %s", fid_words_resource (t.resource),
                  wide);
    }
    real_n = add_side (line, &t.side[0], 0, s->side[0].id);
    line_n = real_n + add_side (line + real_n, &t.side[1], 1, s->side[1].id);
    for (size_t k = 0; shade && k < s->side[0].phase_n; k++)
        if (strcmp (s->side[0].phase[k].kind, "TRAINING") != 0)
            shade[shade_n++] =
                (struct fid_shade){s->side[0].phase[k].start_s, s->side[0].phase[k].end_s,
                                   colour_of (s->side[0].phase[k].kind)};
    double *y = difference_of (&t, &n);
    struct fid_axis time = {.label = "time from the start of the job",
                            .lo = from,
                            .hi = to,
                            .unit = FID_UNIT_SECONDS};
    struct fid_between area = between (&line[0], &line[real_n], n == 0);
    struct fid_lines top = {.panel = {.box = {box.x, box.y, box.w, n ? upper : box.h},
                                      .title = title,
                                      .x = time,
                                      .y = {.label = t.unit}},
                            .line = line,
                            .line_n = line_n,
                            .between = real_n && line_n > real_n ? &area : NULL,
                            .shade = shade,
                            .shade_n = shade_n};
    struct fid_lines below = {.panel = {.box = {box.x, box.y + upper, box.w, box.h - upper},
                                        .title = "second run minus real run",
                                        .x = time,
                                        .y = {.label = t.unit}},
                              .shade = shade,
                              .shade_n = shade_n};
    top.panel.x.bare = n > 0;
    if (n)
        draw_difference (&t.side[0], y, n, &below, NULL);
    top.panel.left = fmax (fid_lines_left (&top), below.panel.left);
    fid_lines_draw (&top, c);
    below.panel.left = top.panel.left;
    if (n)
        draw_difference (&t.side[0], y, n, &below, c);
    free (y);
    free (shade);
    fid_joined_clear (&t.side[0]);
    fid_joined_clear (&t.side[1]);
}

/* Phases of one run as a row of named boxes. */
static void
draw_row (const struct fid_series *s, int side, struct fid_canvas *c, struct fid_box box,
          double left, bool axis, struct fid_panel *panel)
{
    const char *name[] = {side ? "second" : "real"};
    size_t n = s->side[side].phase_n;
    struct fid_spell *stretch = calloc (n + 1, sizeof *stretch);
    double from, to;
    fid_picture_range (s, &from, &to);
    for (size_t k = 0; stretch && k < n; k++) {
        const struct fid_series_phase *p = &s->side[side].phase[k];
        stretch[k] = (struct fid_spell){p->start_s, p->end_s, 0, p->kind, colour_of (p->kind)};
    }
    struct fid_spans spans = {
        .panel = {.box = box,
                  .left = left,
                  .gridless = true,
                  .x = {.label = axis ? "time from the start of the job" : NULL,
                        .lo = from,
                        .hi = to,
                        .unit = FID_UNIT_SECONDS,
                        .none = !axis},
                  .y = {.name = name, .name_n = 1}},
        .spell = stretch,
        .spell_n = stretch ? n : 0,
        .empty = "no phases are known"};
    fid_spans_draw (&spans, c);
    *panel = spans.panel;
    free (stretch);
}

void
fid_picture_phases (const struct fid_series *s, size_t i, struct fid_canvas *c,
                    struct fid_box box)
{
    const double row = 26, foot = 40, left = 56;
    struct fid_panel top, below;
    draw_row (s, 0, c, (struct fid_box){box.x, box.y, box.w, row}, left, false, &top);
    draw_row (s, 1, c, (struct fid_box){box.x, box.y + box.h - foot - row, box.w, row + foot},
              left, true, &below);
    if (i >= s->warp_n)
        return;
    const struct fid_series_warp *w = &s->warp[i];
    double y0 = top.inner.y + top.inner.h + 1, y1 = below.inner.y - 1;
    /* one broken line: a hundred of their own would be most of the picture */
    size_t n = w->link[0].n;
    double *x = malloc ((6 * n + 1) * sizeof *x), *y = x ? x + 3 * n : NULL;
    for (size_t k = 0; x && k < n; k++) {
        x[3 * k] = fid_panel_x (&top, w->link[0].x[k]);
        x[3 * k + 1] = fid_panel_x (&below, w->link[1].x[k]);
        y[3 * k] = y0;
        y[3 * k + 1] = y1;
        x[3 * k + 2] = y[3 * k + 2] = FID_GAP;
    }
    if (x)
        fid_draw_line (c, x, y, 3 * n, (struct fid_pen){.colour = FID_GREY, .width = .7});
    free (x);
}

void
fid_picture_offset (const struct fid_series *s, struct fid_canvas *c, struct fid_box box)
{
    static const enum fid_colour colours[] = {FID_GREEN, FID_PURPLE, FID_ORANGE, FID_SKY,
                                              FID_GREY};
    enum { LINES = sizeof colours / sizeof *colours };
    struct fid_line line[LINES];
    size_t n = s->warp_n < LINES ? s->warp_n : LINES;
    double from, to;
    for (size_t k = 0; k < n; k++)
        line[k] = (struct fid_line){.label = s->warp[k].resource,
                                    .x = s->warp[k].at_s.x,
                                    .y = s->warp[k].mean_s.x,
                                    .n = s->warp[k].at_s.n,
                                    .pen = {.colour = colours[k],
                                            .dash = k % 2 ? FID_DASHED : FID_SOLID,
                                            .width = 1.3}};
    struct fid_rule zero = {.at = 0};
    from = s->side[0].from_s;
    to = s->side[0].to_s;
    struct fid_lines plot = {
        .panel = {.box = box,
                  .x = {.label = "time from the start of the job, real run",
                        .lo = from,
                        .hi = to,
                        .unit = FID_UNIT_SECONDS},
                  .y = {.label = "shift of the second run, s"}},
        .line = line,
        .line_n = n,
        .rule = &zero,
        .rule_n = 1,
        .empty = "nothing was compared by its course"};
    fid_lines_draw (&plot, c);
}
