/* SPDX-License-Identifier: GPL-3.0-or-later */
/* canvas.c - the part common to all kinds of canvas (see canvas.h) */
#include "base/jsonbuild.h"
#include "plot/canvas_priv.h"

#define REPLACEMENT "\xEF\xBF\xBD"

size_t fid_dash_lengths (struct fid_pen pen, double out[2])
{
    double unit = pen.width > 1 ? pen.width : 1;
    if (pen.dash == FID_SOLID)
        return 0;
    out[0] = (pen.dash == FID_DASHED ? 4 : 1) * unit;
    out[1] = 2 * unit;
    return 2;
}

size_t fid_text_char (const char **text, char out[5])
{
    const char *s = *text;
    if (!*s)
        return 0;
    size_t n = fid_utf8_n (s);
    bool control = (unsigned char)*s < ' ' || *s == 0x7f;
    *text = s + (n ? n : 1);
    if (!n || control) {
        memcpy (out, REPLACEMENT, 4);
        return 3;
    }
    memcpy (out, s, n);
    out[n] = '\0';
    return n;
}

/* Width of an ASCII character, thousandths of the size. */
static double char_width (char c)
{
    if (strchr ("ijl|'", c))
        return 290;
    if (strchr (" .,:;!()[]{}/\\Itfr-", c))
        return 370;
    if (strchr ("mMW%@w", c))
        return 880;
    if (strchr ("ABCDGHKNOQRUVXYZ&+=<>~", c))
        return 710;
    return 590;
}

double fid_type_width (const char *text, struct fid_type type)
{
    double width = 0, size = type.size > 0 ? type.size : FID_TYPE_SIZE;
    char one[5];
    for (size_t n; (n = fid_text_char (&text, one));)
        width += n == 1 ? char_width (one[0]) : 620;
    return width / 1000 * size * (type.bold ? 1.16 : 1);
}

const struct fid_ink fid_palette[FID_COLOUR_N] = {
    [FID_INK] = {"fid-ink", 0x1a1a1a},       [FID_INK_SOFT] = {"fid-soft", 0x595959},
    [FID_INK_GRID] = {"fid-grid", 0xd9d9d9}, [FID_PAPER] = {"fid-paper", 0xffffff},
    [FID_BLUE] = {"fid-blue", 0x0072b2},     [FID_VERMILLION] = {"fid-vermillion", 0xd55e00},
    [FID_GREEN] = {"fid-green", 0x009e73},   [FID_ORANGE] = {"fid-orange", 0xe69f00},
    [FID_SKY] = {"fid-sky", 0x56b4e9},       [FID_PURPLE] = {"fid-purple", 0xcc79a7},
    [FID_YELLOW] = {"fid-yellow", 0xf0e442}, [FID_GREY] = {"fid-grey", 0x8c8c8c},
};

static struct fid_pen full_pen (struct fid_pen pen)
{
    if (!(pen.width > 0))
        pen.width = 1;
    if (!(pen.opacity > 0) || pen.opacity > 1)
        pen.opacity = 1;
    return pen;
}

void fid_draw_line (struct fid_canvas *c, const double *x, const double *y, size_t n,
                    struct fid_pen pen)
{
    if (n && !c->failed)
        c->kind->path (c, x, y, n, full_pen (pen), false);
}

void fid_draw_segment (struct fid_canvas *c, double x0, double y0, double x1, double y1,
                       struct fid_pen pen)
{
    fid_draw_line (c, (double[]){x0, x1}, (double[]){y0, y1}, 2, pen);
}

void fid_draw_area (struct fid_canvas *c, const double *x, const double *y, size_t n,
                    struct fid_pen pen)
{
    if (n && !c->failed)
        c->kind->path (c, x, y, n, full_pen (pen), true);
}

void fid_draw_boxes (struct fid_canvas *c, const struct fid_box *box, size_t n,
                     struct fid_pen pen)
{
    if (n && !c->failed)
        c->kind->boxes (c, box, n, full_pen (pen));
}

void fid_draw_text (struct fid_canvas *c, double x, double y, const char *text,
                    struct fid_type type)
{
    if (!(type.size > 0))
        type.size = FID_TYPE_SIZE;
    if (text && *text && !c->failed)
        c->kind->text (c, x, y, text, type);
}

void fid_draw_clip (struct fid_canvas *c, struct fid_box box)
{
    if (!c->failed)
        c->kind->clip (c, box);
}

void fid_draw_clip_end (struct fid_canvas *c)
{
    if (!c->failed)
        c->kind->clip_end (c);
}

void fid_draw_group (struct fid_canvas *c, const char *tip)
{
    if (!c->failed && c->kind->group)
        c->kind->group (c, tip ? tip : "");
}

void fid_draw_group_end (struct fid_canvas *c)
{
    if (!c->failed && c->kind->group)
        c->kind->group_end (c);
}

void fid_canvas_fail (struct fid_canvas *c)
{
    c->failed = true;
    fid_error_nomem (&c->why);
}

char *fid_canvas_finish (struct fid_canvas *c, size_t *n, struct fid_error *err)
{
    char *bytes = c->failed ? NULL : c->kind->bytes (c, n);
    if (!bytes && err)
        *err = c->why;
    fid_canvas_destroy (c);
    return bytes;
}

void fid_canvas_destroy (struct fid_canvas *c)
{
    if (c)
        c->kind->destroy (c);
}

void fid_text_fit (const char *text, struct fid_type type, double width, char *out,
                   size_t out_n)
{
    static const char ellipsis[] = "\xE2\x80\xA6";
    size_t n = strlen (text);
    snprintf (out, out_n, "%s", text);
    if (n < out_n && fid_type_width (out, type) <= width)
        return;
    if (n > out_n - sizeof ellipsis)
        n = out_n - sizeof ellipsis;
    for (; n; n--) {
        if (((unsigned char)text[n] & 0xc0) == 0x80)
            continue; /* inside a character */
        memcpy (out, text, n);
        memcpy (out + n, ellipsis, sizeof ellipsis);
        if (fid_type_width (out, type) <= width)
            return;
    }
    out[0] = '\0';
}

/* --- marks */

#define CORNERS 12

/* x and y of corners about the place, px; shapes of about equal area. */
static const struct {
    size_t n;
    double at[2 * CORNERS];
} shape[FID_MARK_N] = {
    [FID_MARK_DISC] = {12, {3,  0, 2.6,  1.5,  1.5,  2.6,  0, 3,  -1.5, 2.6,  -2.6, 1.5,
                            -3, 0, -2.6, -1.5, -1.5, -2.6, 0, -3, 1.5,  -2.6, 2.6,  -1.5}},
    [FID_MARK_SQUARE] = {4, {2.6, 2.6, -2.6, 2.6, -2.6, -2.6, 2.6, -2.6}},
    [FID_MARK_DIAMOND] = {4, {3.8, 0, 0, 3.8, -3.8, 0, 0, -3.8}},
    [FID_MARK_UP] = {3, {0, -3.8, 3.5, 2.4, -3.5, 2.4}},
    [FID_MARK_DOWN] = {3, {0, 3.8, 3.5, -2.4, -3.5, -2.4}},
    [FID_MARK_CROSS] = {12, {-3.3, -1.2, -1.2, -1.2, -1.2, -3.3, 1.2,  -3.3,
                             1.2,  -1.2, 3.3,  -1.2, 3.3,  1.2,  1.2,  1.2,
                             1.2,  3.3,  -1.2, 3.3,  -1.2, 1.2,  -3.3, 1.2}},
};

void fid_draw_marks (struct fid_canvas *c, enum fid_mark mark, const double *x, const double *y,
                     size_t n, enum fid_colour colour)
{
    size_t corners = shape[mark].n, at = 0;
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
            px[at] = x[i] + shape[mark].at[2 * k];
            py[at] = y[i] + shape[mark].at[2 * k + 1];
        }
        px[at] = py[at] = NAN; /* the next one is a polygon of its own */
        at++;
    }
    if (at)
        fid_draw_area (c, px, py, at - 1, (struct fid_pen){.colour = colour});
}
