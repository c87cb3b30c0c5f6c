/* SPDX-License-Identifier: GPL-3.0-or-later */
/* thresholds.h - the least numbers that configurations must reach, from a file
 *
 *     # workload  what              least
 *     *           overall           0.2
 *     unet3d      disk              0.5
 *     *           data.read.bytes   0.9
 *
 * Three words a line; '#' starts a comment.  What is named is "overall" (the similarity), a group,
 * a resource or a clause (RESOURCE.QUANTITY); '*' stands for every workload or resource.  The
 * number of a configuration is the median over its runs. */
#pragma once

#include "base/arena.h"

struct fid_threshold {
    const char *workload, *what;
    double value; /* 0 to 1 */
    size_t line;
};

struct fid_thresholds {
    struct fid_arena arena; /* owned; all is in it */
    const char *path;
    struct fid_threshold *all;
    size_t n, cap;
};

/* Read a file.  Returns -1 with FID_EINPUT if it cannot be read, FID_EUSAGE
 * "path:line: ..." for a malformed line. */
int fid_thresholds_load (const char *path, struct fid_thresholds *thresholds,
                         struct fid_error *err);

void fid_thresholds_clear (struct fid_thresholds *thresholds);
