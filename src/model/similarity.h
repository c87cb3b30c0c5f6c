/* SPDX-License-Identifier: GPL-3.0-or-later */
/* similarity.h - from grades of resources to the similarity
 *
 *   group = weighted geometric mean of its graded resources
 *   similarity = geometric mean of the graded groups
 *
 * Grades count as at least FID_GEOMEAN_FLOOR in means. */
#pragma once

#include "model/resources.h"

/* One resource of a pair under a profile. */
struct fid_graded {
    double grade;  /* 0..1; FID_ABSENT: not graded */
    double weight; /* in its group, above 0 */
};

struct fid_similarities {
    double group[FID_GROUP_N]; /* FID_ABSENT: nothing graded */
    size_t group_n;            /* groups in the similarity */
    double similarity;         /* FID_ABSENT: nothing graded */
};

/* The similarities over the resources of a set (bit r: resource r), without the excluded groups (bit
 * g), which have grades but no part in the similarity. */
void fid_similarity (const struct fid_graded graded[FID_RESOURCE_N], unsigned resources,
                     unsigned excluded, struct fid_similarities *out);
