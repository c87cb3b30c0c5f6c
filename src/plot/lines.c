/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lines.c - lines over a common axis (see plot.h) */
#include "plot/plot.h"

#define STRAIGHT .35 /* px of deviation that is invisible */
#define UNSEEN   .25 /* px of a band that is invisible */

struct range {
    double lo, hi;
};

static void reach_value (struct range *r, double v)
{
    r->lo = v < r->lo ? v : r->lo;
    r->hi = v > r->hi ? v : r->hi;
}

/* Whether value i of a line has a band that the axis can show. */
static bool has_band (const struct fid_line *line, size_t i, const struct fid_axis *y)
{
    return line->low && fid_axis_shows (y, line->low[i]) && fid_axis_shows (y, line->high[i]);
}

/* Extend the ranges by the values of a line that are drawn. */
static void add_line (const struct fid_panel *p, const struct fid_line *line, struct range *x,
                      struct range *y)
{
    bool x_given = p->x.lo < p->x.hi;
    double wide = line->step && !line->x ? line->dx : 0;
    for (size_t i = 0; i < line->n; i++) {
        double at = fid_line_x (line, i), v = line->y[i];
        if (!isfinite (at) || !isfinite (v) || (p->x.log && !(at > 0)) ||
            (p->y.log && !(v > 0)) || (x_given && (at + wide < p->x.lo || at > p->x.hi)))
            continue;
        reach_value (x, at);
        reach_value (x, at + wide);
        reach_value (y, v);
        if (has_band (line, i, &p->y)) {
            reach_value (y, line->low[i]);
            reach_value (y, line->high[i]);
        }
    }
}

/* The range of the values drawn, x and y; false if there are none. */
static bool find_range (const struct fid_lines *l, double lo[2], double hi[2])
{
    struct range x = {INFINITY, -INFINITY}, y = x;
    for (size_t k = 0; k < l->line_n; k++)
        add_line (&l->panel, &l->line[k], &x, &y);
    lo[0] = x.lo;
    lo[1] = y.lo;
    hi[0] = x.hi;
    hi[1] = y.hi;
    return x.lo <= x.hi;
}

void fid_lines_fit (struct fid_lines *l)
{
    struct fid_panel *p = &l->panel;
    double lo[2], hi[2];
    bool any = find_range (l, lo, hi), has_keys = p->key_n > 0;
    if (!(p->x.lo < p->x.hi)) {
        p->x.lo = any ? lo[0] : p->x.log ? 1 : 0;
        p->x.hi = any ? hi[0] : p->x.log ? 10 : 1;
        if (!(p->x.lo < p->x.hi))
            fid_ticks_round (&p->x.lo, &p->x.hi, p->x.log, p->x.unit, 5);
    }
    if (!(p->y.lo < p->y.hi)) {
        p->y.lo = any ? lo[1] : p->y.log ? 1 : 0;
        p->y.hi = any ? hi[1] : p->y.log ? 10 : 1;
        /* amounts start at 0 */
        if (!p->y.log && p->y.lo > 0)
            p->y.lo = 0;
        fid_ticks_round (&p->y.lo, &p->y.hi, p->y.log, p->y.unit,
                         p->box.h > 0 ? fid_panel_want_y (p) : 5);
    }
    for (size_t k = 0; !has_keys && k < l->line_n && k < FID_KEYS_MAX; k++) {
        struct fid_pen pen = l->line[k].pen;
        pen.width = pen.width > 0 ? pen.width : 1.3;
        p->key[p->key_n++] =
            (struct fid_key){.label = l->line[k].label, .pen = pen, .mark = l->line[k].mark};
    }
}

double fid_lines_left (struct fid_lines *l)
{
    fid_lines_fit (l);
    return fid_panel_left (&l->panel);
}

/* A line in px. */
struct path {
    double *x, *y; /* owned */
    size_t n, cap;
};

static void put_point (struct path *p, double x, double y)
{
    if (p->n < p->cap) {
        p->x[p->n] = x;
        p->y[p->n++] = y;
    }
}

/* The first, least, greatest and last value in one column of px. */
struct column {
    double at, y[4], low_at, high_at;
    bool any;
};

static void put_column (struct path *p, struct column *k)
{
    if (!k->any)
        return;
    bool low_first = k->low_at <= k->high_at;
    put_point (p, k->at, k->y[0]);
    if (k->y[1] != k->y[2]) {
        put_point (p, k->at, k->y[low_first ? 1 : 2]);
        put_point (p, k->at, k->y[low_first ? 2 : 1]);
    }
    if (k->y[3] != k->y[0] || k->y[1] != k->y[2])
        put_point (p, k->at, k->y[3]);
    k->any = false;
}

static void to_column (struct path *p, struct column *k, double x, double y)
{
    double at = floor (x) + .5;
    if (k->any && at != k->at)
        put_column (p, k);
    if (!k->any) {
        *k = (struct column){
            .at = at, .y = {y, y, y, y}, .low_at = x, .high_at = x, .any = true};
        return;
    }
    if (y < k->y[1]) {
        k->y[1] = y;
        k->low_at = x;
    }
    if (y > k->y[2]) {
        k->y[2] = y;
        k->high_at = x;
    }
    k->y[3] = y;
}

/* px, limited to what a canvas can take. */
static double near_px (double px)
{
    return fmin (fmax (px, -1e4), 2e4);
}

/* The points of a line in px.  If there are more than two values a column, the columns keep
 * their extremes only: the picture is the same, and the path is short. */
static void trace_line (const struct fid_lines *l, const struct fid_line *line, struct path *p)
{
    const struct fid_panel *panel = &l->panel;
    double width = panel->inner.w;
    bool dense = (double)line->n > 2 * width;
    struct column column = {.any = false};
    for (size_t i = 0; i < line->n; i++) {
        double x = fid_line_x (line, i), y = line->y[i], end = x;
        if (line->step)
            end = i + 1 < line->n ? fid_line_x (line, i + 1) : line->x ? x : x + line->dx;
        if (!fid_axis_shows (&panel->x, x) || !fid_axis_shows (&panel->y, y)) {
            put_column (p, &column);
            put_point (p, NAN, NAN);
            continue;
        }
        double px = near_px (fid_panel_x (panel, x)), py = near_px (fid_panel_y (panel, y));
        double pe = end == x ? px : near_px (fid_panel_x (panel, end));
        if (dense && pe - px < 1) {
            to_column (p, &column, px, py);
            continue;
        }
        put_column (p, &column);
        put_point (p, px, py);
        if (pe > px)
            put_point (p, pe, py);
    }
    put_column (p, &column);
}

/* Fill between the path and 0, piece by piece. */
static void fill_path (const struct fid_lines *l, const struct path *p, struct fid_pen pen,
                       struct fid_canvas *c)
{
    const struct fid_panel *panel = &l->panel;
    double foot = fid_panel_y (panel, panel->y.log ? panel->y.lo : fmax (0, panel->y.lo));
    FID_FREED double *x = malloc ((p->n + 2) * sizeof *x), *y = malloc ((p->n + 2) * sizeof *y);
    pen.opacity = .3;
    if (!x || !y)
        fid_canvas_fail (c);
    for (size_t i = 0, n = 0; x && y && i <= p->n; i++) {
        if (i < p->n && isfinite (p->x[i])) {
            x[n] = p->x[i];
            y[n++] = p->y[i];
            continue;
        }
        if (n > 1) {
            x[n] = x[n - 1];
            x[n + 1] = x[0];
            y[n] = y[n + 1] = foot;
            fid_draw_area (c, x, y, n + 2, pen);
        }
        n = 0;
    }
}

/* Whether two points follow each other: values apart are marks alone. */
static bool has_segment (const struct path *p)
{
    for (size_t i = 1; i < p->n; i++)
        if (isfinite (p->x[i - 1]) && isfinite (p->x[i]))
            return true;
    return false;
}

/* One edge of a band, n values from there, forwards or backwards. */
static void put_edge (struct path *path, const struct fid_panel *p, const struct fid_line *line,
                      const double *y, size_t from, size_t n, bool back)
{
    size_t start = path->n;
    for (size_t k = 0; k < n; k++) {
        size_t i = from + (back ? n - 1 - k : k);
        put_point (path, near_px (fid_panel_x (p, fid_line_x (line, i))),
                   near_px (fid_panel_y (p, y[i])));
    }
    path->n = start + fid_simplify (path->x + start, path->y + start, path->n - start, UNSEEN);
}

/* The area between the low and the high values of a line; a missing one ends a piece of it. */
static void draw_band (const struct fid_panel *p, const struct fid_line *line,
                       struct fid_canvas *c, struct path *path)
{
    path->n = 0;
    for (size_t from = 0, n; from < line->n; from += n + 1) {
        double widest = 0;
        for (n = 0; from + n < line->n; n++) {
            size_t i = from + n;
            if (!fid_axis_shows (&p->x, fid_line_x (line, i)) || !has_band (line, i, &p->y))
                break;
            widest = fmax (widest, near_px (fid_panel_y (p, line->low[i])) -
                                       near_px (fid_panel_y (p, line->high[i])));
        }
        if (n < 2 || !(widest > UNSEEN))
            continue;
        put_edge (path, p, line, line->high, from, n, false);
        put_edge (path, p, line, line->low, from, n, true);
        put_point (path, NAN, NAN);
    }
    fid_draw_area (c, path->x, path->y, path->n,
                   (struct fid_pen){.colour = line->pen.colour, .opacity = .18});
}

static void draw_line (const struct fid_lines *l, const struct fid_line *line,
                       struct fid_canvas *c, struct path *p)
{
    struct fid_pen pen = line->pen;
    pen.width = pen.width > 0 ? pen.width : 1.3;
    p->n = 0;
    trace_line (l, line, p);
    p->n = fid_simplify (p->x, p->y, p->n, STRAIGHT);
    fid_draw_group (c, line->label);
    if (line->filled)
        fill_path (l, p, pen, c);
    if (has_segment (p))
        fid_draw_line (c, p->x, p->y, p->n, pen);
    else if (!line->mark && p->n && isfinite (p->x[0])) /* one point alone is a dot */
        fid_draw_boxes (c, &(struct fid_box){p->x[0] - 1.5, p->y[0] - 1.5, 3, 3}, 1, pen);
    if (line->mark) { /* also at values that were simplified away */
        p->n = 0;
        trace_line (l, line, p);
        fid_draw_marks (c, line->mark, p->x, p->y, p->n, pen.colour);
    }
    fid_draw_group_end (c);
}

/* Where the label of a vertical rule begins, w px wide: right of the rule, or left of it and of
 * other rules that it would cover. */
static double beside_rule (const struct fid_lines *l, size_t i, double w)
{
    struct fid_box b = l->panel.inner;
    double x = fid_panel_x (&l->panel, l->rule[i].at), at = x + 4;
    if (at + w > b.x + b.w) {
        at = x - 4 - w;
        for (size_t k = 0; k < l->rule_n; k++) {
            double other = fid_panel_x (&l->panel, l->rule[k].at);
            if (l->rule[k].vertical && other > at && other < x)
                at = other - 4 - w;
        }
    }
    return fmax (at, b.x + 2);
}

static void draw_rules (const struct fid_lines *l, struct fid_canvas *c)
{
    static const struct fid_pen pen = {.colour = FID_INK_SOFT, .dash = FID_DOTTED, .width = 1};
    struct fid_box b = l->panel.inner;
    struct fid_type type = {.size = 9, .colour = FID_INK_SOFT};
    for (size_t i = 0; i < l->rule_n; i++) {
        const struct fid_rule *r = &l->rule[i];
        double w = r->label ? fid_type_width (r->label, type) : 0;
        if (r->vertical) {
            double x = fid_panel_x (&l->panel, r->at);
            fid_draw_segment (c, x, b.y, x, b.y + b.h, pen);
            fid_draw_text (c, beside_rule (l, i, w), b.y + 10 + 10 * r->line, r->label, type);
        } else {
            double y = fid_panel_y (&l->panel, r->at);
            fid_draw_segment (c, b.x, y, b.x + b.w, y, pen);
            fid_draw_text (c, b.x + b.w - w - 4, y < b.y + 14 ? y + 11 : y - 4, r->label, type);
        }
    }
}

void fid_lines_draw (struct fid_lines *l, struct fid_canvas *c)
{
    double lo[2], hi[2];
    fid_lines_fit (l);
    fid_panel_begin (&l->panel, c);
    if (find_range (l, lo, hi)) {
        struct path path = {.cap = 4};
        for (size_t k = 0; k < l->line_n; k++)
            path.cap = l->line[k].n > (path.cap - 4) / 3 ? 3 * l->line[k].n + 4 : path.cap;
        path.x = malloc (path.cap * sizeof *path.x);
        path.y = malloc (path.cap * sizeof *path.y);
        if (!path.x || !path.y)
            fid_canvas_fail (c);
        for (size_t k = 0; path.x && path.y && k < l->line_n; k++)
            if (l->line[k].low)
                draw_band (&l->panel, &l->line[k], c, &path);
        for (size_t k = 0; path.x && path.y && k < l->line_n; k++)
            draw_line (l, &l->line[k], c, &path);
        FID_FREE (path.x, path.y);
        draw_rules (l, c);
    } else
        fid_panel_say (&l->panel, c, l->empty ? l->empty : "no data");
    fid_panel_end (&l->panel, c);
}
