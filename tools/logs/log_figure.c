/* SPDX-License-Identifier: GPL-3.0-or-later */
/* log_figure.c - charts of the times in training logs */
#include "metrics/aggregate.h"
#include "tools/logs/logs.h"

enum {
    UPPER = 250,    /* px of height */
    LOWER = 170,    /* px; also of a panel of accuracy */
    LINES_MAX = 100 /* epochs; more are drawn as a band */
};

#define NEAR 1.1 /* the lower panel shows M / NEAR to M NEAR */

static const enum fid_colour colours[] = {FID_BLUE,   FID_VERMILLION, FID_GREEN,
                                          FID_ORANGE, FID_PURPLE,     FID_SKY};
#define COLOUR_N (sizeof colours / sizeof *colours)

/* The pen of line i; the first FID_KEYS_MAX differ. */
static struct fid_pen pen_of (size_t i)
{
    return (struct fid_pen){.colour = colours[i % COLOUR_N],
                            .dash = i / COLOUR_N % 2 ? FID_DASHED : FID_SOLID,
                            .width = 1.1};
}

/* The pen of epoch i of many: later ones are darker; the first and the last differ. */
static struct fid_pen pen_of_many (size_t i, size_t n)
{
    if (i == 0)
        return (struct fid_pen){.colour = FID_VERMILLION, .width = 1.1};
    if (i + 1 == n)
        return (struct fid_pen){.colour = FID_INK, .width = 1.1};
    double share = (double)i / (double)(n - 1);
    return (struct fid_pen){.colour = FID_BLUE, .width = .7, .opacity = .15 + .5 * share};
}

/* The lines of all epochs: their steps by number. */
static struct fid_line *lines_of (struct fid_figure *fig, const struct fid_training_log *log)
{
    size_t n = log->epoch_n;
    struct fid_line *line = fid_take (n, sizeof *line);
    for (size_t i = 0; i < n; i++) {
        const struct fid_training_epoch *e = &log->epoch[i];
        /* the first of many is drawn last but one, so that the others do not hide it */
        size_t at = n <= FID_KEYS_MAX || i + 1 == n ? i : i == 0 ? n - 2 : i - 1;
        double *x = fid_take (e->step_n, sizeof (double)),
               *y = fid_take (e->step_n, sizeof (double));
        struct fid_training_step *step = fid_take (e->step_n, sizeof *step);
        for (size_t k = 0; k < e->step_n; k++)
            step[k] = e->step[k];
        qsort (step, e->step_n, sizeof *step, fid_training_step_order);
        for (size_t k = 0; k < e->step_n; k++) {
            x[k] = (double)step[k].number;
            y[k] = step[k].time_s;
        }
        line[at] =
            (struct fid_line){.label = fid_figure_text (fig, "Epoch %" PRIu64, e->number),
                              .x = x,
                              .y = y,
                              .n = e->step_n,
                              .pen = n <= FID_KEYS_MAX ? pen_of (i) : pen_of_many (i, n)};
    }
    return line;
}

static struct fid_lines *add_panel (struct fid_figure *fig, const char *title, double height,
                                    const struct fid_training_log *log)
{
    struct fid_plot *part = fid_figure_add (fig, FID_PLOT_LINES);
    double lo = INFINITY, hi = 0;
    FID_EACH (const struct fid_training_epoch, e, log->epoch)
        FID_EACH (const struct fid_training_step, step, e->step) {
            lo = fmin (lo, (double)step->number);
            hi = fmax (hi, (double)step->number);
        }
    part->shared = true;
    part->height = height;
    part->as.panel.title = title;
    part->as.panel.x = (struct fid_axis){.label = "step index", .unit = FID_UNIT_COUNT};
    if (lo <= hi) {
        part->as.panel.x.lo = lo < hi ? lo : lo - 1;
        part->as.panel.x.hi = lo < hi ? hi : hi + 1;
    }
    part->as.panel.y = (struct fid_axis){.label = "execution time", .unit = FID_UNIT_SECONDS};
    part->as.lines.empty = "no steps";
    return &part->as.lines;
}

/* --- many epochs: the first, the last, and a summary of all */

/* Least, quartiles and greatest time over the epochs, for each step number. */
struct band {
    double *x, *quartile[5];
    size_t n;
};

static struct band *band_of (const struct fid_training_log *log)
{
    size_t step_n;
    struct fid_training_step *step = fid_training_log_steps (log, &step_n);
    double *time_s = fid_take (step_n, sizeof *time_s);
    struct band *band = fid_take (1, sizeof *band);
    band->x = fid_take (step_n, sizeof (double));
    for (int k = 0; k < 5; k++)
        band->quartile[k] = fid_take (step_n, sizeof (double));
    for (size_t i = 0, end; i < step_n; i = end) {
        for (end = i; end < step_n && step[end].number == step[i].number; end++)
            time_s[end - i] = step[end].time_s;
        fid_sort (time_s, end - i);
        band->x[band->n] = (double)step[i].number;
        for (int k = 0; k < 5; k++)
            band->quartile[k][band->n] = fid_quantile (time_s, end - i, .25 * k);
        band->n++;
    }
    return band;
}

/* The median with a band between two quartiles (0 to 4); adds both to the legend. */
static struct fid_line median_line (struct fid_lines *l, const struct band *band, int low,
                                    int high, const char *what)
{
    struct fid_line line = {.label = "median",
                            .x = band->x,
                            .y = band->quartile[2],
                            .n = band->n,
                            .low = band->quartile[low],
                            .high = band->quartile[high],
                            .pen = {.colour = FID_BLUE, .width = 1.6}};
    l->panel.key[l->panel.key_n++] = (struct fid_key){.label = line.label, .pen = line.pen};
    l->panel.key[l->panel.key_n++] = (struct fid_key){
        .label = what, .pen = {.colour = FID_BLUE, .opacity = .2}, .filled = true};
    return line;
}

/* The upper panel: a line for each epoch, or a band if there are too many. */
static void upper_of_many (struct fid_figure *fig, struct fid_lines *l,
                           const struct fid_training_log *log, const struct fid_line *line,
                           const struct band *band)
{
    size_t n = log->epoch_n;
    const struct fid_training_epoch *e = log->epoch;
    struct fid_line *few = fid_take (3, sizeof *few);
    few[1] = line[n - 2]; /* the first */
    few[2] = line[n - 1];
    l->panel.key[0] = (struct fid_key){.label = few[1].label, .pen = few[1].pen};
    l->panel.key[1] = (struct fid_key){.label = few[2].label, .pen = few[2].pen};
    l->panel.key_n = 2;
    if (n > LINES_MAX) {
        few[0] = median_line (l, band, 0, 4, "least to greatest of all epochs");
        l->line = few;
        l->line_n = 3;
    } else {
        l->panel.key[l->panel.key_n++] =
            (struct fid_key){.label = fid_figure_text (
                                 fig, "Epochs %" PRIu64 " to %" PRIu64 ", later ones darker",
                                 e[1].number, e[n - 2].number),
                             .pen = pen_of_many (n / 2, n)};
    }
}

/* --- the panels */

static void add_lower (struct fid_figure *fig, const struct fid_training_log *log,
                       const struct fid_line *line, const struct band *band, double usual_s)
{
    struct fid_lines *l = add_panel (fig, "within a tenth of T Mi Iavg", LOWER, log);
    struct fid_line *shown = fid_take (FID_KEYS_MAX + 1, sizeof *shown);
    double *x = fid_take (2, sizeof (double)), *y = fid_take (2, sizeof (double));
    char text[24];
    x[0] = l->panel.x.lo;
    x[1] = l->panel.x.hi;
    y[0] = y[1] = usual_s;
    bool near = false;
    FID_EACH (const struct fid_training_epoch, e, log->epoch)
        FID_EACH (const struct fid_training_step, step, e->step)
            near |= step->time_s >= usual_s / NEAR && step->time_s <= usual_s * NEAR;
    fid_ticks_label (usual_s, FID_UNIT_SECONDS, text, sizeof text);
    struct fid_line usual = {.label = fid_figure_text (fig, "T Mi Iavg (%s)%s", text,
                                                       near ? "" : ", no step is near it"),
                             .x = x,
                             .y = y,
                             .n = 2,
                             .pen = {.colour = FID_INK, .dash = FID_DOTTED, .width = 1.8}};
    l->panel.key[l->panel.key_n++] = (struct fid_key){.label = usual.label, .pen = usual.pen};
    l->line_n = band ? 2 : log->epoch_n;
    for (size_t i = 0; i < l->line_n; i++) { /* of many the first and the last */
        shown[i] = line[band ? log->epoch_n - 2 + i : i];
        shown[i].pen.width = band ? .7 : shown[i].pen.width;
        shown[i].pen.opacity = band ? .5 : shown[i].pen.opacity;
    }
    if (band)
        shown[l->line_n++] = median_line (l, band, 1, 3, "middle half of the epochs");
    shown[l->line_n++] = usual;
    l->line = shown;
    l->panel.y.lo = usual_s / NEAR;
    l->panel.y.hi = usual_s * NEAR;
}

void fid_log_picture (struct fid_figure *fig, const struct fid_training_log *log)
{
    struct fid_training_sums s;
    struct band *band = NULL;
    struct fid_line *line = lines_of (fig, log);
    struct fid_lines *upper = add_panel (fig, NULL, UPPER, log);
    fid_training_log_sum (log, &s);
    upper->line = line;
    upper->line_n = log->epoch_n;
    if (log->epoch_n > FID_KEYS_MAX) {
        band = band_of (log);
        upper_of_many (fig, upper, log, line, band);
    }
    if (s.usual_s > 0)
        add_lower (fig, log, line, band, s.usual_s);
}

/* --- accuracy */

static bool same_text (const char *a, const char *b)
{
    return strcmp (a ? a : "", b ? b : "") == 0;
}

struct accuracy {
    struct fid_figure *fig;
    const struct fid_training_log *log;
    size_t log_n;
    double end_s; /* of the longest training shown */
};

/* The index of a batch size among all, in order of appearance: its colour. */
static size_t batch_of (const struct accuracy *s, const struct fid_training_log *log)
{
    size_t n = 0;
    for (size_t i = 0; i < s->log_n; i++) {
        size_t first = 0;
        while (!same_text (s->log[first].batch, s->log[i].batch))
            first++;
        if (same_text (s->log[i].batch, log->batch))
            return n;
        n += first == i;
    }
    return n;
}

/* The line of a training; without points if its accuracy is unknown. */
static struct fid_line accuracy_line (struct accuracy *s, const struct fid_training_log *log)
{
    double *x = fid_take (log->epoch_n, sizeof (double));
    double *y = fid_take (log->epoch_n, sizeof (double)), now = 0;
    struct fid_line line = {
        .x = x, .y = y, .mark = FID_MARK_DISC, .pen = pen_of (batch_of (s, log))};
    for (size_t i = 0; i < log->epoch_n; i++) {
        const double *part = log->epoch[i].part;
        if (part[FID_EPOCH_TIME] < 0)
            break; /* the time of what follows is unknown */
        now += part[FID_EPOCH_TIME];
        if (part[FID_EPOCH_ACCURACY] < 0)
            continue;
        x[line.n] = now;
        y[line.n++] = part[FID_EPOCH_ACCURACY];
        s->end_s = fmax (s->end_s, now);
    }
    line.label = fid_figure_text (s->fig, "batch %s", log->batch ? log->batch : "unknown");
    return line;
}

/* The panel of trainings on one system, if any has a line; returns how many. */
static size_t add_system (struct accuracy *s, const struct fid_training_log *log, size_t log_n)
{
    struct fid_line *line = fid_take (log_n, sizeof *line);
    bool fractions = true;
    size_t n = 0;
    for (size_t i = 0; i < log_n; i++) {
        line[n] = accuracy_line (s, &log[i]);
        for (size_t k = 0; k < line[n].n; k++)
            fractions &= line[n].y[k] <= 1;
        n += line[n].n > 0;
    }
    if (!n)
        return 0;
    struct fid_plot *part = fid_figure_add (s->fig, FID_PLOT_LINES);
    struct fid_panel *p = &part->as.panel;
    part->height = LOWER;
    part->shared = true;
    part->as.lines.line = line;
    part->as.lines.line_n = n;
    p->title = log->system ? log->system : "unknown system";
    p->x = (struct fid_axis){.label = "training time", .unit = FID_UNIT_SECONDS};
    p->y = (struct fid_axis){.label = "validation accuracy", .hi = fractions};
    for (size_t i = 0; i < n; i++) /* a key for each batch size */
        if ((i == 0 || strcmp (line[i].label, line[i - 1].label) != 0) &&
            p->key_n < FID_KEYS_MAX)
            p->key[p->key_n++] = (struct fid_key){
                .label = line[i].label, .pen = line[i].pen, .mark = line[i].mark};
    return n;
}

size_t fid_accuracy_picture (struct fid_figure *fig, const struct fid_training_log *log,
                             size_t log_n)
{
    struct accuracy s = {.fig = fig, .log = log, .log_n = log_n};
    size_t n = 0;
    for (size_t i = 0, j; i < log_n; i = j) {
        for (j = i + 1; j < log_n && same_text (log[j].system, log[i].system);)
            j++;
        n += add_system (&s, log + i, j - i);
    }
    for (size_t i = 0; i < fig->part_n; i++)
        fig->part[i]->as.panel.x.hi = 1.02 * s.end_s; /* leaves room for the last mark */
    return n;
}
