/* SPDX-License-Identifier: GPL-3.0-or-later */
/* figure.h - several plots in one picture, below and beside each other, and their memory
 *
 *   struct fid_figure fig = {.title = "UNET3D_real_r1"};
 *   struct fid_plot *p = fid_figure_add (&fig, FID_PLOT_LINES);
 *   p->as.lines = (struct fid_lines){...};      arrays must live as long as the
 *   double *y = fid_figure_numbers (&fig, n);   figure: ask it for memory
 *   fid_figure_draw (&fig, canvas, width, height, &err);
 *   fid_figure_clear (&fig);
 *
 * If memory runs out, the figure remembers it, and fid_figure_draw returns the error.  Until
 * then fid_figure_add returns a plot that can be written to. */
#pragma once

#include "plot/plot.h"

enum fid_plot_kind {
    FID_PLOT_LINES,
    FID_PLOT_STACK,
    FID_PLOT_HEAT,
    FID_PLOT_LANES,
    FID_PLOT_SPANS
};

struct fid_plot {
    enum fid_plot_kind kind;
    union {
        struct fid_panel panel; /* all begin with it */
        struct fid_lines lines;
        struct fid_stack stack;
        struct fid_heat heat;
        struct fid_lanes lanes;
        struct fid_spans spans;
    } as;
    double height; /* px; 0: the natural height of the kind */
    size_t beside; /* number of such parts side by side; 0: it has a row of its own */
    bool shared;   /* shares the x axis, labelled once, with neighbours that are shared, too */
};

struct fid_figure {
    const char *title;       /* NULL: none */
    struct fid_panel legend; /* its keys, below the title, are those of all plots */
    size_t columns;          /* parts side by side at most; 0: as many as they say */
    struct fid_plot **part;  /* owned */
    size_t part_n, part_cap;
    void **kept; /* owned, like what they point to */
    size_t kept_n, kept_cap;
    struct fid_plot spare; /* returned when memory runs out */
    bool failed;
};

/* Append a plot to fill in; the pointer stays valid. */
struct fid_plot *fid_figure_add (struct fid_figure *fig, enum fid_plot_kind kind);

/* Zeroed memory for n elements, freed with the figure; NULL if memory ran out. */
void *fid_figure_room (struct fid_figure *fig, size_t n, size_t size);
double *fid_figure_numbers (struct fid_figure *fig, size_t n);

/* A text that lives as long as the figure. */
const char *fid_figure_text (struct fid_figure *fig, const char *fmt, ...) FID_PRINTF (2, 3);

/* The natural height, px. */
double fid_figure_height (struct fid_figure *fig, double width);

/* Place every panel in width x height px (height 0: natural). */
void fid_figure_lay_out (struct fid_figure *fig, double width, double height);

/* Draw it in width x height px; lines and stacks stretch.  Returns -1 with FID_EINTERNAL if
 * memory ran out while the figure was made. */
int fid_figure_draw (struct fid_figure *fig, struct fid_canvas *c, double width, double height,
                     struct fid_error *err);

/* The same on a new canvas of opts->width, and of opts->height unless that is 0 (natural): its *n
 * bytes, freed by the caller.  NULL with the error of create or of drawing. */
char *fid_figure_bytes (struct fid_figure *fig, struct fid_canvas_opts *opts,
                        struct fid_canvas *(*create) (const struct fid_canvas_opts *,
                                                      struct fid_error *),
                        size_t *n, struct fid_error *err);

void fid_figure_clear (struct fid_figure *fig);
