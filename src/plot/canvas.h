/* canvas.h - what pictures are drawn on: SVG text, PNG or PDF
 *
 * Coordinates are px of 1/96 inch, x to the right and y downwards.  Drawing
 * never fails at once: what goes wrong (memory, a full disk) is remembered and
 * told by fid_canvas_finish.  One canvas belongs to one thread. */
#ifndef FID_CANVAS_H
#define FID_CANVAS_H

#include <stdbool.h>
#include <stddef.h>
#include "base/error.h"
#include "plot/colour.h"

struct fid_box {
    double x, y, w, h;
};

enum fid_dash { FID_SOLID, FID_DASHED, FID_DOTTED };

struct fid_pen {
    enum fid_colour colour;
    enum fid_dash dash;
    double width;   /* of strokes; fills do without */
    double opacity; /* 0: taken for 1, so that {FID_BLUE} is blue */
};

enum fid_align { FID_LEFT, FID_MIDDLE, FID_RIGHT };

struct fid_type {
    double size; /* px; 0: FID_TYPE_SIZE */
    enum fid_align align;
    enum fid_colour colour;
    bool bold;
    bool upwards; /* read from below, for the labels of y axes */
};

#define FID_TYPE_SIZE 10.5 /* about 8 pt */

struct fid_canvas_opts {
    double width, height; /* px */
    const char *title;    /* what it shows, for those who cannot see it; NULL: none */
    bool page;            /* SVG as part of an HTML page, see below */
    double scale;         /* PNG: pixels per px; 0: 2 */
};

struct fid_canvas;

/* An SVG picture: bytes depend on nothing but what is drawn.
 *
 * As part of a page there is no XML declaration and no ground, and colours can
 * be set by the page: everything is drawn in currentColor, every element has
 * the class of its colour, and `color` as an attribute, which any rule of a
 * style sheet overrides (".fid-blue { color: #56b4e9 }").  The root has the
 * class "fid-plot".  No ids are used, so that pictures can share a page. */
struct fid_canvas *fid_canvas_svg (const struct fid_canvas_opts *opts, struct fid_error *err);

/* The same by cairo.  NULL with FID_EUSAGE in a build without cairo. */
struct fid_canvas *fid_canvas_png (const struct fid_canvas_opts *opts, struct fid_error *err);
struct fid_canvas *fid_canvas_pdf (const struct fid_canvas_opts *opts, struct fid_error *err);

/* End the picture and free the canvas.  Returns its *n bytes (a '\0' follows
 * them), owned by the caller; NULL with FID_EINTERNAL if anything failed. */
char *fid_canvas_finish (struct fid_canvas *c, size_t *n, struct fid_error *err);

void fid_canvas_destroy (struct fid_canvas *c);

/* Let the picture fail for want of memory. */
void fid_canvas_fail (struct fid_canvas *c);

/* A line through n points; one that is not finite breaks it. */
void fid_draw_line (struct fid_canvas *c, const double *x, const double *y, size_t n,
                    struct fid_pen pen);
void fid_draw_segment (struct fid_canvas *c, double x0, double y0, double x1, double y1,
                       struct fid_pen pen);

/* A filled polygon; a point that is not finite ends it, and the next begins
 * another: one element however many they are. */
void fid_draw_area (struct fid_canvas *c, const double *x, const double *y, size_t n,
                    struct fid_pen pen);

/* Filled boxes, all of one pen: one element however many they are. */
void fid_draw_boxes (struct fid_canvas *c, const struct fid_box *box, size_t n,
                     struct fid_pen pen);

/* UTF-8 text whose baseline starts, is centred or ends at (x, y); bytes that
 * are no UTF-8 and control characters are shown as U+FFFD. */
void fid_draw_text (struct fid_canvas *c, double x, double y, const char *text,
                    struct fid_type type);

/* What is drawn until fid_draw_clip_end shows inside the box only.  Clips nest. */
void fid_draw_clip (struct fid_canvas *c, struct fid_box box);
void fid_draw_clip_end (struct fid_canvas *c);

/* What is drawn until fid_draw_group_end belongs together; in SVG, tip is what
 * a pointer over it shows. */
void fid_draw_group (struct fid_canvas *c, const char *tip);
void fid_draw_group_end (struct fid_canvas *c);

/* How wide a text is, px: by a table of widths that no common sans-serif font
 * exceeds by much, so that layouts are the same everywhere. */
double fid_type_width (const char *text, struct fid_type type);

#endif
