/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_figure.c - see run_figure.h */
#include "charts/run_figure.h"

#define READ_COLOUR  FID_BLUE
#define WRITE_COLOUR FID_VERMILLION
#define BINS         600   /* of a throughput curve, about */
#define CELLS        20000 /* of the CPU at most: px of the widest picture */

struct drawing {
    struct fid_figure *fig;
    const struct fid_run *run;
    int64_t zero_ns;
    double lo_s, hi_s; /* the range shown, after zero */
    bool asked;        /* charts were asked for by name */
};

static double seconds_of (const struct drawing *p, int64_t t_ns)
{
    return (double)(t_ns - p->zero_ns) / 1e9;
}

static struct fid_plot *add_part (struct drawing *p, enum fid_plot_kind kind, const char *title)
{
    struct fid_plot *part = fid_figure_add (p->fig, kind);
    part->shared = true;
    part->as.panel.title = title;
    part->as.panel.x =
        (struct fid_axis){.label = p->run->phases.known ? "time from the start of the job"
                                                        : "time from the start of the trace",
                          .lo = p->lo_s,
                          .hi = p->hi_s,
                          .unit = FID_UNIT_SECONDS};
    return part;
}

/* --- phases */

static void add_phases (struct drawing *p)
{
    static const struct {
        enum fid_part part;
        enum fid_colour colour;
    } kind[] = {{FID_PART_INIT, FID_SKY},
                {FID_PART_TRAINING, FID_YELLOW},
                {FID_PART_EVAL, FID_PURPLE},
                {FID_PART_CHECKPOINT, FID_GREEN}};
    static const char *const row[] = {"phases"};
    const struct fid_phases *phases = &p->run->phases;
    bool used[4] = {false};
    if (!phases->known && !p->asked)
        return;
    struct fid_spans *s = &add_part (p, FID_PLOT_SPANS, NULL)->as.spans;
    struct fid_spell *t = fid_figure_room (p->fig, phases->segment_n, sizeof *t);
    s->panel.y = (struct fid_axis){.name = row, .name_n = 1};
    s->spell = t;
    s->empty = "no log records phases";
    for (size_t i = 0; t && i < phases->segment_n; i++) {
        const struct fid_segment *g = &phases->segment[i];
        for (size_t k = 0; k < 4; k++) {
            if (g->part != kind[k].part)
                continue;
            used[k] = true;
            t[s->spell_n++] = (struct fid_spell){
                .from = seconds_of (p, g->start_ns),
                .to = seconds_of (p, g->end_ns),
                .label = g->epoch >= 0 ? fid_figure_text (p->fig, "%d", g->epoch) : NULL,
                .colour = kind[k].colour};
        }
    }
    for (size_t k = 0; k < 4; k++)
        if (used[k])
            s->panel.key[s->panel.key_n++] =
                (struct fid_key){.label = fid_part_name (kind[k].part),
                                 .pen = {.colour = kind[k].colour, .opacity = .55},
                                 .filled = true};
}

/* --- gauges */

/* The shares of the CPU as samples in cells of one period.  A recording of more than CELLS
 * periods has wider cells, which hold the mean of their samples: memory depends on what can be
 * drawn, not on how far apart the stamps are. */
static void add_cpu (struct drawing *p)
{
    static const struct {
        const char *label;
        enum fid_colour colour;
    } share[] = {
        {"user", FID_BLUE}, {"system", FID_ORANGE}, {"waiting for I/O", FID_VERMILLION}};
    const struct fid_gauge *g = &p->run->gauge[FID_GAUGE_CPU];
    if (!g->n && !p->asked)
        return;
    struct fid_stack *s = &add_part (p, FID_PLOT_STACK, "CPU")->as.stack;
    s->panel.y = (struct fid_axis){.label = "%", .lo = 0, .hi = 100};
    s->empty = "CPU not recorded";
    if (!g->n)
        return;
    double period_s = g->period_s > 0 ? g->period_s : 1,
           t0 = seconds_of (p, g->t_ns[0]) - period_s;
    double span_s = seconds_of (p, g->t_ns[g->n - 1]) - t0;
    double dt = period_s * fmax (1, ceil (span_s / period_s / CELLS - 1e-6));
    size_t n = (size_t)fmax (1, round (span_s / dt));
    struct fid_layer *layer = fid_figure_room (p->fig, 4, sizeof *layer);
    double *y = fid_figure_numbers (p->fig, 4 * n), *sample_n = fid_figure_numbers (p->fig, n);
    if (!layer || !y || !sample_n)
        return;
    for (size_t k = 0; k < 3; k++)
        layer[k] = (struct fid_layer){share[k].label, y + k * n, share[k].colour};
    layer[3] = (struct fid_layer){"not sampled", y + 3 * n, FID_INK_GRID};
    for (size_t i = 0; i < g->n; i++) {
        double at = round ((seconds_of (p, g->t_ns[i]) - t0) / dt) - 1;
        size_t cell = (size_t)fmin (fmax (at, 0), (double)n - 1);
        sample_n[cell]++;
        for (size_t k = 0; k < 3; k++)
            y[k * n + cell] += (g->value[i * g->dim + k] - y[k * n + cell]) / sample_n[cell];
        /* stamps jitter: an empty cell between two samples is not a gap */
        if (i && cell && !(sample_n[cell - 1] > 0) &&
            seconds_of (p, g->t_ns[i]) - seconds_of (p, g->t_ns[i - 1]) < 2.5 * dt) {
            sample_n[cell - 1] = 1;
            for (size_t k = 0; k < 3; k++)
                y[k * n + cell - 1] = y[k * n + cell];
        }
    }
    bool gaps = false;
    for (size_t i = 0; i < n; i++)
        if (!(sample_n[i] > 0)) {
            y[3 * n + i] = 100;
            gaps = true;
        }
    s->layer = layer;
    s->layer_n = gaps ? 4 : 3;
    s->n = n;
    s->x0 = t0;
    s->dx = dt;
}

/* A gauge as a line, times `scale'.  A value holds for the period before its stamp; missing
 * samples break the line. */
static struct fid_line gauge_line (struct drawing *p, enum fid_gauge_id id, const char *label,
                                   enum fid_colour colour, double scale)
{
    const struct fid_gauge *g = &p->run->gauge[id];
    double *x = fid_figure_numbers (p->fig, 2 * g->n + 1);
    double *y = fid_figure_numbers (p->fig, 2 * g->n + 1), end = 0;
    size_t n = 0;
    for (size_t i = 0; x && y && i < g->n; i++) {
        double t = seconds_of (p, g->t_ns[i]), from = t - g->period_s;
        bool gap = i && from - end > g->period_s;
        if (gap) {
            x[n] = end;
            y[n++] = NAN;
        }
        x[n] = i && !gap ? end : from;
        y[n++] = g->value[i * g->dim] * scale;
        end = t;
    }
    if (n) {
        x[n] = end;
        y[n++] = NAN;
    }
    return (struct fid_line){.label = label,
                             .x = x,
                             .y = y,
                             .n = n,
                             .step = true,
                             .pen = {.colour = colour, .width = 1.2}};
}

static void add_gauges (struct drawing *p, const char *title, const char *unit, double hi,
                        const struct fid_line *line, size_t line_n, const char *empty)
{
    struct fid_lines *l = &add_part (p, FID_PLOT_LINES, title)->as.lines;
    struct fid_line *copy = fid_figure_room (p->fig, line_n, sizeof *copy);
    l->panel.y = (struct fid_axis){.label = unit, .lo = 0, .hi = hi};
    l->empty = empty;
    for (size_t i = 0; copy && i < line_n; i++)
        copy[i] = line[i];
    l->line = copy;
    l->line_n = copy ? line_n : 0;
}

static void add_gpu (struct drawing *p)
{
    const struct fid_gauge *g = p->run->gauge;
    bool any = g[FID_GAUGE_GPU_SM].n || g[FID_GAUGE_GPU_MEM].n || g[FID_GAUGE_GPU_FB].n;
    if (!any && !p->asked)
        return;
    struct fid_line use[] = {gauge_line (p, FID_GAUGE_GPU_SM, "SM", FID_BLUE, 1),
                             gauge_line (p, FID_GAUGE_GPU_MEM, "memory", FID_ORANGE, 1)};
    add_gauges (p, "GPU", "%", 100, use, 2, "GPU not recorded");
    struct fid_line fb = gauge_line (p, FID_GAUGE_GPU_FB, NULL, FID_GREEN, 1. / 1024);
    if (fb.n)
        add_gauges (p, "GPU memory in use", "GiB", 0, &fb, 1, NULL);
}

static void add_disk (struct drawing *p)
{
    const struct fid_gauge *g = p->run->gauge;
    if (!g[FID_GAUGE_DISK_READ].n && !g[FID_GAUGE_DISK_WRITE].n && !p->asked)
        return;
    struct fid_line line[] = {gauge_line (p, FID_GAUGE_DISK_READ, "read", READ_COLOUR, 1),
                              gauge_line (p, FID_GAUGE_DISK_WRITE, "write", WRITE_COLOUR, 1)};
    add_gauges (p, "disk (iostat)", "MiB/s", 0, line, 2, "disk not recorded");
}

/* --- throughput of events */

/* MiB a second of a stream, or operations if no sizes were traced. */
static struct fid_line stream_line (struct drawing *p, enum fid_stream_id id, const char *label,
                                    enum fid_colour colour, bool bytes)
{
    const struct fid_grid *g = &p->run->stream[id].grid;
    int64_t grid_zero_ns = p->run->phases.known ? p->run->phases.origin_ns : 0;
    struct fid_line none = {.label = label, .pen = {.colour = colour}};
    if (!p->run->stream[id].traced)
        return none;
    double bin_s = g->bin_ns ? (double)g->bin_ns / 1e9 : 1;
    double dt = bin_s * fmax (1, ceil ((p->hi_s - p->lo_s) / BINS / bin_s));
    double t0 = floor (p->lo_s / dt) * dt;
    size_t n = (size_t)ceil ((p->hi_s - t0) / dt);
    double *y = fid_figure_numbers (p->fig, n);
    if (!y)
        return none;
    for (size_t i = 0; i < g->n; i++) {
        double at = (double)((g->first + (int64_t)i) * g->bin_ns + g->bin_ns / 2 +
                             grid_zero_ns - p->zero_ns) /
                    1e9;
        double cell = floor ((at - t0) / dt);
        if (cell >= 0 && cell < (double)n)
            y[(size_t)cell] +=
                (bytes ? (double)g->byte_n[i] / 1048576 : (double)g->op_n[i]) / dt;
    }
    return (struct fid_line){.label = label,
                             .x0 = t0,
                             .dx = dt,
                             .y = y,
                             .n = n,
                             .step = true,
                             .pen = {.colour = colour, .width = 1}};
}

static void add_io (struct drawing *p, const char *title, enum fid_stream_id read,
                    enum fid_stream_id write)
{
    const struct fid_stream *r = &p->run->stream[read], *w = &p->run->stream[write];
    if (!r->traced && !w->traced && !p->asked)
        return;
    bool bytes = r->sized || w->sized;
    struct fid_line line[] = {stream_line (p, read, "read", READ_COLOUR, bytes),
                              stream_line (p, write, "write", WRITE_COLOUR, bytes)};
    add_gauges (p, title, bytes ? "MiB/s" : "operations/s", 0, line, 2, "not traced");
}

/* Set the range shown; false if nothing was traced in it. */
static bool set_range (struct drawing *p, const struct fid_activity *a, size_t stretch)
{
    struct fid_stretch_ns all, shown = a->stretch[stretch];
    if (!fid_zoom_extent (p->run, &all))
        return false;
    p->zero_ns = fid_zoom_zero (p->run);
    double lo = seconds_of (p, all.from_ns), hi = seconds_of (p, all.to_ns);
    /* a named stretch is limited to the time traced */
    p->lo_s = shown.from_ns == INT64_MIN ? lo : fmax (lo, seconds_of (p, shown.from_ns));
    p->hi_s = shown.to_ns == INT64_MAX ? hi : fmin (hi, seconds_of (p, shown.to_ns));
    if (!a->zoom) { /* given relative to zero, which is known now */
        p->lo_s = a->from_s < -1e8 ? lo : a->from_s;
        p->hi_s = a->to_s > 1e8 ? hi : a->to_s;
    }
    return p->lo_s < p->hi_s && p->lo_s < hi && p->hi_s > lo;
}

/* --- the figure */

enum { PHASES, CPU, GPU, DISK, IO, LANES, HISTOGRAMS };

const char *const fid_run_chart_names[] = {"phases", "cpu",   "gpu",        "disk",
                                           "io",     "lanes", "histograms", NULL};

int fid_run_figure (struct fid_figure *fig, const struct fid_run *run,
                    const struct fid_activity *a, size_t stretch, unsigned what,
                    struct fid_error *err)
{
    struct drawing p = {.fig = fig, .run = run, .asked = what != 0};
    unsigned shown = what ? what : (1u << HISTOGRAMS) - 1;
    if (!set_range (&p, a, stretch))
        return fid_errorf (err, FID_EINPUT, "%s: nothing was traced in the time asked for",
                           run->dir);
    if (shown & 1u << PHASES)
        add_phases (&p);
    if (shown & 1u << CPU)
        add_cpu (&p);
    if (shown & 1u << GPU)
        add_gpu (&p);
    if (shown & 1u << DISK)
        add_disk (&p);
    if (shown & 1u << IO) {
        add_io (&p, "data reads, checkpoint writes", FID_STREAM_DATA_READ,
                FID_STREAM_CHECKPOINT_WRITE);
        add_io (&p, "block requests", FID_STREAM_BLOCK_READ, FID_STREAM_BLOCK_WRITE);
    }
    if (shown & 1u << LANES) {
        struct fid_lanes *l = &add_part (&p, FID_PLOT_LANES, "events")->as.lanes;
        l->unit = 1e-9;
        l->origin = p.zero_ns;
        fid_activity_lanes (fig, l, run, a, stretch);
    }
    if (shown & 1u << HISTOGRAMS)
        fid_run_histograms (fig, run);
    return fig->failed ? fid_error_nomem (err) : 0;
}
