/* cmd_matrix.c - fidlio matrix: all pairs of real runs and emulations */
#include "config.h"
#include "base/parallel.h"
#include "batch/shard.h"
#include "cli/cmd.h"
#include "cli/launcher.h"
#include "cli/options.h"
#include "cli/progress.h"
#include "cli/ranking.h"
#include "cli/series_options.h"

enum {
    KEY_REAL = FID_KEY_COMMAND,
    KEY_EMULATION,
    KEY_FORCE,
    KEY_KEEP_GOING,
    KEY_PROGRESS,
    KEY_CALIBRATION,
    KEY_NO_CALIBRATION,
    KEY_ALL_WORKLOADS,
    KEY_SHARD,
    KEY_DIGESTS,
    KEY_NO_DIGESTS,
    KEY_VERIFY
};

struct args {
    struct fid_common common;
    struct fid_progress progress;
    struct fid_batch_opts opts;
    struct fid_batch *batch; /* owned */
    struct fid_ranks ranks;
    int side; /* the option that plain arguments belong to; 0: none yet */
};

static error_t
parse (int key, char *arg, struct argp_state *state)
{
    struct args *args = state->input;
    struct fid_error err;
    int rc = 0;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &args->opts.run;
        state->child_inputs[1] = &args->opts.compare;
        state->child_inputs[2] = &args->opts.series;
        state->child_inputs[3] = &args->common;
        return 0;
    case KEY_REAL:
    case KEY_EMULATION:
        args->side = key;
        /* fall through */
    case ARGP_KEY_ARG:
        if (!args->side)
            argp_error (state, "'%s' needs --real or --emulation before it", arg);
        rc = args->side == KEY_REAL ? fid_batch_add_real (args->batch, arg, &err)
                                    : fid_batch_add_emulation (args->batch, arg, &err);
        break;
    case 'm':
        rc = fid_batch_add_manifest (args->batch, arg, &err);
        break;
    case 'o':
        args->opts.results = arg;
        return 0;
    case 'j':
        args->opts.thread_n = fid_arg_count (state, "-j", arg, 1, 1024);
        return 0;
    case KEY_CALIBRATION:
        args->opts.calibration = arg;
        return 0;
    case KEY_NO_CALIBRATION:
        args->opts.no_calibration = true;
        return 0;
    case KEY_ALL_WORKLOADS:
        args->opts.all_workloads = true;
        return 0;
    case KEY_DIGESTS:
        args->opts.digests = arg;
        return 0;
    case KEY_NO_DIGESTS:
        args->opts.no_digests = true;
        return 0;
    case KEY_VERIFY:
        args->opts.verify = true;
        return 0;
    case KEY_FORCE:
        args->opts.force = true;
        return 0;
    case KEY_KEEP_GOING:
        args->opts.run.keep_going = true;
        return 0;
    case KEY_SHARD:
        rc = fid_shard_parse (arg, &args->opts.shard, &err);
        break;
    case KEY_PROGRESS:
        args->progress.force = true;
        return 0;
    case ARGP_KEY_END:
        if (!args->opts.results)
            argp_error (state, "-o RESULTS is needed: the directory for the results");
        if (fid_batch_is_empty (args->batch))
            argp_error (state, "which runs? --real DIR... --emulation DIR..., or -m MANIFEST");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
    if (rc)
        argp_failure (state, (int)err.status, 0, "%s", err.text);
    return 0;
}

/* Compares, with the other processes of an MPI job if there are any. */
static int
compare (struct args *args, struct fid_batch_summary *done, struct fid_error *err)
{
    if (!args->opts.shard.n && fid_ranks_join (&args->ranks, err))
        return -1;
    if (args->ranks.n > 1)
        args->opts.ranks = &args->ranks;
    if (args->ranks.rank > 0) /* the first one speaks for all */
        args->opts.hooks.message = NULL;
    if (!args->opts.thread_n)
        args->opts.thread_n = args->ranks.n > 1 ? 1 : fid_cpu_n ();
    int rc = fid_batch_run (args->batch, &args->opts, done, err);
    fid_ranks_leave (&args->ranks);
    fid_progress_end (&args->progress);
    return rc;
}

/* The threads that rank the pairs: the other ranks of this machine are done. */
static size_t
ranking_thread_n (const struct args *args)
{
    size_t own = args->opts.thread_n, all = own * args->ranks.here_n, most = fid_cpu_n ();
    return args->ranks.n < 2 || most < own ? own : all < most ? all : most;
}

/* Compares, then ranks. */
static int
matrix (struct args *args, struct fid_error *err)
{
    struct fid_batch_summary done;
    int rc = compare (args, &done, err);
    if (args->ranks.rank > 0)
        return FID_OK; /* the first one knows, and its status is that of the job */
    if (rc)
        return -1;
    fid_say (&args->common, "%zu pairs compared, %zu kept as they were, %zu failed",
             done.compared_n, done.kept_n, done.failed_n);
    if (done.skipped_n)
        fid_say (&args->common,
                 "%zu pairs of different workloads left out (--all-workloads compares them)",
                 done.skipped_n);
    if (args->opts.shard.n && done.broken.status == FID_OK) {
        fid_say (&args->common,
                 "shard %zu of %zu is complete; `fidlio merge %s' joins them all",
                 args->opts.shard.i, args->opts.shard.n, args->opts.results);
        return done.failed_n ? FID_EPARTIAL : FID_OK;
    }
    const struct fid_printing printing = {
        .write = true, .silent = args->common.quiet, .thread_n = ranking_thread_n (args)};
    int status = args->opts.shard.n
                     ? FID_OK
                     : fid_print_ranking (args->opts.results, &printing, &args->common);
    if (done.broken.status == FID_OK)
        return status;
    *err = done.broken;
    return -1;
}

static int
run (int argc, char **argv, const struct fid_common *given)
{
    static const struct argp_option options[] = {
        {"real", KEY_REAL, "DIR...", 0, "Real runs", 0},
        {"emulation", KEY_EMULATION, "DIR...", 0, "Emulations (or repeats of a real run)", 0},
        {"manifest", 'm', "FILE", 0,
         "Read runs and pairs from FILE: lines 'real DIR', 'emulation DIR', 'pair REAL "
         "EMULATION', 'name NAME DIR'",
         0},
        {"output", 'o', "RESULTS", 0, "Directory of the results", 0},
        {"results", 0, NULL, OPTION_ALIAS, NULL, 0},
        {"jobs", 'j', "N", 0,
         "Pairs at a time (default: the number of processors; 1 in each process of an MPI "
         "job)",
         0},
        {"all-workloads", KEY_ALL_WORKLOADS, NULL, 0,
         "Compare runs of different workloads, too: which job does an emulation resemble?", 0},
        {"calibration", KEY_CALIBRATION, "FILE", 0,
         "Noise of the real jobs from it (default: from the real runs, where they repeat)", 0},
        {"no-calibration", KEY_NO_CALIBRATION, NULL, 0, "Take noise as 0", 0},
        {"force", KEY_FORCE, NULL, 0, "Compare every pair again", 0},
        {"keep-going", KEY_KEEP_GOING, NULL, 0,
         "Leave out files that the system does not let be read; such results say first that "
         "they "
         "are incomplete, and the next matrix compares those pairs again",
         0},
        {"digests", KEY_DIGESTS, "FOLDER", 0,
         "Keep digests of the runs in FOLDER (default: RESULTS/.fidlio-digests)", 0},
        {"no-digests", KEY_NO_DIGESTS, NULL, 0, "Keep no digests: read all runs again", 0},
        {"verify", KEY_VERIFY, NULL, 0, "Read all files to see whether they have changed", 0},
        {"shard", KEY_SHARD, "I/N", 0,
         "Compare share I of N only, for job arrays; auto: which one, the environment says "
         "(Slurm, "
         "PBS, LSF, MPI launchers)",
         0},
        {"progress", KEY_PROGRESS, NULL, 0,
         "Show progress even if standard error is not a terminal", 0},
        {0},
    };
    static const struct argp_child children[] = {
        {&fid_run_argp, 0, NULL, 0},
        {&fid_compare_argp, 0, NULL, 0},
        {&fid_series_argp, 0, NULL, 0},
        {&fid_common_argp, 0, NULL, 0},
        {0},
    };
    static const struct argp argp = {
        .options = options,
        .parser = parse,
        .args_doc = "--real DIR... --emulation DIR...\n-m MANIFEST",
        .doc =
            "Compare the emulations with the real runs of their workload, then rank them (see "
            "`fidlio report').  Pairs whose traces and options have not changed are kept.",
        .children = children,
    };
    struct args args = {.common = *given, .opts = FID_BATCH_DEFAULTS};
    struct fid_error err;
    args.progress.common = &args.common;
    args.opts.hooks = fid_progress_hooks (&args.progress);
    args.batch = fid_batch_create (&err);
    int status = args.batch ? fid_parse_some (&argp, argc, argv, &args) : -1;
    if (status == 0)
        status = matrix (&args, &err);
    if (status < 0) {
        fid_say_error (&err);
        status = (int)err.status;
    }
    fid_batch_destroy (args.batch);
    return status;
}

const struct fid_cmd cmd_matrix = {"matrix", "many emulations with many real runs", run};
