/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cmd_merge.c - fidlio merge: joins the shards of a matrix */
#include "base/parallel.h"
#include "batch/shard.h"
#include "cli/progress.h"
#include "cli/ranking.h"
#include "program/cmd.h"

struct args {
    struct fid_common common;
    struct fid_words dir;
    const char *output;
};

static void check_args (struct argp_state *state, void *input)
{
    const struct args *args = input;
    if (!args->output && args->dir.n > 1)
        argp_error (state, "-o RESULTS is missing: the directory for several shards");
}

static const struct fid_option options[] = {
    FID_OPTION_TEXT (struct args, output, "output", 'o', "RESULTS",
                     "Directory for the results of all shards"),
    {0},
};

static const struct fid_syntax syntax = {
    .usage = "RESULTS\nSHARD... -o RESULTS",
    .about = "Join the shards of a matrix (see `fidlio matrix --shard') and rank the pairs: "
             "RESULTS then has the files that one matrix would have written.  The folders "
             "RESULTS/shard-I-of-N are removed; shards that are named stay.",
    .set = {{options, 0, 0}, {fid_common_options, offsetof (struct args, common), 0}},
    .plain = FID_PLAIN_WORDS (struct args, dir),
    .missing = "which results?",
    .check = check_args,
};

static int run_merge (void *input)
{
    const struct args *args = input;
    struct fid_merged merged;
    struct fid_progress progress = {.common = &args->common};
    const struct fid_batch_hooks hooks = fid_progress_hooks (&progress);
    const char *results = args->output ? args->output : args->dir.word[0];
    fid_must (fid_shards_merge ((const char *const *)args->dir.word,
                                args->output ? args->dir.n : 0, results, &hooks, &merged,
                                &fid_why));
    if (merged.pair_n)
        fid_say (&args->common, "%zu pairs merged", merged.pair_n);
    else
        fid_say (&args->common, "all pairs were merged before");
    const struct fid_printing printing = {
        .write = true, .silent = args->common.quiet, .thread_n = fid_cpu_n ()};
    int status = fid_print_ranking (results, &printing, &args->common);
    /* not before all is there that they are needed for */
    if (!args->output && merged.pair_n && status != FID_EINTERNAL)
        fid_must (fid_shards_remove (results, &fid_why));
    return status;
}

const struct fid_cmd cmd_merge = {
    "merge", "joins the shards of a matrix", &syntax, sizeof (struct args), NULL, run_merge};
