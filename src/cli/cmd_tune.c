/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cmd_tune.c - fidlio tune REAL... --config FILE --run COMMAND */
#include "base/parallel.h"
#include "cli/options.h"
#include "cli/recorder.h"
#include "program/cmd.h"
#include "tune/tune.h"

struct args {
    struct fid_common common;
    struct fid_tune_opts tune;
    struct fid_recorder recorder;
    struct fid_words real;
};

static void check_args (struct argp_state *state, void *input)
{
    struct args *args = input;
    args->tune.real = args->real.word;
    args->tune.real_n = args->real.n;
    if (!args->real.n)
        argp_error (state, "a real run is missing");
    if (!args->tune.config || !args->recorder.command)
        argp_error (state, "--config and --run are needed");
}

static const struct fid_option options[] = {
    FID_OPTION_TEXT (struct args, tune.config, "config", 0, "FILE",
                     "The workload configuration to begin with"),
    FID_OPTION_TEXT (
        struct args, recorder.command, "run", 0, "COMMAND",
        "Shell command that runs DLIO; {config} in it is the configuration to use, "
        "{folder} the folder it is in (also in FIDLIO_CONFIG and "
        "FIDLIO_CONFIG_FOLDER)"),
    FID_OPTION_TEXT (struct args, recorder.prepare, "prepare", 0, "COMMAND",
                     "Shell command that makes the files of samples, run when a change needs "
                     "new ones"),
    FID_OPTION_TEXT (struct args, tune.dir, "output", 'o', "DIR",
                     "Keep every step in DIR (default: tune) and resume there"),
    FID_OPTION_COUNT (struct args, tune.run_n, "max-runs", 0, "N", 1, 1000,
                      "Record at most N runs (default: 8)"),
    FID_OPTION_NUMBER (
        struct args, tune.least_gain, "least-gain", 0, "SHARE", 0, 100,
        "Try a change only if it is expected to improve the answer or the job by "
        "this share (default: 0.035, the error of the models)"),
    FID_OPTION_TEXT (struct args, recorder.program, "recorder", 0, "PROGRAM",
                     "Record with PROGRAM, called like scripts/record (default: "
                     "$FIDLIO_RECORDER, else scripts/record)"),
    FID_OPTION_TEXT (struct args, recorder.options, "record-options", 0, "WORDS",
                     "Options of scripts/record"),
    FID_OPTION_COUNT (struct args, recorder.wait_min, "wait", 0, "MINUTES", 0, 100000,
                      "Wait at most this long for a recording on this machine to end (default: "
                      "1440)"),
    {0},
};

static const struct fid_syntax syntax = {
    .usage = "REAL...",
    .about =
        "Tune a workload configuration of DLIO towards a real run.  Each round records it, "
        "compares it, and makes the change with the best predicted answer, until no "
        "change promises a gain.  If stopped, the next call resumes.",
    .set = {{options, 0, 0},
            {fid_run_options, offsetof (struct args, tune.run), 0},
            {fid_compare_options, offsetof (struct args, tune.compare), 0},
            {fid_answer_options, offsetof (struct args, tune.compare.answer), 0},
            {fid_common_options, offsetof (struct args, common), 0}},
    .plain = FID_PLAIN_WORDS (struct args, real),
    .check = check_args,
};

static void say_progress (void *self, const char *text)
{
    const struct fid_recorder *r = self;
    fid_say (r->common, "%s", text);
}

static const struct args defaults = {.recorder = {.wait_min = 1440},
                                     .tune = {.dir = "tune",
                                              .run_n = 8,
                                              .least_gain = -1,
                                              .compare = FID_COMPARE_DEFAULTS,
                                              .series = {FID_SERIES_POINTS, FID_SERIES_FINE}}};

static int run_tune (void *input)
{
    struct args *args = input;
    struct fid_recorder *recorder = &args->recorder;
    struct fid_tune_hooks hooks = {.self = recorder,
                                   .prepare = recorder->prepare ? fid_recorder_prepare : NULL,
                                   .record = fid_recorder_record,
                                   .say = say_progress};
    args->tune.thread_n = fid_cpu_n ();
    recorder->common = &args->common;
    fid_must (fid_recorder_find (recorder, &fid_why));
    fid_must (fid_tune (&args->tune, &hooks, &fid_why));
    return FID_OK;
}

const struct fid_cmd cmd_tune = {"tune",    "a configuration of DLIO nearer to a real run",
                                 &syntax,   sizeof (struct args),
                                 &defaults, run_tune};
