/* plan.h - an order of pairs in which neighbours have runs in common */
#ifndef FID_PLAN_H
#define FID_PLAN_H

#include "batch/batch_priv.h"

/* A pair in that order; cost: bytes in the files of both runs. */
struct fid_planned {
    size_t tile[2], run[2]; /* places among the real runs and among the emulations */
    size_t pair;
    uint64_t cost;
};

struct fid_plan {
    struct fid_planned *p; /* owned */
    size_t n;
};

/* Orders the pairs of a batch by squares of `side` real runs and `side` emulations.  Cost: a
 * search of each run's directory, on thread_n threads, and sorting the pairs. */
int fid_plan_make (const struct fid_batch *b, size_t side, size_t thread_n,
                   struct fid_plan *plan, struct fid_error *err);

void fid_plan_clear (struct fid_plan *plan);

#endif
