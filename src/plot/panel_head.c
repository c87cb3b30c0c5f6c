/* SPDX-License-Identifier: GPL-3.0-or-later */
/* panel_head.c - title and legend of a panel, above its data (see panel.h) */
#include "plot/panel.h"

#define LINE 15 /* px a line of text takes */

static const struct fid_type title_type = {.size = 11, .bold = true};
static const struct fid_type key_type = {.size = 9.5};

static double key_width (const struct fid_key *k)
{
    return 22 + fid_type_width (k->label, key_type) + 12;
}

static bool has_label (const struct fid_key *k)
{
    return k->label && *k->label;
}

double fid_title_width (const struct fid_panel *p)
{
    return p->title && *p->title ? fid_type_width (p->title, title_type) + 14 : 0;
}

static void draw_key (struct fid_canvas *c, const struct fid_key *k, double x, double y)
{
    if (k->filled)
        fid_draw_boxes (c, &(struct fid_box){x, y - 8, 16, 9}, 1, k->pen);
    else
        fid_draw_segment (c, x, y - 3.5, x + 18, y - 3.5, k->pen);
    fid_draw_marks (c, k->mark, (double[]){x + 9}, (double[]){y - 3.5}, 1, k->pen.colour);
    fid_draw_text (c, x + 22, y, k->label, key_type);
}

/* Lay out the legend, and draw it unless c is NULL.  Keys are right of the title if all fit
 * there, else below it.  Returns the number of lines of title and legend. */
static int lay_out_legend (const struct fid_panel *p, struct fid_canvas *c)
{
    double all = 0, room = p->box.w - fid_title_width (p);
    for (size_t i = 0; i < p->key_n; i++)
        all += has_label (&p->key[i]) ? key_width (&p->key[i]) : 0;
    if (all == 0)
        return p->title && *p->title ? 1 : 0;
    bool beside = all <= room;
    double x0 = p->box.x + (beside ? p->box.w - all : 0), x = x0;
    int line = beside || !fid_title_width (p) ? 0 : 1;
    for (size_t i = 0; i < p->key_n; i++) {
        if (!has_label (&p->key[i]))
            continue;
        double w = key_width (&p->key[i]);
        if (!beside && x > x0 && x + w - 12 > p->box.x + p->box.w) {
            x = x0;
            line++;
        }
        if (c)
            draw_key (c, &p->key[i], x, p->box.y + LINE * (line + 1) - 4);
        x += w;
    }
    return line + 1;
}

void fid_panel_legend (const struct fid_panel *p, struct fid_canvas *c)
{
    lay_out_legend (p, c);
}

double fid_panel_head (const struct fid_panel *p)
{
    int line_n = lay_out_legend (p, NULL);
    return line_n ? LINE * line_n + 2 : 6;
}

void fid_panel_title (const struct fid_panel *p, struct fid_canvas *c)
{
    char fit[200];
    if (p->title) {
        fid_text_fit (p->title, title_type, p->box.w, fit, sizeof fit);
        fid_draw_text (c, p->box.x, p->box.y + LINE - 4, fit, title_type);
    }
    lay_out_legend (p, c);
}
