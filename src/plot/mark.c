/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mark.c - see mark.h */
#include "plot/mark.h"

#define CORNERS 12

/* Corners about the place, px; shapes of about equal area. */
static const struct {
    size_t n;
    double at[CORNERS][2];
} shape[FID_MARK_N] = {
    [FID_MARK_DISC] = {12,
                       {{3, 0},
                        {2.6, 1.5},
                        {1.5, 2.6},
                        {0, 3},
                        {-1.5, 2.6},
                        {-2.6, 1.5},
                        {-3, 0},
                        {-2.6, -1.5},
                        {-1.5, -2.6},
                        {0, -3},
                        {1.5, -2.6},
                        {2.6, -1.5}}},
    [FID_MARK_SQUARE] = {4, {{2.6, 2.6}, {-2.6, 2.6}, {-2.6, -2.6}, {2.6, -2.6}}},
    [FID_MARK_DIAMOND] = {4, {{3.8, 0}, {0, 3.8}, {-3.8, 0}, {0, -3.8}}},
    [FID_MARK_UP] = {3, {{0, -3.8}, {3.5, 2.4}, {-3.5, 2.4}}},
    [FID_MARK_DOWN] = {3, {{0, 3.8}, {3.5, -2.4}, {-3.5, -2.4}}},
    [FID_MARK_CROSS] = {12,
                        {{-3.3, -1.2},
                         {-1.2, -1.2},
                         {-1.2, -3.3},
                         {1.2, -3.3},
                         {1.2, -1.2},
                         {3.3, -1.2},
                         {3.3, 1.2},
                         {1.2, 1.2},
                         {1.2, 3.3},
                         {-1.2, 3.3},
                         {-1.2, 1.2},
                         {-3.3, 1.2}}},
};

FID_ORDER_BY (by_place, struct fid_box, FID_RISING (x) FID_RISING (y))

/* Dots at whole px, each place once: a picture of many values stays small. */
static void draw_dots (struct fid_canvas *c, const double *x, const double *y, size_t n,
                       enum fid_colour colour)
{
    FID_FREED struct fid_box *box = calloc (n + 1, sizeof *box);
    size_t box_n = 0, kept = 0;
    if (!box)
        fid_canvas_fail (c);
    for (size_t i = 0; box && i < n; i++)
        if (isfinite (x[i]) && isfinite (y[i]))
            box[box_n++] = (struct fid_box){round (x[i]) - 1, round (y[i]) - 1, 2, 2};
    FID_SORT (box, box_n, by_place);
    for (size_t i = 0; i < box_n; i++)
        if (!kept || by_place (&box[i], &box[kept - 1]) != 0)
            box[kept++] = box[i];
    if (kept)
        fid_draw_boxes (c, box, kept, (struct fid_pen){.colour = colour, .opacity = 1});
}

void fid_draw_marks (struct fid_canvas *c, enum fid_mark mark, const double *x, const double *y,
                     size_t n, enum fid_colour colour)
{
    size_t corners = shape[mark].n, at = 0;
    if (mark == FID_MARK_DOT)
        draw_dots (c, x, y, n, colour);
    if (!corners || !n)
        return;
    FID_FREED double *px = calloc (2 * n, (corners + 1) * sizeof *px);
    if (!px) {
        fid_canvas_fail (c);
        return;
    }
    double *py = px + n * (corners + 1);
    for (size_t i = 0; i < n; i++) {
        if (!isfinite (x[i]) || !isfinite (y[i]))
            continue;
        for (size_t k = 0; k < corners; k++, at++) {
            px[at] = x[i] + shape[mark].at[k][0];
            py[at] = y[i] + shape[mark].at[k][1];
        }
        px[at] = py[at] = NAN; /* the next one is a polygon of its own */
        at++;
    }
    if (at)
        fid_draw_area (c, px, py, at - 1, (struct fid_pen){.colour = colour});
}
