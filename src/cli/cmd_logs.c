/* cmd_logs.c - fidlio logs parse|summary */
#include "config.h"
#include <stdlib.h>
#include <string.h>
#include "cli/cmd.h"
#include "cli/joblogs.h"

enum { KEY_FORM = FID_KEY_COMMAND, KEY_SYSTEM, KEY_BATCH };

static const struct verb {
    const char *name;
    int (*run) (const struct fid_joblogs *logs, struct fid_error *err);
} verbs[] = {{"parse", fid_joblogs_parse}, {"summary", fid_joblogs_summary}};

#define VERB_N (sizeof verbs / sizeof *verbs)

struct args {
    struct fid_joblogs logs;
    const struct verb *verb;
};

static void
parse_arg (struct args *args, char *arg, struct argp_state *state)
{
    if (!args->verb) {
        for (size_t i = 0; i < VERB_N; i++)
            if (strcmp (arg, verbs[i].name) == 0)
                args->verb = &verbs[i];
        if (!args->verb)
            argp_error (state, "parse or summary, not '%s'?", arg);
        return;
    }
    if (args->logs.input_n)
        argp_error (state, "one log at a time");
    args->logs.input[args->logs.input_n++] = arg;
}

static error_t
parse (int key, char *arg, struct argp_state *state)
{
    struct args *args = state->input;
    struct fid_joblogs *logs = &args->logs;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &logs->common;
        return 0;
    case 'o':
        logs->output = arg;
        return 0;
    case KEY_FORM:
        logs->form = strcmp (arg, "v1") == 0 ? FID_JOB_V1 : FID_JOB_V2;
        if (logs->form == FID_JOB_V2 && strcmp (arg, "v2") != 0)
            argp_error (state, "--form takes v1 or v2, not '%s'", arg);
        return 0;
    case KEY_SYSTEM:
        logs->system = arg;
        return 0;
    case KEY_BATCH:
        logs->batch = arg;
        return 0;
    case ARGP_KEY_ARG:
        parse_arg (args, arg, state);
        return 0;
    case ARGP_KEY_END:
        if (!args->verb)
            argp_error (state, "parse or summary?");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static int
run (int argc, char **argv, const struct fid_common *given)
{
    static const struct argp_option options[] = {
        {"output", 'o', "FILE", 0, "Write FILE (default: standard output)", 0},
        {"form", KEY_FORM, "FORM", 0,
         "JSON and summary of the older (v1) or the newer (v2) tools, to the byte", 0},
        {"system", KEY_SYSTEM, "NAME", 0, "Put the name of the machine into the JSON", 0},
        {"batch-size", KEY_BATCH, "N", 0, "Put the batch size into the JSON", 0},
        {0},
    };
    static const struct argp_child children[] = {{&fid_common_argp, 0, NULL, 0}, {0}};
    static const struct argp argp = {
        .options = options,
        .parser = parse,
        .args_doc = "parse [LOG]\nsummary [LOG|JSON]",
        .doc = "Times of steps, validations and epochs that a training log tells.",
        .children = children,
    };
    struct args args = {.logs = {.common = *given}};
    struct fid_error err = {FID_OK, ""};
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

const struct fid_cmd cmd_logs = {"logs", "step and epoch times of training logs", run};
