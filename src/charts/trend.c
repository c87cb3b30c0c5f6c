/* trend.c - see trend.h */
#include <math.h>
#include <stdio.h>
#include "charts/trend.h"
#include "plot/figure.h"

#define TICKS_MOST 10

/* The values, without a gap as NAN; NULL if memory ran out. */
static double *
trend_values (struct fid_figure *fig, const struct fid_trend *t)
{
    double *y = fid_figure_numbers (fig, t->n);
    for (size_t i = 0; y && i < t->n; i++)
        y[i] = t->x[i] < 0 ? NAN : t->x[i];
    return y;
}

/* A line through the levels between changes; n 0: there are no changes. */
static struct fid_line
trend_levels (struct fid_figure *fig, const struct fid_trend *t)
{
    struct fid_line l = {.label = "level between changes",
                         .pen = {.colour = FID_ORANGE, .width = 3}};
    double *x = fid_figure_numbers (fig, 3 * (t->change_n + 1));
    double *y = fid_figure_numbers (fig, 3 * (t->change_n + 1));
    if (!x || !y || !t->change_n)
        return l;
    for (size_t k = 0; k <= t->change_n; k++) {
        double from = k ? (double)t->change[k - 1].at : 0;
        double to = k < t->change_n ? (double)t->change[k].at : (double)t->n;
        double level = k ? t->change[k - 1].after : t->change[0].before;
        x[l.n] = from - 0.4, y[l.n++] = level;
        x[l.n] = to - 0.6, y[l.n++] = level;
        x[l.n] = to - 0.5, y[l.n++] = NAN;
    }
    l.x = x;
    l.y = y;
    return l;
}

/* The names of some results below the axis. */
static void
name_ticks (struct fid_figure *fig, const struct fid_trend *t, struct fid_axis *x)
{
    size_t every = 1 + (t->n - 1) / TICKS_MOST;
    struct fid_tick *tick = fid_figure_room (fig, TICKS_MOST + 1, sizeof *tick);
    for (size_t i = 0; tick && i < t->n; i += every) {
        tick[x->tick_n].at = (double)i;
        snprintf (tick[x->tick_n].label, sizeof tick->label, "%s", t->name[i]);
        x->tick_n++;
    }
    x->tick = tick;
}

void
fid_trend_draw (const struct fid_trend *t, const char *label, struct fid_canvas *c,
                double width, double height)
{
    struct fid_figure fig = {0};
    struct fid_error err;
    struct fid_plot *p = fid_figure_add (&fig, FID_PLOT_LINES);
    struct fid_line *line = fid_figure_room (&fig, 2, sizeof *line);
    struct fid_rule *rule = fid_figure_room (&fig, t->change_n + 1, sizeof *rule);
    double *y = trend_values (&fig, t);
    if (line && rule && y) {
        line[0] = trend_levels (&fig, t);
        line[1] = (struct fid_line){.label = label,
                                    .dx = 1,
                                    .y = y,
                                    .n = t->n,
                                    .pen = {.colour = FID_BLUE},
                                    .mark = FID_MARK_DISC};
        for (size_t k = 0; k < t->change_n; k++)
            rule[k] = (struct fid_rule){(double)t->change[k].at - 0.5, true,
                                        t->name[t->change[k].at], (int)(k % 3)};
        p->as.lines = (struct fid_lines){.panel = {.x = {.lo = -0.5, .hi = (double)t->n - 0.5},
                                                   .y = {.label = label, .lo = 0, .hi = 1}},
                                         .line = t->change_n ? line : line + 1,
                                         .line_n = t->change_n ? 2 : 1,
                                         .rule = rule,
                                         .rule_n = t->change_n};
        name_ticks (&fig, t, &p->as.panel.x);
    }
    if (fid_figure_draw (&fig, c, width, height, &err))
        fid_canvas_fail (c);
    fid_figure_clear (&fig);
}

void
fid_trend_spark (const struct fid_trend *t, struct fid_canvas *c, double width, double height)
{
    struct fid_figure fig = {0};
    const double edge = 3, step = t->n > 1 ? (width - 2 * edge) / (double)(t->n - 1) : 0;
    double *x = fid_figure_numbers (&fig, t->n), *y = trend_values (&fig, t);
    if (!x || !y) {
        fid_canvas_fail (c);
        fid_figure_clear (&fig);
        return;
    }
    size_t last = t->n;
    for (size_t i = 0; i < t->n; i++) {
        x[i] = t->n > 1 ? edge + step * (double)i : width / 2;
        if (isfinite (y[i]))
            last = i;
        y[i] = height - edge - y[i] * (height - 2 * edge);
    }
    for (size_t k = 0; k < t->change_n; k++) {
        double at = edge + step * ((double)t->change[k].at - 0.5);
        fid_draw_segment (
            c, at, 0, at, height,
            (struct fid_pen){.colour = FID_INK_SOFT, .dash = FID_DOTTED, .width = 1});
    }
    fid_draw_line (c, x, y, t->n, (struct fid_pen){.colour = FID_BLUE, .width = 1.4});
    if (last < t->n)
        fid_draw_marks (c, FID_MARK_DISC, &x[last], &y[last], 1, FID_BLUE);
    fid_figure_clear (&fig);
}
