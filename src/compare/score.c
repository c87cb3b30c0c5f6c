/* score.c - see score.h */
#include <math.h>
#include <string.h>
#include "compare/score.h"

void
fid_score_distances (const struct fid_cal_set *set, const struct fid_card *card, double *d,
                     bool one_sided[FID_RESOURCES_MAX])
{
    for (size_t r = 0; r < FID_RESOURCE_N; r++)
        one_sided[r] = card[r].status == FID_CARD_COMPARED && card[r].one_sided;
    for (size_t m = 0; m < set->measure_n; m++) {
        const struct fid_cal_measure *cm = &set->measure[m];
        d[m] = FID_D_NONE;
        for (size_t r = 0; r < FID_RESOURCE_N; r++) {
            if (strcmp (fid_resources[r].name, cm->resource) != 0)
                continue;
            if (one_sided[r])
                d[m] = FID_D_WORST;
            for (size_t f = 0; !one_sided[r] && f < card[r].facet_n; f++) {
                const struct fid_facet *v = &card[r].facet[f];
                if (v->valid && strcmp (v->facet, cm->facet) == 0 &&
                    strcmp (v->metric->name, cm->metric) == 0 &&
                    strcmp (v->quantity, cm->quantity) == 0)
                    d[m] = v->value.distance;
            }
        }
    }
}

double
fid_score_one (double d, double ceiling, double floor)
{
    if (d == FID_D_WORST)
        return 0;
    if (d < 0 || ceiling < 0 || !(floor > ceiling))
        return -1;
    return fmin (1, fmax (0, 1 - (d - ceiling) / (floor - ceiling)));
}

/* A geometric mean in the making. */
struct mean {
    double sum;
    size_t n;
    bool all_zero;
};

static void
mean_add (struct mean *m, double s)
{
    m->all_zero = s <= 0 && (m->all_zero || !m->n);
    m->sum += log (fmax (s, FID_SIMILARITY_FLOOR));
    m->n++;
}

static double
mean_of (const struct mean *m)
{
    return !m->n ? -1 : m->all_zero ? 0 : exp (m->sum / (double)m->n);
}

/* The score of one resource: measures to facets to resource. */
static double
resource_score (const struct fid_cal_set *set, const char *resource, const double *d,
                const double *ceiling, const double *floor)
{
    struct mean facets = {0};
    for (size_t m = 0; m < set->measure_n; m++) {
        const struct fid_cal_measure *cm = &set->measure[m];
        struct mean facet = {0};
        bool first = strcmp (cm->resource, resource) == 0;
        for (size_t k = 0; first && k < m; k++)
            first = strcmp (set->measure[k].resource, resource) != 0 ||
                    strcmp (set->measure[k].facet, cm->facet) != 0;
        if (!first)
            continue; /* of another resource, or its facet has been seen */
        for (size_t k = m; k < set->measure_n; k++) {
            const struct fid_cal_measure *o = &set->measure[k];
            double s = fid_score_one (d[k], ceiling[k], floor[k]);
            if (o->informative && s >= 0 && strcmp (o->resource, resource) == 0 &&
                strcmp (o->facet, cm->facet) == 0)
                mean_add (&facet, s);
        }
        if (facet.n)
            mean_add (&facets, mean_of (&facet));
    }
    return mean_of (&facets);
}

void
fid_score_compute (const struct fid_cal_set *set, const double *d,
                   const bool one_sided[FID_RESOURCES_MAX], const double *ceiling,
                   const double *floor, unsigned excluded, struct fid_scores *out)
{
    struct mean group[FID_GROUPS_MAX] = {0}, overall = {0};
    for (size_t r = 0; r < FID_RESOURCE_N; r++) {
        double s =
            one_sided[r] ? 0 : resource_score (set, fid_resources[r].name, d, ceiling, floor);
        out->resource[r] = s;
        if (s >= 0)
            mean_add (&group[fid_resources[r].group], s);
    }
    out->group_n = 0;
    for (size_t g = 0; g < FID_GROUP_N; g++) {
        out->group[g] = mean_of (&group[g]);
        if (group[g].n && !(excluded >> g & 1)) {
            mean_add (&overall, out->group[g]);
            out->group_n++;
        }
    }
    out->overall = mean_of (&overall);
}
