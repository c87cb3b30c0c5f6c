/* log_accuracy.c - accuracy against training time (see log_picture.h) */
#include <math.h>
#include <string.h>
#include "picture/log_parts.h"
#include "picture/log_picture.h"

#define HEIGHT 170 /* px of a panel */

static bool
same (const char *a, const char *b)
{
    return strcmp (a ? a : "", b ? b : "") == 0;
}

/* The line of a job; without points if it tells no accuracy. */
static struct fid_line
accuracy_of (struct fid_figure *fig, const struct fid_job *job, size_t batch)
{
    double *x = fid_figure_numbers (fig, job->epoch_n);
    double *y = fid_figure_numbers (fig, job->epoch_n), now = 0;
    struct fid_line line = {.x = x, .y = y, .pen = fid_log_pen (batch)};
    for (size_t i = 0; x && y && i < job->epoch_n; i++) {
        const double *part = job->epoch[i].part;
        if (part[FID_JOB_EPOCH] < 0)
            break; /* nobody knows how late it is */
        now += part[FID_JOB_EPOCH];
        if (part[FID_JOB_ACCURACY] < 0)
            continue;
        x[line.n] = now;
        y[line.n++] = part[FID_JOB_ACCURACY];
    }
    line.label = fid_figure_text (fig, "batch %s", job->batch ? job->batch : "unknown");
    return line;
}

/* The panel of jobs of one system; returns how many have a line. */
static size_t
add_system (struct fid_figure *fig, const struct fid_job *job, size_t job_n)
{
    struct fid_line *line = fid_figure_room (fig, job_n, sizeof *line);
    struct fid_key key[FID_KEYS_MAX];
    size_t n = 0, key_n = 0, batch = 0;
    const char *last = NULL;
    double hi = 0;
    for (size_t i = 0; line && i < job_n; i++) {
        batch += i > 0 && !same (job[i].batch, job[i - 1].batch);
        line[n] = accuracy_of (fig, &job[i], batch);
        if (!line[n].n)
            continue;
        for (size_t k = 0; k < line[n].n; k++)
            hi = fmax (hi, line[n].y[k]);
        if ((!last || strcmp (last, line[n].label) != 0) && key_n < FID_KEYS_MAX)
            key[key_n++] = (struct fid_key){.label = line[n].label, .pen = line[n].pen};
        last = line[n++].label;
    }
    if (!n)
        return 0;
    struct fid_plot *part = fid_figure_add (fig, FID_PLOT_LINES);
    struct fid_lines *l = &part->as.lines;
    part->height = HEIGHT;
    l->panel.title = job->system ? job->system : "unknown system";
    l->panel.x = (struct fid_axis){.label = "training time", .unit = FID_UNIT_SECONDS};
    l->panel.y = (struct fid_axis){.label = "validation accuracy", .hi = hi <= 1 ? 1 : 0};
    l->line = line;
    l->line_n = n;
    memcpy (l->panel.key, key, key_n * sizeof *key);
    l->panel.key_n = key_n;
    return n;
}

size_t
fid_accuracy_picture (struct fid_figure *fig, const struct fid_job *job, size_t job_n)
{
    size_t n = 0;
    for (size_t i = 0, j; i < job_n; i = j) {
        for (j = i + 1; j < job_n && same (job[j].system, job[i].system);)
            j++;
        n += add_system (fig, job + i, j - i);
    }
    return n;
}
