/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shard.h - one of several shares of a batch, for job arrays
 *
 * All shares are planned from the same pairs, so that they need not talk to each other: pairs
 * are put in an order in which neighbours have runs in common (tiles of about the size of a
 * share), and cut where the sums of the sizes of their runs' files are even.  Each share writes
 * into RESULTS/shard-I-of-N; fidlio merge joins these (merge.c).
 *
 * RESULTS/shard-I-of-N/shard.json, written when the share is complete, lists its pairs; `plan`
 * is a hash of all pairs, of their shares, and of options and method, which all shares agree
 * on. */
#pragma once

#include "batch/batch_priv.h"

#define FID_SHARD_FILE   "shard.json"
#define FID_SHARD_SCHEMA "fidlio.shard/1"

/* A pair of a share, as shard.json has it. */
struct fid_shard_pair {
    const char *file; /* name of its result */
    bool failed;
    bool undecided; /* failed, not for what the traces hold: an earlier result stays */
    bool kept;      /* as it would be made again */
    bool skipped;   /* of different workloads */
    bool whole;     /* kept or skipped as it is in RESULTS, not in the share's folder */
};

/* shard.json. */
struct fid_shard_file {
    struct fid_arena arena; /* owned; what is pointed to is in it */
    struct fid_shard shard;
    char plan[FID_HASH_TEXT];
    struct fid_shard_pair *pair;
    size_t pair_n;
};

/* Reads "I/N" (I from 1 to N), "auto/N" or "auto".  auto takes the place from the variables of
 * a job array or of the ranks of a job: Slurm, PBS (needs N), LSF, PMI, PMIx, Open MPI. With N
 * the tasks of an array are counted from 1, so that some can be run again. -1: FID_EUSAGE. */
int fid_shard_parse (const char *text, struct fid_shard *shard, struct fid_error *err);

/* RESULTS/shard-I-of-N, freed by the caller. */
char *fid_shard_dir (const char *results, struct fid_shard shard, struct fid_error *err);

/* Marks the pairs of other shares FID_BATCH_ELSEWHERE; *plan becomes the hash of the plan.  All
 * pairs have names.  Cost: a stat for each file of the runs, and sorting the pairs. */
int fid_shard_plan (struct fid_batch *b, struct fid_shard shard, size_t thread_n,
                    uint64_t *plan, struct fid_error *err);

/* Writes, or removes, shard.json in dir. */
int fid_shard_write (const struct fid_batch *b, struct fid_shard shard, const char *dir,
                     uint64_t plan, struct fid_error *err);
int fid_shard_remove (const char *dir, struct fid_error *err);

/* Reads the shard.json at path into *file, which the caller clears in any case.  -1 with
 * FID_EINPUT. */
int fid_shard_read (const char *path, struct fid_shard_file *file, struct fid_error *err);

/* --- joining them */

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
