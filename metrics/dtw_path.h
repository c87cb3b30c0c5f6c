/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dtw_path.h - the optimal path of a DTW table */
#pragma once

#include "metrics/dtw.h"
#include "metrics/dtw_table.h"

/* Write D(n,m), not divided, and the optimal path of a task in the score form to *sum and
 * *path; the task's limit is ignored; see fid_dtw_align ().
 *
 * side  tiles of that side, a multiple of 64; 0: what is fastest
 *
 * Returns 0 or GSL_ENOMEM. */
int fid_marks_path (const struct fid_dtw_task *task, size_t side, double *sum,
                    struct fid_dtw_path *path);
