/* SPDX-License-Identifier: GPL-3.0-or-later */
/* heat.c - heat maps (see plot.h) */
#include "plot/plot.h"

enum {
    LEVELS = 20,  /* of colour: all cells of one level are one element */
    SCALE_W = 90, /* px of the scale in the head */
};

static int heat_level (double v)
{
    return (int)lround (fmin (1, fmax (0, v)) * LEVELS);
}

static struct fid_pen pen_of (int k)
{
    return (struct fid_pen){.colour = FID_BLUE, .opacity = (double)k / LEVELS};
}

/* Where a column begins, rounded to whole px: cells would have seams otherwise. */
static double column_x (const struct fid_heat *h, size_t column)
{
    return round (h->panel.inner.x +
                  h->panel.inner.w * (double)column / (double)h->panel.x.name_n);
}

static struct fid_box row_box (const struct fid_heat *h, size_t row)
{
    struct fid_box b = fid_panel_row (&h->panel, row);
    double top = round (b.y);
    b.h = round (b.y + b.h) - top;
    b.y = top;
    return b;
}

/* The cells of one level; neighbours become one box. */
static void draw_level (const struct fid_heat *h, struct fid_canvas *c, int k,
                        struct fid_box *box)
{
    size_t n = 0;
    for (size_t row = 0; row < h->panel.y.name_n; row++) {
        struct fid_box r = row_box (h, row);
        const double *value = h->value + row * h->panel.x.name_n;
        for (size_t j = 0; j < h->panel.x.name_n; j++) {
            if (!isfinite (value[j]) || heat_level (value[j]) != k)
                continue;
            size_t from = j;
            while (j + 1 < h->panel.x.name_n && isfinite (value[j + 1]) &&
                   heat_level (value[j + 1]) == k)
                j++;
            double x = column_x (h, from);
            box[n++] = (struct fid_box){x, r.y, column_x (h, j + 1) - x, r.h};
        }
    }
    fid_draw_boxes (c, box, n, pen_of (k));
}

static void draw_numbers (const struct fid_heat *h, struct fid_canvas *c)
{
    for (size_t row = 0; row < h->panel.y.name_n; row++) {
        struct fid_box r = row_box (h, row);
        for (size_t j = 0; j < h->panel.x.name_n; j++) {
            double v = h->value[row * h->panel.x.name_n + j], x = column_x (h, j);
            double width = column_x (h, j + 1) - x;
            struct fid_type type = {.size = fmin (9, r.h * .7), .align = FID_MIDDLE};
            char number[40] = "-";
            const char *text = h->text ? h->text[row * h->panel.x.name_n + j] : number;
            if (isfinite (v))
                snprintf (number, sizeof number, "%.2f", v);
            else
                type.colour = FID_INK_SOFT;
            if (isfinite (v) && heat_level (v) > .75 * LEVELS)
                type.colour = FID_PAPER;
            if (type.size >= 6 && fid_type_width (text, type) < width)
                fid_draw_text (c, x + width / 2, r.y + r.h / 2 + .36 * type.size, text, type);
        }
    }
}

void fid_heat_draw (struct fid_heat *h, struct fid_canvas *c)
{
    size_t n = h->panel.y.name_n * h->panel.x.name_n;
    h->panel.gridless = true;
    fid_panel_begin (&h->panel, c);
    if (!n)
        fid_panel_say (&h->panel, c, h->empty ? h->empty : "no data");
    else {
        FID_FREED struct fid_box *box = malloc (n * sizeof *box);
        if (!box)
            fid_canvas_fail (c);
        for (int k = 1; box && k <= LEVELS; k++)
            draw_level (h, c, k, box);
        draw_numbers (h, c);
    }
    fid_panel_end (&h->panel, c);
    if (n) {
        /* The scale, at the right of the head. */
        const struct fid_panel *p = &h->panel;
        struct fid_type type = {.size = 9, .colour = FID_INK_SOFT};
        double right = p->box.x + p->box.w - 8, y = p->box.y + 11;
        double digit_w = fid_type_width ("0", type), one = SCALE_W / (LEVELS + 1.);
        double x = right - digit_w - 4 - SCALE_W;
        for (int k = 1; k <= LEVELS; k++)
            fid_draw_boxes (c, &(struct fid_box){x + one * k, y - 8, one + .1, 9}, 1,
                            pen_of (k));
        fid_draw_line (c, (double[]){x, x + SCALE_W, x + SCALE_W, x, x},
                       (double[]){y - 8, y - 8, y + 1, y + 1, y - 8}, 5,
                       (struct fid_pen){.colour = FID_INK_SOFT, .width = .5});
        fid_draw_text (c, right - digit_w, y, "1", type);
        fid_draw_text (c, x - 4 - digit_w, y, "0", type);
    }
}
