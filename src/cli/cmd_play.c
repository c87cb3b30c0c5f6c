/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cmd_play.c - fidlio play PLAN */
#include "base/jsonbuild.h"
#include "plan/play.h"
#include "program/cmd.h"
#include "program/common.h"

struct args {
    struct fid_common common;
    struct fid_play_opts play;
    const char *plan; /* borrowed */
    bool make;
};

static const struct fid_option options[] = {
    FID_OPTION_TEXT (struct args, play.data, "data", 'd', "DIR",
                     "The folder of the files that the plan reads"),
    FID_OPTION_TEXT (struct args, play.saved, "checkpoints", 0, "DIR",
                     "The folder of checkpoints (default: checkpoints in the folder of data)"),
    FID_OPTION_TEXT (struct args, play.out, "output", 'o', "DIR",
                     "Record the play as a run: dlio.log, meta.json and traces in DFTracer's "
                     "format"),
    FID_OPTION_FLAG (struct args, make, "make", 0,
                     "Make missing files, of random bytes, and do not play"),
    FID_OPTION_FLAG (struct args, play.warm, "warm", 0,
                     "Leave the files in the page cache (default: evict them first)"),
    FID_OPTION_FLAG (struct args, play.keep, "keep", 0, "Keep the checkpoints"),
    {0},
};

static void check_args (struct argp_state *state, void *input)
{
    struct args *args = input;
    if (!args->play.data)
        argp_error (state, "--data DIR is missing: the folder of the files");
    if (args->common.format != FID_FORMAT_TABLE && args->common.format != FID_FORMAT_JSON)
        argp_error (state, "play prints text or json");
}

static const struct fid_syntax syntax = {
    .usage = "PLAN",
    .about =
        "Play the plan of a job (fidlio derive --for plan) without the job: its reads, the "
        "computation of its steps, its checkpoints.",
    .set = {{options, 0, 0}, {fid_common_options, offsetof (struct args, common), 0}},
    .plain = FID_PLAIN_ONE (struct args, plan, "play takes one plan"),
    .missing = "PLAN is missing (fidlio derive --for plan RUN -o PLAN makes one)",
    .check = check_args,
};

static void print_json (const struct fid_played *p)
{
    struct fid_doc d;
    fid_doc_begin (&d);
    fid_doc_text (&d, d.root, "schema", "fidlio.play/1");
    fid_doc_members (&d, d.root,
                     "seconds %g training_s %g compute_s %g wait_s %g saving_s %g steps %g "
                     "reads %g read_bytes %g read_busy_s %g saved_bytes %g",
                     p->total_s, p->training_s, p->compute_s, p->wait_s, p->saving_s, p->step_n,
                     p->read_n, p->byte_n, p->busy_s, p->saved_n);
    fid_print_document (fid_doc_end (&d, &fid_why));
}

static void print_text (const struct fid_played *p)
{
    if (p->step_n > 0) {
        printf ("%.0f steps of training in %.3f s, of %.3f s in all\n", p->step_n,
                p->training_s, p->total_s);
        printf ("accelerators busy %.1f %% of it; %.3f s waited for data\n",
                100 * p->compute_s / p->training_s, p->wait_s);
        printf ("%.0f reads of %.1f MB, %.1f MB/s while training\n", p->read_n, p->byte_n / 1e6,
                p->byte_n / 1e6 / p->training_s);
    } else
        printf ("%.0f reads of %.1f MB in %.3f s; the plan has no steps\n", p->read_n,
                p->byte_n / 1e6, p->total_s);
    if (p->saved_n > 0)
        printf ("checkpoints of %.1f MB, waited for %.3f s\n", p->saved_n / 1e6, p->saving_s);
}

static int run_play (void *input)
{
    struct args *args = input;
    struct fid_plan *plan = fid_take (1, sizeof *plan);
    struct fid_played played;
    fid_must (fid_plan_load (plan, args->plan, &fid_why));
    if (args->make) {
        size_t n;
        double byte_n;
        fid_must (fid_plan_make (plan, args->play.data, &n, &byte_n, &fid_why));
        printf ("%s: %zu files made, %.1f MB; %zu were there\n", args->play.data, n,
                byte_n / 1e6, plan->file_n - n);
        return FID_OK;
    }
    if (!args->play.saved)
        args->play.saved = fid_textf ("%s/checkpoints", args->play.data);
    fid_must (fid_plan_play (plan, &args->play, &played, &fid_why));
    if (args->common.format == FID_FORMAT_JSON)
        print_json (&played);
    else
        print_text (&played);
    return FID_OK;
}

const struct fid_cmd cmd_play = {"play",  "play the plan of a job on a storage",
                                 &syntax, sizeof (struct args),
                                 NULL,    run_play};
