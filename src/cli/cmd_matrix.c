/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cmd_matrix.c - fidlio matrix: all pairs of real runs and emulations */
#include "base/parallel.h"
#include "batch/shard.h"
#include "cli/launcher.h"
#include "cli/options.h"
#include "cli/progress.h"
#include "cli/ranking.h"
#include "program/cmd.h"

struct args {
    struct fid_common common;
    struct fid_progress progress;
    struct fid_batch_opts opts;
    struct fid_batch *batch;
    struct fid_ranks ranks;
    enum side { NO_SIDE, REAL, EMULATION } side; /* that plain arguments belong to */
};

/* Adds a run, or the runs and pairs of a manifest, to the batch. */
static void add_to_batch (struct argp_state *state, struct args *args, const char *what,
                          int (*add) (struct fid_batch *b, const char *what,
                                      struct fid_error *err))
{
    if (!args->batch)
        args->batch = fid_have (fid_batch_create (&fid_why));
    fid_arg_must (state, add (args->batch, what, &fid_why));
}

static void take_plain (struct argp_state *state, const char *arg, void *input)
{
    struct args *args = input;
    if (!args->side)
        argp_error (state, "'%s' needs --real or --emulation before it", arg);
    add_to_batch (state, args, arg,
                  args->side == REAL ? fid_batch_add_real : fid_batch_add_emulation);
}

static void take_real (struct argp_state *state, const char *arg, void *input)
{
    ((struct args *)input)->side = REAL;
    take_plain (state, arg, input);
}

static void take_emulation (struct argp_state *state, const char *arg, void *input)
{
    ((struct args *)input)->side = EMULATION;
    take_plain (state, arg, input);
}

static void read_manifest (struct argp_state *state, const char *arg, void *input)
{
    add_to_batch (state, input, arg, fid_batch_add_manifest);
}

static void read_shard (struct argp_state *state, const char *arg, void *member)
{
    fid_arg_must (state, fid_shard_parse (arg, member, &fid_why));
}

static void check_args (struct argp_state *state, void *input)
{
    const struct args *args = input;
    if (!args->opts.results)
        argp_error (state, "-o RESULTS is missing: the directory for the results");
    if (!args->batch || fid_batch_is_empty (args->batch))
        argp_error (state, "no runs: give --real DIR... --emulation DIR..., or -m MANIFEST");
}

static const struct fid_option options[] = {
    FID_OPTION_CALL_ALL ("real", 0, "DIR...", take_real, "Real runs"),
    FID_OPTION_CALL_ALL ("emulation", 0, "DIR...", take_emulation,
                         "Emulations (or repeats of a real run)"),
    FID_OPTION_CALL_ALL ("manifest", 'm', "FILE", read_manifest,
                         "Read runs and pairs from FILE: lines 'real DIR', 'emulation DIR', "
                         "'pair REAL EMULATION', 'name NAME DIR'"),
    FID_OPTION_TEXT (struct args, opts.results, "output", 'o', "RESULTS",
                     "Directory of the results"),
    FID_OPTION_ALIAS ("results"),
    FID_OPTION_JOBS (struct args, opts.thread_n,
                     "Pairs at a time (default: the number of processors; 1 in each process of "
                     "an MPI job)"),
    FID_OPTION_FLAG (struct args, opts.all_workloads, "all-workloads", 0,
                     "Compare runs of different workloads, too"),
    FID_OPTION_TEXT (struct args, opts.calibration, "calibration", 0, "FILE",
                     "Take the noise of the real jobs from FILE (default: from repeats of real "
                     "runs)"),
    FID_OPTION_FLAG (struct args, opts.no_calibration, "no-calibration", 0, "Take noise as 0"),
    FID_OPTION_FLAG (struct args, opts.force, "force", 0, "Compare every pair again"),
    FID_OPTION_FLAG (struct args, opts.run.keep_going, "keep-going", 0,
                     "Skip unreadable files.  Such results begin with a note that they are "
                     "incomplete; the next matrix compares those pairs again"),
    FID_OPTION_TEXT (struct args, opts.digests, "digests", 0, "FOLDER",
                     "Keep digests of the runs in FOLDER (default: RESULTS/.fidlio-digests)"),
    FID_OPTION_FLAG (struct args, opts.no_digests, "no-digests", 0,
                     "Keep no digests: read all runs again"),
    FID_OPTION_FLAG (struct args, opts.verify, "verify", 0,
                     "Read all files to see whether they have changed"),
    FID_OPTION_CALL (struct args, opts.shard, "shard", 0, "I/N", read_shard,
                     "Compare share I of N only, for job arrays; auto: take both from the "
                     "environment (Slurm, PBS, LSF, MPI launchers)"),
    FID_OPTION_FLAG (struct args, progress.force, "progress", 0,
                     "Show progress even if standard error is not a terminal"),
    {0},
};

static const struct fid_syntax syntax = {
    .usage = "--real DIR... --emulation DIR...\n-m MANIFEST",
    .about = "Compare the emulations with the real runs of their workload, then rank them (see "
             "`fidlio report').  Pairs whose traces and options have not changed are kept.",
    .set = {{options, 0, 0},
            {fid_run_options, offsetof (struct args, opts.run), 0},
            {fid_compare_options, offsetof (struct args, opts.compare), 0},
            {fid_answer_options, offsetof (struct args, opts.compare.answer), 0},
            {fid_series_options, offsetof (struct args, opts.series), 0},
            {fid_common_options, offsetof (struct args, common), 0}},
    .plain = FID_PLAIN_CALL (take_plain),
    .in_order = true,
    .check = check_args,
};

/* Compares; each process of an MPI job compares a share, and the first one joins them. */
static void compare_pairs (struct args *args, struct fid_batch_summary *done)
{
    const struct fid_ranks *ranks = &args->ranks;
    if (!args->opts.shard.n)
        fid_must (fid_ranks_join (&args->ranks, &fid_why));
    args->opts.joined = ranks->n > 1;
    if (args->opts.joined)
        args->opts.shard = (struct fid_shard){ranks->rank + 1, ranks->n};
    if (ranks->rank > 0) /* the first one speaks for all */
        args->opts.hooks.message = NULL;
    if (!args->opts.thread_n)
        args->opts.thread_n = args->opts.joined ? 1 : fid_cpu_n ();
    int rc = fid_batch_run (args->batch, &args->opts, done, &fid_why);
    if (args->opts.joined) { /* all leave together, whatever was wrong with one */
        struct fid_error why;
        int met = fid_ranks_meet (ranks, &why);
        if (!rc && (done->broken.status != FID_OK || met)) {
            fid_why = done->broken.status != FID_OK ? done->broken : why;
            rc = -1;
        }
    }
    fid_ranks_leave (ranks);
    if (args->progress.on) {
        fprintf (stderr, "\r%*s\r", 79, "");
        fflush (stderr);
    }
    args->progress.on = false;
    fid_must (rc);
    if (args->opts.joined && !ranks->rank) {
        const size_t n = args->ranks.n;
        struct fid_merged merged;
        const char **dir = fid_take (n, sizeof *dir);
        for (size_t i = 0; i < n; i++)
            dir[i] = fid_keep (
                fid_shard_dir (args->opts.results, (struct fid_shard){i + 1, n}, &fid_why));
        fid_must (fid_shards_merge (dir, n, args->opts.results, &args->opts.hooks, &merged,
                                    &fid_why));
        *done = (struct fid_batch_summary){.pair_n = merged.pair_n,
                                           .kept_n = merged.kept_n,
                                           .failed_n = merged.failed_n,
                                           .skipped_n = merged.skipped_n,
                                           .compared_n = merged.pair_n - merged.kept_n -
                                                         merged.failed_n - merged.skipped_n};
    }
}

/* The threads that rank the pairs: the other ranks of this machine are done. */
static size_t ranking_thread_n (const struct args *args)
{
    size_t own = args->opts.thread_n, all = own * args->ranks.here_n, most = fid_cpu_n ();
    return args->ranks.n < 2 || most < own ? own : all < most ? all : most;
}

static int compare_and_rank (struct args *args)
{
    struct fid_batch_summary done;
    compare_pairs (args, &done);
    if (args->ranks.rank > 0) /* the status of the job is that of the first one */
        return FID_OK;
    fid_say (&args->common, "%zu pairs compared, %zu kept as they were, %zu failed",
             done.compared_n, done.kept_n, done.failed_n);
    if (done.skipped_n)
        fid_say (&args->common,
                 "%zu pairs of different workloads left out (--all-workloads compares them)",
                 done.skipped_n);
    size_t unlisted_n = 0;
    for (size_t i = 0; i < fid_batch_pair_n (args->batch); i++) {
        const struct fid_batch_pair pair = fid_batch_pair (args->batch, i);
        if (pair.unlisted)
            fid_complain ("%s x %s was not compared: %s", pair.real, pair.emulation,
                          pair.err.text);
        unlisted_n += pair.unlisted;
    }
    const bool is_share = args->opts.shard.n && !args->opts.joined;
    if (is_share && done.broken.status == FID_OK) {
        fid_say (&args->common,
                 "shard %zu of %zu is complete; `fidlio merge %s' joins them all",
                 args->opts.shard.i, args->opts.shard.n, args->opts.results);
        return done.failed_n ? FID_EPARTIAL : FID_OK;
    }
    const struct fid_printing printing = {
        .write = true, .silent = args->common.quiet, .thread_n = ranking_thread_n (args)};
    int status =
        is_share ? FID_OK : fid_print_ranking (args->opts.results, &printing, &args->common);
    /* not before all is there that they are needed for */
    if (args->opts.joined && status != FID_EINTERNAL)
        fid_must (fid_shards_remove (args->opts.results, &fid_why));
    if (done.broken.status != FID_OK)
        return fid_exit_status (-1, &done.broken);
    return status == FID_OK && unlisted_n ? FID_EPARTIAL : status;
}

static int run_matrix (void *input)
{
    struct args *args = input;
    args->progress.common = &args->common;
    args->opts.hooks = fid_progress_hooks (&args->progress);
    int status = compare_and_rank (args);
    fid_batch_destroy (args->batch);
    return status;
}

static const struct args defaults = {.opts = FID_BATCH_DEFAULTS};

const struct fid_cmd cmd_matrix = {"matrix",  "many emulations with many real runs",
                                   &syntax,   sizeof (struct args),
                                   &defaults, run_matrix};
