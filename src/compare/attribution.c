/* SPDX-License-Identifier: GPL-3.0-or-later */
/* attribution.c - where in time a pair differs (attribution.h) */
#include "compare/attribution.h"
#include "compare/shape.h"

/* Finds the shortest stretch of cost[n] that holds half of its sum. */
static void half_span (const double *cost, size_t n, double total, size_t *from, size_t *to)
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

bool fid_attribution_where (const struct fid_comparison *c, enum fid_stream_id id,
                            struct fid_where *out)
{
    const struct fid_resource_result *res =
        fid_comparison_headline (c, fid_resource_of_stream (id));
    struct fid_shape s = {0};
    struct fid_dtw_path path = {0};
    double total = 0, *cost = NULL;
    size_t from = 0, to = 0;
    bool found = false;
    if (res->status != FID_STATUS_COMPARED || res->one_sided ||
        fid_shape_stream (&c->pair, id, res->window, c->pair.dt_s, &s, NULL))
        return false;
    cost = calloc (s.n[0] ? s.n[0] : 1, sizeof *cost);
    if (cost && fid_shape_align (&s, &path) == 0) {
        for (size_t k = 0; k < path.n; k++) {
            double one = fabs (s.x[0][path.i[k]] - s.x[1][path.j[k]]);
            cost[path.i[k]] += one;
            total += one;
        }
        found = total > 0;
    }
    if (found) {
        half_span (cost, s.n[0], total, &from, &to);
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
