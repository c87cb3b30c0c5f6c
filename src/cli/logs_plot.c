/* logs_plot.c - fidlio logs plot (see joblogs.h) */
#include "config.h"
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/python_repr.h"
#include "cli/logs.h"
#include "tools/logs/find_logs.h"
#include "charts/log_figure.h"
#include "charts/html_page.h"

/* --- the times as a table: a row for each step index, a column for each epoch */

static int
by_number (const void *a, const void *b)
{
    const struct fid_job_step *x = a, *y = b;
    return x->number < y->number ? -1 : x->number > y->number;
}

/* All steps in the order of their numbers, epoch by epoch; *n of them. */
static struct fid_job_step *
all_steps (const struct fid_job *job, size_t *n, struct fid_error *err)
{
    *n = 0;
    for (size_t i = 0; i < job->epoch_n; i++) {
        qsort (job->epoch[i].step, job->epoch[i].step_n, sizeof *job->epoch[i].step, by_number);
        *n += job->epoch[i].step_n;
    }
    struct fid_job_step *all = malloc ((*n + 1) * sizeof *all);
    if (!all) {
        fid_error_nomem (err);
        return NULL;
    }
    size_t at = 0;
    for (size_t i = 0; i < job->epoch_n; i++)
        for (size_t k = 0; k < job->epoch[i].step_n; k++)
            all[at++] = job->epoch[i].step[k];
    qsort (all, *n, sizeof *all, by_number);
    return all;
}

static void
fill (struct fid_cells *cells, const struct fid_job *job, const struct fid_job_step *all,
      size_t n, size_t *next)
{
    char text[FID_REPR_TEXT];
    for (size_t i = 0; i < n; i++) {
        if (i && all[i].number == all[i - 1].number)
            continue;
        fid_cells_add (cells, "%llu", (unsigned long long)all[i].number);
        for (size_t e = 0; e < job->epoch_n; e++) {
            const struct fid_job_epoch *epoch = &job->epoch[e];
            if (next[e] < epoch->step_n && epoch->step[next[e]].number == all[i].number)
                fid_cells_add (cells, "%s", fid_repr (epoch->step[next[e]++].time_s, text));
            else
                fid_cells_missing (cells);
        }
    }
}

static int
print_table (const struct fid_joblogs *logs, const struct fid_job *job, FILE *f,
             struct fid_error *err)
{
    struct fid_cells cells;
    struct fid_column *column = calloc (job->epoch_n + 1, sizeof *column);
    size_t *next = calloc (job->epoch_n + 1, sizeof *next), n = 0; /* step of an epoch */
    struct fid_job_step *all = column && next ? all_steps (job, &n, err) : NULL;
    int rc = all ? 0 : fid_error_nomem (err);
    for (size_t i = 0; !rc && i <= job->epoch_n; i++) {
        column[i].number = true;
        column[i].name =
            i ? fid_format (err, "epoch %llu", (unsigned long long)job->epoch[i - 1].number)
              : fid_strdup ("step", err);
        rc = column[i].name ? 0 : -1;
    }
    if (!rc) {
        fid_cells_init (&cells, column, job->epoch_n + 1);
        fill (&cells, job, all, n, next);
        rc = fid_cells_write (&cells, logs->common.format, f, err);
        fid_cells_clear (&cells);
    }
    for (size_t i = 0; column && i <= job->epoch_n; i++)
        free ((char *)column[i].name);
    free (column);
    free (next);
    free (all);
    return rc;
}

/* --- pictures */

char *
fid_joblogs_heading (const struct fid_job *job, const char *path, struct fid_error *err)
{
    struct fid_job_name name;
    if (!path)
        return fid_strdup (FID_LOG_TITLE, err);
    if (fid_job_name_of (path, &name))
        return fid_format (err, "%.*s / %.*s / %.*s", FID_SPAN_ARG (name.system),
                           FID_SPAN_ARG (name.batch), FID_SPAN_ARG (name.experiment));
    const char *file = fid_span_last_part (fid_span_of (path)).p, *dot = strrchr (file, '.');
    size_t end = dot && dot > file ? (size_t)(dot - path) : strlen (path);
    if (job->system && job->batch)
        return fid_format (err, "%s / %s / %.*s", job->system, job->batch,
                           (int)(end - (size_t)(file - path)), file);
    return fid_strndup (path, end, err);
}

int
fid_joblogs_draw (struct fid_figure *fig, const struct fid_job *job, const char *path,
                  struct fid_error *err)
{
    size_t n = 0;
    for (size_t i = 0; i < job->epoch_n; i++)
        n += job->epoch[i].step_n;
    if (!n)
        return fid_errorf (err, FID_EINPUT, "%s: no steps to draw",
                           path ? path : "standard input");
    fid_log_picture (fig, job);
    return 0;
}

/* One input as a section of a page. */
static int
add_section (const struct fid_joblogs *logs, const char *path, double width, FILE *f,
             struct fid_error *err)
{
    struct fid_job job;
    struct fid_figure fig = {0};
    if (fid_joblogs_load (logs, path, &job, err))
        return -1;
    char *heading = fid_joblogs_heading (&job, path, err);
    int rc = heading ? fid_joblogs_draw (&fig, &job, path, err) : -1;
    if (!rc)
        rc = fid_page_add (f, heading, &fig, width, err);
    free (heading);
    fid_figure_clear (&fig);
    fid_job_clear (&job);
    return rc;
}

/* A page of all inputs; of those that cannot be read it is said why. */
static int
plot_page (const struct fid_joblogs *logs, struct fid_error *err)
{
    char *text = NULL;
    size_t n, done_n = 0, all_n = logs->input_n ? logs->input_n : 1;
    double width;
    if (fid_paper_width (&logs->paper, &width, err))
        return -1;
    FILE *f = open_memstream (&text, &n);
    if (!f)
        return fid_error_nomem (err);
    fid_page_begin (f, logs->title ? logs->title : FID_LOG_TITLE);
    for (size_t i = 0; i < all_n; i++) {
        if (add_section (logs, logs->input[i], width, f, err) == 0)
            done_n++;
        else if (all_n > 1)
            fid_say_error (err);
    }
    fid_page_end (f);
    int rc = done_n || all_n > 1 ? 0 : -1;
    if (!rc && !done_n)
        rc = fid_errorf (err, FID_EINPUT, "none of %zu logs can be drawn", all_n);
    rc = fid_joblogs_write (logs->output, f, &text, &n, rc, err);
    if (!rc && done_n < all_n)
        rc = fid_errorf (err, FID_EPARTIAL, "%zu of %zu logs are missing in %s", all_n - done_n,
                         all_n, logs->output);
    return rc;
}

static int
plot_one (const struct fid_joblogs *logs, const struct fid_job *job, struct fid_error *err)
{
    struct fid_figure fig = {0};
    int rc = fid_joblogs_draw (&fig, job, logs->input[0], err);
    fig.title = logs->title ? logs->title : FID_LOG_TITLE;
    if (!rc)
        rc = fid_paper_write (&logs->paper, &fig, NULL, err);
    fid_figure_clear (&fig);
    return rc;
}

int
fid_joblogs_plot (const struct fid_joblogs *logs, struct fid_error *err)
{
    struct fid_job job;
    int rc;
    if (logs->page)
        return plot_page (logs, err);
    if (fid_joblogs_load (logs, logs->input[0], &job, err))
        return -1;
    if (logs->table) {
        char *text = NULL;
        size_t n;
        FILE *f = open_memstream (&text, &n);
        rc = f ? print_table (logs, &job, f, err) : 0;
        rc = fid_joblogs_write (logs->output, f, &text, &n, rc, err);
    } else {
        rc = plot_one (logs, &job, err);
    }
    fid_job_clear (&job);
    return rc;
}
