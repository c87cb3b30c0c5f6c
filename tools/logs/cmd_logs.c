/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cmd_logs.c - fidlio logs parse|summary|plot|extract */
#include "base/memstream.h"
#include "base/outfile.h"
#include "base/python_repr.h"
#include "charts/html_page.h"
#include "program/figure_output.h"
#include "program/program.h"
#include "program/run_options.h"
#include "tools/logs/logs.h"

struct args {
    struct fid_common common;
    struct fid_run_opts run;
    enum fid_log_form form;
    const char *system, *batch;      /* to put into the JSON; NULL: not given */
    const char *output;              /* NULL: standard output */
    struct fid_words input;          /* names of logs or their JSON; none: standard input */
    struct fid_figure_output figure; /* its path is .output */
    bool page;                       /* write HTML in place of the figure's format */
    const char *title;               /* of a picture; NULL: not given */
    bool table;                      /* plot: print the times in place of their picture */
    const struct verb *verb;
    bool plots; /* extract: also draw, in the figure's format */
};

enum content { JSON, SUMMARY, TABLE };

/* Read a log or its JSON (path NULL: standard input) and print its notes.  -1 with fid_why. */
static int load_log (const struct args *args, const char *path, struct fid_training_log *log)
{
    FID_TRY (fid_training_log_load (log, path, args->form, &args->run));
    FID_EACH (const char *const, note, log->note)
        fid_say (&args->common, "%s", *note);
    log->system = args->system ? args->system : log->system;
    log->batch = args->batch ? args->batch : log->batch;
    return 0;
}

/* Print what is n/a in the summary. */
static void say_missing (const struct args *args, const char *path,
                         const struct fid_training_log *log)
{
    const char *missing = fid_training_log_missing (log, args->form);
    if (*missing)
        fid_say (&args->common, "%s: n/a: %s", path ? path : "standard input", missing);
}

/* A table of step times: a row for each step number, a column for each epoch. */
static void write_table (const struct fid_training_log *log, enum fid_format format, FILE *f)
{
    size_t n, column_n = log->epoch_n + 1;
    char text[FID_REPR_TEXT];
    struct fid_cells cells;
    struct fid_column *column = fid_take (column_n, sizeof *column);
    const struct fid_training_step *step = fid_training_log_steps (log, &n), *end = step + n;
    column[0] = (struct fid_column){"step", true};
    for (size_t i = 1; i < column_n; i++)
        column[i] =
            (struct fid_column){fid_textf ("epoch %" PRIu64, log->epoch[i - 1].number), true};
    fid_cells_init (&cells, column, column_n);
    while (step < end) {
        uint64_t number = step->number;
        fid_cells_add (&cells, "%" PRIu64, number);
        for (size_t e = 0; e < log->epoch_n; e++)
            if (step < end && step->number == number && step->place == e)
                fid_cells_add (&cells, "%s", fid_repr (step++->time_s, text));
            else
                fid_cells_missing (&cells);
    }
    fid_must (fid_cells_end (&cells, format, f, &fid_why));
}

/* Write a log to path, or to standard output (NULL). */
static void write_log (const struct args *args, const struct fid_training_log *log,
                       enum content content, const char *path, const char *below)
{
    FILE *f = path ? fid_file_begin (path, below) : stdout;
    if (content == JSON)
        fid_training_log_write_json (log, args->form, f);
    else if (content == TABLE)
        write_table (log, args->common.format, f);
    else
        fid_training_log_summary (log, args->form, f);
    if (path)
        fid_file_end (f);
}

static int convert_log (const struct args *args, enum content content)
{
    struct fid_training_log log;
    FID_TRY (load_log (args, args->input.word[0], &log));
    write_log (args, &log, content, args->output, NULL);
    if (content == SUMMARY)
        say_missing (args, args->input.word[0], &log);
    return 0;
}

static int parse_log (const struct args *args)
{
    return convert_log (args, JSON);
}

static int summarise_log (const struct args *args)
{
    return convert_log (args, SUMMARY);
}

/* --- pictures */

static const char *title_of (const struct args *args)
{
    return args->title ? args->title : FID_LOG_TITLE;
}

/* The picture of a log; -1 with fid_why if it has no steps. */
static int draw_log (struct fid_figure *fig, const struct fid_training_log *log,
                     const char *path)
{
    bool any = false;
    FID_EACH (const struct fid_training_epoch, e, log->epoch)
        any |= e->step_n > 0;
    if (!any)
        return fid_errorf (&fid_why, FID_EINPUT, "%s: no steps to draw",
                           path ? path : "standard input");
    fid_log_picture (fig, log);
    return 0;
}

/* Write one input as a picture, or append it to a page (not NULL).  -1 with fid_why if it
 * cannot be drawn. */
static int plot_input (const struct args *args, const char *path, FILE *page, double width)
{
    struct fid_training_log log;
    FID_SCOPED (fid_figure_clear) struct fid_figure fig = {.title = title_of (args)};
    FID_TRY (load_log (args, path, &log));
    FID_TRY (draw_log (&fig, &log, path));
    return page ? fid_page_add (page, path ? fid_log_heading (&log, path) : FID_LOG_TITLE, &fig,
                                width, &fid_why)
                : fid_figure_output_write (&args->figure, &fig, NULL, &fid_why);
}

/* A page that is built in memory. */
struct page {
    FILE *f;    /* NULL: there is no page */
    char *text; /* owned */
    size_t n;
};

static void page_begin (struct page *page, const char *title)
{
    page->f = fid_have (fid_memstream_open (&page->text, &page->n, &fid_why));
    fid_page_begin (page->f, title);
}

/* End the page; write it to path unless that is NULL. */
static void page_end (struct page *page, const char *path, const char *below)
{
    fid_page_end (page->f);
    fid_must (fid_memstream_end (page->f, 0, &fid_why));
    if (path)
        fid_must (fid_outfile_write (path, below, page->text, page->n, &fid_why));
    free (page->text);
    *page = (struct page){0};
}

/* A page of all inputs; reports those that cannot be drawn. */
static int plot_page (const struct args *args)
{
    struct page page;
    size_t done_n = 0, all_n = args->input.n ? args->input.n : 1;
    double width;
    fid_must (fid_figure_output_width (&args->figure, &width, &fid_why));
    page_begin (&page, title_of (args));
    for (size_t i = 0; i < all_n; i++)
        if (plot_input (args, args->input.word[i], page.f, width) == 0)
            done_n++;
        else if (all_n > 1)
            fid_say_error (&fid_why);
    struct fid_error why = fid_why;
    page_end (&page, done_n ? args->output : NULL, NULL);
    fid_why = why;
    if (done_n == all_n)
        return 0;
    return !done_n && all_n == 1 ? -1
           : !done_n ? fid_errorf (&fid_why, FID_EINPUT, "none of %zu logs can be drawn", all_n)
                     : fid_errorf (&fid_why, FID_EPARTIAL, "%zu of %zu logs are missing in %s",
                                   all_n - done_n, all_n, args->output);
}

static int plot_logs (const struct args *args)
{
    return args->table  ? convert_log (args, TABLE)
           : args->page ? plot_page (args)
                        : plot_input (args, args->input.word[0], NULL, 0);
}

/* --- extract */

/* A folder of logs, and what was made of it. */
struct folder {
    const struct args *args;
    struct fid_log_files files;
    bool tree;                    /* of JSON that was made of logs: only drawn */
    const char *root;             /* where the output goes */
    struct fid_training_log *log; /* those that were read, in the order of files */
    size_t read_n, log_n, picture_n;
    struct page page;
};

/* "ROOT/p2-1/256/e1" and an ending; makes the folder. */
static const char *path_of (const struct folder *f, const struct fid_log_file *file,
                            const char *end)
{
    const char *dir = fid_textf ("%s/%s/%s", f->root, file->system, file->batch);
    fid_must (fid_make_dirs (dir, f->root, &fid_why));
    return fid_textf ("%s/%s%s", dir, file->experiment, end);
}

/* Write a figure to path, and append it to the page. */
static void extract_picture (struct folder *f, struct fid_figure *fig, const char *path,
                             const char *title)
{
    struct fid_figure_output figure = f->args->figure;
    double width;
    figure.path = path;
    figure.below = f->root;
    fig->title = title;
    fid_must (fid_figure_output_write (&figure, fig, NULL, &fid_why));
    fid_must (fid_figure_output_width (&figure, &width, &fid_why));
    fid_must (fid_page_add (f->page.f, title, fig, width, &fid_why));
    f->picture_n++;
    fid_figure_clear (fig);
}

/* Reads a log, and writes what is made of it.  -1 with fid_why if it cannot be read. */
static int extract_log (struct folder *f, const struct fid_log_file *file)
{
    struct fid_training_log *log = &f->log[f->read_n];
    struct fid_figure fig = {0};
    bool folder;
    FID_TRY (fid_file_is_folder (file->path, &folder, &fid_why));
    if (folder)
        return fid_errorf (&fid_why, FID_EINPUT, "%s: not a regular file", file->path);
    FID_TRY (load_log (f->args, file->path, log));
    f->read_n++;
    log->system = file->system;
    log->batch = file->batch;
    if (!f->tree) {
        say_missing (f->args, file->path, log);
        write_log (f->args, log, JSON, path_of (f, file, ".json"), f->root);
        write_log (f->args, log, SUMMARY, path_of (f, file, ".summary"), f->root);
    }
    if (f->page.f && draw_log (&fig, log, file->path))
        fid_say (&f->args->common, "%s", fid_why.text); /* no picture of a log without steps */
    else if (f->page.f)
        extract_picture (
            f, &fig,
            path_of (f, file,
                     fid_textf ("-step_times_per_epoch%s",
                                fid_figure_output_ending (f->args->figure.format))),
            fid_log_heading (log, file->path));
    return 0;
}

/* List DIR/logs, else DIR itself; if it has no logs and pictures are wanted, the JSON below it
 * that was made of some. */
static int folder_open (struct folder *f, const char *dir)
{
    const struct args *args = f->args;
    const char *inner = fid_textf ("%s/logs", dir);
    struct fid_log_files found = {0};
    bool is = false;
    FID_TRY (fid_file_is_folder (inner, &is, &fid_why));
    FID_TRY (fid_log_files_list (&f->files, is ? inner : dir, false));
    bool logs = f->files.n && f->files.file[0].system; /* these are first */
    if (!logs && args->plots)
        FID_TRY (fid_log_files_list (&found, dir, true));
    f->tree = found.n && found.file[0].system;
    f->files = f->tree ? found : f->files;
    f->root = args->output ? args->output
              : f->tree    ? dir
                           : fid_textf ("%s/execution-times", dir);
    f->log = fid_take (f->files.n, sizeof *f->log);
    if (args->plots)
        page_begin (&f->page, title_of (args));
    return 0;
}

/* Extract all logs of a folder; reports and skips those that cannot be read. */
static int extract_folder (struct folder *f, const char *dir)
{
    FID_TRY (folder_open (f, dir));
    for (size_t i = 0; i < f->files.n; i++) {
        const struct fid_log_file *file = &f->files.file[i];
        if (!file->system && f->tree)
            continue; /* pictures of before */
        if (!file->system) {
            fid_say (&f->args->common, "%s: skipped, its name is not result-VMTYPE-BS-eN.txt",
                     file->path);
        } else if (i && file[-1].system && strcmp (file->system, file[-1].system) == 0 &&
                   strcmp (file->batch, file[-1].batch) == 0 &&
                   strcmp (file->experiment, file[-1].experiment) == 0) {
            fid_say (&f->args->common, "%s: skipped, %s is the same log", file->path,
                     file[-1].path);
        } else {
            f->log_n++;
            if (fid_bad_input (extract_log (f, file)))
                fid_say_error (&fid_why);
        }
    }
    struct fid_figure fig = {0};
    if (f->page.f && fid_accuracy_picture (&fig, f->log, f->read_n))
        extract_picture (f, &fig,
                         fid_textf ("%s/all-validation_accuracy%s", f->root,
                                    fid_figure_output_ending (f->args->figure.format)),
                         "Validation accuracy");
    fid_figure_clear (&fig);
    if (f->page.f)
        page_end (&f->page,
                  f->picture_n ? fid_textf ("%s/all-step_times_per_epoch.html", f->root) : NULL,
                  f->root);
    if (!f->log_n)
        return fid_errorf (&fid_why, FID_EINPUT, "%s: no logs named result-VMTYPE-BS-eN.txt",
                           dir);
    fid_say (&f->args->common, "%s: %zu of %zu logs", f->root, f->read_n, f->log_n);
    return 0;
}

static int extract_logs (const struct args *args)
{
    size_t done_n = 0, failed_n = 0;
    for (size_t i = 0; i < args->input.n; i++) {
        struct folder *f = fid_take (1, sizeof *f);
        f->args = args;
        bool bad = fid_bad_input (extract_folder (f, args->input.word[i]));
        done_n += f->read_n;
        failed_n += f->log_n - f->read_n + (bad && !f->log_n);
        if (bad && args->input.n == 1)
            return -1;
        if (bad)
            fid_say_error (&fid_why);
    }
    if (!done_n)
        return fid_errorf (&fid_why, FID_EINPUT, "no log can be read");
    if (failed_n)
        return fid_errorf (&fid_why, FID_EPARTIAL, "%zu logs or folders cannot be read",
                           failed_n);
    return 0;
}

/* Each does what the verb says and returns 0, or -1 with fid_why: what could not be read. */
static const struct verb {
    const char *name;
    int (*run) (const struct args *args);
} verbs[] = {{"parse", parse_log},
             {"summary", summarise_log},
             {"plot", plot_logs},
             {"extract", extract_logs}};

#define VERB_N (sizeof verbs / sizeof *verbs)

/* --- the command line */

/* The verb, then its inputs. */
static void take_plain (struct argp_state *state, const char *arg, void *input)
{
    struct args *args = input;
    if (args->verb) {
        fid_words_add (&args->input, arg);
        return;
    }
    for (size_t i = 0; i < VERB_N; i++)
        if (strcmp (arg, verbs[i].name) == 0)
            args->verb = &verbs[i];
    if (!args->verb)
        argp_error (state, "the verb is parse, summary, plot or extract, not '%s'", arg);
}

/* Checks of options that depend on each other. */
static void check_plot (struct args *args, struct argp_state *state)
{
    args->figure.path = args->output;
    args->page = args->output && fid_span_ends (fid_span_of (args->output), ".html");
    if (args->input.n > 1 && !args->page)
        argp_error (state, "several logs need -o FILE.html, a page of all");
    if (args->output && !args->page &&
        !fid_figure_output_format_of (args->output, &args->figure.format))
        argp_error (state, "-o takes a name that ends in .svg, .png, .pdf or .html, not '%s'",
                    args->output);
}

static void check_args (struct argp_state *state, void *input)
{
    struct args *args = input;
    if (!args->verb)
        argp_error (state, "a verb is missing: parse, summary, plot or extract");
    bool plot = args->verb->run == plot_logs, extract = args->verb->run == extract_logs;
    if (!args->input.n) { /* NULL: standard input */
        fid_words_add (&args->input, NULL);
        args->input.n = 0;
    }
    if (args->table && !plot)
        argp_error (state, "--table works with plot only");
    if (args->plots && !extract)
        argp_error (state, "--plots works with extract only");
    if (args->title && !plot && !args->plots)
        argp_error (state, "--title works with pictures only");
    if (!args->table && args->common.format != FID_FORMAT_TABLE)
        argp_error (state, "--format works with plot --table only");
    if (extract && !args->input.n)
        argp_error (state, "extract needs a folder");
    if (extract && args->input.n > 1 && args->output)
        argp_error (state, "-o allows one folder only: outputs of two may have the same name");
    if (extract && (args->system || args->batch))
        argp_error (state, "extract takes machine and batch size from the names of logs");
    if (plot && !args->table)
        check_plot (args, state);
    else if (!extract && args->input.n > 1)
        argp_error (state, "one log at a time only");
}

static void read_plots (struct argp_state *state, const char *arg, void *input)
{
    struct args *args = input;
    char name[16];
    args->plots = true;
    snprintf (name, sizeof name, "x.%s", arg ? arg : "svg");
    if (!fid_figure_output_format_of (name, &args->figure.format))
        argp_error (state, "--plots takes svg, png or pdf, not '%s'", arg);
}

static void read_form (struct argp_state *state, const char *arg, void *member)
{
    bool v1 = strcmp (arg, "v1") == 0;
    if (!v1 && strcmp (arg, "v2") != 0)
        argp_error (state, "--form takes v1 or v2, not '%s'", arg);
    *(enum fid_log_form *)member = v1 ? FID_LOG_V1 : FID_LOG_V2;
}

static const struct fid_option options[] = {
    FID_OPTION_TEXT (struct args, output, "output", 'o', "FILE",
                     "Write FILE (default: standard output): for plot .svg, .png, .pdf, or "
                     ".html for several logs; for extract a folder (default: "
                     "DIR/execution-times)"),
    FID_OPTION_CALL (struct args, form, "form", 0, "FORM", read_form,
                     "Write JSON and summary exactly as the older (v1) or newer (v2) tools "
                     "did"),
    FID_OPTION_TEXT (struct args, system, "system", 0, "NAME",
                     "Add the name of the machine to the JSON"),
    FID_OPTION_TEXT (struct args, batch, "batch-size", 0, "N",
                     "Add the batch size to the JSON"),
    FID_OPTION_TEXT (struct args, title, "title", 't', "TEXT",
                     "Title of a picture (default: " FID_LOG_TITLE ")"),
    FID_OPTION_FLAG (struct args, table, "table", 0,
                     "Print a table of step times instead (see --format)"),
    {.name = "plots",
     .value = "FORMAT",
     .help = "Also draw: svg (default), png or pdf, and a page of all pictures",
     .kind = FID_TAKES_CALL,
     .take = read_plots,
     .optional = true},
    {0},
};

static const struct fid_syntax syntax = {
    .usage = "parse [LOG|RUN]\nsummary [LOG|JSON|RUN]\nplot [LOG|JSON|RUN...]\nextract DIR...",
    .about = "Extract the times of steps, validations and epochs from training logs, or from "
             "the logs and runs that the other commands read.",
    .set = {{options, 0, 0},
            {fid_figure_output_options, offsetof (struct args, figure), 0},
            {fid_run_options, offsetof (struct args, run), 0},
            {fid_common_options, offsetof (struct args, common), 0}},
    .plain = FID_PLAIN_CALL (take_plain),
    .check = check_args,
};

static int run_logs (void *input)
{
    const struct args *args = input;
    return fid_must (args->verb->run (args));
}

static const struct args defaults = {.figure = FID_FIGURE_OUTPUT_DEFAULTS};
static const struct fid_cmd cmd = {"logs",    NULL,    &syntax, sizeof (struct args),
                                   &defaults, run_logs};

int main (int argc, char **argv)
{
    return fid_tool_run (&cmd, argc, argv);
}
