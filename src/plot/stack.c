/* stack.c - stacked areas (see plot.h) */
#include <math.h>
#include <stdlib.h>
#include "plot/plot.h"

static double
at (const struct fid_stack *s, size_t layer, size_t i)
{
    double y = s->layer[layer].y[i];
    return isfinite (y) && y > 0 ? y : 0;
}

static void
fit (struct fid_stack *s)
{
    struct fid_panel *p = &s->panel;
    double top = 0;
    for (size_t i = 0; i < s->n; i++) {
        double sum = 0;
        for (size_t k = 0; k < s->layer_n; k++)
            sum += at (s, k, i);
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

double
fid_stack_left (struct fid_stack *s)
{
    fit (s);
    return fid_panel_left (&s->panel);
}

/* The number of values in one column of px; they are averaged. */
static size_t
fold (const struct fid_stack *s)
{
    double px = s->dx / (s->panel.x.hi - s->panel.x.lo) * s->panel.inner.w;
    return px < 1 ? (size_t)ceil (1 / px) : 1;
}

/* Draw a layer on top of base[] and add it to base[]; two points for each step and edge. */
static void
draw_layer (const struct fid_stack *s, size_t layer, double *base, size_t each, double *x,
            double *y, struct fid_canvas *c)
{
    const struct fid_panel *p = &s->panel;
    size_t steps = (s->n + each - 1) / each, n = 4 * steps;
    for (size_t j = 0; j < steps; j++) {
        size_t from = j * each, to = from + each < s->n ? from + each : s->n;
        double sum = 0;
        for (size_t i = from; i < to; i++)
            sum += at (s, layer, i);
        double top = base[j] + sum / (double)(to - from);
        x[2 * j] = x[n - 1 - 2 * j] = fid_panel_x (p, s->x0 + (double)from * s->dx);
        x[2 * j + 1] = x[n - 2 - 2 * j] = fid_panel_x (p, s->x0 + (double)to * s->dx);
        y[2 * j] = y[2 * j + 1] = fid_panel_y (p, top);
        y[n - 1 - 2 * j] = y[n - 2 - 2 * j] = fid_panel_y (p, base[j]);
        base[j] = top;
    }
    fid_draw_group (c, s->layer[layer].label);
    fid_draw_area (c, x, y, n, (struct fid_pen){.colour = s->layer[layer].colour});
    fid_draw_group_end (c);
}

void
fid_stack_draw (struct fid_stack *s, struct fid_canvas *c)
{
    fit (s);
    fid_panel_begin (&s->panel, c);
    if (!s->n || !s->layer_n)
        fid_panel_say (&s->panel, c, s->empty ? s->empty : "no data");
    else {
        double *base = calloc (s->n, sizeof *base);
        double *x = malloc (8 * s->n * sizeof *x);
        if (base && x)
            for (size_t k = 0; k < s->layer_n; k++)
                draw_layer (s, k, base, fold (s), x, x + 4 * s->n, c);
        else
            fid_canvas_fail (c);
        free (base);
        free (x);
    }
    fid_panel_end (&s->panel, c);
}
