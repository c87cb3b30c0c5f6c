/* SPDX-License-Identifier: GPL-3.0-or-later */
/* similarity.c - see similarity.h */
#include "metrics/aggregate.h"
#include "model/similarity.h"

_Static_assert(FID_RESOURCE_N <= 32, "a set of resources is the bits of an unsigned");

void fid_similarity (const struct fid_graded graded[FID_RESOURCE_N], unsigned resources,
                     unsigned excluded, struct fid_similarities *out)
{
    struct fid_geomean group[FID_GROUP_N] = {{0}}, all = {0};
    *out = (struct fid_similarities){0};
    for (int r = 0; r < FID_RESOURCE_N; r++) {
        const struct fid_graded *g = &graded[r];
        if (resources >> r & 1 && g->grade >= 0)
            fid_geomean_add (&group[fid_resources[r].group], g->grade, g->weight);
    }
    for (int i = 0; i < FID_GROUP_N; i++) {
        out->group[i] = fid_geomean_value (&group[i]);
        if (out->group[i] >= 0 && !(excluded >> i & 1)) {
            fid_geomean_add (&all, out->group[i], 1);
            out->group_n++;
        }
    }
    out->similarity = fid_geomean_value (&all);
}
