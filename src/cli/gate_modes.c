/* gate_modes.c - see gate_modes.h */
#include "config.h"
#include <stdlib.h>
#include <string.h>
#include "base/outfile.h"
#include "check/gate_text.h"
#include "cli/gate_modes.h"
#include "cli/signals.h"

enum {
    KEY_BASELINE = FID_KEY_OPTIONS + 0x80,
    KEY_MARGIN,
    KEY_ALPHA,
    KEY_SEED,
    KEY_THRESHOLDS,
    KEY_JUNIT,
    KEY_ANNOTATIONS,
    KEY_SELF,
    KEY_STRICT,
    KEY_PRIOR,
    KEY_HISTORY,
    KEY_GROUP_BY
};

static error_t
parse_group_by (int key, char *arg, struct argp_state *state)
{
    static const char *const names[] = {"configuration", "run", "workload"};
    enum fid_gate_by *by = state->input;
    if (key != KEY_GROUP_BY)
        return ARGP_ERR_UNKNOWN;
    for (int i = 0; i < 3; i++)
        if (strcmp (arg, names[i]) == 0) {
            *by = (enum fid_gate_by)i;
            return 0;
        }
    argp_error (state, "--group-by takes configuration, run or workload, not '%s'", arg);
    return 0;
}

static const struct argp_option group_by_options[] = {
    {"group-by", KEY_GROUP_BY, "WHAT", 0,
     "What runs that repeat one another share: configuration (their names but for _rN; the "
     "default), run (nothing), workload",
     0},
    {0},
};

const struct argp fid_group_by_argp = {
    group_by_options, parse_group_by, NULL, NULL, NULL, NULL, NULL};

static error_t
parse (int key, char *arg, struct argp_state *state)
{
    struct fid_gating *g = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &g->by;
        return 0;
    case KEY_BASELINE:
        g->baseline = arg;
        return 0;
    case KEY_MARGIN:
        g->opts.margin = fid_arg_number (state, "--margin", arg, 0, 1);
        return 0;
    case KEY_ALPHA:
        g->opts.alpha = fid_arg_number (state, "--alpha", arg, 0.0001, 0.4);
        return 0;
    case KEY_SEED:
        g->seed = fid_arg_count (state, "--seed", arg, 0, UINT32_MAX);
        return 0;
    case KEY_THRESHOLDS:
        g->thresholds = arg;
        return 0;
    case KEY_JUNIT:
        g->junit = arg;
        return 0;
    case KEY_ANNOTATIONS:
        g->annotations = true;
        return 0;
    case KEY_SELF:
        g->self_test = true;
        return 0;
    case KEY_STRICT:
        g->strict = true;
        return 0;
    case KEY_PRIOR:
        g->opts.prior = arg;
        return 0;
    case KEY_HISTORY:
        g->history = arg;
        return 0;
    case ARGP_KEY_END:
        if (g->baseline && g->self_test)
            argp_error (state, "--baseline and --self-test exclude each other");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {"baseline", KEY_BASELINE, "FILE", 0, "Judge against it (see `fidlio baseline')", 0},
    {"margin", KEY_MARGIN, "D", 0,
     "How much lower scores and grades may be: 0.05 lets them be divided by 1.05; by default "
     "that, or three standard deviations of the accepted runs where that is more",
     0},
    {"prior", KEY_PRIOR, "FILE", 0,
     "How much runs differ, as known before (`fidlio baseline prior'); else the built-in one",
     0},
    {"alpha", KEY_ALPHA, "P", 0, "Chance of a false FAIL of a configuration: 0.05", 0},
    {"seed", KEY_SEED, "N", 0, "Start of the random numbers of --history", 0},
    {"thresholds", KEY_THRESHOLDS, "FILE", 0,
     "Grades that have to be reached: lines 'WORKLOAD WHAT LEAST'", 0},
    {"self-test", KEY_SELF, NULL, 0, "Judge repeats of the real runs: has to PASS", 0},
    {"history", KEY_HISTORY, "DIR", 0, "Find when the results stored in DIR changed", 0},
    {"junit", KEY_JUNIT, "FILE", 0, "Write JUnit XML too", 0},
    {"annotations", KEY_ANNOTATIONS, NULL, 0,
     "Print GitHub's ::error and ::warning lines on standard error", 0},
    {"strict", KEY_STRICT, NULL, 0, "Exit with 6 on INCONCLUSIVE", 0},
    {0},
};

static const struct argp_child children[] = {{&fid_group_by_argp, 0, NULL, 0}, {0}};

const struct argp fid_gating_argp = {options, parse, NULL, NULL, children, NULL, NULL};

bool
fid_gating_wanted (const struct fid_gating *g)
{
    return g->baseline || g->thresholds || g->self_test || g->history;
}

void
fid_history_say (const struct fid_history *h, const struct fid_common *common)
{
    if (h->short_n)
        fid_say (common,
                 "too few results: %zu of %zu series have %zu or so, %d are needed before a "
                 "change can be told from chance",
                 h->short_n, h->short_n + h->searched_n, h->shortest_n, FID_HISTORY_LEAST);
    fid_say (common, "%zu changes in %zu series of %zu stored results", h->change_n, h->searched_n,
             h->entry_n);
}

int
fid_history_print (const struct fid_history *h, const struct fid_common *common,
                   struct fid_error *err)
{
    struct fid_cells cells;
    fid_history_cells (h, &cells);
    int rc = h->change_n || common->format != FID_FORMAT_TABLE
                 ? fid_cells_write (&cells, common->format, stdout, err)
                 : 0;
    fid_cells_clear (&cells);
    if (!rc)
        fid_history_say (h, common);
    return rc;
}

static int
search_history (const struct fid_gating *g, const struct fid_common *common,
                struct fid_error *err)
{
    struct fid_history h;
    const struct fid_history_opts opts = {.by = g->by, .seed = g->seed};
    if (fid_history_search (g->history, &opts, &h, err))
        return -1;
    int rc = fid_history_print (&h, common, err);
    fid_history_clear (&h);
    return rc;
}

/* Load the results and check them. */
static int
judge (const struct fid_gating *g, const char *dir, struct fid_check *check,
       struct fid_error *err)
{
    struct fid_gate_input candidate = {0}, accepted = {0};
    struct fid_thresholds thresholds = {0};
    int rc =
        fid_gate_load (dir, g->by, &candidate, err) ||
                (g->baseline && fid_gate_load (g->baseline, g->by, &accepted, err)) ||
                (g->thresholds && fid_thresholds_load (g->thresholds, &thresholds, err)) ||
                (g->baseline && fid_check_run (&accepted, &candidate, &g->opts, check, err)) ||
                (g->self_test && fid_check_self (&candidate, &g->opts, check, err)) ||
                (g->thresholds && fid_check_thresholds (&thresholds, &candidate, check, err))
            ? -1
            : 0;
    fid_thresholds_clear (&thresholds);
    fid_gate_clear (&accepted);
    fid_gate_clear (&candidate);
    return rc;
}

static int
write_junit (const struct fid_check *check, const struct fid_gating *g, struct fid_error *err)
{
    struct fid_outfile o;
    if (!g->junit)
        return 0;
    fid_writing_begin ();
    int rc = fid_outfile_open (&o, g->junit, err);
    if (!rc && !(rc = fid_check_junit (check, g->strict, o.f, err)))
        rc = fid_outfile_commit (&o, err);
    else if (!rc || o.f)
        fid_outfile_abort (&o);
    fid_writing_end ();
    return rc;
}

/* The rows, and in tables the sentences below them. */
static int
print (const struct fid_check *check, const struct fid_common *common, struct fid_error *err)
{
    struct fid_cells cells;
    bool table = common->format == FID_FORMAT_TABLE;
    fid_check_cells (check, table, &cells);
    int rc = check->row_n || !table ? fid_cells_write (&cells, common->format, stdout, err) : 0;
    fid_cells_clear (&cells);
    if (!rc && table)
        rc = fid_check_reasons (check, stdout, err);
    return rc;
}

static void
conclude (const struct fid_check *check, const struct fid_gating *g,
          const struct fid_common *common)
{
    size_t n[3] = {0};
    for (size_t i = 0; i < check->note_n; i++)
        fid_say (common, "%s", check->note[i]);
    for (size_t i = 0; i < check->row_n; i++)
        n[check->row[i].outcome]++;
    if (check->outcome == FID_INCONCLUSIVE) /* loud: the exit status may be 0 */
        fid_complain ("INCONCLUSIVE: the runs do not show that the emulations are as good as "
                      "accepted%s",
                      g->strict ? "" : " (--strict makes this exit status 6)");
    fid_say (common, "%s: %zu configurations, %zu checks failed, %zu inconclusive, %zu passed",
             fid_outcome_name (check->outcome), check->config_n, n[FID_FAIL],
             n[FID_INCONCLUSIVE], n[FID_PASS]);
}

int
fid_gating_run (const struct fid_gating *g, const char *dir, const struct fid_common *common,
                struct fid_error *err)
{
    struct fid_check check = {0};
    if (g->history && search_history (g, common, err))
        return (int)err->status;
    if (!dir)
        return FID_OK;
    int status =
        judge (g, dir, &check, err) || print (&check, common, err) ||
                write_junit (&check, g, err) ||
                (g->annotations && fid_check_annotations (&check, g->strict, stderr, err))
            ? (int)err->status
            : FID_OK;
    if (status == FID_OK) {
        conclude (&check, g, common);
        if (check.outcome == FID_FAIL)
            status = FID_EFAIL;
        else if (check.outcome == FID_INCONCLUSIVE && g->strict)
            status = FID_EOPEN;
    }
    fid_check_clear (&check);
    return status;
}
