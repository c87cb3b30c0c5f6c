/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kept.h - digests that a batch keeps, so that a run which has not changed is not read again
 *
 * A folder (RESULTS/.fidlio-digests) has a digest (readers/digest.h) for each run, named after
 * its path and the options of reading.  Its mark is a hash of the names, sizes and times of the
 * run's files, and of samples of their content: the times of some file systems tick slowly.
 * Where a file is so young that it may change within a tick, the digest has no mark, and all
 * files are hashed to see whether it holds.
 *
 * Several processes, on several machines, may use a folder at once: digests appear whole, by
 * renaming, and there are no locks.  One that is missing, damaged, or made by another method is
 * made again; it can be removed at any time. */
#pragma once

#include "batch/batch.h"

struct fid_kept {
    const char *folder;                  /* borrowed; NULL: none are kept */
    const char *below;                   /* borrowed; the folder that the user named */
    bool verify;                         /* believe no mark: hash all files */
    const char *method;                  /* borrowed; fid_method */
    const struct fid_batch_hooks *hooks; /* borrowed */
};

/* Loads a run as fid_run_load, from its kept digest if that holds.  Else reads it, and keeps a
 * digest; that this may fail is no error. */
struct fid_run *fid_kept_load (const struct fid_kept *k, const char *dir,
                               const struct fid_run_opts *opts, struct fid_error *err);

/* Whether there is a digest that holds; *hash is then that of the traces (fid_run_hash). */
bool fid_kept_holds (const struct fid_kept *k, const char *dir, const struct fid_run_opts *opts,
                     uint64_t *hash);
