/* score.c - see score.h */
#include "metrics/aggregate.h"
#include "model/score.h"

_Static_assert(FID_RESOURCE_N <= 32, "a set of resources is the bits of an unsigned");

void
fid_score (const struct fid_graded graded[FID_RESOURCE_N], unsigned resources,
           unsigned excluded, struct fid_scores *out)
{
    struct fid_geomean group[FID_GROUP_N] = {{0}}, all = {0};
    double worst = 1 / FID_KEY_FACTOR; /* better ones cap nothing */
    *out = (struct fid_scores){.capped_by = -1};
    int worst_at = -1;
    for (int r = 0; r < FID_RESOURCE_N; r++) {
        const struct fid_graded *g = &graded[r];
        enum fid_group_id of = fid_resources[r].group;
        if (!(resources >> r & 1) || g->grade < 0)
            continue;
        fid_geomean_add (&group[of], g->grade, g->weight);
        if (g->key >= 0 && g->key < worst && !(excluded >> of & 1)) {
            worst = g->key;
            worst_at = r;
        }
    }
    for (int i = 0; i < FID_GROUP_N; i++) {
        out->group[i] = fid_geomean_value (&group[i]);
        if (out->group[i] >= 0 && !(excluded >> i & 1)) {
            fid_geomean_add (&all, out->group[i], 1);
            out->group_n++;
        }
    }
    out->score = out->mean = fid_geomean_value (&all);
    out->cap = FID_KEY_FACTOR * worst;
    if (out->score > out->cap) {
        out->score = out->cap;
        out->capped_by = worst_at;
    }
}
