/* attribution.c - shares of the dissimilarity, and where in time (attribution.h) */
#include <math.h>
#include <stdlib.h>
#include "compare/attribution.h"
#include "compare/shape.h"
#include "metrics/aggregate.h"
#include "metrics/dtw.h"

/* Computes the score of a facet: the geometric mean over its informative measures; -1 if none.
 * */
static double
facet_score (const struct fid_resource_result *res, enum fid_facet_id facet)
{
    struct fid_geomean mean = {0};
    for (size_t i = 0; i < res->measure_n; i++) {
        const struct fid_measure *m = &res->measure[i];
        if (m->facet == facet && m->valid && m->score >= 0)
            fid_geomean_add (&mean, m->score, 1);
    }
    return fid_geomean_value (&mean);
}

/* Returns whether res->measure[i] is the first of its facet. */
static bool
first_of_facet (const struct fid_resource_result *res, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (res->measure[k].facet == res->measure[i].facet)
            return false;
    return true;
}

static double
value_of (const struct fid_comparison *c, const struct fid_resource_result *res,
          enum fid_facet_id facet)
{
    if (res->one_sided && c->scored)
        return 0;
    return c->scored ? facet_score (res, facet) : fid_resource_facet (res, facet);
}

static int
by_share (const void *va, const void *vb)
{
    const struct fid_share *a = va, *b = vb;
    return a->share > b->share ? -1 : a->share < b->share;
}

int
fid_attribution_shares (const struct fid_comparison *c, struct fid_share **share, size_t *n,
                        struct fid_error *err)
{
    size_t group_n = 0, in_group[FID_GROUP_N] = {0};
    double total = 0;
    *n = 0;
    *share = malloc (FID_RESOURCE_N * FID_MEASURES_MAX * sizeof **share);
    if (!*share)
        return fid_error_nomem (err);
    for (int weigh = 0; weigh < 2; weigh++)
        for (int r = 0; r < FID_RESOURCE_N; r++) {
            const struct fid_resource_result *res =
                fid_comparison_resource (c, c->pair.window, (enum fid_resource_id)r);
            size_t g = res->info->group, facet_n = 0;
            for (size_t i = 0; res->status == FID_STATUS_COMPARED && i < res->measure_n; i++)
                facet_n +=
                    first_of_facet (res, i) && value_of (c, res, res->measure[i].facet) >= 0;
            if (!facet_n)
                continue;
            if (!weigh) { /* count first, then weight */
                group_n += !in_group[g]++;
                continue;
            }
            for (size_t i = 0; i < res->measure_n; i++) {
                double s = value_of (c, res, res->measure[i].facet);
                if (!first_of_facet (res, i) || s < 0)
                    continue;
                double w = 1. / (double)(group_n * in_group[g] * facet_n);
                double term = -w * log (fmax (s, FID_GEOMEAN_FLOOR));
                (*share)[(*n)++] = (struct fid_share){res, res->measure[i].facet, term};
                total += term;
            }
        }
    for (size_t i = 0; i < *n; i++)
        (*share)[i].share = total > 1e-12 ? (*share)[i].share / total : 0;
    qsort (*share, *n, sizeof **share, by_share);
    return 0;
}

/* Finds the shortest stretch of cost[n] that holds half of its sum. */
static void
half_span (const double *cost, size_t n, double total, size_t *from, size_t *to)
{
    double in = 0;
    size_t a = 0, best = n + 1;
    for (size_t b = 0; b < n; b++) {
        in += cost[b];
        while (in - cost[a] >= total / 2)
            in -= cost[a++];
        if (in >= total / 2 && b - a + 1 < best) {
            best = b - a + 1;
            *from = a;
            *to = b + 1;
        }
    }
}

bool
fid_attribution_where (const struct fid_comparison *c, enum fid_stream_id id,
                       struct fid_where *out)
{
    const struct fid_resource_result *res =
        fid_comparison_resource (c, c->pair.window, fid_resource_of_stream (id));
    struct fid_shape s = {0};
    struct fid_dtw_path path = {0};
    double d, total = 0, *cost = NULL;
    size_t from = 0, to = 0;
    bool found = false;
    if (res->status != FID_STATUS_COMPARED || fid_resource_facet (res, FID_FACET_SHAPE) < 0 ||
        fid_shape_stream (&c->pair, id, c->pair.window, c->pair.dt_s, &s, NULL))
        return false;
    struct fid_dtw_opts opts = {.dim = 1,
                                .band_n = fid_dtw_band (s.opts.band_s, s.dt_s),
                                .penalty = s.opts.penalty * s.opts.scale};
    cost = calloc (s.an ? s.an : 1, sizeof *cost);
    if (cost && fid_dtw_align (s.a, s.an, s.b, s.bn, &opts, &d, &path) == 0) {
        for (size_t k = 0; k < path.n; k++) {
            double one = fabs (s.a[path.i[k]] - s.b[path.j[k]]);
            cost[path.i[k]] += one;
            total += one;
        }
        found = total > 0;
    }
    if (found) {
        half_span (cost, s.an, total, &from, &to);
        out->from_s = (double)from * s.dt_s;
        out->to_s = (double)to * s.dt_s;
        const struct fid_phases *p = &c->pair.real->phases;
        int64_t start = p->known && c->pair.window == FID_WINDOW_JOB ? p->origin_ns : INT64_MIN;
        out->part = start == INT64_MIN
                        ? FID_PART_BETWEEN
                        : fid_phases_part (p, start + (int64_t)(out->from_s * 1e9));
    }
    fid_dtw_path_clear (&path);
    fid_shape_clear (&s);
    free (cost);
    return found;
}
