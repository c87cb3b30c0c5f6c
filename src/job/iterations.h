/* SPDX-License-Identifier: GPL-3.0-or-later */
/* iterations.h - the steps of training that the log has of all ranks, those that belong
 * together
 *
 * The k-th step of an epoch is the same iteration in all ranks. */
#pragma once

#include "job/job.h"
#include "run/run.h"

/* A step of a rank. */
struct fid_rank_step {
    struct fid_job_step *step;     /* the job's */
    const struct fid_step *logged; /* the run's: what it does not tell (a wait, the end), the
                                      job has from its model */
    int number;                    /* of the rank */
    int epoch;                     /* -1: unknown */
    int64_t k;                     /* from 0 on, in the epoch */
    size_t rank;                   /* its place among the ranks, by number */
};

struct fid_iterations {
    struct fid_rank_step *at; /* owned; by epoch, k and rank */
    size_t n, rank_n;         /* ranks that have some */
};

/* Those of a job, and of the run it was found in.  Free at even after a failure. */
int fid_iterations_find (struct fid_iterations *it, const struct fid_job *job,
                         const struct fid_run *run, struct fid_error *err);

/* How many steps the iteration has that begins at i: rank_n, unless a rank lacks it. */
size_t fid_iteration_n (const struct fid_iterations *it, size_t i);

/* at_s[n]: when each rank comes to where all meet; becomes how long it waits for the last. */
void fid_wait_for_last (double *at_s, size_t n);
