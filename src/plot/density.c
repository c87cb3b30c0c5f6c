/* SPDX-License-Identifier: GPL-3.0-or-later */
/* density.c - cells between the edges of two axes, the more in one the stronger (see plot.h) */
#include "plot/plot.h"

enum { LEVELS = 8 }; /* of colour: all cells of one level are one element */

static int density_level (double v)
{
    return v > 0 ? (int)fmax (1, lround (fmin (1, v) * LEVELS)) : 0;
}

struct fid_pen fid_density_pen (enum fid_colour colour, double value)
{
    return (struct fid_pen){.colour = colour,
                            .opacity = (double)density_level (value) / LEVELS};
}

/* The range of an axis that is not given: all edges. */
static void fit_axes (struct fid_density *s)
{
    struct fid_axis *axis[2] = {&s->panel.x, &s->panel.y};
    const double *edge[2] = {s->x_edge, s->y_edge};
    const size_t n[2] = {s->x_n, s->y_n};
    for (int k = 0; k < 2; k++)
        if (!(axis[k]->lo < axis[k]->hi)) {
            axis[k]->lo = n[k] ? edge[k][0] : 1;
            axis[k]->hi = n[k] ? edge[k][n[k]] : 10;
        }
}

double fid_density_left (struct fid_density *s)
{
    fit_axes (s);
    return fid_panel_left (&s->panel);
}

/* The cells of one level; those above each other become one box.  Edges are at whole px, as
 * cells would have seams otherwise. */
static void draw_level (const struct fid_density *s, struct fid_canvas *c, int k,
                        struct fid_box *box)
{
    size_t n = 0;
    for (size_t i = 0; i < s->x_n; i++) {
        const double *value = s->value + i * s->y_n;
        double x0 = round (fid_panel_x (&s->panel, s->x_edge[i]));
        double x1 = round (fid_panel_x (&s->panel, s->x_edge[i + 1]));
        for (size_t j = 0; j < s->y_n; j++) {
            size_t from = j;
            if (density_level (value[j]) != k)
                continue;
            while (j + 1 < s->y_n && density_level (value[j + 1]) == k)
                j++;
            double top = round (fid_panel_y (&s->panel, s->y_edge[j + 1]));
            double bottom = round (fid_panel_y (&s->panel, s->y_edge[from]));
            box[n++] = (struct fid_box){x0, top, fmax (1, x1 - x0), fmax (1, bottom - top)};
        }
    }
    if (n)
        fid_draw_boxes (c, box, n, fid_density_pen (s->colour, (double)k / LEVELS));
}

static bool is_empty (const struct fid_density *s)
{
    for (size_t i = 0; i < s->x_n * s->y_n; i++)
        if (s->value[i] > 0)
            return false;
    return true;
}

void fid_density_draw (struct fid_density *s, struct fid_canvas *c)
{
    fit_axes (s);
    fid_panel_begin (&s->panel, c);
    if (is_empty (s))
        fid_panel_say (&s->panel, c, s->empty ? s->empty : "no data");
    else {
        FID_FREED struct fid_box *box = malloc (s->x_n * s->y_n * sizeof *box);
        if (!box)
            fid_canvas_fail (c);
        for (int k = 1; box && k <= LEVELS; k++)
            draw_level (s, c, k, box);
    }
    fid_panel_end (&s->panel, c);
}
