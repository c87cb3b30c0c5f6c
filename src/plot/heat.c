/* heat.c - heat maps (see plot.h) */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "plot/plot.h"

enum {
    ROW = 15,     /* px */
    LEVELS = 20,  /* of colour: all cells of one level are one element */
    SCALE_W = 90, /* px of the scale in the head */
};

/* The range of the values; the scale begins at 0 unless it is told otherwise. */
static void
fit (struct fid_heat *h)
{
    size_t n = h->panel.y.name_n * h->column_n;
    if (h->lo < h->hi)
        return;
    h->lo = 0;
    h->hi = 0;
    for (size_t i = 0; i < n; i++)
        if (isfinite (h->value[i])) {
            h->lo = fmin (h->lo, h->value[i]);
            h->hi = fmax (h->hi, h->value[i]);
        }
    if (h->both_ways) {
        h->hi = fmax (h->hi, -h->lo);
        h->lo = -h->hi;
    }
    if (!(h->lo < h->hi))
        h->hi = h->lo + 1;
}

/* -LEVELS .. LEVELS; 0: paper. */
static int
level (const struct fid_heat *h, double v)
{
    double share = h->both_ways ? v / h->hi : (v - h->lo) / (h->hi - h->lo);
    return (int)lround (fmin (1, fmax (h->both_ways ? -1 : 0, share)) * LEVELS);
}

static struct fid_pen
pen_of (const struct fid_heat *h, int k)
{
    return (struct fid_pen){.colour = k < 0 ? h->below : h->colour,
                            .opacity = (double)abs (k) / LEVELS};
}

/* Where a column begins, on a whole px: between others the ground would show. */
static double
column_x (const struct fid_heat *h, size_t column)
{
    return round (h->panel.inner.x + h->panel.inner.w * (double)column / (double)h->column_n);
}

static struct fid_box
row_box (const struct fid_heat *h, size_t row)
{
    struct fid_box b = fid_panel_row (&h->panel, row);
    double top = round (b.y);
    b.h = round (b.y + b.h) - top;
    b.y = top;
    return b;
}

/* The cells of one level, neighbours joined. */
static void
draw_level (const struct fid_heat *h, struct fid_canvas *c, int k, struct fid_box *box)
{
    size_t n = 0;
    for (size_t row = 0; row < h->panel.y.name_n; row++) {
        struct fid_box r = row_box (h, row);
        const double *value = h->value + row * h->column_n;
        for (size_t j = 0; j < h->column_n; j++) {
            if (!isfinite (value[j]) || level (h, value[j]) != k)
                continue;
            size_t from = j;
            while (j + 1 < h->column_n && isfinite (value[j + 1]) &&
                   level (h, value[j + 1]) == k)
                j++;
            double x = column_x (h, from);
            box[n++] = (struct fid_box){x, r.y, column_x (h, j + 1) - x, r.h};
        }
    }
    fid_draw_boxes (c, box, n, pen_of (h, k));
}

static void
draw_numbers (const struct fid_heat *h, struct fid_canvas *c)
{
    for (size_t row = 0; row < h->panel.y.name_n; row++) {
        struct fid_box r = row_box (h, row);
        for (size_t j = 0; j < h->column_n; j++) {
            double v = h->value[row * h->column_n + j], x = column_x (h, j);
            double width = column_x (h, j + 1) - x;
            struct fid_type type = {.size = fmin (9, r.h * .7), .align = FID_MIDDLE};
            char text[40] = "-";
            if (isfinite (v)) {
                if (fabs (v) < 1000 && h->unit == FID_UNIT_NUMBER)
                    snprintf (text, sizeof text, "%.2f", v);
                else
                    fid_ticks_label (v, h->unit, text, sizeof text);
                if (abs (level (h, v)) > .75 * LEVELS)
                    type.colour = FID_PAPER;
            } else
                type.colour = FID_INK_SOFT;
            if (type.size >= 6 && fid_type_width (text, type) < width)
                fid_draw_text (c, x + width / 2, r.y + r.h / 2 + .36 * type.size, text, type);
        }
    }
}

/* The scale, at the right of the head. */
static void
draw_scale (const struct fid_heat *h, struct fid_canvas *c)
{
    const struct fid_panel *p = &h->panel;
    struct fid_type type = {.size = 9, .colour = FID_INK_SOFT};
    char low[24], high[24];
    fid_ticks_label (h->lo, h->unit, low, sizeof low);
    fid_ticks_label (h->hi, h->unit, high, sizeof high);
    double right = p->box.x + p->box.w - 8, y = p->box.y + 11;
    double high_w = fid_type_width (high, type), low_w = fid_type_width (low, type);
    double x = right - high_w - 4 - SCALE_W;
    for (int k = h->both_ways ? -LEVELS : 0; k <= LEVELS; k++) {
        double all = h->both_ways ? 2 * LEVELS + 1 : LEVELS + 1, one = SCALE_W / all;
        struct fid_box box = {x + one * (k + (h->both_ways ? LEVELS : 0)), y - 8, one + .1, 9};
        if (k)
            fid_draw_boxes (c, &box, 1, pen_of (h, k));
    }
    fid_draw_line (c, (double[]){x, x + SCALE_W, x + SCALE_W, x, x},
                   (double[]){y - 8, y - 8, y + 1, y + 1, y - 8}, 5,
                   (struct fid_pen){.colour = FID_INK_SOFT, .width = .5});
    fid_draw_text (c, right - high_w, y, high, type);
    fid_draw_text (c, x - 4 - low_w, y, low, type);
    double label_right = x - 12 - low_w;
    if (h->label &&
        label_right - fid_type_width (h->label, type) > p->box.x + fid_title_width (p)) {
        type.align = FID_RIGHT;
        fid_draw_text (c, label_right, y, h->label, type);
    }
}

double
fid_heat_height (const struct fid_heat *h)
{
    return fid_panel_head (&h->panel) + fid_panel_foot (&h->panel) +
           (double)h->panel.y.name_n * ROW;
}

void
fid_heat_draw (struct fid_heat *h, struct fid_canvas *c)
{
    size_t n = h->panel.y.name_n * h->column_n;
    fit (h);
    h->panel.gridless = true;
    fid_panel_begin (&h->panel, c);
    if (!n)
        fid_panel_say (&h->panel, c, h->empty ? h->empty : "no data");
    else {
        struct fid_box *box = malloc (n * sizeof *box);
        if (!box)
            fid_canvas_fail (c);
        for (int k = h->both_ways ? -LEVELS : 1; box && k <= LEVELS; k++)
            if (k)
                draw_level (h, c, k, box);
        free (box);
        if (h->numbers)
            draw_numbers (h, c);
    }
    fid_panel_end (&h->panel, c);
    if (n)
        draw_scale (h, c);
}
