/* log_accuracy.c - accuracy against training time (see log_picture.h) */
#include <math.h>
#include <string.h>
#include "charts/log_figure_parts.h"
#include "charts/log_figure.h"

#define HEIGHT 170 /* px of a panel */

static bool
same (const char *a, const char *b)
{
    return strcmp (a ? a : "", b ? b : "") == 0;
}

/* What all panels share. */
struct scene {
    struct fid_figure *fig;
    const struct fid_job *job;
    size_t job_n;
    double end_s; /* of the longest job that is shown */
};

/* Which of all batch sizes a job has, in the order they come in: its colour. */
static size_t
batch_of (const struct scene *s, const struct fid_job *job)
{
    size_t n = 0;
    for (size_t i = 0; i < s->job_n; i++) {
        size_t first = 0;
        while (!same (s->job[first].batch, s->job[i].batch))
            first++;
        if (same (s->job[i].batch, job->batch))
            return n;
        n += first == i;
    }
    return n;
}

/* The line of a job; without points if it tells no accuracy. */
static struct fid_line
line_of (struct scene *s, const struct fid_job *job)
{
    double *x = fid_figure_numbers (s->fig, job->epoch_n);
    double *y = fid_figure_numbers (s->fig, job->epoch_n), now = 0;
    struct fid_line line = {
        .x = x, .y = y, .mark = FID_MARK_DISC, .pen = fid_log_pen (batch_of (s, job))};
    for (size_t i = 0; x && y && i < job->epoch_n; i++) {
        const double *part = job->epoch[i].part;
        if (part[FID_JOB_EPOCH] < 0)
            break; /* nobody knows how late it is */
        now += part[FID_JOB_EPOCH];
        if (part[FID_JOB_ACCURACY] < 0)
            continue;
        x[line.n] = now;
        y[line.n++] = part[FID_JOB_ACCURACY];
        s->end_s = fmax (s->end_s, now);
    }
    line.label = fid_figure_text (s->fig, "batch %s", job->batch ? job->batch : "unknown");
    return line;
}

/* Whether all accuracies are shares. */
static bool
are_shares (const struct fid_line *line, size_t line_n)
{
    for (size_t i = 0; i < line_n; i++)
        for (size_t k = 0; k < line[i].n; k++)
            if (line[i].y[k] > 1)
                return false;
    return true;
}

/* The panel of jobs of one system, if any has a line; returns how many. */
static size_t
add_system (struct scene *s, const struct fid_job *job, size_t job_n)
{
    struct fid_line *line = fid_figure_room (s->fig, job_n, sizeof *line);
    size_t n = 0;
    for (size_t i = 0; line && i < job_n; i++) {
        line[n] = line_of (s, &job[i]);
        n += line[n].n > 0;
    }
    if (!n)
        return 0;
    struct fid_plot *part = fid_figure_add (s->fig, FID_PLOT_LINES);
    struct fid_panel *p = &part->as.panel;
    part->height = HEIGHT;
    part->shared = true;
    part->as.lines.line = line;
    part->as.lines.line_n = n;
    p->title = job->system ? job->system : "unknown system";
    p->x = (struct fid_axis){.label = "training time", .unit = FID_UNIT_SECONDS};
    p->y = (struct fid_axis){.label = "validation accuracy", .hi = are_shares (line, n)};
    for (size_t i = 0; i < n; i++) /* a key for each batch size */
        if ((i == 0 || strcmp (line[i].label, line[i - 1].label) != 0) &&
            p->key_n < FID_KEYS_MAX)
            p->key[p->key_n++] = (struct fid_key){
                .label = line[i].label, .pen = line[i].pen, .mark = line[i].mark};
    return n;
}

size_t
fid_accuracy_picture (struct fid_figure *fig, const struct fid_job *job, size_t job_n)
{
    struct scene s = {.fig = fig, .job = job, .job_n = job_n};
    size_t n = 0;
    for (size_t i = 0, j; i < job_n; i = j) {
        for (j = i + 1; j < job_n && same (job[j].system, job[i].system);)
            j++;
        n += add_system (&s, job + i, j - i);
    }
    for (size_t i = 0; i < fig->part_n; i++)
        fig->part[i]->as.panel.x.hi = 1.02 * s.end_s; /* with room for the last mark */
    return n;
}
