/* cmd_check.c - fidlio check RESULTS --fail-below X, or --baseline FILE and others */
#include "cli/cmd.h"
#include "cli/gate_modes.h"
#include "report/fail_below.h"

struct args {
    struct fid_common common;
    const char *dir;
    struct fid_gate gate;
    bool has_limit;
    struct fid_gating gating;
};

static void
read_limit (struct argp_state *state, const char *arg, void *input)
{
    struct args *args = input;
    args->gate.fail_below = fid_arg_number (state, "--fail-below", arg, 0, 1);
    args->has_limit = true;
}

static void
read_group (struct argp_state *state, const char *arg, void *member)
{
    *(const char **)member = fid_groups[fid_arg_group (state, fid_span_of (arg))].name;
}

static void
read_resource (struct argp_state *state, const char *arg, void *member)
{
    *(const char **)member = fid_resources[fid_arg_resource (state, fid_span_of (arg))].name;
}

static void
check_args (struct argp_state *state, void *input)
{
    const struct args *args = input;
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
    if (args->gating.baseline && args->gating.self_test)
        argp_error (state, "--baseline and --self-test exclude each other");
}

static const struct fid_option options[] = {
    FID_OPTION_CALL_ALL ("fail-below", 0, "X", read_limit,
                         "Score (0 to 1) that every pair has to reach"),
    FID_OPTION_CALL (struct args, gate.group, "group", 0, "GROUP", read_group,
                     "Check the grade of this group, not the score"),
    FID_OPTION_CALL (struct args, gate.resource, "resource", 0, "RESOURCE", read_resource,
                     "Check the grade of this resource"),
    FID_OPTION_FLAG (struct args, gate.same_workload, "same-workload", 0,
                     "Only pairs of one workload"),
    {0},
};

static const struct fid_syntax syntax = {
    .usage = "RESULTS",
    .about = "Exit with 1 if emulations are worse than a baseline (--baseline), miss "
             "thresholds, or if the score of a pair is below a limit (--fail-below); a "
             "pair without the number misses it.",
    .set = {{options, 0, 0},
            {fid_gating_options, offsetof (struct args, gating), 0},
            {fid_common_options, offsetof (struct args, common), 0}},
    .plain = FID_PLAIN_ONE (struct args, dir, "one directory of results at a time"),
    .check = check_args,
};

static int
check_limit (const struct args *args, struct fid_error *err)
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
run_check (int argc, char **argv, const struct fid_common *given)
{
    struct args args = {.common = *given,
                        .gating = {.opts = FID_CHECK_DEFAULTS, .seed = FID_HISTORY_SEED}};
    struct fid_error err = {.status = FID_OK};
    fid_syntax_parse (&syntax, argc, argv, &args);
    int status = args.has_limit ? check_limit (&args, &err)
                                : fid_gating_run (&args.gating, args.dir, &args.common, &err);
    if (err.text[0])
        fid_say_error (&err);
    return status;
}

const struct fid_cmd cmd_check = {"check", "fail if emulations are worse than they have to be",
                                  run_check};
