/* cmd_merge.c - fidlio merge: joins the shards of a matrix */
#include "config.h"
#include <stdlib.h>
#include "base/array.h"
#include "base/parallel.h"
#include "batch/merge.h"
#include "cli/cmd.h"
#include "cli/progress.h"
#include "cli/ranking.h"

struct args {
    struct fid_common common;
    const char **dir; /* owned array of borrowed names */
    size_t dir_n, dir_cap;
    const char *output;
};

static error_t
parse (int key, char *arg, struct argp_state *state)
{
    struct args *args = state->input;
    struct fid_error err;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &args->common;
        return 0;
    case 'o':
        args->output = arg;
        return 0;
    case ARGP_KEY_ARG:
        if (fid_array_grow (&args->dir, &args->dir_cap, args->dir_n + 1, sizeof *args->dir,
                            &err))
            argp_failure (state, FID_EINTERNAL, 0, "%s", err.text);
        args->dir[args->dir_n++] = arg;
        return 0;
    case ARGP_KEY_END:
        if (!args->dir_n)
            argp_error (state, "which results?");
        if (!args->output && args->dir_n > 1)
            argp_error (state, "-o RESULTS is needed: the directory that several shards go to");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static int
run (int argc, char **argv, const struct fid_common *given)
{
    static const struct argp_option options[] = {
        {"output", 'o', "RESULTS", 0, "Directory for the results of all shards", 0},
        {0},
    };
    static const struct argp_child children[] = {{&fid_common_argp, 0, NULL, 0}, {0}};
    static const struct argp argp = {
        .options = options,
        .parser = parse,
        .args_doc = "RESULTS\nSHARD... -o RESULTS",
        .doc = "Join the shards of a matrix (see `fidlio matrix --shard') and rank the pairs: "
               "RESULTS then has the files that one matrix would have written.  The folders "
               "RESULTS/shard-I-of-N are removed; shards that are named stay.",
        .children = children,
    };
    struct args args = {.common = *given};
    struct fid_error err;
    struct fid_merged merged;
    fid_parse (&argp, argc, argv, &args);
    struct fid_progress progress = {.common = &args.common};
    const struct fid_batch_hooks hooks = fid_progress_hooks (&progress);
    const char *results = args.output ? args.output : args.dir[0];
    int status = fid_shards_merge (args.dir, args.output ? args.dir_n : 0, results, &hooks,
                                   &merged, &err);
    if (status) {
        free (args.dir);
        fid_say_error (&err);
        return (int)err.status;
    }
    if (merged.pair_n)
        fid_say (&args.common, "%zu pairs merged", merged.pair_n);
    else
        fid_say (&args.common, "all pairs were merged before");
    const struct fid_printing printing = {
        .write = true, .silent = args.common.quiet, .thread_n = fid_cpu_n ()};
    status = fid_print_ranking (results, &printing, &args.common);
    /* not before all is there that they are needed for */
    if (!args.output && status != FID_EINTERNAL &&
        fid_shards_remove (results, &merged, &hooks, &err)) {
        fid_say_error (&err);
        status = (int)err.status;
    }
    free (args.dir);
    return status;
}

const struct fid_cmd cmd_merge = {"merge", "joins the shards of a matrix", run};
