/* cmd_logs.c - fidlio logs parse|summary|plot|extract */
#include "config.h"
#include <stdlib.h>
#include <string.h>
#include "base/span.h"
#include "cli/program.h"
#include "tools/logs/logs.h"
#include "tools/logs/log_figure.h"

enum { KEY_FORM = FID_KEY_COMMAND, KEY_SYSTEM, KEY_BATCH, KEY_TABLE, KEY_PLOTS };

static const struct verb {
    const char *name;
    int (*run) (const struct fid_logs_args *logs, struct fid_error *err);
} verbs[] = {{"parse", fid_logs_parse},
             {"summary", fid_logs_summary},
             {"plot", fid_logs_plot},
             {"extract", fid_logs_extract}};

#define VERB_N (sizeof verbs / sizeof *verbs)

struct args {
    struct fid_logs_args logs;
    const struct verb *verb;
};

static void
parse_verb (struct args *args, const char *arg, struct argp_state *state)
{
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
    if (logs->input_n > 1 && !logs->page)
        argp_error (state, "several logs need -o FILE.html, a page of all");
    if (logs->output && !logs->page &&
        !fid_figure_output_format_of (logs->output, &logs->figure.format))
        argp_error (state, "-o takes a name that ends in .svg, .png, .pdf or .html, not '%s'",
                    logs->output);
}

static void
check_extract (const struct fid_logs_args *logs, struct argp_state *state)
{
    if (!logs->input_n)
        argp_error (state, "extract needs a folder");
    if (logs->input_n > 1 && logs->output)
        argp_error (state, "-o allows one folder only: outputs of two may have the same name");
    if (logs->system || logs->batch)
        argp_error (state, "extract takes machine and batch size from the names of logs");
}

static void
check (struct args *args, struct argp_state *state)
{
    struct fid_logs_args *logs = &args->logs;
    if (!args->verb)
        argp_error (state, "a verb is missing: parse, summary, plot or extract");
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
    else if (logs->input_n > 1)
        argp_error (state, "one log at a time only");
}

static void
parse_plots (struct fid_logs_args *logs, const char *arg, struct argp_state *state)
{
    char name[16];
    logs->plots = true;
    snprintf (name, sizeof name, "x.%s", arg ? arg : "svg");
    if (!fid_figure_output_format_of (name, &logs->figure.format))
        argp_error (state, "--plots takes svg, png or pdf, not '%s'", arg);
}

static error_t
parse (int key, char *arg, struct argp_state *state)
{
    struct args *args = state->input;
    struct fid_logs_args *logs = &args->logs;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &logs->figure;
        state->child_inputs[1] = &logs->common;
        return 0;
    case 'o':
        logs->output = arg;
        return 0;
    case 't':
        logs->title = arg;
        return 0;
    case KEY_TABLE:
        logs->table = true;
        return 0;
    case KEY_PLOTS:
        parse_plots (logs, arg, state);
        return 0;
    case KEY_FORM:
        logs->form = strcmp (arg, "v1") == 0 ? FID_LOG_V1 : FID_LOG_V2;
        if (logs->form == FID_LOG_V2 && strcmp (arg, "v2") != 0)
            argp_error (state, "--form takes v1 or v2, not '%s'", arg);
        return 0;
    case KEY_SYSTEM:
        logs->system = arg;
        return 0;
    case KEY_BATCH:
        logs->batch = arg;
        return 0;
    case ARGP_KEY_ARG:
        if (!args->verb)
            parse_verb (args, arg, state);
        else
            logs->input[logs->input_n++] = arg;
        return 0;
    case ARGP_KEY_END:
        check (args, state);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static int
run (int argc, char **argv)
{
    static const struct argp_option options[] = {
        {"output", 'o', "FILE", 0,
         "Write FILE (default: standard output): for plot .svg, .png, .pdf, or .html for "
         "several logs; for extract a folder (default: DIR/execution-times)",
         0},
        {"form", KEY_FORM, "FORM", 0,
         "Write JSON and summary exactly as the older (v1) or newer (v2) tools did", 0},
        {"system", KEY_SYSTEM, "NAME", 0, "Add the name of the machine to the JSON", 0},
        {"batch-size", KEY_BATCH, "N", 0, "Add the batch size to the JSON", 0},
        {"title", 't', "TEXT", 0, "Title of a picture (default: " FID_LOG_TITLE ")", 0},
        {"table", KEY_TABLE, NULL, 0, "Print a table of step times instead (see --format)", 0},
        {"plots", KEY_PLOTS, "FORMAT", OPTION_ARG_OPTIONAL,
         "Also draw: svg (default), png or pdf, and a page of all pictures", 0},
        {0},
    };
    static const struct argp_child children[] = {
        {&fid_figure_output_argp, 0, NULL, 0}, {&fid_common_argp, 0, NULL, 0}, {0}};
    static const struct argp argp = {
        .options = options,
        .parser = parse,
        .args_doc =
            "parse [LOG|RUN]\nsummary [LOG|JSON|RUN]\nplot [LOG|JSON|RUN...]\nextract DIR...",
        .doc = "Extract the times of steps, validations and epochs from training logs, or from "
               "the logs and runs that the other commands read.",
        .children = children,
    };
    struct args args = {.logs = {.figure = FID_FIGURE_OUTPUT_DEFAULTS}};
    struct fid_error err = {.status = FID_OK};
    args.logs.input = calloc ((size_t)argc + 1, sizeof *args.logs.input);
    if (!args.logs.input) {
        fid_error_nomem (&err);
        fid_say_error (&err);
        return (int)err.status;
    }
    fid_parse (&argp, argc, argv, &args);
    int rc = args.verb->run (&args.logs, &err);
    if (rc)
        fid_say_error (&err);
    free (args.logs.input);
    return rc ? (int)err.status : FID_OK;
}

int
main (int argc, char **argv)
{
    return fid_tool_run ("logs", run, argc, argv);
}
