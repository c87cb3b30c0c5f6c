/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lanes.h - what the two models of times.h share: storages side by side, in lanes, so that the
 * compiler can use vectors */
#pragma once

#include "storage/demand.h"

/* Seconds; parts are means over ranks. */
struct fid_times {
    double total_s; /* from the job's start to the end of its last rank */
    double part_s[FID_JOB_SEGMENT_N];
    double compute_s; /* of training */
};

#define FID_LANES 24

/* For each lane a number. */
struct fid_storage_lanes {
    double x[FID_LANES];
};

/* What the storages of the lanes cost the batches of a stint: seconds for a byte, a request, a
 * wait, a metadata call, a second that the calls took in the recording, and of work of readers.
 * A storage makes up for pauses shorter than `spare', and for no more at once. */
struct fid_costs_of_lanes {
    struct fid_storage_lanes byte, request, wait, meta, recorded, spare;
    double work;
    bool waits; /* any of request, wait, meta, recorded is not 0 */
};

void fid_lanes_costs (struct fid_costs_of_lanes *c, const struct fid_storage *storage, size_t n,
                      const struct fid_rank_demand *r, const struct fid_stint *stint);

static inline const struct fid_stint_loader *fid_stint_loader (const struct fid_rank_demand *r,
                                                               const struct fid_stint *stint)
{
    return stint->kind == FID_JOB_EVALUATION ? &r->eval : &r->train;
}

/* How long a stint without steps takes in a lane, which begins at `now'.  *flushed: when all
 * that was saved before is written back.  What is read without steps takes its time beside all
 * else (`beside'), or after it: the truth is between. */
double fid_stint_time (const struct fid_demand *d, const struct fid_stint *stint,
                       const struct fid_storage *s, bool beside, double now, double *flushed);

static inline double fid_larger (double a, double b)
{
    return a > b ? a : b;
}

static inline double fid_smaller (double a, double b)
{
    return a < b ? a : b;
}

/* The instant from which a storage counts the bytes of a new request.  After a pause shorter
 * than `spare' it makes up for that pause and earlier ones, but for no more than `spare'
 * together; after a longer one it makes up for nothing.  `sent': until when its rate is used;
 * `done': when the pause began, which is later than `sent' if earlier pauses were made up for;
 * `asked': when it ended; `between': added to `spare', what a reader worked between reads is no
 * pause. */
static inline double fid_resumed (double sent, double done, double asked, double spare,
                                  double between)
{
    double longest = spare > 0 ? spare + between : 0;
    return asked - done < longest ? fid_larger (sent, asked - longest) : asked;
}

/* Of what a reader does for a batch, the part between its reads, which are as many as those
 * that wait: the storage does not pause so long at once. */
static inline double fid_work_between (double work_s, double wait_n)
{
    return wait_n > 1 ? work_s * (1 - 1 / wait_n) : 0;
}
