/* SPDX-License-Identifier: GPL-3.0-or-later */
/* limits.h - numbers that every pair has to reach, whatever was accepted before */
#pragma once

#include "check/check.h"

struct fid_limits {
    double least;         /* of the similarity; FID_ABSENT: none */
    double most;          /* of how far the answer is off, 0.1: 10 %; FID_ABSENT: none */
    const char *group;    /* least is of its grade; NULL: of the similarity */
    const char *resource; /* least is of its grade; NULL: of the similarity */
    bool same_workload;   /* only pairs whose sides name the same workload */
};

/* Adds a row for each pair and limit, in the order of the results.  What is tested is the number
 * of the result file, which is what `compare' and `report' show.
 *
 *   least  a pair without the number FAILs, because nothing shows that it is good; a resource
 *          that is idle in both runs passes
 *   most   FAIL if the upper end of the answer's interval is above; INCONCLUSIVE if it is not
 *          known how far the answer is off, or the model does not give back a recorded time
 *
 * A pair that could not be compared FAILs.  Returns -1 with FID_EINPUT if there is no pair to
 * check. */
int fid_check_limits (const struct fid_limits *limits, const struct fid_results *all,
                      struct fid_check *check, struct fid_error *err);
