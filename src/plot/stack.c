/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stack.c - stacked areas (see plot.h) */
#include "plot/plot.h"

#define UNSEEN .1 /* px of a layer that are invisible */

static double sum_at (const struct fid_stack *s, size_t layer, size_t i)
{
    double y = s->layer[layer].y[i];
    return isfinite (y) && y > 0 ? y : 0;
}

static void fit_stack (struct fid_stack *s)
{
    struct fid_panel *p = &s->panel;
    double top = 0;
    for (size_t i = 0; i < s->n; i++) {
        double sum = 0;
        for (size_t k = 0; k < s->layer_n; k++)
            sum += sum_at (s, k, i);
        top = fmax (top, sum);
    }
    if (!(p->x.lo < p->x.hi)) {
        p->x.lo = s->x0;
        p->x.hi = s->x0 + (s->n ? (double)s->n * s->dx : 1);
    }
    if (!(p->y.lo < p->y.hi)) {
        p->y.lo = 0;
        p->y.hi = top;
        fid_ticks_round (&p->y.lo, &p->y.hi, false, p->y.unit, 5);
    }
    if (p->key_n)
        return;
    for (size_t k = 0; k < s->layer_n && k < FID_KEYS_MAX; k++)
        p->key[p->key_n++] = (struct fid_key){
            .label = s->layer[k].label, .pen = {.colour = s->layer[k].colour}, .filled = true};
}

double fid_stack_left (struct fid_stack *s)
{
    fit_stack (s);
    return fid_panel_left (&s->panel);
}

/* An area of steps, both edges from left to right: to polygons, the lower edge backwards. */
static void put_area (struct fid_canvas *c, const double *x, const double *top,
                      const double *base, size_t n, double *polygon[2], enum fid_colour colour)
{
    for (size_t i = 0; i < n; i++) {
        polygon[0][i] = x[i];
        polygon[1][i] = top[i];
        polygon[0][2 * n - 1 - i] = x[i];
        polygon[1][2 * n - 1 - i] = base[i];
    }
    if (n)
        fid_draw_area (c, polygon[0], polygon[1], 2 * n, (struct fid_pen){.colour = colour});
}

/* Draw a layer on top of base[] and add it to base[]: an area for each stretch in which it is
 * visible.  room has 14 numbers for each step. */
static void draw_layer (const struct fid_stack *s, size_t layer, double *base, size_t each,
                        double *room, struct fid_canvas *c)
{
    const struct fid_panel *p = &s->panel;
    size_t steps = (s->n + each - 1) / each, n = 0;
    double *x = room, *top = x + 2 * steps, *foot = top + 2 * steps;
    double *polygon[2] = {foot + 2 * steps, foot + 6 * steps};
    fid_draw_group (c, s->layer[layer].label);
    for (size_t j = 0; j < steps; j++) {
        size_t from = j * each, to = from + each < s->n ? from + each : s->n;
        double sum = 0;
        for (size_t i = from; i < to; i++)
            sum += sum_at (s, layer, i);
        double upper = fid_panel_y (p, base[j] + sum / (double)(to - from));
        double lower = fid_panel_y (p, base[j]);
        base[j] += sum / (double)(to - from);
        if (lower - upper < UNSEEN) {
            put_area (c, x, top, foot, n, polygon, s->layer[layer].colour);
            n = 0;
            continue;
        }
        x[n] = fid_panel_x (p, s->x0 + (double)from * s->dx);
        x[n + 1] = fid_panel_x (p, s->x0 + (double)to * s->dx);
        top[n] = top[n + 1] = upper;
        foot[n] = foot[n + 1] = lower;
        n += 2;
    }
    put_area (c, x, top, foot, n, polygon, s->layer[layer].colour);
    fid_draw_group_end (c);
}

void fid_stack_draw (struct fid_stack *s, struct fid_canvas *c)
{
    fit_stack (s);
    fid_panel_begin (&s->panel, c);
    if (!s->n || !s->layer_n)
        fid_panel_say (&s->panel, c, s->empty ? s->empty : "no data");
    else {
        FID_FREED double *base = calloc (s->n, sizeof *base);
        FID_FREED double *room = malloc (14 * s->n * sizeof *room);
        double px = s->dx / (s->panel.x.hi - s->panel.x.lo) * s->panel.inner.w;
        size_t each = px < 1 ? (size_t)ceil (1 / px) : 1; /* values that are averaged */
        if (!base || !room)
            fid_canvas_fail (c);
        for (size_t k = 0; base && room && k < s->layer_n; k++)
            draw_layer (s, k, base, each, room, c);
    }
    fid_panel_end (&s->panel, c);
}
