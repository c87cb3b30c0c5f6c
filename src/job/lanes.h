/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lanes.h - processes and threads that read data one after another, as one reader
 *
 * Loaders start their processes anew for each epoch: what the next process reads goes on in the
 * lane of one that has ended. */
#pragma once

#include "job/of_run.h"

#define FID_NO_LANE UINT32_MAX

struct fid_lane {
    uint32_t rank;
    bool apart;     /* processes beside their rank: they hand batches over, or are no rank */
    int64_t reader; /* the last process or thread, and its last read */
    int64_t end_ns;
};

struct fid_lanes {
    FID_LIST (struct fid_lane, lane); /* owned */
    uint32_t *of;                     /* owned; of each read; FID_NO_LANE: it is not of data */
    size_t *use_n;                    /* owned; such reads of each use */
};

/* Finds the lanes of a run's reads, in the order of their first reads.  place: of each read, so
 * that ranks, and processes beside them, have lanes of their own; NULL: all is of one rank, and
 * its own process is a lane like others.  index: reads of indexes are of data, too.  Clear *l
 * even after a failure.  -1 without memory.  O(reads x lanes + processes^2). */
int fid_lanes_find (struct fid_lanes *l, const struct fid_data_io *io,
                    const struct fid_read_place *place, bool index, struct fid_error *err);
void fid_lanes_clear (struct fid_lanes *l);
