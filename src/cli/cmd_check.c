/* cmd_check.c - fidlio check RESULTS --fail-below X, or --baseline FILE and others */
#include "config.h"
#include "cli/cmd.h"
#include "cli/gate_modes.h"
#include "report/fail_below.h"

enum { KEY_BELOW = FID_KEY_COMMAND, KEY_GROUP, KEY_RESOURCE, KEY_SAME };

struct args {
    struct fid_common common;
    const char *dir;
    struct fid_gate gate;
    bool has_limit;
    struct fid_gating gating;
};

static error_t
parse (int key, char *arg, struct argp_state *state)
{
    struct args *args = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &args->gating;
        state->child_inputs[1] = &args->common;
        return 0;
    case KEY_BELOW:
        args->gate.fail_below = fid_arg_number (state, "--fail-below", arg, 0, 1);
        args->has_limit = true;
        return 0;
    case KEY_GROUP:
        args->gate.group = fid_groups[fid_arg_group (state, fid_span_of (arg))].name;
        return 0;
    case KEY_RESOURCE:
        args->gate.resource = fid_resources[fid_arg_resource (state, fid_span_of (arg))].name;
        return 0;
    case KEY_SAME:
        args->gate.same_workload = true;
        return 0;
    case ARGP_KEY_ARG:
        if (args->dir)
            argp_error (state, "one directory of results at a time");
        args->dir = arg;
        return 0;
    case ARGP_KEY_END:
        if (!args->dir && (!args->gating.history || args->has_limit))
            argp_error (state, "which directory of results?");
        if (!args->has_limit && !fid_gating_wanted (&args->gating))
            argp_error (state, "against what? --baseline FILE, --fail-below X, --thresholds "
                               "FILE, --self-test or --history DIR");
        if (args->has_limit && fid_gating_wanted (&args->gating))
            argp_error (state, "--fail-below stands alone; with a baseline, a line in "
                               "--thresholds does the same");
        if (args->gate.group && args->gate.resource)
            argp_error (state, "--group and --resource exclude each other");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static int
check (const struct args *args, struct fid_error *err)
{
    struct fid_results all;
    struct fid_cells missed;
    size_t pair_n, missed_n;
    if (fid_results_load (&all, args->dir, 1, err))
        return (int)err->status;
    int rc = fid_gate (&args->gate, &all, &missed, &pair_n, &missed_n, err);
    int status = rc ? (int)err->status : missed_n ? FID_EFAIL : FID_OK;
    for (size_t i = 0; i < all.failure_n && rc == 0; i++)
        if (!all.failure[i].real) { /* a file that was not read: its pair is not known */
            fid_complain ("%s/%s", args->dir, all.failure[i].reason);
            status = FID_EINPUT;
        }
    if (rc == 0) {
        if ((missed_n || args->common.format != FID_FORMAT_TABLE) &&
            fid_cells_write (&missed, args->common.format, stdout, err))
            status = (int)err->status;
        fid_say (&args->common, "%zu of %zu pairs below %g", missed_n, pair_n,
                 args->gate.fail_below);
        fid_cells_clear (&missed);
    }
    fid_results_clear (&all);
    return rc ? (int)err->status : status;
}

static int
run (int argc, char **argv, const struct fid_common *given)
{
    static const struct argp_option options[] = {
        {"fail-below", KEY_BELOW, "X", 0, "Score (0 to 1) that every pair has to reach", 0},
        {"group", KEY_GROUP, "GROUP", 0, "Check the grade of this group, not the score", 0},
        {"resource", KEY_RESOURCE, "RESOURCE", 0, "Check the grade of this resource", 0},
        {"same-workload", KEY_SAME, NULL, 0, "Only pairs of one workload", 0},
        {0},
    };
    static const struct argp_child children[] = {
        {&fid_gating_argp, 0, "Judging configurations:", 10},
        {&fid_common_argp, 0, NULL, 0},
        {0}};
    static const struct argp argp = {
        .options = options,
        .parser = parse,
        .args_doc = "RESULTS",
        .doc = "Exit with 1 if emulations are worse than a baseline (--baseline), miss "
               "thresholds, or if the score of a pair is below a limit (--fail-below); a "
               "pair without the number misses it.",
        .children = children,
    };
    struct args args = {.common = *given,
                        .gating = {.opts = FID_CHECK_DEFAULTS, .seed = FID_HISTORY_SEED}};
    struct fid_error err = {.status = FID_OK};
    fid_parse (&argp, argc, argv, &args);
    int status = args.has_limit ? check (&args, &err)
                                : fid_gating_run (&args.gating, args.dir, &args.common, &err);
    if (err.text[0])
        fid_say_error (&err);
    return status;
}

const struct fid_cmd cmd_check = {"check", "fail if emulations are worse than they have to be",
                                  run};
