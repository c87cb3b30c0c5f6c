/* cmd_tune.c - fidlio tune REAL... --config FILE --run COMMAND */
#include "config.h"
#include <string.h>
#include "base/parallel.h"
#include "cli/cmd.h"
#include "cli/options.h"
#include "cli/recorder.h"
#include "tune/tune.h"

struct args {
    struct fid_common common;
    struct fid_tune_opts tune;
    struct fid_recorder recorder;
};

enum {
    KEY_CONFIG = FID_KEY_COMMAND,
    KEY_RUN,
    KEY_PREPARE,
    KEY_MAX_RUNS,
    KEY_LEAST_GAIN,
    KEY_RECORDER,
    KEY_RECORD_OPTIONS
};

static const struct argp_option options[] = {
    {"config", KEY_CONFIG, "FILE", 0, "The workload configuration to begin with", 0},
    {"run", KEY_RUN, "COMMAND", 0,
     "Shell command that runs DLIO; {config} in it is the configuration to use, {folder} the "
     "folder it is in (also in FIDLIO_CONFIG and FIDLIO_CONFIG_FOLDER)",
     0},
    {"prepare", KEY_PREPARE, "COMMAND", 0,
     "Shell command that makes the files of samples, run where a change needs others", 0},
    {"output", 'o', "DIR", 0, "Keep every step in DIR (default: tune); called again, go on", 0},
    {"max-runs", KEY_MAX_RUNS, "N", 0, "Record at most N runs (default: 8)", 0},
    {"least-gain", KEY_LEAST_GAIN, "SHARE", 0,
     "Try changes that are expected to raise the score by this share (default: by more than "
     "the score of one run is uncertain)",
     0},
    {"recorder", KEY_RECORDER, "PROGRAM", 0,
     "Record with PROGRAM, called like scripts/record (default: $FIDLIO_RECORDER, else "
     "scripts/record)",
     0},
    {"record-options", KEY_RECORD_OPTIONS, "WORDS", 0,
     "Words for the recorder: options of scripts/record", 0},
    {0},
};

static error_t
parse (int key, char *arg, struct argp_state *state)
{
    struct args *args = state->input;
    struct fid_tune_opts *t = &args->tune;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &t->run;
        state->child_inputs[1] = &t->compare;
        state->child_inputs[2] = &args->common;
        return 0;
    case KEY_CONFIG:
        t->config = arg;
        return 0;
    case KEY_RUN:
        args->recorder.command = arg;
        return 0;
    case KEY_PREPARE:
        args->recorder.prepare = arg;
        return 0;
    case 'o':
        t->dir = arg;
        return 0;
    case KEY_MAX_RUNS:
        t->run_n = fid_arg_count (state, "--max-runs", arg, 1, 1000);
        return 0;
    case KEY_LEAST_GAIN:
        t->least_gain = fid_arg_number (state, "--least-gain", arg, 0, 100);
        return 0;
    case KEY_RECORDER:
        args->recorder.program = arg;
        return 0;
    case KEY_RECORD_OPTIONS:
        args->recorder.options = arg;
        return 0;
    case ARGP_KEY_ARGS:
        t->real = state->argv + state->next;
        t->real_n = (size_t)(state->argc - state->next);
        return 0;
    case ARGP_KEY_END:
        if (!t->real_n)
            argp_error (state, "a real run is missing");
        if (!t->config || !args->recorder.command)
            argp_error (state, "--config and --run are needed");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static void
say (void *self, const char *text)
{
    const struct fid_recorder *r = self;
    fid_say (r->common, "%s", text);
}

static int
run (int argc, char **argv, const struct fid_common *given)
{
    static const struct argp_child children[] = {{&fid_run_argp, 0, NULL, 0},
                                                 {&fid_compare_argp, 0, NULL, 0},
                                                 {&fid_common_argp, 0, NULL, 0},
                                                 {0}};
    static const struct argp argp = {
        .options = options,
        .parser = parse,
        .args_doc = "REAL...",
        .doc = "Tune a workload configuration of DLIO towards a real run: record it, compare, "
               "change what is predicted to gain most, and again, until nothing gains more "
               "than the noise.  Stopped, it goes on when it is called again.",
        .children = children,
    };
    struct args args = {.common = *given,
                        .tune = {.dir = "tune",
                                 .run_n = 8,
                                 .least_gain = -1,
                                 .compare = FID_COMPARE_DEFAULTS,
                                 .series = {FID_SERIES_POINTS, FID_SERIES_FINE},
                                 .thread_n = fid_cpu_n ()}};
    struct fid_error err;
    fid_parse (&argp, argc, argv, &args);
    args.recorder.common = &args.common;
    struct fid_tune_hooks hooks = {.self = &args.recorder,
                                   .prepare =
                                       args.recorder.prepare ? fid_recorder_prepare : NULL,
                                   .record = fid_recorder_record,
                                   .say = say};
    int rc = fid_recorder_find (&args.recorder, &err);
    if (!rc)
        rc = fid_tune (&args.tune, &hooks, &err);
    fid_recorder_clear (&args.recorder);
    if (rc)
        fid_say_error (&err);
    return rc ? (int)err.status : FID_OK;
}

const struct fid_cmd cmd_tune = {"tune", "a configuration of DLIO nearer to a real run", run};
