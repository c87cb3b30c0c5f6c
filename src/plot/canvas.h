/* SPDX-License-Identifier: GPL-3.0-or-later */
/* canvas.h - a surface to draw on, which becomes SVG, PNG or PDF
 *
 * Coordinates are px of 1/96 inch, x to the right and y downwards.  Drawing functions do not
 * return errors: the canvas remembers the first (out of memory), and fid_canvas_finish returns
 * it.  Not thread-safe. */
#pragma once

#include "base/base.h"

/* The eight colours of Okabe & Ito, "Color Universal Design" (2008, https://jfly.uni-koeln.de/color/),
 * which colour-blind readers can tell apart, and inks for text and axes.  The real run is blue and
 * solid in every picture, the emulation vermillion and dashed. */
enum fid_colour {
    FID_INK,      /* text, frames */
    FID_INK_SOFT, /* text of less weight, ticks */
    FID_INK_GRID, /* lines behind the data */
    FID_PAPER,
    FID_BLUE,
    FID_VERMILLION,
    FID_GREEN,
    FID_ORANGE,
    FID_SKY,
    FID_PURPLE,
    FID_YELLOW,
    FID_GREY,
    FID_COLOUR_N,
    FID_COLOUR_REAL = FID_BLUE,
    FID_COLOUR_EMULATION = FID_VERMILLION
};

struct fid_box {
    double x, y, w, h;
};

enum fid_dash { FID_SOLID, FID_DASHED, FID_DOTTED };

struct fid_pen {
    enum fid_colour colour;
    enum fid_dash dash;
    double width;   /* of strokes; fills ignore it */
    double opacity; /* 0 means 1, so that {FID_BLUE} is blue */
};

enum fid_align { FID_LEFT, FID_MIDDLE, FID_RIGHT };

struct fid_type {
    double size; /* px; 0: FID_TYPE_SIZE */
    enum fid_align align;
    enum fid_colour colour;
    bool bold;
    bool upwards; /* rotated by 90 degrees, for labels of y axes */
};

#define FID_TYPE_SIZE 10.5 /* about 8 pt */

/* Small shapes at the values of a line, which distinguish lines without colour. */
enum fid_mark {
    FID_MARK_NONE,
    FID_MARK_DISC,
    FID_MARK_SQUARE,
    FID_MARK_DIAMOND,
    FID_MARK_UP, /* triangles */
    FID_MARK_DOWN,
    FID_MARK_CROSS,
    FID_MARK_N
};

struct fid_canvas_opts {
    double width, height; /* px */
    const char *title;    /* read by screen readers; NULL: none */
    bool page;            /* SVG to embed in an HTML page, see below */
    double scale;         /* PNG: pixels per px; 0: 2 */
};

struct fid_canvas;

/* An SVG picture, whose bytes depend only on what is drawn.
 *
 * With opts->page there is no XML declaration and no background, what the style sheet of
 * fid_svg_style says is left out, and the page can set the colours: everything is drawn in
 * currentColor, and every element has the class of its colour, for which the page may have rules
 * behind that sheet (".fid-blue { color: #56b4e9 }").  The root has the class "fid-plot".
 * Elements have no ids, so that pictures can share a page. */
struct fid_canvas *fid_canvas_svg (const struct fid_canvas_opts *opts, struct fid_error *err);

/* Write the rules that pictures for a page need, without <style>. */
void fid_svg_style (FILE *f);

/* The same, drawn by cairo.  Returns NULL with FID_EUSAGE in a build without cairo. */
struct fid_canvas *fid_canvas_png (const struct fid_canvas_opts *opts, struct fid_error *err);
struct fid_canvas *fid_canvas_pdf (const struct fid_canvas_opts *opts, struct fid_error *err);

/* Finish the picture and free the canvas.  Returns its *n bytes, followed by '\0', which the
 * caller frees; NULL with FID_EINTERNAL if anything failed. */
char *fid_canvas_finish (struct fid_canvas *c, size_t *n, struct fid_error *err);

void fid_canvas_destroy (struct fid_canvas *c);

/* Make fid_canvas_finish fail with out of memory. */
void fid_canvas_fail (struct fid_canvas *c);

/* A line through n points; points that are not finite break it. */
void fid_draw_line (struct fid_canvas *c, const double *x, const double *y, size_t n,
                    struct fid_pen pen);
void fid_draw_segment (struct fid_canvas *c, double x0, double y0, double x1, double y1,
                       struct fid_pen pen);

/* Filled polygons, separated by points that are not finite, as one element. */
void fid_draw_area (struct fid_canvas *c, const double *x, const double *y, size_t n,
                    struct fid_pen pen);

/* Draw a mark at n places (px), as one element; places that are not finite are skipped. */
void fid_draw_marks (struct fid_canvas *c, enum fid_mark mark, const double *x, const double *y,
                     size_t n, enum fid_colour colour);

/* Filled boxes as one element. */
void fid_draw_boxes (struct fid_canvas *c, const struct fid_box *box, size_t n,
                     struct fid_pen pen);

/* UTF-8 text whose baseline starts, is centred or ends at (x, y).  Invalid bytes and control
 * characters are replaced by U+FFFD. */
void fid_draw_text (struct fid_canvas *c, double x, double y, const char *text,
                    struct fid_type type);

/* Clip what is drawn until fid_draw_clip_end to the box.  Clips nest. */
void fid_draw_clip (struct fid_canvas *c, struct fid_box box);
void fid_draw_clip_end (struct fid_canvas *c);

/* Group what is drawn until fid_draw_group_end; in SVG, tip is the group's tooltip. */
void fid_draw_group (struct fid_canvas *c, const char *tip);
void fid_draw_group_end (struct fid_canvas *c);

/* The width of a text, px, from a table of widths that common sans-serif fonts hardly exceed,
 * so that layouts do not depend on installed fonts. */
double fid_type_width (const char *text, struct fid_type type);

/* Copy as much of text as fits into width px to out[out_n], with an ellipsis if it is cut;
 * "" if nothing fits. */
void fid_text_fit (const char *text, struct fid_type type, double width, char *out,
                   size_t out_n);
