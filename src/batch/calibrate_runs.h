/* SPDX-License-Identifier: GPL-3.0-or-later */
/* calibrate_runs.h - a calibration from run directories */
#pragma once

#include "batch/kept.h"
#include "compare/calibration.h"

/* Loads real runs on thread_n threads and calibrates on them.  A run is left out, with a
 * message, if it cannot be read, names no workload, holds the traces of another one, or
 * is unlike its repeats (model/agree.h).
 * If no workload has two runs, *out is NULL and *why (static text) says what to record.
 * hash, unless NULL, gets fid_run_hash of each; 0: left out.  Memory holds all runs at once;
 * loaded, unless NULL, gets those that were used, up to a few million rows, owned by the caller.
 * -1: FID_EPARTIAL if cancelled, or as fid_calibrate. */
int fid_calibrate_dirs (const char *const *dir, const char *const *id, size_t dir_n,
                        const struct fid_kept *kept, const struct fid_run_opts *run_opts,
                        const struct fid_compare_opts *opts, size_t thread_n,
                        const struct fid_batch_hooks *hooks, uint64_t *hash,
                        struct fid_run **loaded, struct fid_calibration **out, const char **why,
                        struct fid_error *err);

/* Writes the document to path.  -1 with FID_EINTERNAL. */
int fid_calibration_write (const struct fid_calibration *c, const char *path, const char *below,
                           struct fid_error *err);
