/* SPDX-License-Identifier: GPL-3.0-or-later */
/* svg.c - canvases of SVG 1.1 text */
#include "base/memstream.h"
#include "plot/canvas_priv.h"

#define PAGE_TYPE 9.5 /* px of a text without a size: labels of axes are the most */

struct svg {
    struct fid_canvas base;
    FILE *f;    /* owned; writes to text */
    char *text; /* owned */
    size_t text_n;
    bool page;
    unsigned long long shown; /* of a page: bit 0: the group that is open is an element, ... */
};

#define NUMBER_N 24 /* characters of a number, at most */

/* Write the shortest text of x in steps of 1/per (10 or 100), independent of the locale, so
 * that it ends before `end`; returns where it begins. */
static char *number_text (char *end, double x, long per)
{
    if (!(fabs (x) < 1e9)) /* far outside of any picture */
        x = x > 0 ? 1e9 : -1e9;
    long v = lround (x * (double)per), whole = labs (v) / per, rest = labs (v) % per;
    char *p = end;
    if (per == 100 && rest % 10)
        *--p = (char)('0' + rest % 10);
    if (rest) {
        *--p = (char)('0' + rest * 10 / per);
        *--p = '.';
    }
    for (; whole || (p == end && !rest); whole /= 10)
        *--p = (char)('0' + whole % 10);
    if (v < 0)
        *--p = '-';
    return p;
}

static void put_number (FILE *f, double x, long per)
{
    char text[NUMBER_N], *end = text + NUMBER_N, *p = number_text (end, x, per);
    fwrite (p, 1, (size_t)(end - p), f);
}

/* A blank, unless a minus sign follows, and a number. */
static void put_coordinate (FILE *f, double x, bool first)
{
    char text[NUMBER_N], *end = text + NUMBER_N, *p = number_text (end, x, 10);
    if (!first && !(lround (x * 10) < 0))
        *--p = ' ';
    fwrite_unlocked (p, 1, (size_t)(end - p), f); /* most of a picture are coordinates */
}

static void put_attribute (FILE *f, const char *name, double x)
{
    fprintf (f, " %s=\"", name);
    put_number (f, x, 100);
    fputc ('"', f);
}

static void put_escaped (FILE *f, const char *text)
{
    char one[5];
    while (fid_text_char (&text, one)) {
        const char *as = one[0] == '&'   ? "&amp;"
                         : one[0] == '<' ? "&lt;"
                         : one[0] == '>' ? "&gt;"
                         : one[0] == '"' ? "&quot;"
                                         : one;
        fputs (as, f);
    }
}

/* The colour of an element, which is filled or (`stroke') a line. */
static void put_paint (const struct svg *s, bool stroke, enum fid_colour colour)
{
    if (s->page)
        fprintf (s->f, stroke ? " class=\"%s l\"" : " class=\"%s\"", fid_palette[colour].name);
    else
        fprintf (s->f, stroke ? " fill=\"none\" stroke=\"#%06x\"" : " fill=\"#%06x\"",
                 fid_palette[colour].rgb);
}

void fid_svg_style (FILE *f)
{
    fputs (".fid-plot{font:9.5px Helvetica,Arial,'Liberation Sans','DejaVu Sans',sans-serif;"
           "stroke-linejoin:round}\n.fid-plot *{fill:currentColor}\n"
           ".fid-plot .l{fill:none;stroke:currentColor}\n",
           f);
    for (int k = 0; k < FID_COLOUR_N; k++)
        fprintf (f, ".%s{color:#%06x}\n", fid_palette[k].name, fid_palette[k].rgb);
}

static void put_opacity (const struct svg *s, const char *name, double value)
{
    if (value < 1)
        put_attribute (s->f, name, value);
}

/* x and y; the first of a path has no blank in front. */
static void put_point (FILE *f, double x, double y, bool first)
{
    put_coordinate (f, x, first);
    put_coordinate (f, y, false);
}

static void svg_path (struct fid_canvas *c, const double *x, const double *y, size_t n,
                      struct fid_pen pen, bool filled)
{
    struct svg *s = (struct svg *)c;
    double dash[2];
    fputs ("<path d=\"", s->f);
    bool down = false;
    for (size_t i = 0; i < n; i++) {
        bool there = isfinite (x[i]) && isfinite (y[i]);
        if (there != down && (there || filled))
            fputc (there ? 'M' : 'Z', s->f);
        if (there) /* points that follow M are lines */
            put_point (s->f, x[i], y[i], !down);
        down = there;
    }
    if (filled && down)
        fputc ('Z', s->f);
    fputc ('"', s->f);
    put_paint (s, !filled, pen.colour);
    if (filled)
        put_opacity (s, "fill-opacity", pen.opacity);
    else {
        if (!s->page || pen.width < 1 || pen.width > 1)
            put_attribute (s->f, "stroke-width", pen.width);
        if (fid_dash_lengths (pen, dash)) {
            fputs (" stroke-dasharray=\"", s->f);
            put_number (s->f, dash[0], 100);
            fputc (' ', s->f);
            put_number (s->f, dash[1], 100);
            fputc ('"', s->f);
        }
        put_opacity (s, "stroke-opacity", pen.opacity);
    }
    fputs ("/>\n", s->f);
}

static void svg_boxes (struct fid_canvas *c, const struct fid_box *box, size_t n,
                       struct fid_pen pen)
{
    struct svg *s = (struct svg *)c;
    fputs ("<path d=\"", s->f);
    for (size_t i = 0; i < n; i++) {
        fputc ('M', s->f);
        put_point (s->f, box[i].x, box[i].y, true);
        fputc ('h', s->f);
        put_coordinate (s->f, box[i].w, true);
        fputc ('v', s->f);
        put_coordinate (s->f, box[i].h, true);
        fputc ('h', s->f);
        put_coordinate (s->f, -box[i].w, true);
        fputc ('z', s->f);
    }
    fputc ('"', s->f);
    put_paint (s, false, pen.colour);
    put_opacity (s, "fill-opacity", pen.opacity);
    fputs ("/>\n", s->f);
}

static void svg_text (struct fid_canvas *c, double x, double y, const char *t,
                      struct fid_type type)
{
    static const char *const anchor[] = {NULL, "middle", "end"};
    struct svg *s = (struct svg *)c;
    fputs ("<text x=\"", s->f);
    put_number (s->f, x, 10);
    fputs ("\" y=\"", s->f);
    put_number (s->f, y, 10);
    fputc ('"', s->f);
    if (type.upwards) {
        fputs (" transform=\"rotate(-90", s->f);
        put_point (s->f, x, y, false);
        fputs (")\"", s->f);
    }
    if (anchor[type.align])
        fprintf (s->f, " text-anchor=\"%s\"", anchor[type.align]);
    if (s->page ? type.size < PAGE_TYPE || type.size > PAGE_TYPE : type.size != FID_TYPE_SIZE)
        put_attribute (s->f, "font-size", type.size);
    if (type.bold)
        fputs (" font-weight=\"bold\"", s->f);
    put_paint (s, false, type.colour);
    fputc ('>', s->f);
    put_escaped (s->f, t);
    fputs ("</text>\n", s->f);
}

/* A nested picture clips at its edges and, unlike a clip path, needs no id. */
static void svg_clip (struct fid_canvas *c, struct fid_box b)
{
    static const char *const name[] = {"x", "y", "width", "height"};
    struct svg *s = (struct svg *)c;
    const double edge[] = {b.x, b.y, b.w, b.h};
    fputs ("<svg", s->f);
    for (int i = 0; i < 4; i++) {
        fprintf (s->f, " %s=\"", name[i]);
        put_number (s->f, edge[i], 10);
        fputc ('"', s->f);
    }
    fputs (" viewBox=\"", s->f);
    for (int i = 0; i < 4; i++) {
        if (i)
            fputc (' ', s->f);
        put_number (s->f, edge[i], 10);
    }
    fputs ("\">\n", s->f);
}

static void clip_end (struct fid_canvas *c)
{
    fputs ("</svg>\n", ((struct svg *)c)->f);
}

static void svg_group (struct fid_canvas *c, const char *tip)
{
    struct svg *s = (struct svg *)c;
    s->shown = s->shown << 1 | (!s->page || *tip);
    if (!(s->shown & 1))
        return;
    fputs ("<g>", s->f);
    if (*tip) {
        fputs ("<title>", s->f);
        put_escaped (s->f, tip);
        fputs ("</title>", s->f);
    }
    fputc ('\n', s->f);
}

static void group_end (struct fid_canvas *c)
{
    struct svg *s = (struct svg *)c;
    if (s->shown & 1)
        fputs ("</g>\n", s->f);
    s->shown >>= 1;
}

static char *svg_bytes (struct fid_canvas *c, size_t *n)
{
    struct svg *s = (struct svg *)c;
    fputs ("</svg>\n", s->f);
    int rc = fid_memstream_end (s->f, 0, &c->why);
    s->f = NULL;
    if (rc)
        return NULL;
    char *text_of = s->text;
    *n = s->text_n;
    s->text = NULL;
    return text_of;
}

static void svg_destroy (struct fid_canvas *c)
{
    struct svg *s = (struct svg *)c;
    if (s->f)
        fclose (s->f);
    FID_FREE (s->text, s);
}

struct fid_canvas *fid_canvas_svg (const struct fid_canvas_opts *opts, struct fid_error *err)
{
    static const struct fid_canvas_kind kind = {svg_path,  svg_boxes, svg_text,
                                                svg_clip,  clip_end,  svg_group,
                                                group_end, svg_bytes, svg_destroy};
    struct svg *s = calloc (1, sizeof *s);
    if (!s)
        return fid_null_nomem (err);
    s->f = fid_memstream_open (&s->text, &s->text_n, err);
    if (!s->f) {
        free (s);
        return NULL;
    }
    s->base.kind = &kind;
    s->page = opts->page;
    /* The root element, and a white background unless it is part of a page. */
    if (!s->page)
        fputs ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n", s->f);
    fputs (s->page ? "<svg class=\"fid-plot\"" : "<svg xmlns=\"http://www.w3.org/2000/svg\"",
           s->f);
    put_attribute (s->f, "width", opts->width);
    put_attribute (s->f, "height", opts->height);
    fputs (" viewBox=\"0 0 ", s->f);
    put_number (s->f, opts->width, 100);
    fputc (' ', s->f);
    put_number (s->f, opts->height, 100);
    fputs ("\" role=\"img\"", s->f);
    if (!s->page) {
        fputs (
            " font-family=\"Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif\"",
            s->f);
        put_attribute (s->f, "font-size", FID_TYPE_SIZE);
        fputs (" stroke-linejoin=\"round\"", s->f);
    }
    fputs (">\n", s->f);
    if (opts->title) {
        fputs ("<title>", s->f);
        put_escaped (s->f, opts->title);
        fputs ("</title>\n", s->f);
    }
    if (!s->page)
        fputs ("<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n", s->f);
    return &s->base;
}
