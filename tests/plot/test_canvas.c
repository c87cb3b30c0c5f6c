/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_canvas.c - what SVG, PNG and PDF are made of */
#include <stdint.h>
#include "tests/tap.h"
#include "plot/canvas.h"
#ifdef HAVE_CAIRO
#include <cairo.h>
#endif

/* The same picture on any canvas. */
static void picture (struct fid_canvas *c)
{
    const double x[] = {1, 2.04, NAN, 30, 40}, y[] = {-5, 1000, 0, .06, -.04};
    const struct fid_box boxes[] = {{10, 10, 20, 10}, {50, 10.25, 4, 10}};
    fid_draw_line (c, x, y, 5, (struct fid_pen){.colour = FID_BLUE, .width = 1.25});
    fid_draw_segment (c, 0, 0, 60, 0,
                      (struct fid_pen){.colour = FID_VERMILLION, .dash = FID_DASHED});
    fid_draw_area (c, (double[]){0, 9, 9, NAN, 20, 29, 29},
                   (double[]){30, 30, 39, NAN, 30, 30, 39}, 7,
                   (struct fid_pen){.colour = FID_GREEN, .opacity = .5});
    fid_draw_group (c, "two <boxes>");
    fid_draw_boxes (c, boxes, 2, (struct fid_pen){.colour = FID_ORANGE});
    fid_draw_group_end (c);
    fid_draw_clip (c, (struct fid_box){0, 0, 20, 5});
    fid_draw_text (c, 3, 4, "a & \"b\"\x01\xff", (struct fid_type){.align = FID_MIDDLE});
    fid_draw_clip_end (c);
    fid_draw_text (
        c, 3, 4, "up",
        (struct fid_type){.size = 8, .align = FID_RIGHT, .bold = true, .upwards = true});
    fid_draw_line (c, x, y, 0, (struct fid_pen){.colour = FID_BLUE});
    fid_draw_text (c, 3, 4, "", (struct fid_type){.size = 8});
}

#define ROOT                                                                                   \
    " width=\"60\" height=\"40.5\" viewBox=\"0 0 60 40.5\" role=\"img\" font-family=\""        \
    "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif\" font-size=\"10.5\" "     \
    "stroke-linejoin=\"round\">\n<title>a &lt; b</title>\n"

static const char alone[] =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\"" ROOT
    "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n"
    "<path d=\"M1-5 2 1000M30 .1 40 0\" fill=\"none\" stroke=\"#0072b2\" "
    "stroke-width=\"1.25\"/>\n"
    "<path d=\"M0 0 60 0\" fill=\"none\" stroke=\"#d55e00\" stroke-width=\"1\" "
    "stroke-dasharray=\"4 2\"/>\n"
    "<path d=\"M0 30 9 30 9 39ZM20 30 29 30 29 39Z\" fill=\"#009e73\" fill-opacity=\".5\"/>\n"
    "<g><title>two &lt;boxes&gt;</title>\n"
    "<path d=\"M10 10h20v10h-20zM50 10.3h4v10h-4z\" fill=\"#e69f00\"/>\n"
    "</g>\n"
    "<svg x=\"0\" y=\"0\" width=\"20\" height=\"5\" viewBox=\"0 0 20 5\">\n"
    "<text x=\"3\" y=\"4\" text-anchor=\"middle\" fill=\"#1a1a1a\">a &amp; &quot;b&quot;"
    "\xEF\xBF\xBD\xEF\xBF\xBD</text>\n"
    "</svg>\n"
    "<text x=\"3\" y=\"4\" transform=\"rotate(-90 3 4)\" text-anchor=\"end\" font-size=\"8\" "
    "font-weight=\"bold\" fill=\"#1a1a1a\">up</text>\n"
    "</svg>\n";

static void svg (void)
{
    struct fid_canvas_opts opts = {.width = 60, .height = 40.5, .title = "a < b"};
    struct fid_error err;
    size_t n;
    struct fid_canvas *c = fid_canvas_svg (&opts, &err);
    picture (c);
    char *text = fid_canvas_finish (c, &n, &err);
    ok_str (text, alone, "every element, byte for byte");
    ok (text && n == strlen (text), "its length");
    free (text);

    opts.page = true;
    c = fid_canvas_svg (&opts, &err);
    fid_draw_segment (c, 0, 0, 60, 0, (struct fid_pen){.colour = FID_BLUE});
    fid_draw_text (c, 3, 4, "x", (struct fid_type){.colour = FID_INK_SOFT});
    fid_draw_line (c, (double[]){0, 10, 11, 11.5, 11.5, 14.5, 14.5, NAN, 20, 30},
                   (double[]){0, 4.5, 4, 4.5, 4.5, 4.5, 2.5, NAN, 10, 30}, 10,
                   (struct fid_pen){.colour = FID_BLUE});
    fid_draw_area (c, (double[]){0, 9, 9, NAN, 20, 29, 29},
                   (double[]){0, 0, 9, NAN, 30, 30, 39}, 7,
                   (struct fid_pen){.colour = FID_GREEN});
    fid_draw_boxes (c, (struct fid_box[]){{1, 1, 3, 2}, {6, 3.5, 2, 2}}, 2,
                    (struct fid_pen){.colour = FID_INK});
    text = fid_canvas_finish (c, &n, &err);
    ok_str (text,
            "<svg class=\"fid-plot\" width=\"60\" height=\"40.5\" viewBox=\"0 0 60 40.5\" "
            "role=\"img\">\n<title>a &lt; b</title>\n"
            "<path d=\"M0 0 60 0\" class=\"fid-blue l\"/>\n"
            "<text x=\"3\" y=\"4\" font-size=\"10.5\" class=\"fid-soft\">x</text>\n"
            "<path d=\"M0 0 10 4.5 11 4 11.5 4.5 11.5 4.5 14.5 4.5 14.5 2.5M20 10 30 30\" "
            "class=\"fid-blue l\"/>\n"
            "<path d=\"M0 0 9 0 9 9ZM20 30 29 30 29 39Z\" class=\"fid-green\"/>\n"
            "<path d=\"M1 1h3v2h-3zM6 3.5h2v2h-2z\" class=\"fid-ink\"/>\n</svg>\n",
            "for a page: classes");
    free (text);
    fid_canvas_destroy (fid_canvas_svg (&opts, &err));
    fid_canvas_destroy (NULL);

    c = fid_canvas_svg (&opts, &err);
    fid_canvas_fail (c);
    picture (c);
    ok (!fid_canvas_finish (c, &n, &err) && err.status == FID_EINTERNAL,
        "a failed picture is no picture");
}

#ifdef HAVE_CAIRO
struct input {
    const char *p;
    size_t n;
};

static cairo_status_t give (void *self, unsigned char *data, unsigned n)
{
    struct input *in = self;
    if (n > in->n)
        return CAIRO_STATUS_READ_ERROR;
    memcpy (data, in->p, n);
    in->p += n;
    in->n -= n;
    return CAIRO_STATUS_SUCCESS;
}

static unsigned pixel (cairo_surface_t *s, int x, int y)
{
    uint32_t v;
    memcpy (&v,
            cairo_image_surface_get_data (s) + y * cairo_image_surface_get_stride (s) + 4 * x,
            sizeof v);
    return v & 0xffffff;
}
#endif

static void cairo (void)
{
    struct fid_canvas_opts opts = {.width = 60, .height = 40.5, .title = "x", .scale = 3};
    struct fid_error err;
    struct fid_canvas *c = fid_canvas_png (&opts, &err);
#ifdef HAVE_CAIRO
    size_t n;
    picture (c);
    char *png = fid_canvas_finish (c, &n, &err);
    ok (png && n > 8 && memcmp (png, "\x89PNG", 4) == 0, "a PNG");
    struct input in = {png, n};
    cairo_surface_t *s = cairo_image_surface_create_from_png_stream (give, &in);
    ok (cairo_image_surface_get_width (s) == 180 && cairo_image_surface_get_height (s) == 122,
        "three pixels each px: %d x %d", cairo_image_surface_get_width (s),
        cairo_image_surface_get_height (s));
    static const struct {
        const char *what;
        int x, y;
        unsigned want;
    } rows[] = {
        {"ground", 59 * 3, 35 * 3, 0xffffff},       {"first box", 20 * 3, 15 * 3, 0xe69f00},
        {"second box", 52 * 3, 15 * 3, 0xe69f00},   {"between boxes", 40 * 3, 15 * 3, 0xffffff},
        {"half of green", 8 * 3, 33 * 3, 0x80cfb9},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        unsigned got = pixel (s, rows[i].x, rows[i].y);
        int off = 0;
        for (int shift = 0; shift < 24; shift += 8)
            off += abs ((int)(got >> shift & 255) - (int)(rows[i].want >> shift & 255)) > 2;
        ok (off == 0, "%s is %06x", rows[i].what, got);
    }
    cairo_surface_destroy (s);
    free (png);
    c = fid_canvas_pdf (&opts, &err);
    picture (c);
    char *pdf = fid_canvas_finish (c, &n, &err);
    ok (pdf && strncmp (pdf, "%PDF-", 5) == 0, "a PDF");
    free (pdf);
    fid_canvas_destroy (fid_canvas_pdf (&opts, &err));
    opts.width = 1e9;
    ok (!fid_canvas_png (&opts, &err) && err.status == FID_EINTERNAL, "too wide: %s", err.text);
#else
    ok (!c && err.status == FID_EUSAGE, "no cairo, no PNG: %s", err.text);
    ok (!fid_canvas_pdf (&opts, &err) && err.status == FID_EUSAGE, "nor PDF");
#endif
}

int main (void)
{
    svg ();
    cairo ();
    ok (fid_type_width ("mm", (struct fid_type){.size = 10}) >
            fid_type_width ("il", (struct fid_type){.size = 10}),
        "letters have widths");
    ok_close (fid_type_width ("abc", (struct fid_type){.size = 20}),
              2 * fid_type_width ("abc", (struct fid_type){.size = 10}), 1e-9,
              "in proportion to the size");
    ok_close (fid_type_width ("\xC3\xA4", (struct fid_type){.size = 10}), 6.2, 1e-9,
              "an umlaut is one letter");
    return tap_done ();
}
