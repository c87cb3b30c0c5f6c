/* cmd_logs.c - fidlio logs parse|summary|plot|extract */
#include <stdlib.h>
#include <string.h>
#include "base/span.h"
#include "cli/program.h"
#include "tools/logs/logs.h"
#include "tools/logs/log_figure.h"
#include "tools/tool.h"

static const struct verb {
    const char *name;
    int (*run) (const struct fid_logs_args *logs);
} verbs[] = {{"parse", fid_logs_parse},
             {"summary", fid_logs_summary},
             {"plot", fid_logs_plot},
             {"extract", fid_logs_extract}};

#define VERB_N (sizeof verbs / sizeof *verbs)

struct args {
    struct fid_logs_args logs;
    const struct verb *verb;
};

/* The verb, then its inputs. */
static void
take_plain (struct argp_state *state, const char *arg, void *input)
{
    struct args *args = input;
    if (args->verb) {
        fid_words_add (state, &args->logs.input, arg);
        return;
    }
    for (size_t i = 0; i < VERB_N; i++)
        if (strcmp (arg, verbs[i].name) == 0)
            args->verb = &verbs[i];
    if (!args->verb)
        argp_error (state, "the verb is parse, summary, plot or extract, not '%s'", arg);
}

/* Checks of options that depend on each other. */
static void
check_plot (struct fid_logs_args *logs, struct argp_state *state)
{
    logs->figure.path = logs->output;
    logs->page = logs->output && fid_span_ends (fid_span_of (logs->output), ".html");
    if (logs->input.n > 1 && !logs->page)
        argp_error (state, "several logs need -o FILE.html, a page of all");
    if (logs->output && !logs->page &&
        !fid_figure_output_format_of (logs->output, &logs->figure.format))
        argp_error (state, "-o takes a name that ends in .svg, .png, .pdf or .html, not '%s'",
                    logs->output);
}

static void
check_extract (const struct fid_logs_args *logs, struct argp_state *state)
{
    if (!logs->input.n)
        argp_error (state, "extract needs a folder");
    if (logs->input.n > 1 && logs->output)
        argp_error (state, "-o allows one folder only: outputs of two may have the same name");
    if (logs->system || logs->batch)
        argp_error (state, "extract takes machine and batch size from the names of logs");
}

static void
check_args (struct argp_state *state, void *input)
{
    struct args *args = input;
    struct fid_logs_args *logs = &args->logs;
    if (!args->verb)
        argp_error (state, "a verb is missing: parse, summary, plot or extract");
    if (!logs->input.n) { /* NULL: standard input */
        fid_words_add (state, &logs->input, NULL);
        logs->input.n = 0;
    }
    bool plot = args->verb->run == fid_logs_plot;
    bool extract = args->verb->run == fid_logs_extract;
    if (logs->table && !plot)
        argp_error (state, "--table works with plot only");
    if (logs->plots && !extract)
        argp_error (state, "--plots works with extract only");
    if (logs->title && !plot && !logs->plots)
        argp_error (state, "--title works with pictures only");
    if (!logs->table && logs->common.format != FID_FORMAT_TABLE)
        argp_error (state, "--format works with plot --table only");
    if (extract)
        check_extract (logs, state);
    else if (plot && !logs->table)
        check_plot (logs, state);
    else if (logs->input.n > 1)
        argp_error (state, "one log at a time only");
}

static void
read_plots (struct argp_state *state, const char *arg, void *input)
{
    struct fid_logs_args *logs = &((struct args *)input)->logs;
    char name[16];
    logs->plots = true;
    snprintf (name, sizeof name, "x.%s", arg ? arg : "svg");
    if (!fid_figure_output_format_of (name, &logs->figure.format))
        argp_error (state, "--plots takes svg, png or pdf, not '%s'", arg);
}

static void
read_form (struct argp_state *state, const char *arg, void *member)
{
    bool v1 = strcmp (arg, "v1") == 0;
    if (!v1 && strcmp (arg, "v2") != 0)
        argp_error (state, "--form takes v1 or v2, not '%s'", arg);
    *(enum fid_log_form *)member = v1 ? FID_LOG_V1 : FID_LOG_V2;
}

static const struct fid_option options[] = {
    FID_OPTION_TEXT (struct args, logs.output, "output", 'o', "FILE",
                     "Write FILE (default: standard output): for plot .svg, .png, .pdf, or "
                     ".html for several logs; for extract a folder (default: "
                     "DIR/execution-times)"),
    FID_OPTION_CALL (struct args, logs.form, "form", 0, "FORM", read_form,
                     "Write JSON and summary exactly as the older (v1) or newer (v2) tools "
                     "did"),
    FID_OPTION_TEXT (struct args, logs.system, "system", 0, "NAME",
                     "Add the name of the machine to the JSON"),
    FID_OPTION_TEXT (struct args, logs.batch, "batch-size", 0, "N",
                     "Add the batch size to the JSON"),
    FID_OPTION_TEXT (struct args, logs.title, "title", 't', "TEXT",
                     "Title of a picture (default: " FID_LOG_TITLE ")"),
    FID_OPTION_FLAG (struct args, logs.table, "table", 0,
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
            {fid_figure_output_options, offsetof (struct args, logs.figure), 0},
            {fid_common_options, offsetof (struct args, logs.common), 0}},
    .plain = FID_PLAIN_CALL (take_plain),
    .check = check_args,
};

static int
run_logs (void *input, struct fid_error *err)
{
    const struct args *args = input;
    (void)err;
    return fid_must (args->verb->run (&args->logs));
}

static const struct args defaults = {.logs = {.figure = FID_FIGURE_OUTPUT_DEFAULTS}};
static const struct fid_cmd cmd = {
    "logs", NULL, &syntax, sizeof (struct args), &defaults, run_logs};

int
main (int argc, char **argv)
{
    return fid_tool_run (&cmd, argc, argv);
}
