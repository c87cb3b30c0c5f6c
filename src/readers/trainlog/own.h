/* SPDX-License-Identifier: GPL-3.0-or-later */
/* own.h - a layout of training logs that a file gives, beside the known ones (layouts.h)
 *
 *     # ours
 *     step  Step {step}/{total} took {time_ms} ms & data {data_ms}
 *     eval  Validating
 *
 * Each line is a kind (that of enum fid_log_kind, in small letters) and a pattern (pattern.h). */
#pragma once

#include "base/arena.h"
#include "readers/trainlog/layouts.h"

#define FID_LOG_OWN_MOST 100 /* each line of a log is held against each of them */

struct fid_log_own {
    struct fid_log_line row[FID_LOG_OWN_MOST + 1]; /* the last one has no layout */
    size_t n;
    uint64_t hash;          /* of the files */
    struct fid_arena texts; /* owned */
};

/* Adds the rows of a file to *own, which is made if it is NULL.  -1 with FID_EINPUT
 * "path:line: reason". */
int fid_log_own_add (struct fid_log_own **own, const char *path, struct fid_error *err);
void fid_log_own_destroy (struct fid_log_own *own);
