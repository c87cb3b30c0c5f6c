/* SPDX-License-Identifier: GPL-3.0-or-later */
/* of_run.h - the job of a run, found once, whoever asks for it */
#pragma once

#include "job/find.h"
#include "model/agree.h"

struct fid_run_job {
    struct fid_job job;
    struct fid_job_evidence evidence; /* unless it is long: */
    bool whole;                       /* it is kept */
};

/* The job of a run, which keeps it until it is destroyed.  NULL without memory.  Thread-safe:
 * who asks while another thread finds it waits. */
const struct fid_run_job *fid_job_of_run (const struct fid_run *run, struct fid_error *err);

/* Holds runs that are to be repeats of one job against each other (agree.h). */
int fid_runs_agree (struct fid_agreement *a, const struct fid_run *const *run, size_t n,
                    struct fid_error *err);

/* --- what a job did, as repeats of it are held against each other (model/agree.h) */

void fid_job_did (struct fid_did *did, const struct fid_job *job);

/* Holds the jobs of n runs against each other.  Clear *a even after a failure.  -1 without
 * memory. */
int fid_jobs_agree (struct fid_agreement *a, const struct fid_job *const *job, size_t n,
                    struct fid_error *err);
