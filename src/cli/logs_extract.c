/* logs_extract.c - fidlio logs extract (see joblogs.h) */
#include "config.h"
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "base/array.h"
#include "base/outfile.h"
#include "cli/logs.h"
#include "tools/logs/find_logs.h"
#include "tools/logs/summary.h"
#include "charts/log_figure.h"
#include "charts/html_page.h"

/* A folder of logs and what becomes of it. */
struct folder {
    const struct fid_joblogs *logs;
    struct fid_job_files files;
    char *root;          /* owned; execution-times */
    struct fid_job *job; /* owned; those that were read, in the order of files */
    size_t job_n, log_n, other_n;
    FILE *page;      /* of all pictures; NULL: none are asked for */
    char *page_text; /* owned; of page */
    size_t page_n, picture_n;
};

/* --- one log */

/* "ROOT/p2-1/256/e1" and an ending; the folder is made. */
static char *
path_of (const struct folder *f, const struct fid_job_name *name, const char *end,
         struct fid_error *err)
{
    char *dir = fid_format (err, "%s/%.*s/%.*s", f->root, FID_SPAN_ARG (name->system),
                            FID_SPAN_ARG (name->batch));
    char *path = NULL;
    if (dir && fid_make_dirs (dir, err) == 0)
        path = fid_format (err, "%s/%.*s%s", dir, FID_SPAN_ARG (name->experiment), end);
    free (dir);
    return path;
}

/* EXP.json or EXP.summary. */
static int
write_text (const struct folder *f, const struct fid_job *job, const struct fid_job_name *name,
            bool json, struct fid_error *err)
{
    char *path = path_of (f, name, json ? ".json" : ".summary", err), *text = NULL;
    size_t n;
    int rc = 0;
    if (!path)
        return -1;
    FILE *out = open_memstream (&text, &n);
    if (out && json)
        rc = fid_job_write (job, f->logs->form, out, err);
    else if (out)
        fid_job_summary (job, f->logs->form, out);
    rc = fid_joblogs_write (path, out, &text, &n, rc, err);
    free (path);
    return rc;
}

/* Write a figure to a file of the format of the paper, and add it to the page. */
static int
write_picture (struct folder *f, struct fid_figure *fig, const char *path, const char *title,
               struct fid_error *err)
{
    struct fid_paper paper = f->logs->paper;
    double width;
    paper.path = path;
    fig->title = title;
    if (fid_paper_write (&paper, fig, NULL, err) || fid_paper_width (&paper, &width, err) ||
        fid_page_add (f->page, title, fig, width, err))
        return -1;
    f->picture_n++;
    return 0;
}

/* EXP-step_times_per_epoch.svg; a log without steps has none. */
static int
draw (struct folder *f, const struct fid_job *job, const struct fid_job_file *file,
      struct fid_error *err)
{
    struct fid_figure fig = {0};
    struct fid_error none;
    if (fid_joblogs_draw (&fig, job, file->path, &none)) {
        fid_say (&f->logs->common, "%s", none.text);
        return 0;
    }
    char *title = fid_joblogs_heading (job, file->path, err);
    char *end =
        fid_format (err, "-step_times_per_epoch%s", fid_paper_ending (f->logs->paper.format));
    char *path = end ? path_of (f, &file->name, end, err) : NULL;
    int rc = title && path ? write_picture (f, &fig, path, title, err) : -1;
    free (title);
    free (end);
    free (path);
    fid_figure_clear (&fig);
    return rc;
}

/* -1 with FID_EINPUT if a log cannot be read, with another status if something
 * cannot be written. */
static int
extract_log (struct folder *f, const struct fid_job_file *file, struct fid_error *err)
{
    struct fid_job *job = &f->job[f->job_n];
    if (fid_joblogs_load (f->logs, file->path, job, err))
        return -1;
    f->job_n++;
    job->system = fid_strndup (file->name.system.p, file->name.system.n, err);
    job->batch = fid_strndup (file->name.batch.p, file->name.batch.n, err);
    if (!job->system || !job->batch || fid_joblogs_lacks (f->logs, file->path, job, err) ||
        write_text (f, job, &file->name, true, err) ||
        write_text (f, job, &file->name, false, err))
        return -1;
    return f->page ? draw (f, job, file, err) : 0;
}

/* --- a folder */

static bool
is_dir (const char *path)
{
    struct stat st;
    return stat (path, &st) == 0 && S_ISDIR (st.st_mode);
}

/* Find DIR/logs, or what is in DIR itself. */
static int
open_folder (struct folder *f, const char *dir, struct fid_error *err)
{
    const struct fid_joblogs *logs = f->logs;
    char *inner = fid_format (err, "%s/logs", dir);
    if (!inner)
        return -1;
    int rc = fid_job_files_of (&f->files, is_dir (inner) ? inner : dir, err);
    free (inner);
    if (rc)
        return -1;
    f->root = logs->output ? fid_strdup (logs->output, err)
                           : fid_format (err, "%s/execution-times", dir);
    f->job = calloc (f->files.n + 1, sizeof *f->job);
    if (!f->root || !f->job)
        return fid_error_nomem (err);
    if (!logs->plots)
        return 0;
    f->page = open_memstream (&f->page_text, &f->page_n);
    if (!f->page)
        return fid_error_nomem (err);
    fid_page_begin (f->page, logs->title ? logs->title : FID_LOG_TITLE);
    return 0;
}

/* What is drawn of all logs together: accuracy, if they tell it, and the page. */
static int
close_page (struct folder *f, struct fid_error *err)
{
    struct fid_figure fig = {0};
    char *path = fid_format (err, "%s/all-validation_accuracy%s", f->root,
                             fid_paper_ending (f->logs->paper.format));
    int rc = path ? 0 : -1;
    if (!rc && fid_accuracy_picture (&fig, f->job, f->job_n))
        rc = write_picture (f, &fig, path, "Validation accuracy", err);
    fid_figure_clear (&fig);
    free (path);
    fid_page_end (f->page);
    path = rc ? NULL : fid_format (err, "%s/all-step_times_per_epoch.html", f->root);
    FILE *page = f->page;
    f->page = NULL;
    if (path && f->picture_n) {
        rc = fid_joblogs_write (path, page, &f->page_text, &f->page_n, rc, err);
        f->page_text = NULL;
    } else {
        fclose (page);
        rc = path ? rc : -1;
    }
    free (path);
    return rc;
}

static void
close_folder (struct folder *f)
{
    if (f->page)
        fclose (f->page);
    for (size_t i = 0; i < f->job_n; i++)
        fid_job_clear (&f->job[i]);
    free (f->page_text);
    free (f->job);
    free (f->root);
    fid_job_files_clear (&f->files);
}

/* All logs of a folder; what cannot be read is told and passed over. */
static int
extract_folder (struct folder *f, const char *dir, struct fid_error *err)
{
    if (open_folder (f, dir, err))
        return -1;
    for (size_t i = 0; i < f->files.n; i++) {
        const struct fid_job_file *file = &f->files.file[i];
        if (!file->name.system.n) {
            fid_say (&f->logs->common, "%s: skipped, its name is not result-VMTYPE-BS-eN.txt",
                     file->path);
            continue;
        }
        f->log_n++;
        if (extract_log (f, file, err) == 0)
            continue;
        if (err->status != FID_EINPUT)
            return -1;
        fid_say_error (err);
    }
    if (f->page && close_page (f, err))
        return -1;
    if (!f->log_n)
        return fid_errorf (err, FID_EINPUT, "%s: no logs, result-VMTYPE-BS-eN.txt", dir);
    fid_say (&f->logs->common, "%s: %zu of %zu logs", f->root, f->job_n, f->log_n);
    return 0;
}

int
fid_joblogs_extract (const struct fid_joblogs *logs, struct fid_error *err)
{
    size_t done_n = 0, failed_n = 0;
    for (size_t i = 0; i < logs->input_n; i++) {
        struct folder f = {.logs = logs};
        int rc = extract_folder (&f, logs->input[i], err);
        done_n += f.job_n;
        failed_n += f.log_n - f.job_n + (rc && !f.log_n);
        close_folder (&f);
        if (rc && (err->status != FID_EINPUT || logs->input_n == 1))
            return -1;
        if (rc)
            fid_say_error (err);
    }
    if (!done_n)
        return fid_errorf (err, FID_EINPUT, "no log can be read");
    if (failed_n)
        return fid_errorf (err, FID_EPARTIAL, "%zu logs or folders cannot be read", failed_n);
    return 0;
}
