/* SPDX-License-Identifier: GPL-3.0-or-later */
/* panel.c - see panel.h */
#include "plot/panel.h"

#define NAME_MAX_PX 150 /* longer names of rows are cut */
#define LINE        15  /* px a line of title or legend takes */

static const struct fid_type label_type = {.size = 9.5, .colour = FID_INK_SOFT};
static const struct fid_type title_type = {.size = 11, .bold = true};
static const struct fid_type key_type = {.size = 9.5};

/* --- title and legend */

static double key_width (const struct fid_key *k)
{
    return 22 + fid_type_width (k->label, key_type) + 12;
}

static bool has_label (const struct fid_key *k)
{
    return k->label && *k->label;
}

static double title_width (const struct fid_panel *p)
{
    return p->title && *p->title ? fid_type_width (p->title, title_type) + 14 : 0;
}

/* Lay out the legend, and draw it unless c is NULL.  Keys are right of the title if all fit
 * there, else below it.  Returns the number of lines of title and legend. */
static int lay_out_legend (const struct fid_panel *p, struct fid_canvas *c)
{
    double all = 0, room = p->box.w - title_width (p);
    for (size_t i = 0; i < p->key_n; i++)
        all += has_label (&p->key[i]) ? key_width (&p->key[i]) : 0;
    if (all == 0)
        return p->title && *p->title ? 1 : 0;
    bool beside = all <= room;
    double x0 = p->box.x + (beside ? p->box.w - all : 0), x = x0;
    int line = beside || !title_width (p) ? 0 : 1;
    for (size_t i = 0; i < p->key_n; i++) {
        if (!has_label (&p->key[i]))
            continue;
        double w = key_width (&p->key[i]);
        if (!beside && x > x0 && x + w - 12 > p->box.x + p->box.w) {
            x = x0;
            line++;
        }
        if (c) {
            const struct fid_key *k = &p->key[i];
            double y = p->box.y + LINE * (line + 1) - 4;
            if (k->filled)
                fid_draw_boxes (c, &(struct fid_box){x, y - 8, 16, 9}, 1, k->pen);
            else
                fid_draw_segment (c, x, y - 3.5, x + 18, y - 3.5, k->pen);
            fid_draw_marks (c, k->mark, (double[]){x + 9}, (double[]){y - 3.5}, 1,
                            k->pen.colour);
            fid_draw_text (c, x + 22, y, k->label, key_type);
        }
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

/* --- axes */

bool fid_axis_shows (const struct fid_axis *a, double v)
{
    return isfinite (v) && (!a->log || v > 0);
}

size_t fid_axis_ticks (const struct fid_axis *a, size_t want_n,
                       struct fid_tick out[FID_TICKS_MAX])
{
    if (!a->tick)
        return fid_ticks (a->lo, a->hi, a->log, a->unit, want_n, out);
    size_t n = a->tick_n < FID_TICKS_MAX ? a->tick_n : FID_TICKS_MAX;
    memcpy (out, a->tick, n * sizeof *out);
    return n;
}

static size_t want_y (double height)
{
    return (size_t)fmin (6, fmax (2, height / 18));
}

/* "time (s)": the label of an axis with its unit. */
static void axis_label (const struct fid_axis *a, char *out, size_t out_n)
{
    const char *suffix = fid_ticks_suffix (a->lo, a->hi, a->log, a->unit);
    snprintf (out, out_n, *suffix ? "%s (%s)" : "%s", a->label, suffix);
}

static double names_width (const struct fid_axis *a)
{
    double widest = 0;
    for (size_t i = 0; i < a->name_n; i++)
        widest = fmax (widest, fid_type_width (a->name[i], label_type));
    return fmin (widest, NAME_MAX_PX);
}

/* Whether names of columns must be rotated. */
static bool names_upright (const struct fid_panel *p)
{
    return p->x.name_n && names_width (&p->x) > .75 * p->box.w / (double)p->x.name_n;
}

double fid_panel_foot (const struct fid_panel *p)
{
    if (p->x.none || p->x.bare)
        return 4;
    return (names_upright (p) ? names_width (&p->x) + 8 : 16) + (p->x.label ? 14 : 0);
}

static double inner_height (const struct fid_panel *p)
{
    return fmax (1, p->box.h - fid_panel_head (p) - fid_panel_foot (p));
}

size_t fid_panel_want_y (const struct fid_panel *p)
{
    return want_y (inner_height (p));
}

double fid_panel_left (const struct fid_panel *p)
{
    struct fid_tick tick[FID_TICKS_MAX];
    double widest = 0;
    if (p->y.none)
        return 0;
    if (p->y.name_n)
        return names_width (&p->y) + 8 + (p->y.label ? 15 : 0);
    size_t n = p->y.bare ? 0 : fid_axis_ticks (&p->y, want_y (inner_height (p)), tick);
    for (size_t i = 0; i < n; i++)
        widest = fmax (widest, fid_type_width (tick[i].label, label_type));
    return widest + 6 + (p->y.label ? 15 : 0);
}

static double place_on_axis (const struct fid_axis *a, double v)
{
    if (!a->log)
        return (v - a->lo) / (a->hi - a->lo);
    return log (v > a->lo ? v / a->lo : 1) / log (a->hi / a->lo);
}

struct fid_box fid_panel_row (const struct fid_panel *p, size_t row)
{
    double h = p->inner.h / (double)p->y.name_n;
    return (struct fid_box){p->inner.x, p->inner.y + h * (double)row, p->inner.w, h};
}

struct fid_box fid_panel_column (const struct fid_panel *p, size_t column)
{
    double w = p->inner.w / (double)p->x.name_n;
    return (struct fid_box){p->inner.x + w * (double)column, p->inner.y, w, p->inner.h};
}

double fid_panel_x (const struct fid_panel *p, double x)
{
    return p->inner.x + p->inner.w * place_on_axis (&p->x, x);
}

double fid_panel_y (const struct fid_panel *p, double y)
{
    return p->inner.y + p->inner.h * (1 - place_on_axis (&p->y, y));
}

static void draw_columns (const struct fid_panel *p, struct fid_canvas *c)
{
    struct fid_type type = label_type;
    type.upwards = names_upright (p);
    type.align = type.upwards ? FID_RIGHT : FID_MIDDLE;
    for (size_t i = 0; i < p->x.name_n && !p->x.bare; i++) {
        struct fid_box b = fid_panel_column (p, i);
        char fit[120];
        fid_text_fit (p->x.name[i], type, type.upwards ? NAME_MAX_PX : b.w - 2, fit,
                      sizeof fit);
        fid_draw_text (c, b.x + b.w / 2 + (type.upwards ? 3.4 : 0),
                       b.y + b.h + (type.upwards ? 5 : 12), fit, type);
    }
}

static void draw_x_values (const struct fid_panel *p, struct fid_canvas *c)
{
    static const struct fid_pen grid = {.colour = FID_INK_GRID, .width = .6};
    struct fid_tick tick[FID_TICKS_MAX];
    struct fid_type type = label_type;
    double bottom = p->inner.y + p->inner.h, free_from = -INFINITY;
    double each = p->x.unit == FID_UNIT_BYTES ? 62 : 48;
    size_t n = fid_axis_ticks (&p->x, (size_t)fmax (2, p->inner.w / each), tick);
    type.align = FID_MIDDLE;
    for (size_t i = 0; i < n; i++) {
        double x = fid_panel_x (p, tick[i].at), half = fid_type_width (tick[i].label, type) / 2;
        fid_draw_segment (c, x, p->gridless ? bottom + 3 : p->inner.y, x, bottom, grid);
        /* labels stay inside the panel and do not overlap */
        double at = fmin (fmax (x, p->box.x + half), p->box.x + p->box.w - half);
        if (p->x.bare || at - half < free_from)
            continue;
        fid_draw_text (c, at, bottom + 12, tick[i].label, type);
        free_from = at + half + 5;
    }
}

static void draw_x (const struct fid_panel *p, struct fid_canvas *c)
{
    struct fid_type type = label_type;
    char text[120];
    if (p->x.name_n)
        draw_columns (p, c);
    else
        draw_x_values (p, c);
    if (!p->x.label || p->x.bare)
        return;
    type.align = FID_MIDDLE;
    axis_label (&p->x, text, sizeof text);
    fid_draw_text (c, p->inner.x + p->inner.w / 2, p->box.y + p->box.h - 4, text, type);
}

static void draw_y_values (const struct fid_panel *p, struct fid_canvas *c)
{
    static const struct fid_pen grid = {.colour = FID_INK_GRID, .width = .6};
    struct fid_tick tick[FID_TICKS_MAX];
    struct fid_type type = label_type;
    size_t n = fid_axis_ticks (&p->y, want_y (p->inner.h), tick);
    type.align = FID_RIGHT;
    for (size_t i = 0; i < n; i++) {
        double y = fid_panel_y (p, tick[i].at);
        if (!p->gridless)
            fid_draw_segment (c, p->inner.x, y, p->inner.x + p->inner.w, y, grid);
        if (!p->y.bare)
            fid_draw_text (c, p->inner.x - 4, y + 3.4, tick[i].label, type);
    }
}

static void draw_y (const struct fid_panel *p, struct fid_canvas *c)
{
    struct fid_type type = label_type;
    char text[120], fit[200];
    if (p->y.name_n) {
        type.align = FID_RIGHT;
        for (size_t i = 0; i < p->y.name_n; i++) {
            struct fid_box b = fid_panel_row (p, i);
            fid_text_fit (p->y.name[i], type, NAME_MAX_PX, fit, sizeof fit);
            fid_draw_text (c, b.x - 5, b.y + b.h / 2 + 3.4, fit, type);
        }
    } else
        draw_y_values (p, c);
    if (!p->y.label)
        return;
    type.align = FID_MIDDLE;
    axis_label (&p->y, text, sizeof text);
    double top = p->box.y + fid_panel_head (p), bottom = p->box.y + p->box.h;
    fid_text_fit (text, type, bottom - top, fit, sizeof fit);
    /* centred beside the data, but inside the panel */
    double half = fid_type_width (fit, type) / 2, y = p->inner.y + p->inner.h / 2;
    y = fmax (fmin (y, bottom - half), top + half);
    type.upwards = true;
    double wide = fid_panel_left (
        &(struct fid_panel){.box = p->box, .title = p->title, .x = p->x, .y = p->y});
    fid_draw_text (c, p->inner.x - wide + 10, y, fit, type);
}

void fid_panel_begin (struct fid_panel *p, struct fid_canvas *c)
{
    double left = p->left > 0 ? p->left : fid_panel_left (p);
    p->inner = (struct fid_box){p->box.x + left, p->box.y + fid_panel_head (p),
                                fmax (1, p->box.w - left - 8), inner_height (p)};
    fid_draw_group (c, NULL);
    if (p->title) {
        char fit[200];
        fid_text_fit (p->title, title_type, p->box.w, fit, sizeof fit);
        fid_draw_text (c, p->box.x, p->box.y + LINE - 4, fit, title_type);
    }
    lay_out_legend (p, c);
    if (!p->x.none)
        draw_x (p, c);
    if (!p->y.none)
        draw_y (p, c);
    fid_draw_clip (c, p->inner);
}

void fid_panel_end (const struct fid_panel *p, struct fid_canvas *c)
{
    double x0 = p->inner.x, y0 = p->inner.y, x1 = x0 + p->inner.w, y1 = y0 + p->inner.h;
    fid_draw_clip_end (c);
    fid_draw_line (c, (double[]){x0, x1, x1, x0, x0}, (double[]){y0, y0, y1, y1, y0}, 5,
                   (struct fid_pen){.colour = FID_INK_SOFT, .width = .7});
    fid_draw_group_end (c);
}

void fid_panel_say (const struct fid_panel *p, struct fid_canvas *c, const char *text)
{
    struct fid_type type = {.align = FID_MIDDLE, .colour = FID_INK_SOFT};
    char fit[200];
    fid_text_fit (text, type, p->inner.w - 8, fit, sizeof fit);
    fid_draw_text (c, p->inner.x + p->inner.w / 2, p->inner.y + p->inner.h / 2 + 4, fit, type);
}
