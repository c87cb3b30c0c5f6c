/* picture_time.c - pictures over time (picture.h) */
#include "config.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "report/picture_priv.h"
#include "report/words.h"

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

static enum fid_colour
colour_of (const char *kind)
{
    return strcmp (kind, "TRAINING") == 0     ? FID_GREEN
           : strcmp (kind, "EVAL") == 0       ? FID_ORANGE
           : strcmp (kind, "CHECKPOINT") == 0 ? FID_PURPLE
                                              : FID_GREY;
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

void
fid_picture_time (const struct fid_series *s, size_t i, struct fid_canvas *c,
                  struct fid_box box)
{
    const struct fid_series_time *t = &s->time[i];
    struct fid_line line[6], apart;
    struct fid_shade *shade = calloc (s->side[0].phase_n + 1, sizeof *shade);
    size_t line_n, shade_n = 0, n;
    double from, to, upper = box.h * .6;
    fid_picture_range (s, &from, &to);
    line_n = add_side (line, &t->side[0], 0, s->side[0].id);
    line_n += add_side (line + line_n, &t->side[1], 1, s->side[1].id);
    for (size_t k = 0; shade && k < s->side[0].phase_n; k++)
        if (strcmp (s->side[0].phase[k].kind, "TRAINING") != 0)
            shade[shade_n++] =
                (struct fid_shade){s->side[0].phase[k].start_s, s->side[0].phase[k].end_s,
                                   colour_of (s->side[0].phase[k].kind)};
    double *y = difference_of (t, &n);
    struct fid_lines top = {.panel = {.box = {box.x, box.y, box.w, n ? upper : box.h},
                                      .title = fid_words_resource (t->resource),
                                      .x = {.label = "time from the start of the job",
                                            .lo = from,
                                            .hi = to,
                                            .unit = FID_UNIT_SECONDS,
                                            .bare = n > 0},
                                      .y = {.label = t->unit}},
                            .line = line,
                            .line_n = line_n,
                            .shade = shade,
                            .shade_n = shade_n};
    apart = (struct fid_line){.x0 = t->side[0].t0_s + t->side[0].dt_s / 2,
                              .dx = t->side[0].dt_s,
                              .y = y,
                              .n = n,
                              .pen = {.colour = FID_INK_SOFT, .width = 1}};
    struct fid_rule zero = {.at = 0};
    struct fid_lines below = {.panel = {.box = {box.x, box.y + upper, box.w, box.h - upper},
                                        .title = "second run minus real run",
                                        .x = {.label = "time from the start of the job",
                                              .lo = from,
                                              .hi = to,
                                              .unit = FID_UNIT_SECONDS},
                                        .y = {.label = t->unit}},
                              .line = &apart,
                              .line_n = 1,
                              .rule = &zero,
                              .rule_n = 1};
    top.panel.left = fmax (fid_lines_left (&top), n ? fid_lines_left (&below) : 0);
    fid_lines_draw (&top, c);
    if (n) {
        below.panel.left = top.panel.left;
        fid_lines_draw (&below, c);
    }
    free (y);
    free (shade);
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
        stretch[k] =
            (struct fid_spell){p->start_s, p->end_s, 0, p->kind, colour_of (p->kind)};
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
    fid_picture_range (s, &from, &to);
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
