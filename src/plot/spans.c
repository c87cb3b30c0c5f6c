/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spans.c - named intervals in rows (see plot.h) */
#include "plot/plot.h"

#define LEAST_PX 2. /* of a span: short ones are seen, too */

/* Draw the spans that are narrower than LEAST_PX, or the others. */
static void draw_narrow (const struct fid_spans *s, struct fid_canvas *c, bool narrow)
{
    const struct fid_panel *p = &s->panel;
    double left = p->inner.x, right = p->inner.x + p->inner.w;
    FID_EACH (const struct fid_spell, t, s->spell) {
        struct fid_type type = {.size = 9, .align = FID_MIDDLE};
        struct fid_box r = fid_panel_row (p, t->row);
        double a = fmax (fid_panel_x (p, t->from), left);
        double b = fmin (fid_panel_x (p, t->to), right);
        if (b <= left || a >= right || (b - a < LEAST_PX) != narrow)
            continue;
        struct fid_box box = {a, r.y + 2, fmax (b - a, LEAST_PX), r.h - 4};
        char tip[200];
        snprintf (tip, sizeof tip, "%s %.6g to %.6g", t->label ? t->label : "", t->from, t->to);
        fid_draw_group (c, tip);
        fid_draw_boxes (c, &box, 1,
                        (struct fid_pen){.colour = t->colour, .opacity = narrow ? 1 : .55});
        if (t->label && fid_type_width (t->label, type) + 4 < box.w)
            fid_draw_text (c, box.x + box.w / 2, r.y + r.h / 2 + 3.2, t->label, type);
        fid_draw_group_end (c);
    }
}

void fid_spans_draw (struct fid_spans *s, struct fid_canvas *c)
{
    struct fid_panel *p = &s->panel;
    fid_panel_begin (p, c);
    if (!s->spell_n)
        fid_panel_say (p, c, s->empty ? s->empty : "no data");
    draw_narrow (s, c, false);
    draw_narrow (s, c, true); /* on top of their neighbours */
    fid_panel_end (p, c);
}
