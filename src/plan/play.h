/* SPDX-License-Identifier: GPL-3.0-or-later */
/* play.h - plays a plan: the reads, waits and writes of a job without the job
 *
 * Each rank is a process.  It takes the batch of each step, sleeps as long as the step computes
 * (until an instant, so that errors do not add up), and meets the other ranks.  Its readers are
 * threads or processes as in the job; each reads its batches in order, as soon as the plan
 * allows.  Reads are pread calls into one buffer. */
#pragma once

#include "plan/plan.h"

struct fid_play_opts {
    const char *data;  /* borrowed; the folder of the files that are read */
    const char *saved; /* borrowed; the folder of checkpoints, which is made */
    const char *out;   /* borrowed; the folder of the recording, which is made; NULL: none */
    bool warm;         /* leave what is in the page cache there */
    bool keep;         /* keep the checkpoints */
};

/* What a run of the plan did; seconds, means over ranks. */
struct fid_played {
    double total_s, training_s;
    double compute_s, wait_s; /* of steps of training: computing, waiting for data */
    double saving_s;          /* waiting for checkpoints */
    double step_n;            /* of training, all ranks */
    double read_n, byte_n;    /* of all readers */
    double busy_s;            /* of all their calls, summed */
    double saved_n;           /* bytes of checkpoints */
};

/* Plays a plan.  With `out', the folder gets dlio.log, meta.json and traces in the format of
 * DFTracer, which fidlio reads as a run.  -1: FID_EINPUT if a file is missing or too short. */
int fid_plan_play (const struct fid_plan *plan, const struct fid_play_opts *opts,
                   struct fid_played *out, struct fid_error *err);

/* Makes the files of a plan in the folder, as large as they have to be, with bytes of chance
 * that do not compress.  Files that are large enough stay.  -1: FID_EINPUT if one is there and
 * shorter, or there is no room. */
int fid_plan_make (const struct fid_plan *plan, const char *folder, size_t *made_n,
                   double *made_byte_n, struct fid_error *err);
