/* SPDX-License-Identifier: GPL-3.0-or-later */
/* canvas_priv.h - shared by the canvases only */
#pragma once

#include "plot/canvas.h"

/* A canvas begins with this struct; each kind has its own operations. */
struct fid_canvas {
    const struct fid_canvas_kind *kind;
    bool failed;
    struct fid_error why;
};

struct fid_canvas_kind {
    /* a line through n points, or a filled polygon; points that are not finite break it */
    void (*path) (struct fid_canvas *c, const double *x, const double *y, size_t n,
                  struct fid_pen pen, bool filled);
    void (*boxes) (struct fid_canvas *c, const struct fid_box *box, size_t n,
                   struct fid_pen pen);
    void (*text) (struct fid_canvas *c, double x, double y, const char *text,
                  struct fid_type type);
    void (*clip) (struct fid_canvas *c, struct fid_box box);
    void (*clip_end) (struct fid_canvas *c);
    /* NULL: the format has no groups */
    void (*group) (struct fid_canvas *c, const char *tip);
    void (*group_end) (struct fid_canvas *c);
    /* the bytes; sets why and returns NULL if it fails */
    char *(*bytes) (struct fid_canvas *c, size_t *n);
    void (*destroy) (struct fid_canvas *c);
};

extern const struct fid_ink {
    const char *name; /* "fid-blue": the class of an SVG element of that colour */
    unsigned rgb;     /* 0xRRGGBB on white paper */
} fid_palette[FID_COLOUR_N];

/* Lengths of dashes and gaps; returns how many (0: a solid line). */
size_t fid_dash_lengths (struct fid_pen pen, double out[2]);

/* Copy the next character of *text, UTF-8 of 1 to 4 bytes, and advance *text.  Invalid bytes
 * become U+FFFD.  Returns the number of bytes copied; 0 at the end. */
size_t fid_text_char (const char **text, char out[5]);
