/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cmd_check.c - fidlio check RESULTS --fail-above PERCENT, --baseline FILE and others */
#include "check/gate_text.h"
#include "cli/options.h"
#include "cli/ranking.h"
#include "program/cmd.h"
#include "results/hold.h"

struct args {
    struct fid_common common;
    const char *dir;                                     /* NULL: a history alone */
    const char *baseline, *thresholds, *junit, *history; /* NULL: not asked for */
    bool annotations, self_test;
    enum fid_gate_by by;
    struct fid_check_opts opts;
    struct fid_limits limits;
    size_t seed; /* of --history */
};

static bool has_limits (const struct args *g)
{
    return g->limits.least != FID_ABSENT || g->limits.most != FID_ABSENT;
}

static void check_args (struct argp_state *state, void *input)
{
    const struct args *g = input;
    bool of_results = g->baseline || g->thresholds || g->self_test || has_limits (g);
    if (!g->dir && (!g->history || of_results))
        argp_error (state, "the directory of results is missing");
    if (!g->history && !of_results)
        argp_error (state,
                    "nothing to check against: give --baseline FILE, --fail-above PERCENT, "
                    "--fail-below X, --thresholds FILE, --self-test or --history DIR");
    if ((g->limits.group || g->limits.resource) && g->limits.least == FID_ABSENT)
        argp_error (state, "--group and --resource need --fail-below X");
    if (g->limits.same_workload && !has_limits (g))
        argp_error (state, "--same-workload needs --fail-above PERCENT or --fail-below X");
    if (g->limits.group && g->limits.resource)
        argp_error (state, "--group and --resource exclude each other");
    if (g->baseline && g->self_test)
        argp_error (state, "--baseline and --self-test exclude each other");
}

static void read_least (struct argp_state *state, const char *arg, void *member)
{
    *(double *)member = fid_arg_number (state, "--fail-below", arg, 0, 1);
}

static void read_most (struct argp_state *state, const char *arg, void *member)
{
    *(double *)member = fid_arg_share (state, arg, 0.1, 1000);
}

static void read_group (struct argp_state *state, const char *arg, void *member)
{
    *(const char **)member = fid_groups[fid_arg_group (state, fid_span_of (arg))].name;
}

static void read_resource (struct argp_state *state, const char *arg, void *member)
{
    *(const char **)member = fid_resources[fid_arg_resource (state, fid_span_of (arg))].name;
}

static const struct fid_option options[] = {
    FID_OPTION_HEADING ("Limits for every pair:", 9),
    FID_OPTION_CALL (
        struct args, limits.most, "fail-above", 0, "PERCENT", read_most,
        "Largest error of the benchmark's answer: FAIL if all of its interval is above, "
        "INCONCLUSIVE if a part is"),
    FID_OPTION_CALL (struct args, limits.least, "fail-below", 0, "X", read_least,
                     "Smallest similarity (0 to 1) of a pair, judged by its interval likewise"),
    FID_OPTION_CALL (struct args, limits.group, "group", 0, "GROUP", read_group,
                     "Apply --fail-below to the grade of this group, not to the similarity"),
    FID_OPTION_CALL (struct args, limits.resource, "resource", 0, "RESOURCE", read_resource,
                     "Apply --fail-below to the grade of this resource"),
    FID_OPTION_FLAG (struct args, limits.same_workload, "same-workload", 0,
                     "Only pairs of one workload"),
    FID_OPTION_HEADING ("Judging configurations:", 10),
    FID_OPTION_TEXT (struct args, baseline, "baseline", 0, "FILE",
                     "Judge against this baseline (see `fidlio baseline')"),
    FID_OPTION_NUMBER (
        struct args, opts.margin, "margin", 0, "D", 0, 1,
        "How much worse similarities and answers may get: with 0.05 a similarity may "
        "be divided by 1.05, and an error of 4 % may become 9 %.  Default: 0.05, or "
        "three standard deviations of the accepted runs if that is more"),
    FID_OPTION_TEXT (
        struct args, opts.prior, "prior", 0, "FILE",
        "Prior estimate of how much runs differ (`fidlio baseline prior'; default: "
        "built in)"),
    FID_OPTION_NUMBER (struct args, opts.alpha, "alpha", 0, "P", 0.0001, 0.4,
                       "Chance of a false FAIL of a configuration: 0.05"),
    FID_OPTION_COUNT (struct args, seed, "seed", 0, "N", 0, UINT32_MAX,
                      "Start of the random numbers of --history"),
    FID_OPTION_TEXT (struct args, thresholds, "thresholds", 0, "FILE",
                     "Smallest grades, in lines 'WORKLOAD WHAT LEAST'"),
    FID_OPTION_FLAG (struct args, self_test, "self-test", 0,
                     "Judge repeats of the real runs, which must PASS"),
    FID_OPTION_TEXT (struct args, history, "history", 0, "DIR",
                     "Find when the results stored in DIR changed"),
    FID_OPTION_TEXT (struct args, junit, "junit", 0, "FILE", "Write JUnit XML too"),
    FID_OPTION_FLAG (struct args, annotations, "annotations", 0,
                     "Print GitHub's ::error and ::warning lines on standard error"),
    FID_OPTION_FLAG (struct args, opts.strict, "strict", 0,
                     "Exit with 6 on INCONCLUSIVE, and with 1 if valid became not valid or the "
                     "last change of a history is for the worse"),
    {0},
};

static const struct fid_syntax syntax = {
    .usage = "RESULTS",
    .about =
        "Exit with 1 if emulations are worse than a baseline (--baseline), if the "
        "benchmark's answer is too far off (--fail-above), or if the similarity of a pair is "
        "unknown or below a limit (--fail-below).",
    .set = {{options, 0, 0},
            {fid_group_by_options, offsetof (struct args, by), 10},
            {fid_common_options, offsetof (struct args, common), 0}},
    .plain = FID_PLAIN_ONE (struct args, dir, "one directory of results at a time"),
    .check = check_args,
};

/* Checks every pair against the limits.  A file that cannot be read is an error, as its pair is
 * not known: the first is named in *broken, and the others are checked. */
static void check_pairs (const struct args *g, struct fid_check *check,
                         struct fid_error *broken)
{
    struct fid_results *all = fid_take (1, sizeof *all);
    fid_must (fid_results_load (all, g->dir, 1, NULL, &fid_why));
    for (size_t i = 0; i < all->failure_n && !broken->status; i++)
        if (!all->failure[i].real)
            fid_errorf (broken, FID_EINPUT, "%s/%s", g->dir, all->failure[i].reason);
    if (!broken->status && fid_results_complete (all, g->dir, &fid_why))
        *broken = fid_why;
    int rc = fid_results_hold (all, false, &fid_why);
    for (size_t i = 0; i < all->note_n && !rc; i++)
        fid_must (fid_check_note (check, &fid_why, "%s", all->note[i]));
    if (!rc)
        rc = fid_check_limits (&g->limits, all, check, &fid_why);
    if (!broken->status)
        fid_must (rc);
    fid_bad_input (rc); /* no pair is left, or another file is broken: named is the first */
}

/* Load the results and check configurations. */
static void check_configurations (const struct args *g, struct fid_check *check)
{
    struct fid_gate_input *candidate = fid_take (1, sizeof *candidate),
                          *accepted = fid_take (1, sizeof *accepted);
    struct fid_thresholds *thresholds = fid_take (1, sizeof *thresholds);
    fid_must (fid_gate_load (g->dir, g->by, candidate, &fid_why));
    if (g->baseline)
        fid_must (fid_gate_load (g->baseline, g->by, accepted, &fid_why));
    if (g->thresholds)
        fid_must (fid_thresholds_load (g->thresholds, thresholds, &fid_why));
    if (candidate->left_out)
        fid_must (fid_check_note (check, &fid_why, "%s", candidate->left_out));
    if (g->baseline)
        fid_must (fid_check_run (accepted, candidate, &g->opts, check, &fid_why));
    if (g->self_test)
        fid_must (fid_check_self (candidate, &g->opts, check, &fid_why));
    if (g->thresholds)
        fid_must (fid_check_thresholds (thresholds, candidate, check, &fid_why));
}

/* Everything that was asked for, into the check, and out of it. */
static void check_all (const struct args *g, struct fid_check *check)
{
    bool for_people = g->common.format == FID_FORMAT_TABLE;
    struct fid_error broken = {.status = FID_OK};
    struct fid_cells cells;
    if (g->history) {
        /* the changes for the worse are checked; all are printed, unless the rows are, in a
         * format that has room for one table */
        struct fid_history *h = fid_take (1, sizeof *h);
        const struct fid_history_opts opts = {.by = g->by, .seed = g->seed};
        fid_must (fid_history_search (g->history, &opts, h, &fid_why));
        fid_must (fid_check_history (h, g->opts.strict, check, &fid_why));
        if (!g->dir || g->common.format == FID_FORMAT_TABLE)
            fid_history_print (h, &g->common);
    }
    if (has_limits (g))
        check_pairs (g, check, &broken);
    if (!broken.status && (g->baseline || g->self_test || g->thresholds))
        check_configurations (g, check);
    if (g->dir) {
        fid_check_cells (check, for_people, &cells);
        fid_print_some (&cells, &g->common);
        if (for_people)
            fid_must (fid_check_reasons (check, stdout, &fid_why));
    }
    if (broken.status)
        fid_fail (broken.status, "%s", broken.text);
    if (g->junit) {
        FILE *f = fid_file_begin (g->junit, NULL);
        fid_must (fid_check_junit (check, g->opts.strict, f, &fid_why));
        fid_file_end (f);
    }
    if (g->annotations)
        fid_must (fid_check_annotations (check, g->opts.strict, stderr, &fid_why));
    if (!g->dir && check->outcome == FID_FAIL) /* there is no table of rows: why is a message */
        fid_must (fid_check_reasons (check, stderr, &fid_why));
}

static int run_check (void *input)
{
    const struct args *g = input;
    struct fid_check *check = fid_take (1, sizeof *check);
    check_all (g, check);
    if (g->dir) {
        size_t n[3] = {0}, pair_n = 0;
        for (size_t i = 0; i < check->note_n; i++)
            fid_say (&g->common, "%s", check->note[i]);
        for (size_t i = 0; i < check->row_n; i++) {
            n[check->row[i].outcome]++;
            pair_n += check->row[i].kind == FID_CHECK_LIMIT;
        }
        if (check->outcome == FID_INCONCLUSIVE) /* loud: the exit status may be 0 */
            fid_complain ("INCONCLUSIVE: the runs do not show that the emulations are %s%s",
                          pair_n ? "as good as they have to be" : "as good as accepted",
                          g->opts.strict ? "" : " (--strict makes this exit status 6)");
        fid_say (&g->common,
                 "%s: %zu configurations, %zu pairs, %zu checks failed, %zu inconclusive, "
                 "%zu passed",
                 fid_outcome_names[check->outcome], check->config_n, pair_n, n[FID_FAIL],
                 n[FID_INCONCLUSIVE], n[FID_PASS]);
    }
    return check->outcome == FID_FAIL                             ? FID_EFAIL
           : check->outcome == FID_INCONCLUSIVE && g->opts.strict ? FID_EOPEN
                                                                  : FID_OK;
}

static const struct args defaults = {
    .opts = FID_CHECK_DEFAULTS,
    .seed = FID_HISTORY_SEED,
    .limits = {.least = FID_ABSENT, .most = FID_ABSENT},
};

const struct fid_cmd cmd_check = {
    "check",   "fail if emulations are worse than they have to be",
    &syntax,   sizeof (struct args),
    &defaults, run_check};
