/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cmd_calibrate.c - fidlio calibrate RUN... -o FILE */
#include "base/parallel.h"
#include "batch/calibrate_runs.h"
#include "cli/options.h"
#include "cli/progress.h"
#include "program/cmd.h"

struct args {
    struct fid_common common;
    struct fid_run_opts run;
    struct fid_compare_opts compare;
    struct fid_words dir;
    size_t job_n;
    const char *output, *digests;
    bool verify;
};

static void check_args (struct argp_state *state, void *input)
{
    const struct args *args = input;
    if (!args->dir.n)
        argp_error (state, "real runs are missing: repeats of each workload");
    if (args->compare.excluded)
        argp_error (state, "--exclude-group is for comparisons; calibrate needs every group");
    if (!args->output)
        argp_error (state, "-o FILE is missing: the file for the calibration");
}

static const struct fid_option options[] = {
    FID_OPTION_TEXT (struct args, output, "output", 'o', "FILE",
                     "Write the calibration to FILE"),
    FID_OPTION_WORDS (struct args, dir, "real", 0, "DIR", "A real run, like a plain argument"),
    FID_OPTION_JOBS (struct args, job_n, "Pairs at a time (default: the number of processors)"),
    FID_OPTION_TEXT (struct args, digests, "digests", 0, "FOLDER",
                     "Keep digests of the runs in FOLDER, and read unchanged runs from there"),
    FID_OPTION_FLAG (struct args, verify, "verify", 0,
                     "Read all files to see whether they have changed"),
    {0},
};

static const struct fid_syntax syntax = {
    .usage = "REAL...",
    .about =
        "Measure how far apart repeats of a real run are: the noise that grades allow for.",
    .set = {{options, 0, 0},
            {fid_run_options, offsetof (struct args, run), 0},
            {fid_compare_options, offsetof (struct args, compare), 0},
            {fid_common_options, offsetof (struct args, common), 0}},
    .plain = FID_PLAIN_WORDS (struct args, dir),
    .check = check_args,
};

static int calibrate_runs (void *input)
{
    const struct args *args = input;
    const size_t thread_n = args->job_n ? args->job_n : fid_cpu_n ();
    struct fid_calibration *c;
    struct fid_progress progress = {.common = &args->common};
    const struct fid_batch_hooks hooks = fid_progress_hooks (&progress);
    const char *why;
    const struct fid_kept kept = {.folder = args->digests,
                                  .verify = args->verify,
                                  .method = fid_method (),
                                  .hooks = &hooks};
    fid_must (fid_calibrate_dirs ((const char *const *)args->dir.word, NULL, args->dir.n, &kept,
                                  &args->run, &args->compare, thread_n, &hooks, NULL, NULL, &c,
                                  &why, &fid_why));
    if (!c)
        fid_fail (FID_EINPUT, "%s", why);
    fid_must (fid_calibration_write (c, args->output, NULL, &fid_why));
    struct fid_cells cells;
    fid_cells_begin (&cells, "workload|#repeats|#measures");
    for (size_t s = 0; s < c->set_n; s++)
        fid_cells_row (&cells, "%s %zu %zu", c->set[s].workload, c->set[s].run_n,
                       c->set[s].measure_n);
    fid_print_table (&cells, &args->common);
    for (size_t s = 0; s < c->set_n; s++)
        if (c->set[s].run_n < 5)
            fid_say (&args->common,
                     "%s: %zu repeats give a rough noise level; five or more are better",
                     c->set[s].workload, c->set[s].run_n);
    fid_calibration_destroy (c);
    return FID_OK;
}

static const struct args defaults = {.compare = FID_COMPARE_DEFAULTS};

const struct fid_cmd cmd_calibrate = {
    "calibrate", "measures how far apart repeats of a real run are",
    &syntax,     sizeof (struct args),
    &defaults,   calibrate_runs};
