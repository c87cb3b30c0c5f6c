/* score.c - see score.h */
#include <math.h>
#include "compare/score.h"
#include "metrics/aggregate.h"

const struct fid_measure *
fid_score_measure (const struct fid_cal_measure *cm, const struct fid_resource_result *result)
{
    const struct fid_resource_result *res = &result[cm->resource];
    for (size_t i = 0; i < res->measure_n; i++)
        if (res->measure[i].facet == cm->facet && res->measure[i].metric == cm->metric &&
            res->measure[i].quantity == cm->quantity)
            return &res->measure[i];
    return NULL;
}

void
fid_score_distances (const struct fid_cal_set *set, const struct fid_resource_result *result,
                     double *d, bool one_sided[FID_RESOURCE_N])
{
    for (int r = 0; r < FID_RESOURCE_N; r++)
        one_sided[r] = result[r].status == FID_STATUS_COMPARED && result[r].one_sided;
    for (size_t m = 0; m < set->measure_n; m++) {
        const struct fid_measure *v = fid_score_measure (&set->measure[m], result);
        d[m] = one_sided[set->measure[m].resource] ? FID_D_WORST
               : v && v->valid                     ? v->value.distance
                                                   : FID_D_NONE;
    }
}

double
fid_score_one (double d, double noise, double chance)
{
    if (d == FID_D_WORST)
        return 0;
    if (d < 0 || noise < 0 || !(chance > noise))
        return -1;
    return fmin (1, fmax (0, 1 - (d - noise) / (chance - noise)));
}

/* Computes the score of one resource: measures to facets to resource. */
static double
resource_score (const struct fid_cal_set *set, enum fid_resource_id resource, const double *d,
                const double *noise, const double *chance)
{
    struct fid_geomean facets = {0};
    bool seen[FID_FACET_N] = {false};
    for (size_t m = 0; m < set->measure_n; m++) { /* facets in the order of their measures */
        const struct fid_cal_measure *cm = &set->measure[m];
        struct fid_geomean facet = {0};
        if (cm->resource != resource || seen[cm->facet])
            continue;
        seen[cm->facet] = true;
        for (size_t k = m; k < set->measure_n; k++) {
            const struct fid_cal_measure *o = &set->measure[k];
            double s = fid_score_one (d[k], noise[k], chance[k]);
            if (o->informative && s >= 0 && o->resource == resource && o->facet == cm->facet)
                fid_geomean_add (&facet, s, 1);
        }
        double s = fid_geomean_value (&facet);
        if (s >= 0)
            fid_geomean_add (&facets, s, 1);
    }
    return fid_geomean_value (&facets);
}

void
fid_score_compute (const struct fid_cal_set *set, const double *d,
                   const bool one_sided[FID_RESOURCE_N], const double *noise,
                   const double *chance, unsigned excluded, struct fid_scores *out)
{
    struct fid_geomean group[FID_GROUP_N] = {{0}}, overall = {0};
    for (int r = 0; r < FID_RESOURCE_N; r++) {
        double s =
            one_sided[r] ? 0 : resource_score (set, (enum fid_resource_id)r, d, noise, chance);
        out->resource[r] = s;
        if (s >= 0)
            fid_geomean_add (&group[fid_resources[r].group], s, 1);
    }
    out->group_n = 0;
    for (int g = 0; g < FID_GROUP_N; g++) {
        out->group[g] = fid_geomean_value (&group[g]);
        if (out->group[g] >= 0 && !(excluded >> g & 1)) {
            fid_geomean_add (&overall, out->group[g], 1);
            out->group_n++;
        }
    }
    out->overall = fid_geomean_value (&overall);
}
