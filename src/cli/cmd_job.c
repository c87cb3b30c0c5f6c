/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cmd_job.c - fidlio job RUN */
#include "job/of_run.h"
#include "job/show.h"
#include "program/cmd.h"
#include "program/run_options.h"
#include "readers/load.h"

struct args {
    struct fid_common common;
    struct fid_run_opts run;
    const char *dir; /* borrowed */
    bool steps;
};

static void check_args (struct argp_state *state, void *input)
{
    const struct args *args = input;
    enum fid_format format = args->common.format;
    if (!args->dir)
        argp_error (state, "RUN is missing");
    if (format == FID_FORMAT_CSV || format == FID_FORMAT_TSV || format == FID_FORMAT_MD)
        argp_error (state, "job writes table or json");
}

static const struct fid_option options[] = {
    FID_OPTION_FLAG (struct args, steps, "steps", 0, "JSON: each step of each rank, too"),
    {0},
};

static const struct fid_syntax syntax = {
    .usage = "RUN",
    .about =
        "Print the job of a run: steps, their computation and reads, the loader, checkpoints, "
        "evaluations.  Each has its source and a certainty.",
    .set = {{options, 0, 0},
            {fid_run_options, offsetof (struct args, run), 0},
            {fid_common_options, offsetof (struct args, common), 0}},
    .plain = FID_PLAIN_ONE (struct args, dir, "one run at a time"),
    .check = check_args,
};

static int run_job (void *input)
{
    const struct args *args = input;
    struct fid_run *run = fid_have (fid_run_load (args->dir, &args->run, &fid_why));
    const struct fid_run_job *found = fid_job_of_run (run, &fid_why);
    if (!found)
        fid_end ();
    if (args->common.format == FID_FORMAT_JSON)
        fid_print_document (fid_job_json (&found->job, run->id, args->steps, &fid_why));
    else
        fid_job_print (&found->job, run->id, args->common.verbose > 0, stdout);
    fid_run_destroy (run);
    return FID_OK;
}

const struct fid_cmd cmd_job = {"job",   "the job of a run: steps, loader, checkpoints",
                                &syntax, sizeof (struct args),
                                NULL,    run_job};
