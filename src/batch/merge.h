/* merge.h - joins the shares of a batch (shard.h) */
#ifndef FID_MERGE_H
#define FID_MERGE_H

#include "batch/batch.h"

/* Gives the results of the shares in dir[dir_n] to the directory `results`, whose files are
 * then those that one batch would have written; without dir, of all RESULTS/shard-I-of-N, which
 * are removed.  A file gets a second name (a link) where the file system can do that, else a
 * copy; results that are there from before stay.  *pair_n: the pairs of the shares.
 *
 * Nothing is changed unless all shares of one plan are there and complete.  Interrupted, it can
 * be run again.  -1: FID_EINPUT "DIR: reason" if a share is missing, incomplete, damaged or of
 * another plan; FID_EINTERNAL if a file cannot be written. */
int fid_shards_merge (const char *const *dir, size_t dir_n, const char *results,
                      const struct fid_batch_hooks *hooks, size_t *pair_n,
                      struct fid_error *err);

#endif
