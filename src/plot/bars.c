/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bars.c - horizontal bars with their values (see plot.h) */
#include "plot/plot.h"

enum { BAR = FID_BARS_BAR, GAP = FID_BARS_GAP };

/* A bar and its value, which is inside the bar if there is no room to the right. */
static void draw_bar (const struct fid_bars *b, struct fid_canvas *c, size_t row,
                      struct fid_box box)
{
    const struct fid_panel *p = &b->panel;
    double v = b->value[row], end = fid_panel_x (p, v);
    struct fid_type type = {.size = fmin (9, fmax (6.5, box.h)), .colour = FID_INK_SOFT};
    char text[40], tip[160];
    fid_ticks_label (v, p->x.unit, text, sizeof text);
    snprintf (tip, sizeof tip, "%s, %s: %s", p->y.name[row], b->what, text);
    box.w = fmin (end, p->inner.x + p->inner.w) - box.x;
    fid_draw_group (c, tip);
    if (box.w > 0)
        fid_draw_boxes (c, &box, 1, (struct fid_pen){.colour = b->colour});
    double width = fid_type_width (text, type);
    bool inside = box.x + box.w + 3 + width > p->inner.x + p->inner.w;
    if (inside)
        type.colour = FID_PAPER;
    fid_draw_text (c, box.x + box.w + (inside ? -3 - width : 3),
                   box.y + box.h - box.h / 2 + 3.2, text, type);
    fid_draw_group_end (c);
}

void fid_bars_draw (struct fid_bars *b, struct fid_canvas *c)
{
    struct fid_panel *p = &b->panel;
    fid_panel_begin (p, c);
    for (size_t row = 0; row < p->y.name_n; row++) {
        struct fid_box r = fid_panel_row (p, row);
        double h = r.h * BAR / (BAR + GAP);
        if (isfinite (b->value[row])) {
            draw_bar (b, c, row, (struct fid_box){r.x, r.y + (r.h - h) / 2, 0, h - .6});
            continue;
        }
        struct fid_type type = {.size = 9, .colour = FID_INK_SOFT};
        char fit_note[200];
        fid_text_fit (b->note && b->note[row] ? b->note[row] : "-", type, r.w - 8, fit_note,
                      sizeof fit_note);
        fid_draw_text (c, r.x + 4, r.y + r.h / 2 + 3.2, fit_note, type);
    }
    fid_panel_end (p, c);
}
