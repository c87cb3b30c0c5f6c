/* svg.c - canvases of SVG 1.1 text */
#include "base/outfile.h"
#include "config.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "plot/canvas_priv.h"

struct svg {
    struct fid_canvas base;
    FILE *f;    /* owned; writes to text */
    char *text; /* owned */
    size_t text_n;
    bool page;
};

#define NUMBER_N 24 /* characters of a number, at most */

/* Write the shortest text of x in steps of 1/per (10 or 100), independent of the locale, so
 * that it ends before `end`; returns where it begins. */
static char *
number_text (char *end, double x, long per)
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

static void
number (FILE *f, double x, long per)
{
    char text[NUMBER_N], *end = text + NUMBER_N, *p = number_text (end, x, per);
    fwrite (p, 1, (size_t)(end - p), f);
}

/* A blank, unless a minus sign follows, and a number. */
static void
coordinate (FILE *f, double x, bool first)
{
    char text[NUMBER_N], *end = text + NUMBER_N, *p = number_text (end, x, 10);
    if (!first && !(lround (x * 10) < 0))
        *--p = ' ';
    fwrite_unlocked (p, 1, (size_t)(end - p), f); /* most of a picture are coordinates */
}

static void
attribute (FILE *f, const char *name, double x)
{
    fprintf (f, " %s=\"", name);
    number (f, x, 100);
    fputc ('"', f);
}

static void
escaped (FILE *f, const char *text)
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

/* The colour of an element: its fill or its stroke. */
static void
paint (const struct svg *s, const char *what, enum fid_colour colour)
{
    unsigned rgb = fid_colour_rgb (colour);
    if (s->page)
        fprintf (s->f, " class=\"%s\" color=\"#%06x\" %s=\"currentColor\"",
                 fid_colour_class (colour), rgb, what);
    else
        fprintf (s->f, " %s=\"#%06x\"", what, rgb);
}

static void
opacity (const struct svg *s, const char *name, double value)
{
    if (value < 1)
        attribute (s->f, name, value);
}

/* x and y; the first of a path has no blank in front. */
static void
point (FILE *f, double x, double y, bool first)
{
    coordinate (f, x, first);
    coordinate (f, y, false);
}

/* " name="a b"" */
static void
two_numbers (FILE *f, const char *name, const double x[2])
{
    fprintf (f, " %s=\"", name);
    number (f, x[0], 100);
    fputc (' ', f);
    number (f, x[1], 100);
    fputc ('"', f);
}

static void
path (struct fid_canvas *c, const double *x, const double *y, size_t n, struct fid_pen pen,
      bool filled)
{
    struct svg *s = (struct svg *)c;
    double dash[2];
    bool down = false;
    fputs ("<path d=\"", s->f);
    for (size_t i = 0; i < n; i++) {
        bool there = isfinite (x[i]) && isfinite (y[i]);
        if (there != down && (there || filled))
            fputc (there ? 'M' : 'Z', s->f);
        if (there) /* points that follow M are lines */
            point (s->f, x[i], y[i], !down);
        down = there;
    }
    fputs (filled && down ? "Z\"" : "\"", s->f);
    if (filled) {
        paint (s, "fill", pen.colour);
        opacity (s, "fill-opacity", pen.opacity);
    } else {
        fputs (" fill=\"none\"", s->f);
        paint (s, "stroke", pen.colour);
        attribute (s->f, "stroke-width", pen.width);
        if (fid_dash_lengths (pen, dash))
            two_numbers (s->f, "stroke-dasharray", dash);
        opacity (s, "stroke-opacity", pen.opacity);
    }
    fputs ("/>\n", s->f);
}

static void
boxes (struct fid_canvas *c, const struct fid_box *box, size_t n, struct fid_pen pen)
{
    struct svg *s = (struct svg *)c;
    fputs ("<path d=\"", s->f);
    for (size_t i = 0; i < n; i++) {
        fputc ('M', s->f);
        point (s->f, box[i].x, box[i].y, true);
        fputc ('h', s->f);
        coordinate (s->f, box[i].w, true);
        fputc ('v', s->f);
        coordinate (s->f, box[i].h, true);
        fputc ('h', s->f);
        coordinate (s->f, -box[i].w, true);
        fputc ('z', s->f);
    }
    fputc ('"', s->f);
    paint (s, "fill", pen.colour);
    opacity (s, "fill-opacity", pen.opacity);
    fputs ("/>\n", s->f);
}

static void
text (struct fid_canvas *c, double x, double y, const char *t, struct fid_type type)
{
    static const char *const anchor[] = {NULL, "middle", "end"};
    struct svg *s = (struct svg *)c;
    fputs ("<text x=\"", s->f);
    number (s->f, x, 10);
    fputs ("\" y=\"", s->f);
    number (s->f, y, 10);
    fputc ('"', s->f);
    if (type.upwards) {
        fputs (" transform=\"rotate(-90", s->f);
        point (s->f, x, y, false);
        fputs (")\"", s->f);
    }
    if (anchor[type.align])
        fprintf (s->f, " text-anchor=\"%s\"", anchor[type.align]);
    if (type.size != FID_TYPE_SIZE)
        attribute (s->f, "font-size", type.size);
    if (type.bold)
        fputs (" font-weight=\"bold\"", s->f);
    paint (s, "fill", type.colour);
    fputc ('>', s->f);
    escaped (s->f, t);
    fputs ("</text>\n", s->f);
}

/* A nested picture clips at its edges and, unlike a clip path, needs no id. */
static void
clip (struct fid_canvas *c, struct fid_box b)
{
    static const char *const name[] = {"x", "y", "width", "height"};
    struct svg *s = (struct svg *)c;
    const double edge[] = {b.x, b.y, b.w, b.h};
    fputs ("<svg", s->f);
    for (int i = 0; i < 4; i++) {
        fprintf (s->f, " %s=\"", name[i]);
        number (s->f, edge[i], 10);
        fputc ('"', s->f);
    }
    fputs (" viewBox=\"", s->f);
    for (int i = 0; i < 4; i++) {
        if (i)
            fputc (' ', s->f);
        number (s->f, edge[i], 10);
    }
    fputs ("\">\n", s->f);
}

static void
clip_end (struct fid_canvas *c)
{
    fputs ("</svg>\n", ((struct svg *)c)->f);
}

static void
group (struct fid_canvas *c, const char *tip)
{
    struct svg *s = (struct svg *)c;
    fputs ("<g>", s->f);
    if (*tip) {
        fputs ("<title>", s->f);
        escaped (s->f, tip);
        fputs ("</title>", s->f);
    }
    fputc ('\n', s->f);
}

static void
group_end (struct fid_canvas *c)
{
    fputs ("</g>\n", ((struct svg *)c)->f);
}

static char *
bytes (struct fid_canvas *c, size_t *n)
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

static void
destroy (struct fid_canvas *c)
{
    struct svg *s = (struct svg *)c;
    if (s->f)
        fclose (s->f);
    free (s->text);
    free (s);
}

/* The root element, and a white background unless it is part of a page. */
static void
head (struct svg *s, const struct fid_canvas_opts *o)
{
    if (!s->page)
        fputs ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n", s->f);
    fputs ("<svg xmlns=\"http://www.w3.org/2000/svg\"", s->f);
    if (s->page)
        fputs (" class=\"fid-plot\"", s->f);
    attribute (s->f, "width", o->width);
    attribute (s->f, "height", o->height);
    fputs (" viewBox=\"0 0 ", s->f);
    number (s->f, o->width, 100);
    fputc (' ', s->f);
    number (s->f, o->height, 100);
    fputs ("\" role=\"img\" font-family=\"Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', "
           "sans-serif\"",
           s->f);
    attribute (s->f, "font-size", FID_TYPE_SIZE);
    fputs (" stroke-linejoin=\"round\">\n", s->f);
    if (o->title) {
        fputs ("<title>", s->f);
        escaped (s->f, o->title);
        fputs ("</title>\n", s->f);
    }
    if (!s->page)
        fputs ("<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n", s->f);
}

struct fid_canvas *
fid_canvas_svg (const struct fid_canvas_opts *opts, struct fid_error *err)
{
    static const struct fid_canvas_kind kind = {path,  boxes,     text,  clip,   clip_end,
                                                group, group_end, bytes, destroy};
    struct svg *s = calloc (1, sizeof *s);
    if (!s || !(s->f = open_memstream (&s->text, &s->text_n))) {
        free (s);
        fid_error_nomem (err);
        return NULL;
    }
    s->base.kind = &kind;
    s->page = opts->page;
    head (s, opts);
    return &s->base;
}
