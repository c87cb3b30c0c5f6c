/* SPDX-License-Identifier: GPL-3.0-or-later */
/* load.h - a run directory read into a struct fid_run */
#pragma once

#include "readers/reader.h"
#include "run/run.h"

/* Reads a directory, a single file (the log of one run), or a digest (digest.h).  NULL with
 * FID_EINPUT if it cannot be read, no file in it has a known format, it holds several runs
 * (several.h), or most of a file is malformed.  Damaged or missing files are findings of the
 * run, not errors. */
struct fid_run *fid_run_load (const char *dir, const struct fid_run_opts *opts,
                              struct fid_error *err);

/* What the run of a directory is called: the last part of its path, as a plain name.  Freed by the
 * caller. */
char *fid_run_id_of (const char *dir, struct fid_error *err);

/* Whether a file of the run exists: not of a directory that is missing or empty, as one is
 * whose file system is not mounted. */
bool fid_run_is_there (const char *dir);

/* XXH3 over the names and contents of the files fid_run_load would use. */
int fid_run_hash (const char *dir, uint64_t *hash, struct fid_error *err);
