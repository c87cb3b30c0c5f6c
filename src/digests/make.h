/* SPDX-License-Identifier: GPL-3.0-or-later */
/* make.h - makes the digest of a run (readers/digest.h) */
#pragma once

#include "run/run.h"

/* Reads the run of a directory (or a digest, of which it makes another one) and writes its
 * digest to `path` (below: as for fid_outfile_open).  names: those of files stay as they are; else they become hashes.  -1: FID_EINPUT as fid_run_load, FID_EINTERNAL if it cannot be written. */
int fid_digest_make (const char *dir, const char *path, const char *below,
                     const struct fid_run_opts *run_opts, bool names, struct fid_error *err);

/* The file of a run's digest in a folder, FOLDER/RUN.fidlio; freed by the caller. */
char *fid_digest_path (const char *folder, const char *dir, struct fid_error *err);
