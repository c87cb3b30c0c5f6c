/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pool.c - see pool.h */
#include <gsl/gsl_sort.h>
#include "compare/pool.h"
#include "metrics/aggregate.h"

/* Returns the entry of that measure and makes it if it is new; NULL if there is no memory or no
 * room. */
static struct fid_pool_measure *measure_of (struct fid_pool *p, const struct fid_measure *f,
                                            struct fid_error *err)
{
    for (size_t m = 0; m < p->measure_n; m++)
        if (fid_measure_same (p->measure[m].first, f))
            return &p->measure[m];
    if (p->measure_n == FID_MEASURES_MAX) {
        fid_errorf (err, FID_EINTERNAL, "%s: too many measures", p->result[0]->info->name);
        return NULL;
    }
    struct fid_pool_measure *m = &p->measure[p->measure_n++];
    *m = (struct fid_pool_measure){.first = f};
    m->of = calloc (p->pair_n, sizeof *m->of);
    m->order = malloc (p->pair_n * sizeof *m->order);
    if (!m->of || !m->order)
        return fid_null_nomem (err);
    return m;
}

/* Sorts the pairs that define the measure by distance; pairs at equal distances keep their
 * order. */
static int order_pairs (struct fid_pool_measure *m, size_t pair_n, struct fid_error *err)
{
    FID_FREED double *d = malloc (pair_n * sizeof *d);
    size_t *rank = malloc (2 * pair_n * sizeof *rank), *pair = rank ? rank + pair_n : NULL;
    int rc = d && rank ? 0 : fid_error_nomem (err);
    for (size_t k = 0; !rc && k < pair_n; k++)
        if (m->of[k] && m->of[k]->valid) {
            pair[m->valid_n] = k;
            d[m->valid_n++] = m->of[k]->value.distance;
        }
    if (!rc)
        gsl_sort_index (rank, d, 1, m->valid_n);
    for (size_t k = 0; !rc && k < m->valid_n; k++)
        m->order[k] = pair[rank[k]];
    free (rank);
    return rc;
}

int fid_pool_init (struct fid_pool *p, const struct fid_resource_result *const *res, size_t n,
                   struct fid_error *err)
{
    *p = (struct fid_pool){.pair_n = n};
    p->result = malloc (n * sizeof *p->result);
    int rc = p->result ? 0 : fid_error_nomem (err);
    for (size_t k = 0; !rc && k < n; k++)
        p->result[k] = res[k];
    for (size_t k = 0; !rc && k < n; k++)
        for (size_t f = 0; !rc && f < res[k]->measure_n; f++) {
            struct fid_pool_measure *m = measure_of (p, &res[k]->measure[f], err);
            if (m)
                m->of[k] = &res[k]->measure[f];
            else
                rc = -1;
        }
    for (size_t i = 0; !rc && i < p->measure_n; i++)
        rc = order_pairs (&p->measure[i], n, err);
    if (rc)
        fid_pool_clear (p);
    return rc;
}

void fid_pool_clear (struct fid_pool *p)
{
    for (size_t m = 0; m < p->measure_n; m++) {
        FID_FREE (p->measure[m].of, p->measure[m].order);
    }
    free (p->result);
    *p = (struct fid_pool){0};
}

/* Which pairs take part, and how often. */
struct votes {
    const struct fid_pool *pool;
    size_t compared, idle, one_sided;
};

/* Returns how often the measures of a pair count: if "active on one side only" decides, only
 * pairs that say so count. */
static size_t use_of (const struct votes *v, size_t k)
{
    const struct fid_resource_result *res = v->pool->result[k];
    bool out = res->status != FID_STATUS_COMPARED ||
               (2 * v->one_sided >= v->compared && !res->one_sided);
    return out ? 0 : 1;
}

static struct votes vote_of_pool (const struct fid_pool *p)
{
    struct votes v = {.pool = p};
    for (size_t k = 0; k < p->pair_n; k++) {
        v.compared += p->result[k]->status == FID_STATUS_COMPARED;
        v.idle += p->result[k]->status == FID_STATUS_IDLE;
        v.one_sided += p->result[k]->status == FID_STATUS_COMPARED && p->result[k]->one_sided;
    }
    return v;
}

/* Computes a measure with the median values; it is not valid if too few pairs define it. */
static struct fid_measure middle_measure (const struct fid_pool_measure *m,
                                          const struct votes *v)
{
    size_t total = 0, of_n = 0, seen = 0;
    const struct fid_measure *low = NULL, *high = NULL;
    struct fid_measure out = {.facet = m->first->facet,
                              .quantity = m->first->quantity,
                              .metric = m->first->metric,
                              .noise = -1,
                              .low = -1,
                              .high = -1};
    for (size_t i = 0; i < m->valid_n; i++)
        total += use_of (v, m->order[i]);
    for (size_t k = 0; k < v->pool->pair_n; k++)
        of_n += use_of (v, k);
    if (!total || 2 * total < of_n) {
        if (total)
            out.reason.code = FID_REASON_FEW_PAIRS;
        else
            out.reason = m->first->reason;
        for (size_t k = 0; !out.reason.code && k < v->pool->pair_n; k++)
            if (m->of[k] && use_of (v, k))
                out.reason = m->of[k]->reason;
        if (!out.reason.code)
            out.reason.code = FID_REASON_NOT_IN_PAIRS;
        return out;
    }
    for (size_t i = 0; !high; i++) {
        seen += use_of (v, m->order[i]);
        if (!low && seen >= (total + 1) / 2)
            low = m->of[m->order[i]];
        if (seen >= total / 2 + 1)
            high = m->of[m->order[i]];
    }
    out.valid = true;
    out.value.distance = (low->value.distance + high->value.distance) / 2;
    out.value.confidence = (low->value.confidence + high->value.confidence) / 2;
    return out;
}

/* Returns the reason of the first pair with that status. */
static void set_reason (const struct votes *v, struct fid_resource_result *out)
{
    bool first = true;
    for (size_t k = 0; k < v->pool->pair_n; k++) {
        const struct fid_resource_result *res = v->pool->result[k];
        if (res->status != out->status || res->one_sided != out->one_sided)
            continue;
        if (first)
            out->reason = res->reason;
        else if (!fid_reason_same (&out->reason, &res->reason)) {
            out->reason.others = true;
            return;
        }
        first = false;
    }
}

void fid_pool_result (const struct fid_pool *p, struct fid_resource_result *out)
{
    struct votes v = vote_of_pool (p);
    *out = (struct fid_resource_result){.info = p->result[0]->info,
                                        .window = p->result[0]->window,
                                        .status = FID_STATUS_NOT_COMPARED,
                                        .grade_low = -1,
                                        .grade_high = -1};
    size_t n = 0;
    for (size_t k = 0; k < p->pair_n; k++)
        if (p->result[k]->status == FID_STATUS_COMPARED) {
            for (int side = 0; side < 2; side++) {
                out->bytes[side] += p->result[k]->bytes[side];
                out->busy_s[side] += p->result[k]->busy_s[side];
            }
            n++;
        }
    for (int side = 0; side < 2 && n; side++) {
        out->bytes[side] /= (double)n;
        out->busy_s[side] /= (double)n;
    }
    if (v.idle > v.compared) {
        out->status = FID_STATUS_IDLE;
    } else if (v.compared) {
        out->status = FID_STATUS_COMPARED;
        out->one_sided = 2 * v.one_sided >= v.compared;
    }
    if (out->status != FID_STATUS_COMPARED || out->one_sided)
        set_reason (&v, out);
    for (size_t m = 0; out->status == FID_STATUS_COMPARED && m < p->measure_n; m++)
        out->measure[out->measure_n++] = middle_measure (&p->measure[m], &v);
    if (out->status == FID_STATUS_COMPARED)
        fid_resource_close (out);
}

/* Computes the median of a detail over the pairs that have it. */
static void median_detail (const struct fid_pool_measure *m, const struct votes *v,
                           const char *name, double *scratch, struct fid_metric_value *out)
{
    size_t n = 0;
    for (size_t i = 0; i < m->valid_n; i++) {
        double x;
        if (use_of (v, m->order[i]) && fid_measure_find_detail (m->of[m->order[i]], name, &x))
            scratch[n++] = x;
    }
    fid_value_detail (out, name, fid_median_select (scratch, n));
}

int fid_pool_details (const struct fid_pool *p, struct fid_resource_result *res,
                      struct fid_error *err)
{
    struct votes v = vote_of_pool (p);
    FID_FREED double *scratch = malloc (p->pair_n * sizeof *scratch);
    FID_NEED (scratch, err);
    for (size_t f = 0; f < res->measure_n; f++) {
        const struct fid_pool_measure *m = &p->measure[f];
        struct fid_metric_value *to = &res->measure[f].value;
        const struct fid_metric_value *like = NULL; /* names of the nearest pair's details */
        double low = 0, high = 0;
        size_t n = 0;
        for (size_t i = 0; res->measure[f].valid && i < m->valid_n; i++) {
            const struct fid_metric_value *one = &m->of[m->order[i]]->value;
            if (!use_of (&v, m->order[i]))
                continue;
            like = like ? like : one;
            low = n ? low : one->distance;
            high = one->distance;
            n++;
        }
        if (!n)
            continue;
        fid_value_detail (to, "pairs", (double)n);
        fid_value_detail (to, "distance_min", low);
        fid_value_detail (to, "distance_max", high);
        for (size_t d = 0; d < like->detail_n; d++)
            median_detail (m, &v, like->detail[d].name, scratch, to);
    }
    return 0;
}
