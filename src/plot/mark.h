/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mark.h - small shapes at the values of a line, which distinguish lines without colour */
#pragma once

#include "plot/canvas.h"

enum fid_mark {
    FID_MARK_NONE,
    FID_MARK_DISC,
    FID_MARK_SQUARE,
    FID_MARK_DIAMOND,
    FID_MARK_UP, /* triangles */
    FID_MARK_DOWN,
    FID_MARK_CROSS,
    FID_MARK_DOT, /* of 2 px: for many values */
    FID_MARK_N
};

/* Draw a mark at n places (px), as one element; places that are not finite are skipped. */
void fid_draw_marks (struct fid_canvas *c, enum fid_mark mark, const double *x, const double *y,
                     size_t n, enum fid_colour colour);
