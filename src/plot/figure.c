/* SPDX-License-Identifier: GPL-3.0-or-later */
/* figure.c - see figure.h */
#include "plot/figure.h"

enum {
    MARGIN = 8,     /* px around the picture */
    TITLE = 20,     /* px of its title */
    BETWEEN = 8,    /* px between plots */
    BESIDE = 16,    /* px between those side by side */
    FLEXIBLE = 104, /* px of a plot of flexible height */
    LEAST_HEIGHT = 40
};

struct fid_plot *fid_figure_add (struct fid_figure *fig, enum fid_plot_kind kind)
{
    struct fid_plot *p = fid_figure_room (fig, 1, sizeof *p);
    if (!p ||
        fid_array_grow (&fig->part, &fig->part_cap, fig->part_n + 1, sizeof *fig->part, NULL)) {
        fig->failed = true;
        fig->spare = (struct fid_plot){.kind = kind};
        return &fig->spare;
    }
    p->kind = kind;
    fig->part[fig->part_n++] = p;
    return p;
}

void *fid_figure_room (struct fid_figure *fig, size_t n, size_t size)
{
    void *room = calloc (n ? n : 1, size);
    if (!room ||
        fid_array_grow (&fig->kept, &fig->kept_cap, fig->kept_n + 1, sizeof *fig->kept, NULL)) {
        free (room);
        fig->failed = true;
        return NULL;
    }
    fig->kept[fig->kept_n++] = room;
    return room;
}

double *fid_figure_numbers (struct fid_figure *fig, size_t n)
{
    return fid_figure_room (fig, n, sizeof (double));
}

const char *fid_figure_text (struct fid_figure *fig, const char *fmt, ...)
{
    va_list ap;
    va_start (ap, fmt);
    int n = vsnprintf (NULL, 0, fmt, ap);
    va_end (ap);
    char *text = n < 0 ? NULL : fid_figure_room (fig, (size_t)n + 1, 1);
    if (!text)
        return "";
    va_start (ap, fmt);
    vsnprintf (text, (size_t)n + 1, fmt, ap);
    va_end (ap);
    return text;
}

void fid_figure_clear (struct fid_figure *fig)
{
    for (size_t i = 0; i < fig->kept_n; i++)
        free (fig->kept[i]);
    FID_FREE (fig->kept, fig->part);
    *fig = (struct fid_figure){0};
}

static bool is_flexible (const struct fid_plot *p)
{
    return p->kind == FID_PLOT_LINES || p->kind == FID_PLOT_STACK;
}

static double left_of (struct fid_plot *p)
{
    return p->kind == FID_PLOT_LINES   ? fid_lines_left (&p->as.lines)
           : p->kind == FID_PLOT_STACK ? fid_stack_left (&p->as.stack)
                                       : fid_panel_left (&p->as.panel);
}

/* px of the data of a plot, at its natural height. */
static double data_height (const struct fid_plot *p)
{
    double rows = (double)p->as.panel.y.name_n;
    switch (p->kind) {
    case FID_PLOT_HEAT:
        return rows * 15;
    case FID_PLOT_LANES:
    case FID_PLOT_SPANS:
        return rows * 16;
    default:
        return FLEXIBLE - 46;
    }
}

static void draw_part (struct fid_plot *p, struct fid_canvas *c)
{
    switch (p->kind) {
    case FID_PLOT_LINES:
        fid_lines_draw (&p->as.lines, c);
        break;
    case FID_PLOT_STACK:
        fid_stack_draw (&p->as.stack, c);
        break;
    case FID_PLOT_HEAT:
        fid_heat_draw (&p->as.heat, c);
        break;
    case FID_PLOT_LANES:
        fid_lanes_draw (&p->as.lanes, c);
        break;
    case FID_PLOT_SPANS:
        fid_spans_draw (&p->as.spans, c);
        break;
    }
}

/* The number of parts in the row of a part, if there are as many. */
static size_t parts_beside (const struct fid_figure *fig, const struct fid_plot *p)
{
    size_t n = p->beside > 1 ? p->beside : 1;
    return fig->columns && fig->columns < n ? fig->columns : n;
}

/* The number of parts to the left of part i. */
static size_t column_of (const struct fid_figure *fig, size_t i)
{
    size_t row_n = parts_beside (fig, fig->part[i]), n = 0;
    if (row_n < 2)
        return 0;
    while (n < i && fig->part[i - 1 - n]->beside == fig->part[i]->beside)
        n++;
    return n % row_n;
}

static double width_of (const struct fid_figure *fig, const struct fid_plot *p, double inner)
{
    double n = (double)parts_beside (fig, p);
    return (inner - BESIDE * (n - 1)) / n;
}

double fid_figure_height (struct fid_figure *fig, double width)
{
    double y = MARGIN + (fig->title ? TITLE : 0), row_h = 0, inner = width - 2 * MARGIN;
    fig->legend.box = (struct fid_box){MARGIN, y, inner, 0};
    if (fig->legend.key_n)
        y += fid_panel_head (&fig->legend);
    for (size_t i = 0; i < fig->part_n; i++) {
        struct fid_plot *p = fig->part[i];
        p->as.panel.box = (struct fid_box){0, 0, width_of (fig, p, inner),
                                           p->height > 0 ? p->height : FLEXIBLE};
    }
    for (size_t i = 0; i < fig->part_n; i++) {
        struct fid_plot *p = fig->part[i];
        size_t j = i;
        double left = 0;
        if (!p->shared || (i && fig->part[i - 1]->shared))
            continue;
        for (j = i; j < fig->part_n && fig->part[j]->shared; j++)
            left = fmax (left, left_of (fig->part[j]));
        for (size_t k = i; k < j; k++) {
            fig->part[k]->as.panel.left = left;
            fig->part[k]->as.panel.x.bare = k + 1 < j;
        }
    }
    for (size_t i = 0; i < fig->part_n; i++) {
        struct fid_plot *p = fig->part[i];
        size_t column = column_of (fig, i);
        double w = width_of (fig, p, inner);
        if (!column && i) {
            y += row_h + BETWEEN;
            row_h = 0;
        }
        p->as.panel.box = (struct fid_box){MARGIN + (double)column * (w + BESIDE), y, w, 0};
        left_of (p); /* sets the legend, which takes height */
        p->as.panel.box.h = p->height;
        if (!(p->height > 0))
            p->as.panel.box.h =
                fid_panel_head (&p->as.panel) + fid_panel_foot (&p->as.panel) + data_height (p);
        row_h = fmax (row_h, p->as.panel.box.h);
    }
    return ceil (y + row_h + MARGIN);
}

void fid_figure_lay_out (struct fid_figure *fig, double width, double height)
{
    double natural = fid_figure_height (fig, width);
    if (height > 0 && fabs (height - natural) >= 1) {
        /* Stretch the plots of flexible height so that the total is `height'. */
        double flexible = 0, moved = 0, more = height - natural;
        for (size_t i = 0; i < fig->part_n; i++)
            if (!column_of (fig, i) && is_flexible (fig->part[i]))
                flexible += fig->part[i]->as.panel.box.h;
        /* stretch all plots if the flexible ones are too small or missing */
        bool all = flexible + more < flexible / 3 || flexible <= 0;
        double factor =
            all ? (height - 2 * MARGIN) / (natural - 2 * MARGIN) : 1 + more / flexible;
        for (size_t i = 0; i < fig->part_n; i++) {
            struct fid_plot *p = fig->part[i];
            struct fid_box *b = &p->as.panel.box;
            double add = 0;
            if (all || is_flexible (p))
                add = b->h * (factor - 1);
            if (column_of (fig, i)) {
                const struct fid_box *left = &fig->part[i - 1]->as.panel.box;
                b->y = left->y;
            } else {
                b->y += moved;
                moved += add;
            }
            b->h = fmax (LEAST_HEIGHT, b->h + add);
        }
    }
}

int fid_figure_draw (struct fid_figure *fig, struct fid_canvas *c, double width, double height,
                     struct fid_error *err)
{
    if (fig->failed)
        return fid_error_nomem (err);
    fid_figure_lay_out (fig, width, height);
    if (fig->title) {
        struct fid_type type = {.size = 12, .bold = true};
        char fit[300];
        fid_text_fit (fig->title, type, width - 2 * MARGIN, fit, sizeof fit);
        fid_draw_text (c, MARGIN, MARGIN + 10, fit, type);
    }
    fid_panel_legend (&fig->legend, c);
    for (size_t i = 0; i < fig->part_n; i++)
        draw_part (fig->part[i], c);
    return 0;
}

char *fid_figure_bytes (struct fid_figure *fig, struct fid_canvas_opts *opts,
                        struct fid_canvas *(*create) (const struct fid_canvas_opts *,
                                                      struct fid_error *),
                        size_t *n, struct fid_error *err)
{
    if (!(opts->height > 0))
        opts->height = fid_figure_height (fig, opts->width);
    struct fid_canvas *c = create (opts, err);
    if (!c)
        return NULL;
    if (fid_figure_draw (fig, c, opts->width, opts->height, err)) {
        fid_canvas_destroy (c);
        return NULL;
    }
    return fid_canvas_finish (c, n, err);
}
