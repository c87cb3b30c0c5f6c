/* SPDX-License-Identifier: GPL-3.0-or-later */
/* own.h - a layout of training logs that a file gives, beside the known ones (layouts.h)
 *
 *     # ours
 *     step  Step {step}/{total} took {time_ms} ms & data {data_ms}
 *     eval  Validating
 *
 * Each line is a kind (that of enum fid_log_kind, in small letters) and a pattern (pattern.h). */
#pragma once

#include "readers/trainlog/layouts.h"

/* Adds the rows of a file.  Not thread-safe: before any run is read.  -1 with FID_EINPUT
 * "path:line: reason". */
int fid_log_own_add (const char *path, struct fid_error *err);

/* Its rows; behind the last one stands a row without a layout. */
const struct fid_log_line *fid_log_own (void);

/* The hash of the pattern files; 0 without any. */
uint64_t fid_log_own_hash (void);
