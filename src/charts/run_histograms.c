/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_histograms.c - how large and how slow the operations of a run were (see run_figure.h) */
#include "charts/run_figure.h"

#define OCTAVE 8 /* bins */

enum of { SIZE, LATENCY };

/* The bin of a value > 0.  Bins of an octave have equal widths, like those of sketches, so that
 * a bin of a sketch is never split. */
static int bin_of (double value)
{
    int octave;
    double m = frexp (value, &octave); /* 0.5 to 1 */
    return octave * OCTAVE + (int)((2 * m - 1) * OCTAVE);
}

static double edge_of (int bin)
{
    int octave = bin >= 0 ? bin / OCTAVE : -((-bin + OCTAVE - 1) / OCTAVE);
    return ldexp (.5 + .5 * (bin - octave * OCTAVE) / OCTAVE, octave);
}

/* Values with weights, ascending. */
struct values {
    double *x, *w; /* the figure's */
    size_t n;
    double total;
};

static struct values values_of (struct fid_figure *fig, const struct fid_stream *s, enum of of)
{
    struct values v = {0};
    struct fid_sketch all = {0};
    int rc = 0;
    for (int part = 0; part < FID_PART_N && !rc; part++)
        if (part != FID_PART_BEFORE)
            rc = fid_sketch_merge (
                &all, of == SIZE ? &s->part[part].size : &s->part[part].latency, NULL);
    v.x = fid_figure_numbers (fig, all.n);
    v.w = fid_figure_numbers (fig, all.n);
    if (rc)
        fig->failed = true;
    else if (v.x && v.w)
        v.n = fid_sketch_export (&all, v.x, v.w);
    fid_sketch_clear (&all);
    for (size_t i = 0; i < v.n; i++)
        v.total += v.w[i];
    return v;
}

static struct fid_lines *add_half (struct fid_figure *fig, const char *title, const char *x,
                                   enum fid_unit unit)
{
    struct fid_plot *part = fid_figure_add (fig, FID_PLOT_LINES);
    part->beside = 2;
    part->height = 130;
    part->as.lines.panel = (struct fid_panel){.title = title,
                                              .x = {.label = x, .unit = unit, .log = true},
                                              .y = {.label = "operations"}};
    return &part->as.lines;
}

/* The outline of the bins: each count from edge to edge, up from 0 and down to it. */
static void add_bins (struct fid_figure *fig, struct fid_lines *l, const struct values *v,
                      enum fid_colour colour)
{
    int first = bin_of (v->x[0]), last = bin_of (v->x[v->n - 1]);
    size_t n = (size_t)(last - first) + 3;
    double *x = fid_figure_numbers (fig, n), *y = fid_figure_numbers (fig, n), top = 0;
    struct fid_line *line = fid_figure_room (fig, 1, sizeof *line);
    struct fid_rule *rule = fid_figure_room (fig, 1, sizeof *rule);
    char text[32];
    if (!x || !y || !line || !rule)
        return;
    x[0] = edge_of (first);
    for (size_t i = 1; i < n; i++)
        x[i] = edge_of (first + (int)i - 1);
    for (size_t i = 0; i < v->n; i++)
        top = fmax (top, y[1 + bin_of (v->x[i]) - first] += v->w[i]);
    *line = (struct fid_line){.x = x,
                              .y = y,
                              .n = n,
                              .step = true,
                              .filled = true,
                              .pen = {.colour = colour, .width = 1}};
    double seen = 0;
    size_t i = 0;
    while (i + 1 < v->n && seen + v->w[i] < v->total / 2)
        seen += v->w[i++];
    *rule = (struct fid_rule){.at = v->x[i], .vertical = true};
    fid_ticks_label (rule->at, l->panel.x.unit, text, sizeof text);
    l->panel.x.label = fid_figure_text (fig, "%s, median %s", l->panel.x.label, text);
    l->panel.x.lo = edge_of (first - OCTAVE);
    l->panel.x.hi = edge_of (last + 1 + OCTAVE);
    l->panel.y.hi = top > 4 ? 0 : 4; /* no half operations */
    l->line = line;
    l->rule = rule;
    l->line_n = l->rule_n = 1;
}

void fid_run_histograms (struct fid_figure *fig, const struct fid_run *run)
{
    static const struct {
        const char *axis;
        enum fid_unit unit;
        enum fid_colour colour;
    } kind[] = {{"size", FID_UNIT_BYTES, FID_BLUE}, {"latency", FID_UNIT_SECONDS, FID_ORANGE}};
    bool any = false;
    for (int id = 0; id < FID_STREAM_N; id++)
        for (int of = SIZE; of <= LATENCY; of++) {
            struct values v = values_of (fig, &run->stream[id], (enum of)of);
            if (!v.n)
                continue;
            struct fid_lines *l =
                add_half (fig,
                          fid_figure_text (fig, "%s, n = %.0f",
                                           fid_stream_name ((enum fid_stream_id)id), v.total),
                          kind[of].axis, kind[of].unit);
            add_bins (fig, l, &v, kind[of].colour);
            any = true;
        }
    if (!any)
        fid_figure_add (fig, FID_PLOT_LINES)->as.lines.empty =
            "no operation with a size or a latency was traced";
}
