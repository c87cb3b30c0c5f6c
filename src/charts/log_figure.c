/* log_figure.c - see log_figure.h */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "tools/logs/summary.h"
#include "charts/log_figure_parts.h"
#include "charts/log_figure.h"

enum {
    UPPER = 250, /* px */
    LOWER = 170,
    LINES_MAX = 100 /* of epochs; more are an area */
};

#define NEAR 1.1 /* the lower panel shows M / NEAR to M NEAR */

static const enum fid_colour colours[] = {FID_BLUE,   FID_VERMILLION, FID_GREEN,
                                          FID_ORANGE, FID_PURPLE,     FID_SKY};
#define COLOUR_N (sizeof colours / sizeof *colours)

struct fid_pen
fid_log_pen (size_t i)
{
    return (struct fid_pen){.colour = colours[i % COLOUR_N],
                            .dash = i / COLOUR_N % 2 ? FID_DASHED : FID_SOLID,
                            .width = 1.1};
}

/* The pen of epoch i of many: pale, then darker; the first and the last stand out. */
static struct fid_pen
pen_of_many (size_t i, size_t n)
{
    if (i == 0)
        return (struct fid_pen){.colour = FID_VERMILLION, .width = 1.1};
    if (i + 1 == n)
        return (struct fid_pen){.colour = FID_INK, .width = 1.1};
    double share = (double)i / (double)(n - 1);
    return (struct fid_pen){.colour = FID_BLUE, .width = .7, .opacity = .15 + .5 * share};
}

static int
by_number (const void *a, const void *b)
{
    const struct fid_job_step *x = a, *y = b;
    return x->number < y->number ? -1 : x->number > y->number;
}

/* The line of an epoch: its steps in the order of their numbers. */
static struct fid_line
line_of (struct fid_figure *fig, const struct fid_job_epoch *e, struct fid_pen pen)
{
    double *x = fid_figure_numbers (fig, e->step_n), *y = fid_figure_numbers (fig, e->step_n);
    struct fid_job_step *step = fid_figure_room (fig, e->step_n, sizeof *step);
    if (!x || !y || !step)
        return (struct fid_line){.pen = pen};
    if (e->step_n) {
        memcpy (step, e->step, e->step_n * sizeof *step);
        qsort (step, e->step_n, sizeof *step, by_number);
    }
    for (size_t i = 0; i < e->step_n; i++) {
        x[i] = (double)step[i].number;
        y[i] = step[i].time_s;
    }
    return (struct fid_line){
        .label = fid_figure_text (fig, "Epoch %llu", (unsigned long long)e->number),
        .x = x,
        .y = y,
        .n = e->step_n,
        .pen = pen};
}

/* The lines of all epochs. */
static struct fid_line *
lines_of (struct fid_figure *fig, const struct fid_job *job)
{
    size_t n = job->epoch_n;
    struct fid_line *line = fid_figure_room (fig, n, sizeof *line);
    for (size_t i = 0; line && i < n; i++) {
        /* of many the first comes last but one, so that the others do not hide it */
        size_t at = n <= FID_KEYS_MAX || i + 1 == n ? i : i == 0 ? n - 2 : i - 1;
        line[at] = line_of (fig, &job->epoch[i],
                            n <= FID_KEYS_MAX ? fid_log_pen (i) : pen_of_many (i, n));
    }
    return line;
}

static struct fid_lines *
add (struct fid_figure *fig, const char *title, double height, const struct fid_job *job)
{
    struct fid_plot *part = fid_figure_add (fig, FID_PLOT_LINES);
    double lo = INFINITY, hi = 0;
    for (size_t i = 0; i < job->epoch_n; i++)
        for (size_t k = 0; k < job->epoch[i].step_n; k++) {
            lo = fmin (lo, (double)job->epoch[i].step[k].number);
            hi = fmax (hi, (double)job->epoch[i].step[k].number);
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

/* Whether a step lies in what the lower panel shows. */
static bool
any_near (const struct fid_job *job, double usual_s)
{
    for (size_t i = 0; i < job->epoch_n; i++)
        for (size_t k = 0; k < job->epoch[i].step_n; k++) {
            double t = job->epoch[i].step[k].time_s;
            if (t >= usual_s / NEAR && t <= usual_s * NEAR)
                return true;
        }
    return false;
}

/* --- many epochs: the first, the last, and what all have in common */

/* The median with the band between two quartiles (0 to 4), in the legend too. */
static struct fid_line
common_line (struct fid_lines *l, const struct fid_log_band *band, int low, int high,
             const char *what)
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

/* Above: a line an epoch, the later the darker; of a great many their extremes. */
static void
upper_of_many (struct fid_figure *fig, struct fid_lines *l, const struct fid_job *job,
               const struct fid_line *line, const struct fid_log_band *band)
{
    size_t n = job->epoch_n;
    const struct fid_job_epoch *e = job->epoch;
    struct fid_line *few = fid_figure_room (fig, 3, sizeof *few);
    if (!few)
        return;
    few[1] = line[n - 2]; /* the first */
    few[2] = line[n - 1];
    l->panel.key[0] = (struct fid_key){.label = few[1].label, .pen = few[1].pen};
    l->panel.key[1] = (struct fid_key){.label = few[2].label, .pen = few[2].pen};
    l->panel.key_n = 2;
    if (n > LINES_MAX) {
        few[0] = common_line (l, band, 0, 4, "least to greatest of all epochs");
        l->line = few;
        l->line_n = 3;
    } else {
        l->panel.key[l->panel.key_n++] = (struct fid_key){
            .label = fid_figure_text (fig, "Epochs %llu to %llu, later ones darker",
                                      (unsigned long long)e[1].number,
                                      (unsigned long long)e[n - 2].number),
            .pen = pen_of_many (n / 2, n)};
    }
}

/* Below: the first, the last, the median and the middle half.  Returns how many lines. */
static size_t
lower_of_many (struct fid_lines *l, const struct fid_line *last,
               const struct fid_log_band *band, struct fid_line *out)
{
    out[0] = last[-1]; /* the first */
    out[1] = last[0];
    out[0].pen.width = out[1].pen.width = .7;
    out[0].pen.opacity = out[1].pen.opacity = .5;
    out[2] = common_line (l, band, 1, 3, "middle half of the epochs");
    return 3;
}

/* --- the panels */

static void
add_lower (struct fid_figure *fig, const struct fid_job *job, const struct fid_line *line,
           const struct fid_log_band *band, double usual_s)
{
    struct fid_lines *l = add (fig, "within a tenth of T Mi Iavg", LOWER, job);
    struct fid_line *shown = fid_figure_room (fig, FID_KEYS_MAX + 1, sizeof *shown);
    double *x = fid_figure_numbers (fig, 2), *y = fid_figure_numbers (fig, 2);
    char text[24];
    if (!shown || !x || !y)
        return;
    x[0] = l->panel.x.lo;
    x[1] = l->panel.x.hi;
    y[0] = y[1] = usual_s;
    fid_ticks_label (usual_s, FID_UNIT_SECONDS, text, sizeof text);
    struct fid_line usual = {
        .label = fid_figure_text (fig, "T Mi Iavg (%s)%s", text,
                                  any_near (job, usual_s) ? "" : ", no step is near it"),
        .x = x,
        .y = y,
        .n = 2,
        .pen = {.colour = FID_INK, .dash = FID_DOTTED, .width = 1.8}};
    l->panel.key[l->panel.key_n++] = (struct fid_key){.label = usual.label, .pen = usual.pen};
    l->line_n = job->epoch_n;
    if (band)
        l->line_n = lower_of_many (l, &line[job->epoch_n - 1], band, shown);
    else
        memcpy (shown, line, job->epoch_n * sizeof *line);
    shown[l->line_n++] = usual;
    l->line = shown;
    l->panel.y.lo = usual_s / NEAR;
    l->panel.y.hi = usual_s * NEAR;
}

void
fid_log_picture (struct fid_figure *fig, const struct fid_job *job)
{
    struct fid_job_sums s;
    struct fid_log_band *band = NULL;
    struct fid_line *line = lines_of (fig, job);
    struct fid_lines *upper = add (fig, NULL, UPPER, job);
    fid_job_sum (job, &s);
    if (!line)
        return;
    upper->line = line;
    upper->line_n = job->epoch_n;
    if (job->epoch_n > FID_KEYS_MAX) {
        band = fid_figure_room (fig, 1, sizeof *band);
        if (!band || !fid_log_band (fig, job, band))
            return;
        upper_of_many (fig, upper, job, line, band);
    }
    if (s.usual_s > 0)
        add_lower (fig, job, line, band, s.usual_s);
}
