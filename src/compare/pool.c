/* pool.c - see pool.h */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include "compare/pool.h"

static bool
same_measure (const struct fid_facet *a, const struct fid_facet *b)
{
    return a->metric == b->metric && strcmp (a->facet, b->facet) == 0 &&
           strcmp (a->quantity, b->quantity) == 0;
}

/* The measure of that name, made if it is new; NULL without memory or place. */
static struct fid_pool_measure *
measure_of (struct fid_pool *p, const struct fid_facet *f, struct fid_error *err)
{
    for (size_t m = 0; m < p->measure_n; m++)
        if (same_measure (p->measure[m].first, f))
            return &p->measure[m];
    if (p->measure_n == FID_FACETS_MAX) {
        fid_errorf (err, FID_EINTERNAL, "%s: too many facets", p->card[0]->info->name);
        return NULL;
    }
    struct fid_pool_measure *m = &p->measure[p->measure_n++];
    *m = (struct fid_pool_measure){.first = f};
    m->of = calloc (p->pair_n, sizeof *m->of);
    m->order = malloc (p->pair_n * sizeof *m->order);
    if (!m->of || !m->order) {
        fid_error_nomem (err);
        return NULL;
    }
    return m;
}

/* Put the pairs that define it in the order of distance, equal ones as they came. */
static int
order_pairs (struct fid_pool_measure *m, size_t pair_n, struct fid_error *err)
{
    double *d = malloc (pair_n * sizeof *d);
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
    free (d);
    free (rank);
    return rc;
}

int
fid_pool_init (struct fid_pool *p, const struct fid_card *const *card, size_t n,
               struct fid_error *err)
{
    *p = (struct fid_pool){.pair_n = n};
    p->card = malloc (n * sizeof *p->card);
    int rc = p->card ? 0 : fid_error_nomem (err);
    for (size_t k = 0; !rc && k < n; k++)
        p->card[k] = card[k];
    for (size_t k = 0; !rc && k < n; k++)
        for (size_t f = 0; !rc && f < card[k]->facet_n; f++) {
            struct fid_pool_measure *m = measure_of (p, &card[k]->facet[f], err);
            if (m)
                m->of[k] = &card[k]->facet[f];
            else
                rc = -1;
        }
    for (size_t i = 0; !rc && i < p->measure_n; i++)
        rc = order_pairs (&p->measure[i], n, err);
    if (rc)
        fid_pool_clear (p);
    return rc;
}

void
fid_pool_clear (struct fid_pool *p)
{
    for (size_t m = 0; m < p->measure_n; m++) {
        free (p->measure[m].of);
        free (p->measure[m].order);
    }
    free (p->card);
    *p = (struct fid_pool){0};
}

/* Which pairs take part, and how often. */
struct votes {
    const struct fid_pool *pool;
    const size_t *count; /* borrowed; NULL: once each */
    size_t compared, idle, one_sided, silent;
};

static size_t
count_of (const struct votes *v, size_t k)
{
    return v->count ? v->count[k] : 1;
}

/* How often the pair stands for the measures: those active on one side only
 * stand for themselves where they decide. */
static size_t
use_of (const struct votes *v, size_t k)
{
    const struct fid_card *card = v->pool->card[k];
    bool out = card->status != FID_CARD_COMPARED ||
               (2 * v->one_sided >= v->compared && !card->one_sided);
    return out ? 0 : count_of (v, k);
}

static struct votes
vote (const struct fid_pool *p, const size_t *count)
{
    struct votes v = {.pool = p, .count = count};
    for (size_t k = 0; k < p->pair_n; k++) {
        size_t n = count_of (&v, k);
        v.compared += p->card[k]->status == FID_CARD_COMPARED ? n : 0;
        v.idle += p->card[k]->status == FID_CARD_IDLE ? n : 0;
        v.silent += p->card[k]->status == FID_CARD_NOT_COMPARED ? n : 0;
        v.one_sided += p->card[k]->status == FID_CARD_COMPARED && p->card[k]->one_sided ? n : 0;
    }
    return v;
}

/* The facet with the values in the middle; not valid if too few define it. */
static struct fid_facet
middle (const struct fid_pool_measure *m, const struct votes *v)
{
    size_t total = 0, of_n = 0, seen = 0;
    const struct fid_facet *low = NULL, *high = NULL;
    struct fid_facet out = {
        .facet = m->first->facet, .quantity = m->first->quantity, .metric = m->first->metric};
    for (size_t i = 0; i < m->valid_n; i++)
        total += use_of (v, m->order[i]);
    for (size_t k = 0; k < v->pool->pair_n; k++)
        of_n += use_of (v, k);
    if (!total || 2 * total < of_n) {
        out.reason = total ? "defined in fewer than half of the pairs" : m->first->reason;
        for (size_t k = 0; !out.reason && k < v->pool->pair_n; k++)
            out.reason = m->of[k] && use_of (v, k) ? m->of[k]->reason : NULL;
        if (!out.reason)
            out.reason = "not defined on these pairs";
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
    out.value.similarity = (low->value.similarity + high->value.similarity) / 2;
    out.value.confidence = (low->value.confidence + high->value.confidence) / 2;
    out.weight = (low->weight + high->weight) / 2;
    return out;
}

/* Why it is as it is, in the words of the first pair that it is so in. */
static void
give_reason (const struct votes *v, struct fid_card *out)
{
    bool first = true;
    for (size_t k = 0; k < v->pool->pair_n; k++) {
        const struct fid_card *card = v->pool->card[k];
        if (card->status != out->status || !count_of (v, k) ||
            card->one_sided != out->one_sided)
            continue;
        if (first)
            snprintf (out->reason, sizeof out->reason, "%s", card->reason);
        else if (strcmp (out->reason, card->reason) != 0) {
            size_t n = strlen (out->reason);
            snprintf (out->reason + n, sizeof out->reason - n, " (other pairs: other reasons)");
            return;
        }
        first = false;
    }
}

void
fid_pool_card (const struct fid_pool *p, const size_t *count, struct fid_card *out)
{
    struct votes v = vote (p, count);
    *out = (struct fid_card){.info = p->card[0]->info,
                             .window = p->card[0]->window,
                             .status = FID_CARD_NOT_COMPARED};
    if (v.idle > v.compared) {
        out->status = FID_CARD_IDLE;
        out->similarity = 1;
    } else if (v.compared) {
        out->status = FID_CARD_COMPARED;
        out->one_sided = 2 * v.one_sided >= v.compared;
    }
    if (out->status != FID_CARD_COMPARED || out->one_sided)
        give_reason (&v, out);
    for (size_t m = 0; out->status == FID_CARD_COMPARED && m < p->measure_n; m++)
        out->facet[out->facet_n++] = middle (&p->measure[m], &v);
    if (out->status == FID_CARD_COMPARED)
        fid_card_close (out);
}

/* The median of a detail over the pairs that have it. */
static void
tell_detail (const struct fid_pool_measure *m, const struct votes *v, const char *name,
             double *scratch, struct fid_metric_value *out)
{
    size_t n = 0;
    for (size_t i = 0; i < m->valid_n; i++) {
        const struct fid_metric_value *value = &m->of[m->order[i]]->value;
        for (size_t d = 0; use_of (v, m->order[i]) && d < value->detail_n; d++)
            if (strcmp (value->detail[d].name, name) == 0)
                scratch[n++] = value->detail[d].value;
    }
    gsl_sort (scratch, 1, n);
    fid_value_detail (out, name, gsl_stats_median_from_sorted_data (scratch, 1, n));
}

int
fid_pool_tell (const struct fid_pool *p, struct fid_card *card, struct fid_error *err)
{
    struct votes v = vote (p, NULL);
    double *scratch = malloc (p->pair_n * sizeof *scratch);
    if (!scratch)
        return fid_error_nomem (err);
    for (size_t f = 0; f < card->facet_n; f++) {
        const struct fid_pool_measure *m = &p->measure[f];
        struct fid_metric_value *to = &card->facet[f].value;
        const struct fid_metric_value *like = NULL; /* the nearest pair's names */
        double low = 0, high = 0;
        size_t n = 0;
        for (size_t i = 0; card->facet[f].valid && i < m->valid_n; i++) {
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
            tell_detail (m, &v, like->detail[d].name, scratch, to);
    }
    free (scratch);
    return 0;
}
