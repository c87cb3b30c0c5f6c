/* SPDX-License-Identifier: GPL-3.0-or-later */
/* merge.h - joins the shares of a batch (shard.h) */
#pragma once

#include "batch/batch.h"

/* Pairs of all shares, together. */
struct fid_merged {
    size_t pair_n; /* 0: they were merged before, and are gone */
    size_t kept_n, failed_n, skipped_n;
};

/* Moves the results of the shares in dir[dir_n] into the directory `results`, which then has
 * the files that a single batch would have written; dir_n 0: the shares are all
 * RESULTS/shard-I-of-N.  A file gets a second name (a link) where the file system can do that,
 * else a copy; results that are there from before stay.
 *
 * Nothing is changed unless all shares of one plan are there and complete.  Interrupted, it can
 * be run again.  -1: FID_EINPUT "DIR: reason" if a share is missing, incomplete, damaged or of
 * another plan; FID_EINTERNAL if a file cannot be written. */
int fid_shards_merge (const char *const *dir, size_t dir_n, const char *results,
                      const struct fid_batch_hooks *hooks, struct fid_merged *merged,
                      struct fid_error *err);

/* Removes the folders RESULTS/shard-I-of-N, when the results are ranked, too.
 * RESULTS/.fidlio-merged says meanwhile that they may go, so that what an interrupted removal
 * leaves is removed by the next fid_shards_merge.  -1: FID_EINTERNAL. */
int fid_shards_remove (const char *results, struct fid_error *err);

/* A share is made again: what it writes is not merged yet. */
int fid_shards_made_again (const char *results, struct fid_error *err);
