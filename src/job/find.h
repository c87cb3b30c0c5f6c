/* SPDX-License-Identifier: GPL-3.0-or-later */
/* find.h - from a run to the job that it is a recording of
 *
 * What the log says is taken from it; what it does not say is found in the traces:
 *
 *   batches      PyTorch's loader processes unlink the shared memory of each tensor that they
 *                hand over; else files or records that one process reads at once (batches.c)
 *   steps        a loader that is ahead reads its next batch when a step takes one; a program
 *                that reads in the main process reads between steps (steps.c)
 *   checkpoints  files that are written, by folder and time (saves.c)
 *   evaluations  files of evaluation that are read, one stretch of time each (spans.c) */
#pragma once

#include "job/job.h"
#include "job/layout.h"

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
