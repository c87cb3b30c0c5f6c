/* SPDX-License-Identifier: GPL-3.0-or-later */
/* of_run.h - the job that a run is a recording of
 *
 * What the log says is taken from it; what it does not say is found in the traces:
 *
 *   batches      PyTorch's loader processes unlink the shared memory of each tensor that they
 *                hand over; else files or records that one process reads at once (batches.c)
 *   steps        a loader that is ahead reads its next batch when a step takes one; a program
 *                that reads in the main process reads between steps (steps_found.c)
 *   checkpoints  files that are written, by folder and time (parts.c)
 *   evaluations  files of evaluation that are read, one stretch of time each (parts.c) */
#pragma once

#include "job/job.h"
#include "job/layout.h"
#include "model/agree.h"
#include "run/run.h"

/* What the job was found in. */
struct fid_job_evidence {
    struct fid_data_io io;
    struct fid_side_facts side[FID_SIDE_N]; /* in samples of the application */
    int64_t origin_ns;                      /* second 0 of the job, on the run's axis */
};

/* Finds the job of a run.  Clear *job and *ev even after a failure.  -1 without memory. */
int fid_job_find (struct fid_job *job, struct fid_job_evidence *ev, const struct fid_run *run,
                  struct fid_error *err);

void fid_job_evidence_clear (struct fid_job_evidence *ev);

/* Which step takes what a read brings. */
struct fid_read_place {
    uint32_t rank; /* a place in job->rank */
    uint32_t step; /* a place in its steps; FID_NO_TAKER: none */
};

#define FID_NO_TAKER UINT32_MAX

/* The same, with (*place)[i], owned by the caller, for each ev->io.read[i]. */
int fid_job_find_places (struct fid_job *job, struct fid_job_evidence *ev,
                         struct fid_read_place **place, const struct fid_run *run,
                         struct fid_error *err);

struct fid_run_job {
    struct fid_job job;
    struct fid_job stated; /* as figures have it where no trace shows the job's reads;
                                         no ranks: there are none */
    struct fid_job_evidence evidence; /* if whole: it is freed where it is long */
    bool whole;
};

/* The job of a run, found once and kept until the run is destroyed.  NULL without memory.
 * Thread-safe: waits while another thread finds it. */
const struct fid_run_job *fid_job_of_run (const struct fid_run *run, struct fid_error *err);

/* What a job did, as repeats are held against each other (model/agree.h). */
void fid_job_did (struct fid_did *did, const struct fid_job *job);

/* Holds n repeats of one job against each other, given as jobs or as runs.  Clear *a even after
 * a failure.  -1 without memory. */
int fid_jobs_agree (struct fid_agreement *a, const struct fid_job *const *job, size_t n,
                    struct fid_error *err);
int fid_runs_agree (struct fid_agreement *a, const struct fid_run *const *run, size_t n,
                    struct fid_error *err);

/* Adds to run->phases and run->steps the checkpoints, evaluations and steps that the traces
 * show and the log does not name, and lets phases of training last until the last rank has
 * ended its steps.  The roles of files are known, and nothing is counted by phase yet. 
 * Findings say what was added, and how surely.  -1 without memory. */
int fid_job_complete (struct fid_run *run, struct fid_error *err);
