/* SPDX-License-Identifier: GPL-3.0-or-later */
/* area_between.c - the area between two lines, and the band about one (see plot.h) */
#include "plot/area_between.h"
#include "plot/simplify.h"

#define BAND   .18 /* opacity */
#define UNSEEN .25 /* px of difference that are invisible */

/* Polygons of one colour, separated by NAN. */
struct area {
    double *x, *y; /* owned */
    size_t n, cap;
};

/* Points where the same line is higher, both lines as px. */
struct run {
    double *x, *y[2]; /* owned: x only, the others lie in the same block */
    size_t n;
    int higher; /* which line is; -1: no run */
};

/* The value of a line at x, interpolated; NAN outside the line. */
static double value_at (const struct fid_line *l, size_t i, double x)
{
    if (i < l->n && fid_line_x (l, i) == x)
        return l->y[i];
    if (i == 0 || i == l->n)
        return NAN;
    double from = fid_line_x (l, i - 1), to = fid_line_x (l, i);
    return l->y[i - 1] + (l->y[i] - l->y[i - 1]) * (x - from) / (to - from);
}

/* Append one side of the run, simplified, forwards or backwards. */
static void put_side (struct area *a, const struct run *r, const double *y, bool back)
{
    size_t from = a->n;
    for (size_t i = 0; i < r->n && a->n < a->cap; i++, a->n++) {
        size_t k = back ? r->n - 1 - i : i;
        a->x[a->n] = r->x[k];
        a->y[a->n] = y[k];
    }
    a->n = from + fid_simplify (a->x + from, a->y + from, a->n - from, UNSEEN);
}

static void end_run (struct run *r, struct area *area)
{
    double most = 0;
    for (size_t i = 0; i < r->n; i++)
        most = fmax (most, fabs (r->y[0][i] - r->y[1][i]));
    if (r->higher >= 0 && r->n > 1 && most > UNSEEN) {
        struct area *a = &area[r->higher];
        put_side (a, r, r->y[0], false);
        put_side (a, r, r->y[1], true);
        if (a->n < a->cap)
            a->x[a->n] = a->y[a->n] = NAN;
        a->n += a->n < a->cap;
    }
    r->n = 0;
    r->higher = -1;
}

static void add_point (struct run *r, double x, double y0, double y1)
{
    r->x[r->n] = x;
    r->y[0][r->n] = y0;
    r->y[1][r->n++] = y1;
}

/* Add a point; a new run begins where the lines cross. */
static void go_on (struct run *r, struct area *area, double x, double y0, double y1)
{
    int higher = y0 == y1 ? r->higher : y0 < y1 ? 0 : 1; /* px grow downwards */
    if (r->n && r->higher >= 0 && higher != r->higher) {
        double d0 = r->y[0][r->n - 1] - r->y[1][r->n - 1], d1 = y0 - y1;
        double t = d0 / (d0 - d1), x0 = r->x[r->n - 1], ya = r->y[0][r->n - 1];
        double at = x0 + t * (x - x0), y = ya + t * (y0 - ya);
        add_point (r, at, y, y);
        end_run (r, area);
        add_point (r, at, y, y);
    }
    r->higher = higher;
    add_point (r, x, y0, y1);
}

/* px, limited to what a canvas can take. */
static double near_px (double px)
{
    return fmin (fmax (px, -1e4), 2e4);
}

static void walk_area (const struct fid_panel *p, const struct fid_line *const line[2],
                       struct run *r, struct area *area)
{
    size_t i[2] = {0, 0};
    while (i[0] < line[0]->n || i[1] < line[1]->n) {
        double next[2], x, y[2];
        for (int k = 0; k < 2; k++)
            next[k] = i[k] < line[k]->n ? fid_line_x (line[k], i[k]) : INFINITY;
        x = fmin (next[0], next[1]);
        for (int k = 0; k < 2; k++)
            y[k] = value_at (line[k], i[k], x);
        if (fid_axis_shows (&p->x, x) && fid_axis_shows (&p->y, y[0]) &&
            fid_axis_shows (&p->y, y[1]))
            go_on (r, area, near_px (fid_panel_x (p, x)), near_px (fid_panel_y (p, y[0])),
                   near_px (fid_panel_y (p, y[1])));
        else
            end_run (r, area);
        for (int k = 0; k < 2; k++)
            i[k] += next[k] == x;
    }
    end_run (r, area);
}

void fid_between_draw (const struct fid_panel *p, const struct fid_between *b,
                       struct fid_canvas *c)
{
    size_t n = b->line[0]->n + b->line[1]->n + 2;
    struct area area[2] = {{.cap = 6 * n}, {.cap = 6 * n}};
    double *block = calloc (2 * 2 * 6 + 3, n * sizeof *block);
    if (!block) {
        fid_canvas_fail (c);
        return;
    }
    struct run r = {.x = block, .y = {block + n, block + 2 * n}, .higher = -1};
    for (int k = 0; k < 2; k++) {
        area[k].x = block + (3 + 12 * (size_t)k) * n;
        area[k].y = area[k].x + 6 * n;
    }
    walk_area (p, b->line, &r, area);
    for (int k = 0; k < 2; k++) {
        if (b->key[k])
            fid_draw_group (c, b->key[k]);
        fid_draw_area (c, area[k].x, area[k].y, area[k].n,
                       (struct fid_pen){.colour = b->colour[k], .opacity = b->opacity});
        if (b->key[k])
            fid_draw_group_end (c);
    }
    free (block);
}

bool fid_line_has_band (const struct fid_line *line, size_t i, const struct fid_axis *y)
{
    return line->low && fid_axis_shows (y, line->low[i]) && fid_axis_shows (y, line->high[i]);
}

void fid_band_draw (const struct fid_panel *p, const struct fid_line *line,
                    struct fid_canvas *c)
{
    struct fid_line low = *line, high = *line;
    low.y = line->low;
    high.y = line->high;
    fid_between_draw (p,
                      &(struct fid_between){.line = {&high, &low},
                                            .colour = {line->pen.colour, line->pen.colour},
                                            .opacity = BAND},
                      c);
}
