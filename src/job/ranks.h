/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ranks.h - the training steps of all ranks in the log, those of one iteration together */
#pragma once

#include "job/job.h"
#include "run/run.h"

/* A step of a rank. */
struct fid_rank_step {
    struct fid_job_step *step;     /* the job's, which also has what the log does not tell */
    const struct fid_step *logged; /* the run's */
    int number;                    /* of the rank */
    int epoch;                     /* -1: unknown */
    int64_t k;                     /* from 0 on, in the epoch: that of its iteration */
    size_t rank;                   /* its place among the ranks, by number */
};

struct fid_iterations {
    struct fid_rank_step *at; /* owned; by epoch, k and rank */
    size_t n, rank_n;         /* ranks that have some */
};

/* Finds the iterations of a job and of its run.  Free at even after a failure. */
int fid_iterations_find (struct fid_iterations *it, const struct fid_job *job,
                         const struct fid_run *run, struct fid_error *err);

/* How many steps the iteration has that begins at i: rank_n, unless a rank lacks it. */
size_t fid_iteration_n (const struct fid_iterations *it, size_t i);

/* at_s[n]: when each rank comes to where all meet; becomes how long it waits for the last. */
void fid_wait_for_last (double *at_s, size_t n);
