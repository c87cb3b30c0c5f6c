/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lanes.c - when something was going on (see plot.h) */
#include "plot/plot.h"

enum { LEVELS = 8 }; /* of density */

#define SEEN .05 /* of a px column */

/* From and to of a cell in px of the panel's data. */
static void cell_px (const struct fid_lanes *l, const struct fid_busy *t, size_t i, double *a,
                     double *b)
{
    double from = (double)((t->first + (int64_t)i) * t->cell - l->origin) * l->unit;
    *a = fid_panel_x (&l->panel, from) - l->panel.inner.x;
    *b = fid_panel_x (&l->panel, from + (double)t->cell * l->unit) - l->panel.inner.x;
}

static int share_level (double share)
{
    if (!(share > 0))
        return 0;
    /* the root shows short events beside long ones */
    int k = (int)ceil (sqrt (fmin (1, share)) * LEVELS);
    return k < 2 ? 2 : k;
}

static void draw_lane (const struct fid_lanes *l, const struct fid_lane *lane,
                       struct fid_box strip, double *share, struct fid_box *box,
                       struct fid_canvas *c)
{
    size_t n = (size_t)ceil (strip.w);
    char tip[200];
    /* How much of each px column was busy, 0 to 1.  Shares below SEEN are dropped, but every span
     * shows at least in the column at the middle of the cell where it begins. */
    const struct fid_busy *t = lane->busy;
    double a, b;
    for (size_t k = 0; k < n; k++)
        share[k] = 0;
    for (size_t i = 0; i < t->n; i++) {
        cell_px (l, t, i, &a, &b);
        if (!(t->busy[i] > 0) || b <= 0 || a >= (double)n)
            continue;
        double busy = fmin (1, t->busy[i] / (double)t->cell);
        size_t last = b < (double)n ? (size_t)ceil (b) : n;
        for (size_t k = a > 0 ? (size_t)a : 0; k < last; k++)
            share[k] += busy * (fmin (b, (double)k + 1) - fmax (a, (double)k));
    }
    for (size_t k = 0; k < n; k++)
        if (share[k] < SEEN)
            share[k] = 0;
    for (size_t i = 0; i < t->n; i++) {
        cell_px (l, t, i, &a, &b);
        double middle = (a + b) / 2;
        if (t->count[i] && middle >= 0 && middle < (double)n)
            share[(size_t)middle] = fmax (share[(size_t)middle], SEEN);
    }
    snprintf (tip, sizeof tip, "%s%s%llu events", lane->label ? lane->label : "",
              lane->label ? ": " : "", (unsigned long long)lane->busy->total);
    fid_draw_group (c, tip);
    for (int k = 1; k <= LEVELS; k++) {
        size_t box_n = 0;
        for (size_t i = 0; i < n; i++) {
            if (share_level (share[i]) != k)
                continue;
            size_t from = i;
            while (i + 1 < n && share_level (share[i + 1]) == k)
                i++;
            box[box_n++] = (struct fid_box){strip.x + (double)from, strip.y,
                                            (double)(i - from + 1), strip.h};
        }
        fid_draw_boxes (
            c, box, box_n,
            (struct fid_pen){.colour = lane->colour, .opacity = (double)k / LEVELS});
    }
    fid_draw_group_end (c);
}

/* The strip of lane i: lanes of one row share its height. */
static struct fid_box strip_of (const struct fid_lanes *l, size_t i)
{
    struct fid_box r = fid_panel_row (&l->panel, l->lane[i].row);
    size_t before = 0, all = 0;
    for (size_t k = 0; k < l->lane_n; k++)
        if (l->lane[k].row == l->lane[i].row) {
            before += k < i;
            all++;
        }
    double h = (r.h - 3) / (double)all;
    return (struct fid_box){r.x, r.y + 1.5 + h * (double)before, r.w, h};
}

void fid_lanes_draw (struct fid_lanes *l, struct fid_canvas *c)
{
    struct fid_panel *p = &l->panel;
    fid_panel_begin (p, c);
    size_t n = (size_t)ceil (p->inner.w);
    FID_FREED double *share = malloc ((n + 1) * sizeof *share);
    FID_FREED struct fid_box *box = malloc ((n + 1) * sizeof *box);
    if (!l->lane_n)
        fid_panel_say (p, c, l->empty ? l->empty : "no data");
    else if (!share || !box)
        fid_canvas_fail (c);
    else {
        for (size_t row = 1; row < p->y.name_n; row++) {
            struct fid_box r = fid_panel_row (p, row);
            fid_draw_segment (c, r.x, r.y, r.x + r.w, r.y,
                              (struct fid_pen){.colour = FID_INK_GRID, .width = .5});
        }
        for (size_t i = 0; i < l->lane_n; i++)
            draw_lane (l, &l->lane[i], strip_of (l, i), share, box, c);
    }
    fid_panel_end (p, c);
}
