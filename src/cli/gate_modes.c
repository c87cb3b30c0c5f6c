/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gate_modes.c - see gate_modes.h */
#include "check/gate_text.h"
#include "cli/gate_modes.h"
#include "cli/options.h"
#include "results/hold.h"

#define GROUP_BY_HELP                                                                          \
    "What runs that repeat one another share: configuration (their names but for _rN; the "    \
    "default), run (nothing), workload"

static const char *const groupings[] = {"configuration", "run", "workload", NULL};

const struct fid_option fid_group_by_options[] = {
    {.name = "group-by",
     .value = "WHAT",
     .help = GROUP_BY_HELP,
     .kind = FID_TAKES_CHOICE,
     .names = groupings},
    {0},
};

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

const struct fid_option fid_gating_options[] = {
    FID_OPTION_HEADING ("Limits for every pair:", 9),
    FID_OPTION_CALL (
        struct fid_gating, limits.most, "fail-above", 0, "PERCENT", read_most,
        "How far the benchmark's answer may be off at most, by the upper end of its "
        "interval"),
    FID_OPTION_CALL (struct fid_gating, limits.least, "fail-below", 0, "X", read_least,
                     "Similarity (0 to 1) that every pair has to reach"),
    FID_OPTION_CALL (struct fid_gating, limits.group, "group", 0, "GROUP", read_group,
                     "--fail-below is of the grade of this group, not of the similarity"),
    FID_OPTION_CALL (struct fid_gating, limits.resource, "resource", 0, "RESOURCE",
                     read_resource, "--fail-below is of the grade of this resource"),
    FID_OPTION_FLAG (struct fid_gating, limits.same_workload, "same-workload", 0,
                     "Only pairs of one workload"),
    FID_OPTION_HEADING ("Judging configurations:", 10),
    FID_OPTION_CHOICE (struct fid_gating, by, "group-by", 0, "WHAT", groupings, GROUP_BY_HELP),
    FID_OPTION_TEXT (struct fid_gating, baseline, "baseline", 0, "FILE",
                     "Judge against it (see `fidlio baseline')"),
    FID_OPTION_NUMBER (
        struct fid_gating, opts.margin, "margin", 0, "D", 0, 1,
        "How much worse similarities and answers may be: with 0.05 a similarity "
        "may be divided by 1.05, and an answer that was 4 % off may be 9 % off; "
        "by default that, or three standard deviations of the accepted runs where "
        "that is more"),
    FID_OPTION_TEXT (struct fid_gating, opts.prior, "prior", 0, "FILE",
                     "How much runs differ, as known before (`fidlio baseline prior'); else "
                     "the built-in one"),
    FID_OPTION_NUMBER (struct fid_gating, opts.alpha, "alpha", 0, "P", 0.0001, 0.4,
                       "Chance of a false FAIL of a configuration: 0.05"),
    FID_OPTION_COUNT (struct fid_gating, seed, "seed", 0, "N", 0, UINT32_MAX,
                      "Start of the random numbers of --history"),
    FID_OPTION_TEXT (struct fid_gating, thresholds, "thresholds", 0, "FILE",
                     "Grades that have to be reached: lines 'WORKLOAD WHAT LEAST'"),
    FID_OPTION_FLAG (struct fid_gating, self_test, "self-test", 0,
                     "Judge repeats of the real runs: has to PASS"),
    FID_OPTION_TEXT (struct fid_gating, history, "history", 0, "DIR",
                     "Find when the results stored in DIR changed"),
    FID_OPTION_TEXT (struct fid_gating, junit, "junit", 0, "FILE", "Write JUnit XML too"),
    FID_OPTION_FLAG (struct fid_gating, annotations, "annotations", 0,
                     "Print GitHub's ::error and ::warning lines on standard error"),
    FID_OPTION_FLAG (
        struct fid_gating, opts.strict, "strict", 0,
        "Exit with 6 on INCONCLUSIVE, and with 1 where valid became not valid or the "
        "last change of a history is for the worse"),
    {0},
};

static bool has_limits (const struct fid_gating *g)
{
    return g->limits.least != FID_ABSENT || g->limits.most != FID_ABSENT;
}

bool fid_gating_of_results (const struct fid_gating *g)
{
    return g->baseline || g->thresholds || g->self_test || has_limits (g);
}

bool fid_gating_wanted (const struct fid_gating *g)
{
    return g->history || fid_gating_of_results (g);
}

void fid_history_say (const struct fid_history *h, const struct fid_common *common)
{
    if (h->short_n)
        fid_say (common,
                 "too few results: %zu of %zu series have %zu or so, %d are needed before a "
                 "change can be told from chance",
                 h->short_n, h->short_n + h->searched_n, h->shortest_n, FID_HISTORY_LEAST);
    fid_say (common, "%zu changes in %zu series of %zu stored results", h->change_n,
             h->searched_n, h->entry_n);
}

/* Prints a table; one without rows only for programs. */
static void print_some (struct fid_cells *cells, const struct fid_common *common)
{
    if (cells->cell_n || common->format != FID_FORMAT_TABLE)
        fid_print_table (cells, common);
    else
        fid_cells_clear (cells);
}

void fid_history_print (const struct fid_history *h, const struct fid_common *common)
{
    struct fid_cells cells;
    fid_history_cells (h, &cells);
    print_some (&cells, common);
    fid_history_say (h, common);
}

/* The changes for the worse are checked; all are printed, unless the rows are, in a format that
 * has room for one table. */
static void search_history (const struct fid_gating *g, const char *dir,
                            const struct fid_common *common, struct fid_check *check)
{
    struct fid_history *h = fid_take (1, sizeof *h);
    const struct fid_history_opts opts = {.by = g->by, .seed = g->seed};
    fid_must (fid_history_search (g->history, &opts, h, &fid_why));
    fid_must (fid_check_history (h, g->opts.strict, check, &fid_why));
    if (!dir || common->format == FID_FORMAT_TABLE)
        fid_history_print (h, common);
}

/* Checks every pair against the limits.  A file that cannot be read is an error, as its pair is
 * not known: the first is named in *broken, and the others are checked. */
static void check_pairs (const struct fid_gating *g, const char *dir, struct fid_check *check,
                         struct fid_error *broken)
{
    struct fid_results *all = fid_take (1, sizeof *all);
    fid_must (fid_results_load (all, dir, 1, NULL, &fid_why));
    for (size_t i = 0; i < all->failure_n && !broken->status; i++)
        if (!all->failure[i].real)
            fid_errorf (broken, FID_EINPUT, "%s/%s", dir, all->failure[i].reason);
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
static void check_configurations (const struct fid_gating *g, const char *dir,
                                  struct fid_check *check)
{
    struct fid_gate_input *candidate = fid_take (1, sizeof *candidate),
                          *accepted = fid_take (1, sizeof *accepted);
    struct fid_thresholds *thresholds = fid_take (1, sizeof *thresholds);
    fid_must (fid_gate_load (dir, g->by, candidate, &fid_why));
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

static void say_outcome (const struct fid_check *check, const struct fid_gating *g,
                         const struct fid_common *common)
{
    size_t n[3] = {0}, pair_n = 0;
    for (size_t i = 0; i < check->note_n; i++)
        fid_say (common, "%s", check->note[i]);
    for (size_t i = 0; i < check->row_n; i++) {
        n[check->row[i].outcome]++;
        pair_n += check->row[i].kind == FID_CHECK_LIMIT;
    }
    if (check->outcome == FID_INCONCLUSIVE) /* loud: the exit status may be 0 */
        fid_complain ("INCONCLUSIVE: the runs do not show that the emulations are %s%s",
                      pair_n ? "as good as they have to be" : "as good as accepted",
                      g->opts.strict ? "" : " (--strict makes this exit status 6)");
    fid_say (common,
             "%s: %zu configurations, %zu pairs, %zu checks failed, %zu inconclusive, "
             "%zu passed",
             fid_outcome_name (check->outcome), check->config_n, pair_n, n[FID_FAIL],
             n[FID_INCONCLUSIVE], n[FID_PASS]);
}

/* Everything that was asked for, into the check, and out of it. */
static void check_all (const struct fid_gating *g, const char *dir,
                       const struct fid_common *common, struct fid_check *check)
{
    struct fid_error broken = {.status = FID_OK};
    struct fid_cells cells;
    if (g->history)
        search_history (g, dir, common, check);
    if (has_limits (g))
        check_pairs (g, dir, check, &broken);
    if (!broken.status && (g->baseline || g->self_test || g->thresholds))
        check_configurations (g, dir, check);
    if (dir) {
        fid_check_cells (check, common->format == FID_FORMAT_TABLE, &cells);
        print_some (&cells, common);
        if (common->format == FID_FORMAT_TABLE)
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
    if (!dir && check->outcome == FID_FAIL) /* there is no table of rows: why is a message */
        fid_must (fid_check_reasons (check, stderr, &fid_why));
}

int fid_gating_run (const struct fid_gating *g, const char *dir,
                    const struct fid_common *common)
{
    struct fid_check *check = fid_take (1, sizeof *check);
    check_all (g, dir, common, check);
    if (dir)
        say_outcome (check, g, common);
    return check->outcome == FID_FAIL                             ? FID_EFAIL
           : check->outcome == FID_INCONCLUSIVE && g->opts.strict ? FID_EOPEN
                                                                  : FID_OK;
}
