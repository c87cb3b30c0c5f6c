/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cmd_check.c - fidlio check RESULTS --fail-above PERCENT, --baseline FILE and others */
#include "cli/gate_modes.h"
#include "program/cmd.h"

struct args {
    struct fid_common common;
    const char *dir;
    struct fid_gating gating;
};

static void check_args (struct argp_state *state, void *input)
{
    const struct args *args = input;
    const struct fid_gating *g = &args->gating;
    if (!args->dir && (!g->history || fid_gating_of_results (g)))
        argp_error (state, "which directory of results?");
    if (!fid_gating_wanted (g))
        argp_error (state,
                    "against what? --baseline FILE, --fail-above PERCENT, --fail-below X, "
                    "--thresholds FILE, --self-test or --history DIR");
    if ((g->limits.group || g->limits.resource) && g->limits.least == FID_ABSENT)
        argp_error (state, "--group and --resource say of what --fail-below X is");
    if (g->limits.same_workload && g->limits.least == FID_ABSENT &&
        g->limits.most == FID_ABSENT)
        argp_error (state, "--same-workload is of --fail-above PERCENT and --fail-below X");
    if (g->limits.group && g->limits.resource)
        argp_error (state, "--group and --resource exclude each other");
    if (g->baseline && g->self_test)
        argp_error (state, "--baseline and --self-test exclude each other");
}

static const struct fid_syntax syntax = {
    .usage = "RESULTS",
    .about =
        "Exit with 1 if emulations are worse than a baseline (--baseline), if the "
        "benchmark's answer is too far off (--fail-above), or if the similarity of a pair is "
        "below a limit (--fail-below); a pair without the similarity misses it.",
    .set = {{fid_gating_options, offsetof (struct args, gating), 0},
            {fid_common_options, offsetof (struct args, common), 0}},
    .plain = FID_PLAIN_ONE (struct args, dir, "one directory of results at a time"),
    .check = check_args,
};

static const struct args defaults = {.gating = FID_GATING_DEFAULTS};

static int run_check (void *input)
{
    const struct args *args = input;
    return fid_gating_run (&args->gating, args->dir, &args->common);
}

const struct fid_cmd cmd_check = {
    "check",   "fail if emulations are worse than they have to be",
    &syntax,   sizeof (struct args),
    &defaults, run_check};
