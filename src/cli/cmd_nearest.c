/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cmd_nearest.c - fidlio nearest RUN --among DIR... */
#include "base/parallel.h"
#include "cli/options.h"
#include "digests/nearest.h"
#include "program/cmd.h"
#include "readers/discover.h"

struct args {
    struct fid_common common;
    struct fid_nearest_opts nearest;
    const char *run;
    struct fid_words among;
    bool is_among; /* plain arguments belong to --among */
};

static void take_among (struct argp_state *state, const char *arg, void *input)
{
    struct args *args = input;
    (void)state;
    args->is_among = true;
    fid_words_add (&args->among, arg);
}

static void take_plain (struct argp_state *state, const char *arg, void *input)
{
    struct args *args = input;
    if (args->is_among)
        fid_words_add (&args->among, arg);
    else if (args->run)
        argp_error (state, "one run at a time: '%s' needs --among before it", arg);
    else
        args->run = arg;
}

static void check_args (struct argp_state *state, void *input)
{
    const struct args *args = input;
    if (!args->run || !args->among.n)
        argp_error (state, "RUN or --among DIR... is missing");
}

/* enum fid_nearest_by */
static const char *const orders[] = {"similarity", "answer", NULL};

static const struct fid_option options[] = {
    FID_OPTION_CALL_ALL ("among", 0, "DIR...", take_among,
                         "Digests, runs, and folders that hold them, at any depth"),
    FID_OPTION_CHOICE (
        struct args, nearest.by, "by", 0, "WHAT", orders,
        "Sort by similarity (default), or by answer: the error of the answer if they "
        "emulated RUN"),
    FID_OPTION_COUNT (struct args, nearest.k, "count", 'k', "N", 1, 100000,
                      "Number of runs to show (default: 10)"),
    FID_OPTION_JOBS (struct args, nearest.thread_n,
                     "Runs at a time (default: the number of processors)"),
    FID_OPTION_FLAG (struct args, nearest.all, "compare-all", 0,
                     "Compare all runs, even if bytes, checkpoints and steps differ much"),
    {0},
};

static const struct fid_syntax syntax = {
    .usage = "RUN --among DIR...",
    .about =
        "Find the runs that are nearest to a run, by the similarity that `fidlio compare RUN "
        "OTHER' gives, or by how far its answer is off: which known job is this like, and "
        "which can stand in for it?  Runs with the same traces are left out.",
    .set = {{options, 0, 0},
            {fid_run_options, offsetof (struct args, nearest.run), 0},
            {fid_compare_options, offsetof (struct args, nearest.compare), 0},
            {fid_common_options, offsetof (struct args, common), 0}},
    .plain = FID_PLAIN_CALL (take_plain),
    .in_order = true,
    .check = check_args,
};

static const struct args defaults = {.nearest = {.compare = FID_COMPARE_DEFAULTS, .k = 10}};

static int run_nearest (void *input)
{
    struct args *args = input;
    struct fid_files *members = fid_take (1, sizeof *members);
    struct fid_nearest *n = fid_take (1, sizeof *n);
    if (!args->nearest.thread_n)
        args->nearest.thread_n = fid_cpu_n ();
    fid_must (fid_members_find (args->among.word, args->among.n, members, &fid_why));
    fid_must (fid_nearest_find (args->run, members, &args->nearest, n, &fid_why));
    for (size_t i = 0; i < n->failed_n; i++)
        fid_say_error (&n->failed[i].err);
    if (args->common.format == FID_FORMAT_JSON)
        fid_print_document (fid_record_doc (fid_nearest_record, n, &fid_why));
    else {
        struct fid_cells cells;
        fid_cells_begin (&cells,
                         "#rank|#similarity|#clauses|#off %|run|workload|verdict|profile|path");
        for (size_t i = 0; i < n->n; i++) {
            const struct fid_near *o = &n->at[i];
            fid_cells_row (&cells, "%zu %.3f %zu %.1f %s %s %s %s %s", i + 1, o->similarity,
                           o->clause_n, fid_near_off_percent (o), o->id, o->workload,
                           o->validity < 0 ? ""
                                           : fid_name_of (&fid_names_validity, o->validity),
                           o->profile, o->path);
        }
        fid_print_table (&cells, &args->common);
    }
    if (args->common.verbose)
        fid_say (&args->common, "%zu of %zu runs compared", n->compared_n, n->member_n);
    return n->failed_n ? FID_EPARTIAL : FID_OK;
}

const struct fid_cmd cmd_nearest = {"nearest", "which of many runs is nearest to one",
                                    &syntax,   sizeof (struct args),
                                    &defaults, run_nearest};
