/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cmd_plan.c - fidlio plan [OPTION...] PLAN */
#include "base/outfile.h"
#include "plan/scale.h"
#include "program/cmd.h"
#include "program/common.h"

struct args {
    struct fid_common common;
    const char *plan, *out; /* borrowed */
    double computation;
    uint64_t data_n;
    size_t rank_n, epoch_n, seed;
};

static const struct fid_option options[] = {
    FID_OPTION_NUMBER (struct args, computation, "computation", 0, "FACTOR", 0, 1e6,
                       "Multiply the computation of steps, for a different accelerator (1)"),
    FID_OPTION_CALL (struct args, data_n, "data", 0, "SIZE", fid_take_size,
                     "Total size of the training files, such as 500G"),
    FID_OPTION_COUNT (struct args, epoch_n, "epochs", 0, "N", 1, 1000000, "Train for N epochs"),
    FID_OPTION_TEXT (struct args, out, "output", 'o', "FILE", "Write the plan to FILE"),
    FID_OPTION_COUNT (struct args, rank_n, "ranks", 0, "N", 1, 65536, "Train on N ranks"),
    FID_OPTION_COUNT (struct args, seed, "seed", 0, "N", 0, 4294967295.,
                      "Seed of the shuffle (1)"),
    {0},
};

static const struct args defaults = {.computation = 1, .seed = 1};

static const struct fid_syntax syntax = {
    .usage = "PLAN",
    .about = "Make a larger or smaller plan from a job's plan (fidlio derive --for plan): "
             "change its ranks, epochs, bytes or accelerator.",
    .set = {{options, 0, 0}, {fid_common_options, offsetof (struct args, common), 0}},
    .plain = FID_PLAIN_ONE (struct args, plan, "plan takes one plan"),
    .missing = "PLAN is missing (fidlio derive --for plan RUN -o PLAN makes one)",
};

static int run_plan (void *input)
{
    struct args *args = input;
    struct fid_plan *from = fid_take (1, sizeof *from), *to = fid_take (1, sizeof *to);
    struct fid_plan_scale how = {.rank_n = args->rank_n,
                                 .data_n = (double)args->data_n,
                                 .epoch_n = args->epoch_n,
                                 .computation = args->computation,
                                 .seed = args->seed};
    struct fid_outfile out;
    fid_must (fid_plan_load (from, args->plan, &fid_why));
    fid_must (fid_plan_scale (to, from, &how, &fid_why));
    if (!args->out) {
        fid_plan_print (to, stdout);
        return FID_OK;
    }
    fid_must (fid_outfile_open (&out, args->out, NULL, &fid_why));
    fid_plan_print (to, out.f);
    fid_must (fid_outfile_end (&out, 0, &fid_why));
    return FID_OK;
}

const struct fid_cmd cmd_plan = {"plan",    "make a plan for more ranks, data or epochs",
                                 &syntax,   sizeof (struct args),
                                 &defaults, run_plan};
