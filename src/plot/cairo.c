/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cairo.c - canvases of PNG and PDF by cairo, where the build has it */
#include "base/late.h"
#include "plot/canvas_priv.h"

#ifdef HAVE_CAIRO
#include <cairo-pdf.h>
#include <cairo.h>
#include <string.h>

/* What is called of the library. */
/* clang-format off */
#define CALLS(X)                                                                               \
    X (cairo_clip) X (cairo_close_path) X (cairo_create) X (cairo_destroy) X (cairo_fill)      \
    X (cairo_image_surface_create) X (cairo_line_to) X (cairo_move_to) X (cairo_new_path)      \
    X (cairo_paint) X (cairo_pdf_surface_create_for_stream)                                    \
    X (cairo_pdf_surface_set_metadata) X (cairo_rectangle) X (cairo_restore)                   \
    X (cairo_rotate) X (cairo_save) X (cairo_scale) X (cairo_select_font_face)                 \
    X (cairo_set_dash) X (cairo_set_font_size) X (cairo_set_line_join)                         \
    X (cairo_set_line_width) X (cairo_set_source_rgba) X (cairo_show_text)                     \
    X (cairo_status) X (cairo_status_to_string) X (cairo_stroke) X (cairo_surface_destroy)     \
    X (cairo_surface_finish) X (cairo_surface_status)                                          \
    X (cairo_surface_write_to_png_stream) X (cairo_text_extents) X (cairo_translate)
/* clang-format on */

#ifdef CAIRO_SONAME
FID_LATE_LIBRARY (CAIRO_SONAME, CALLS)
#else
FID_LINKED_LIBRARY (CALLS)
#endif

struct image {
    struct fid_canvas base;
    cairo_surface_t *surface; /* owned */
    cairo_t *cr;              /* owned */
    bool png;
    FID_LIST (char, byte); /* owned */
};

static void set_colour (struct image *m, enum fid_colour colour, double opacity)
{
    unsigned rgb = fid_palette[colour].rgb;
    lib.cairo_set_source_rgba (m->cr, (rgb >> 16) / 255., (rgb >> 8 & 255) / 255.,
                               (rgb & 255) / 255., opacity);
}

static void cairo_path (struct fid_canvas *c, const double *x, const double *y, size_t n,
                        struct fid_pen pen, bool filled)
{
    struct image *m = (struct image *)c;
    double dash[2];
    bool down = false;
    for (size_t i = 0; i < n; i++) {
        bool there = isfinite (x[i]) && isfinite (y[i]);
        if (there && down)
            lib.cairo_line_to (m->cr, x[i], y[i]);
        else if (there)
            lib.cairo_move_to (m->cr, x[i], y[i]);
        else if (filled && down)
            lib.cairo_close_path (m->cr);
        down = there;
    }
    set_colour (m, pen.colour, pen.opacity);
    if (filled) {
        if (down)
            lib.cairo_close_path (m->cr);
        lib.cairo_fill (m->cr);
        return;
    }
    lib.cairo_set_line_width (m->cr, pen.width);
    lib.cairo_set_dash (m->cr, dash, (int)fid_dash_lengths (pen, dash), 0);
    lib.cairo_set_line_join (m->cr, CAIRO_LINE_JOIN_ROUND);
    lib.cairo_stroke (m->cr);
}

static void cairo_boxes (struct fid_canvas *c, const struct fid_box *box, size_t n,
                         struct fid_pen pen)
{
    struct image *m = (struct image *)c;
    for (size_t i = 0; i < n; i++)
        lib.cairo_rectangle (m->cr, box[i].x, box[i].y, box[i].w, box[i].h);
    set_colour (m, pen.colour, pen.opacity);
    lib.cairo_fill (m->cr);
}

static void cairo_text (struct fid_canvas *c, double x, double y, const char *t,
                        struct fid_type type)
{
    struct image *m = (struct image *)c;
    cairo_text_extents_t extents;
    size_t n = 0, cap = 4 * strlen (t);
    FID_FREED char *clean = malloc (cap + 5);
    if (!clean) {
        fid_canvas_fail (c);
        return;
    }
    for (size_t one; (one = fid_text_char (&t, clean + n));)
        n += one;
    clean[n] = '\0';
    lib.cairo_select_font_face (m->cr, "sans-serif", CAIRO_FONT_SLANT_NORMAL,
                                type.bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    lib.cairo_set_font_size (m->cr, type.size);
    lib.cairo_text_extents (m->cr, clean, &extents);
    double back = extents.x_advance * (type.align == FID_LEFT     ? 0
                                       : type.align == FID_MIDDLE ? .5
                                                                  : 1);
    lib.cairo_save (m->cr);
    set_colour (m, type.colour, 1);
    lib.cairo_translate (m->cr, x, y);
    if (type.upwards)
        lib.cairo_rotate (m->cr, -acos (0));
    lib.cairo_move_to (m->cr, -back, 0);
    lib.cairo_show_text (m->cr, clean);
    lib.cairo_restore (m->cr);
    lib.cairo_new_path (m->cr);
}

static void cairo_clip_box (struct fid_canvas *c, struct fid_box b)
{
    struct image *m = (struct image *)c;
    lib.cairo_save (m->cr);
    lib.cairo_rectangle (m->cr, b.x, b.y, b.w, b.h);
    lib.cairo_clip (m->cr);
}

static void clip_end (struct fid_canvas *c)
{
    lib.cairo_restore (((struct image *)c)->cr);
}

static cairo_status_t take_png (void *self, const unsigned char *data, unsigned n)
{
    struct image *m = self;
    if (fid_array_grow (&m->byte, &m->byte_cap, m->byte_n + n + 1, 1, &m->base.why))
        return CAIRO_STATUS_NO_MEMORY;
    memcpy (m->byte + m->byte_n, data, n);
    m->byte_n += n;
    m->byte[m->byte_n] = '\0';
    return CAIRO_STATUS_SUCCESS;
}

static char *cairo_bytes (struct fid_canvas *c, size_t *n)
{
    struct image *m = (struct image *)c;
    cairo_status_t status = lib.cairo_status (m->cr);
    if (!status && m->png)
        status = lib.cairo_surface_write_to_png_stream (m->surface, take_png, m);
    lib.cairo_surface_finish (m->surface);
    if (!status)
        status = lib.cairo_surface_status (m->surface);
    if (status || !m->byte) {
        fid_errorf (&c->why, FID_EINTERNAL, "cairo: %s", lib.cairo_status_to_string (status));
        return NULL;
    }
    char *byte = m->byte;
    *n = m->byte_n;
    m->byte = NULL;
    return byte;
}

static void cairo_canvas_destroy (struct fid_canvas *c)
{
    struct image *m = (struct image *)c;
    lib.cairo_destroy (m->cr);
    lib.cairo_surface_destroy (m->surface);
    FID_FREE (m->byte, m);
}

static struct fid_canvas *cairo_canvas_create (const struct fid_canvas_opts *o, bool png,
                                               struct fid_error *err)
{
    static const struct fid_canvas_kind kind = {
        cairo_path, cairo_boxes, cairo_text,  cairo_clip_box,      clip_end,
        NULL,       NULL,        cairo_bytes, cairo_canvas_destroy};
    if (load_lib (err))
        return NULL;
    struct image *m = calloc (1, sizeof *m);
    if (!m)
        return fid_null_nomem (err);
    double scale = png ? (o->scale > 0 ? o->scale : 2) : 72. / 96;
    m->base.kind = &kind;
    m->png = png;
    if (png)
        m->surface =
            lib.cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int)lround (o->width * scale),
                                            (int)lround (o->height * scale));
    else {
        m->surface = lib.cairo_pdf_surface_create_for_stream (take_png, m, o->width * scale,
                                                              o->height * scale);
        /* no wall-clock times in files */
        lib.cairo_pdf_surface_set_metadata (m->surface, CAIRO_PDF_METADATA_CREATE_DATE,
                                            "2000-01-01T00:00:00Z");
        if (o->title)
            lib.cairo_pdf_surface_set_metadata (m->surface, CAIRO_PDF_METADATA_TITLE, o->title);
    }
    m->cr = lib.cairo_create (m->surface);
    cairo_status_t status = lib.cairo_status (m->cr);
    if (status) {
        fid_errorf (err, FID_EINTERNAL, "cairo: %s", lib.cairo_status_to_string (status));
        cairo_canvas_destroy (&m->base);
        return NULL;
    }
    lib.cairo_scale (m->cr, scale, scale);
    set_colour (m, FID_PAPER, 1);
    lib.cairo_paint (m->cr);
    return &m->base;
}

#else

static struct fid_canvas *cairo_canvas_create (const struct fid_canvas_opts *o, bool png,
                                               struct fid_error *err)
{
    (void)o;
    fid_errorf (err, FID_EUSAGE, "this fidlio was built without cairo: it writes SVG, not %s",
                png ? "PNG" : "PDF");
    return NULL;
}

#endif

struct fid_canvas *fid_canvas_png (const struct fid_canvas_opts *opts, struct fid_error *err)
{
    return cairo_canvas_create (opts, true, err);
}

struct fid_canvas *fid_canvas_pdf (const struct fid_canvas_opts *opts, struct fid_error *err)
{
    return cairo_canvas_create (opts, false, err);
}
