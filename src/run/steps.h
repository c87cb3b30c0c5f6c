/* SPDX-License-Identifier: GPL-3.0-or-later */
/* steps.h - the steps of a run, rank by rank */
#pragma once

#include "run/run.h"

/* A rank is slow whose median step is longer than so many of the median rank's. */
#define FID_RANK_SLOW 1.1

/* The training steps of one rank. */
struct fid_rank_steps {
    int64_t rank;
    uint32_t source; /* number of its file */
    size_t n;
    double step_s; /* median */
};

/* Writes the steps of all ranks, by rank, to *ranks (owned by the caller) and their number to *n.
 */
int fid_steps_ranks (const struct fid_steps *steps, struct fid_rank_steps **ranks, size_t *n,
                     struct fid_error *err);

/* Sets run->step_s, and adds a finding if a rank is slower than the others. */
int fid_steps_settle (struct fid_run *run, struct fid_error *err);
