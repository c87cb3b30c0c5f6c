/* logs.c - see logs.h */
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/memstream.h"
#include "base/outfile.h"
#include "base/text.h"
#include "charts/html_page.h"
#include "tools/logs/log_figure.h"
#include "tools/logs/logs.h"
#include "cli/signals.h"
#include "tools/logs/log_files.h"
#include "tools/logs/summary.h"

enum content { JSON, SUMMARY, TABLE };

/* Read a log or its JSON (path NULL: standard input) and print its notes. */
static int
load_log (const struct fid_logs_args *args, const char *path, struct fid_training_log *log,
          struct fid_error *err)
{
    if (fid_training_log_load (log, path, args->form, err))
        return -1;
    for (size_t i = 0; i < log->note_n; i++)
        fid_say (&args->common, "%s", log->note[i]);
    return 0;
}

/* Print what is n/a in the summary. */
static int
say_missing (const struct fid_logs_args *args, const char *path,
             const struct fid_training_log *log, struct fid_error *err)
{
    char *missing = fid_training_log_missing (log, args->form, err);
    if (missing && *missing)
        fid_say (&args->common, "%s: n/a: %s", path ? path : "standard input", missing);
    free (missing);
    return missing ? 0 : -1;
}

static int
put_content (const struct fid_logs_args *args, const struct fid_training_log *log,
             enum content content, FILE *f, struct fid_error *err)
{
    if (content == JSON)
        return fid_training_log_write_json (log, args->form, f, err);
    if (content == TABLE)
        return fid_training_log_write_table (log, args->common.format, f, err);
    fid_training_log_summary (log, args->form, f);
    return 0;
}

/* Write a log to path, or to standard output (NULL). */
static int
write_log (const struct fid_logs_args *args, const struct fid_training_log *log,
           enum content content, const char *path, const char *below, struct fid_error *err)
{
    struct fid_outfile out = {0};
    if (!path)
        return put_content (args, log, content, stdout, err);
    fid_writing_begin ();
    int rc = fid_outfile_open (&out, path, below, err);
    if (!rc)
        rc = fid_outfile_end (&out, put_content (args, log, content, out.f, err), err);
    fid_writing_end ();
    return rc;
}

/* Replace a name by that of an option. */
static int
rename_to (char **name, const char *given, struct fid_error *err)
{
    if (!given)
        return 0;
    free (*name);
    *name = fid_strdup (given, err);
    return *name ? 0 : -1;
}

static int
convert (const struct fid_logs_args *args, enum content content, struct fid_error *err)
{
    struct fid_training_log log;
    if (load_log (args, args->input.word[0], &log, err))
        return -1;
    int rc = rename_to (&log.system, args->system, err) ||
                     rename_to (&log.batch, args->batch, err) ||
                     write_log (args, &log, content, args->output, NULL, err) ||
                     (content == SUMMARY && say_missing (args, args->input.word[0], &log, err))
                 ? -1
                 : 0;
    fid_training_log_clear (&log);
    return rc;
}

int
fid_logs_parse (const struct fid_logs_args *args, struct fid_error *err)
{
    return convert (args, JSON, err);
}

int
fid_logs_summary (const struct fid_logs_args *args, struct fid_error *err)
{
    return convert (args, SUMMARY, err);
}

/* --- pictures */

static const char *
title_of (const struct fid_logs_args *args)
{
    return args->title ? args->title : FID_LOG_TITLE;
}

/* The picture of a log; -1 with FID_EINPUT if it has no steps. */
static int
draw_log (struct fid_figure *fig, const struct fid_training_log *log, const char *path,
          struct fid_error *err)
{
    bool any = false;
    for (size_t i = 0; i < log->epoch_n; i++)
        any |= log->epoch[i].step_n > 0;
    if (!any)
        return fid_errorf (err, FID_EINPUT, "%s: no steps to draw",
                           path ? path : "standard input");
    fid_log_picture (fig, log);
    return 0;
}

/* Write one input as a picture, or append it to a page (not NULL). */
static int
plot_input (const struct fid_logs_args *args, const char *path, FILE *page, double width,
            struct fid_error *err)
{
    struct fid_training_log log;
    struct fid_figure fig = {.title = title_of (args)};
    char *heading = NULL;
    if (load_log (args, path, &log, err))
        return -1;
    int rc = rename_to (&log.system, args->system, err) ||
                     rename_to (&log.batch, args->batch, err) ||
                     draw_log (&fig, &log, path, err)
                 ? -1
                 : 0;
    if (!rc && page)
        heading = path ? fid_log_heading (&log, path, err) : fid_strdup (FID_LOG_TITLE, err);
    if (!rc)
        rc = !page     ? fid_figure_output_write (&args->figure, &fig, NULL, err)
             : heading ? fid_page_add (page, heading, &fig, width, err)
                       : -1;
    free (heading);
    fid_figure_clear (&fig);
    fid_training_log_clear (&log);
    return rc;
}

/* A page that is built in memory. */
struct page {
    FILE *f;    /* owned; NULL: there is no page */
    char *text; /* owned */
    size_t n;
};

static int
page_begin (struct page *page, const char *title, struct fid_error *err)
{
    page->f = fid_memstream_open (&page->text, &page->n, err);
    if (!page->f)
        return -1;
    fid_page_begin (page->f, title);
    return 0;
}

/* End the page; write it to path unless that is NULL. */
static int
page_end (struct page *page, const char *path, const char *below, struct fid_error *err)
{
    fid_page_end (page->f);
    int rc = fid_memstream_end (page->f, 0, err);
    page->f = NULL;
    if (!rc && path) {
        fid_writing_begin ();
        rc = fid_outfile_write (path, below, page->text, page->n, err);
        fid_writing_end ();
    }
    free (page->text);
    return rc;
}

/* A page of all inputs; reports those that cannot be drawn. */
static int
plot_page (const struct fid_logs_args *args, struct fid_error *err)
{
    struct page page;
    size_t done_n = 0, all_n = args->input.n ? args->input.n : 1;
    double width;
    if (fid_figure_output_width (&args->figure, &width, err) ||
        page_begin (&page, title_of (args), err))
        return -1;
    for (size_t i = 0; i < all_n; i++)
        if (plot_input (args, args->input.word[i], page.f, width, err) == 0)
            done_n++;
        else if (all_n > 1)
            fid_say_error (err);
    struct fid_error *end_err = done_n ? err : &(struct fid_error){0};
    if (page_end (&page, done_n ? args->output : NULL, NULL, end_err))
        return -1;
    if (done_n == all_n)
        return 0;
    return !done_n && all_n == 1 ? -1
           : !done_n ? fid_errorf (err, FID_EINPUT, "none of %zu logs can be drawn", all_n)
                     : fid_errorf (err, FID_EPARTIAL, "%zu of %zu logs are missing in %s",
                                   all_n - done_n, all_n, args->output);
}

int
fid_logs_plot (const struct fid_logs_args *args, struct fid_error *err)
{
    return args->table  ? convert (args, TABLE, err)
           : args->page ? plot_page (args, err)
                        : plot_input (args, args->input.word[0], NULL, 0, err);
}

/* --- extract */

/* A folder of logs, and what was made of it. */
struct folder {
    const struct fid_logs_args *args;
    struct fid_log_files files;
    bool tree;                    /* of JSON that was made of logs: only drawn */
    char *root;                   /* owned; where the output goes */
    struct fid_training_log *log; /* owned; those that were read, in the order of files */
    size_t read_n, log_n, picture_n;
    struct page page;
};

/* "ROOT/p2-1/256/e1" and an ending; makes the folder. */
static char *
path_of (const struct folder *f, const struct fid_log_name *name, const char *end,
         struct fid_error *err)
{
    char *dir = fid_format (err, "%s/%.*s/%.*s", f->root, FID_SPAN_ARG (name->system),
                            FID_SPAN_ARG (name->batch));
    char *path = NULL;
    if (dir && fid_make_dirs (dir, f->root, err) == 0)
        path = fid_format (err, "%s/%.*s%s", dir, FID_SPAN_ARG (name->experiment), end);
    free (dir);
    return path;
}

static int
extract_text (const struct folder *f, const struct fid_training_log *log,
              const struct fid_log_name *name, enum content content, struct fid_error *err)
{
    char *path = path_of (f, name, content == JSON ? ".json" : ".summary", err);
    int rc = path ? write_log (f->args, log, content, path, f->root, err) : -1;
    free (path);
    return rc;
}

/* Write a figure to path, which is freed, and append it to the page. */
static int
extract_picture (struct folder *f, struct fid_figure *fig, char *path, const char *title,
                 struct fid_error *err)
{
    struct fid_figure_output figure = f->args->figure;
    double width;
    figure.path = path;
    figure.below = f->root;
    fig->title = title;
    int rc = !path || !title || fid_figure_output_write (&figure, fig, NULL, err) ||
                     fid_figure_output_width (&figure, &width, err) ||
                     fid_page_add (f->page.f, title, fig, width, err)
                 ? -1
                 : 0;
    f->picture_n += !rc;
    free (path);
    return rc;
}

/* EXP-step_times_per_epoch.svg; none for a log without steps. */
static int
extract_steps (struct folder *f, const struct fid_training_log *log,
               const struct fid_log_file *file, struct fid_error *err)
{
    struct fid_figure fig = {0};
    struct fid_error no_steps;
    char end[40];
    if (draw_log (&fig, log, file->path, &no_steps)) {
        fid_say (&f->args->common, "%s", no_steps.text);
        return 0;
    }
    snprintf (end, sizeof end, "-step_times_per_epoch%s",
              fid_figure_output_ending (f->args->figure.format));
    char *title = fid_log_heading (log, file->path, err);
    int rc = extract_picture (f, &fig, path_of (f, &file->name, end, err), title, err);
    free (title);
    fid_figure_clear (&fig);
    return rc;
}

/* -1 with FID_EINPUT if the log cannot be read, with another status if its output cannot
 * be written. */
static int
extract_log (struct folder *f, const struct fid_log_file *file, struct fid_error *err)
{
    struct fid_training_log *log = &f->log[f->read_n];
    bool folder;
    if (fid_file_is_folder (file->path, &folder, err))
        return -1;
    if (folder)
        return fid_errorf (err, FID_EINPUT, "%s: not a regular file", file->path);
    if (load_log (f->args, file->path, log, err))
        return -1;
    f->read_n++;
    free (log->system);
    free (log->batch);
    log->system = fid_strndup (file->name.system.p, file->name.system.n, err);
    log->batch = log->system ? fid_strndup (file->name.batch.p, file->name.batch.n, err) : NULL;
    if (!log->batch)
        return -1;
    if (!f->tree && (say_missing (f->args, file->path, log, err) ||
                     extract_text (f, log, &file->name, JSON, err) ||
                     extract_text (f, log, &file->name, SUMMARY, err)))
        return -1;
    return f->page.f ? extract_steps (f, log, file, err) : 0;
}

/* Lists the JSON below a folder without logs, if there is some and it is to be drawn. */
static int
look_for_tree (struct folder *f, const char *dir, struct fid_error *err)
{
    struct fid_log_files found;
    for (size_t i = 0; i < f->files.n; i++)
        if (f->files.file[i].name.system.n)
            return 0;
    if (!f->args->plots)
        return 0;
    if (fid_log_files_tree (&found, dir, err))
        return -1;
    f->tree = found.n && found.file[0].name.system.n; /* these are first */
    fid_log_files_clear (f->tree ? &f->files : &found);
    if (f->tree)
        f->files = found;
    return 0;
}

/* List DIR/logs, else DIR itself. */
static int
folder_open (struct folder *f, const char *dir, struct fid_error *err)
{
    const struct fid_logs_args *args = f->args;
    char *inner = fid_format (err, "%s/logs", dir);
    bool is = false;
    int rc = inner ? fid_file_is_folder (inner, &is, err) : -1;
    if (!rc)
        rc = fid_log_files_list (&f->files, is ? inner : dir, err);
    free (inner);
    if (rc || look_for_tree (f, dir, err))
        return -1;
    f->root = args->output || f->tree ? fid_strdup (args->output ? args->output : dir, err)
                                      : fid_format (err, "%s/execution-times", dir);
    f->log = calloc (f->files.n + 1, sizeof *f->log);
    if (!f->root || !f->log)
        return fid_error_nomem (err);
    return args->plots ? page_begin (&f->page, title_of (args), err) : 0;
}

/* The picture of all accuracies, and the page of all pictures. */
static int
extract_page (struct folder *f, struct fid_error *err)
{
    struct fid_figure fig = {0};
    int rc = 0;
    if (fid_accuracy_picture (&fig, f->log, f->read_n))
        rc = extract_picture (f, &fig,
                              fid_format (err, "%s/all-validation_accuracy%s", f->root,
                                          fid_figure_output_ending (f->args->figure.format)),
                              "Validation accuracy", err);
    fid_figure_clear (&fig);
    if (rc)
        return -1;
    char *path = fid_format (err, "%s/all-step_times_per_epoch.html", f->root);
    rc = path ? page_end (&f->page, f->picture_n ? path : NULL, f->root, err) : -1;
    free (path);
    return rc;
}

static void
folder_clear (struct folder *f)
{
    if (f->page.f)
        page_end (&f->page, NULL, NULL, &(struct fid_error){0});
    for (size_t i = 0; i < f->read_n; i++)
        fid_training_log_clear (&f->log[i]);
    free (f->log);
    free (f->root);
    fid_log_files_clear (&f->files);
}

/* Extract all logs of a folder; reports and skips those that cannot be read. */
static int
extract_folder (struct folder *f, const char *dir, struct fid_error *err)
{
    if (folder_open (f, dir, err))
        return -1;
    for (size_t i = 0; i < f->files.n; i++) {
        const struct fid_log_file *file = &f->files.file[i];
        if (!file->name.system.n && f->tree)
            continue; /* pictures of before */
        if (!file->name.system.n) {
            fid_say (&f->args->common, "%s: skipped, its name is not result-VMTYPE-BS-eN.txt",
                     file->path);
            continue;
        }
        if (i && fid_log_file_same (file, file - 1)) {
            fid_say (&f->args->common, "%s: skipped, %s is the same log", file->path,
                     file[-1].path);
            continue;
        }
        f->log_n++;
        if (extract_log (f, file, err) == 0)
            continue;
        if (err->status != FID_EINPUT)
            return -1;
        fid_say_error (err);
    }
    if (f->page.f && extract_page (f, err))
        return -1;
    if (!f->log_n)
        return fid_errorf (err, FID_EINPUT, "%s: no logs named result-VMTYPE-BS-eN.txt", dir);
    fid_say (&f->args->common, "%s: %zu of %zu logs", f->root, f->read_n, f->log_n);
    return 0;
}

int
fid_logs_extract (const struct fid_logs_args *args, struct fid_error *err)
{
    size_t done_n = 0, failed_n = 0;
    for (size_t i = 0; i < args->input.n; i++) {
        struct folder f = {.args = args};
        int rc = extract_folder (&f, args->input.word[i], err);
        done_n += f.read_n;
        failed_n += f.log_n - f.read_n + (rc && !f.log_n);
        folder_clear (&f);
        if (rc && (err->status != FID_EINPUT || args->input.n == 1))
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
