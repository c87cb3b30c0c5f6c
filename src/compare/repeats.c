/* repeats.c - all pairs of several runs, and draws of them; see repeats.h */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <gsl/gsl_errno.h>
#include "base/parallel.h"
#include "compare/repeats.h"
#include "compare/score.h"
#include "metrics/resample.h"

#define DRAWS 2000
#define SEED  UINT64_C (20261121) /* of the resampling of runs */

/* Two runs of one side, or one of each. */
struct couple {
    size_t a, b; /* indices of runs, a < b */
    double term[FID_RESOURCES_MAX];
    unsigned told; /* bit r: resource r could be compared, or is idle in both */
};

struct work {
    struct fid_repeats *r;
    const struct fid_pair *pair;
    struct couple *couple; /* all couples of runs */
    size_t couple_n;
};

/* -ln of each resource's similarity. */
static void
measure_couple (struct couple *k, const struct fid_card *card, size_t n)
{
    for (size_t r = 0; r < n; r++) {
        k->term[r] = -log (fmax (card[r].similarity, FID_SIMILARITY_FLOOR));
        k->told |= card[r].status == FID_CARD_NOT_COMPARED ? 0 : 1u << r;
    }
}

static int
compare_couple (void *ctx, size_t i, struct fid_error *err)
{
    const struct work *w = ctx;
    struct couple *k = &w->couple[i];
    const struct fid_repeats *r = w->r;
    struct fid_pair pair = *w->pair;
    struct fid_card card[FID_RESOURCES_MAX];
    size_t n = FID_RESOURCE_N;
    pair.real = r->run[k->a];
    pair.emu = r->run[k->b];
    if (k->a < r->real_n && k->b >= r->real_n) {
        struct fid_comparison *c = &r->pair[k->a * r->emu_n + k->b - r->real_n];
        if (fid_comparison_make (c, &pair, NULL, 1, err))
            return -1;
        measure_couple (k, &c->card[(size_t)pair.window * n], n);
        return 0;
    }
    for (size_t j = 0; j < n; j++) {
        card[j] = (struct fid_card){.info = &fid_resources[j], .window = pair.window};
        if (fid_card_resource (&pair, j, &card[j], err))
            return -1;
    }
    measure_couple (k, card, n);
    return 0;
}

static bool
in_group (size_t resource, size_t g)
{
    return fid_resources[resource].group == g;
}

/* -ln of the overall similarity over some resources: the mean over groups of the
 * mean over their resources; those idle in both runs agree. */
static double
couple_distance (const struct couple *k, unsigned resources)
{
    double sum = 0;
    size_t group_n = 0;
    for (size_t g = 0; g < FID_GROUP_N; g++) {
        double mean = 0;
        size_t n = 0;
        for (size_t r = 0; r < FID_RESOURCE_N; r++)
            if (resources >> r & 1 && in_group (r, g)) {
                mean += k->term[r];
                n++;
            }
        sum += n ? mean / (double)n : 0;
        group_n += n > 0;
    }
    return sum / (double)group_n;
}

static int
test_sides (const struct work *w, struct fid_error *err)
{
    struct fid_repeats *r = w->r;
    size_t n = r->real_n + r->emu_n;
    unsigned resources = (1u << FID_RESOURCE_N) - 1;
    for (size_t i = 0; i < w->couple_n; i++)
        resources &= w->couple[i].told;
    for (size_t i = 0; i < FID_RESOURCE_N; i++)
        for (size_t g = 0; g < FID_GROUP_N; g++)
            if (w->pair->excluded >> g & 1 && in_group (i, g))
                resources &= ~(1u << i);
    if (!resources)
        return 0;
    double *d = calloc (n * n, sizeof *d);
    if (!d)
        return fid_error_nomem (err);
    for (size_t i = 0; i < w->couple_n; i++)
        d[w->couple[i].a * n + w->couple[i].b] = couple_distance (&w->couple[i], resources);
    int rc = fid_energy_test (d, r->real_n, r->emu_n, FID_LABELINGS_MAX, SEED, &r->energy);
    free (d);
    if (rc)
        return fid_errorf (err, FID_EINTERNAL, "energy test: %s", gsl_strerror (rc));
    r->tested = true;
    r->tested_resources = resources;
    return 0;
}

/* Pools of the headline; the cards are those of the pairs. */
static int
pool_headline (struct fid_repeats *r, enum fid_window w, struct fid_error *err)
{
    size_t pair_n = r->real_n * r->emu_n, n = FID_RESOURCE_N;
    const struct fid_card **card = malloc (pair_n * sizeof *card);
    r->pool = calloc (n, sizeof *r->pool);
    int rc = card && r->pool ? 0 : fid_error_nomem (err);
    for (size_t i = 0; i < n && !rc; i++) {
        for (size_t k = 0; k < pair_n; k++)
            card[k] = fid_comparison_card (&r->pair[k], w, i);
        rc = fid_pool_init (&r->pool[i], card, pair_n, err);
    }
    free (card);
    return rc;
}

int
fid_repeats_compare (struct fid_repeats *r, const struct fid_pair *pair, size_t thread_n,
                     struct fid_error *err)
{
    size_t n = r->real_n + r->emu_n;
    struct work w = {.r = r, .pair = pair};
    r->pair = calloc (r->real_n * r->emu_n, sizeof *r->pair);
    w.couple = calloc (n * n, sizeof *w.couple);
    int rc = r->pair && w.couple ? 0 : fid_error_nomem (err);
    for (size_t a = 0; a < n && !rc; a++)
        for (size_t b = a + 1; b < n; b++)
            w.couple[w.couple_n++] = (struct couple){.a = a, .b = b};
    if (!rc)
        rc = fid_parallel (w.couple_n, thread_n, compare_couple, &w, err);
    if (!rc)
        rc = test_sides (&w, err);
    if (!rc)
        rc = pool_headline (r, pair->window, err);
    free (w.couple);
    return rc;
}

void
fid_repeats_clear (struct fid_repeats *r)
{
    for (size_t i = 0; r->pool && i < FID_RESOURCE_N; i++)
        fid_pool_clear (&r->pool[i]);
    for (size_t k = 0; r->pair && k < r->real_n * r->emu_n; k++)
        fid_comparison_clear (&r->pair[k]);
    free (r->pool);
    free (r->pair);
    free (r->run);
    *r = (struct fid_repeats){0};
}

int
fid_repeats_draw (const struct fid_repeats *r, size_t k, const size_t *real, size_t *count,
                  struct fid_card *card, struct fid_error *err)
{
    size_t n = r->real_n, m = r->emu_n;
    size_t *idx = malloc ((n + m) * sizeof *idx), *emu = idx + n;
    if (!idx || fid_bootstrap_draw (SEED, k, n, idx, m, emu)) {
        free (idx);
        return fid_error_nomem (err);
    }
    for (size_t i = 0; i < n * m; i++)
        count[i] = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < m; j++)
            count[(real ? real[i] : idx[i]) * m + emu[j]]++;
    for (size_t i = 0; i < FID_RESOURCE_N; i++)
        fid_pool_card (&r->pool[i], count, &card[i]);
    free (idx);
    return 0;
}

/* The 95 % percentile interval of n draws; -1 where few define it. */
static void
interval (double *x, size_t n, double *low, double *high)
{
    struct fid_interval ci;
    *low = *high = -1;
    if (4 * n < DRAWS)
        return;
    if (fid_interval_percentile (x[0], x, n, 0.95, &ci))
        return;
    *low = ci.low;
    *high = ci.high;
}

int
fid_repeats_intervals (struct fid_comparison *c, struct fid_error *err)
{
    const struct fid_repeats *r = c->repeats;
    size_t n = c->resource_n, group_n, sample_n[FID_RESOURCES_MAX + 1] = {0};
    struct fid_card *card = &c->card[(size_t)c->pair.window * n];
    struct fid_comparison draw = {.pair = c->pair, .resource_n = n};
    size_t *count = malloc (r->real_n * r->emu_n * sizeof *count);
    double *sample = malloc ((n + 1) * DRAWS * sizeof *sample);
    draw.card = calloc (FID_WINDOW_N * n, sizeof *draw.card);
    draw.done[c->pair.window] = true;
    int rc = count && sample && draw.card ? 0 : fid_error_nomem (err);
    for (size_t k = 0; k < DRAWS && !rc; k++) {
        struct fid_card *drawn = &draw.card[(size_t)c->pair.window * n];
        rc = fid_repeats_draw (r, k, NULL, count, drawn, err);
        for (size_t i = 0; !rc && i < n; i++)
            if (drawn[i].status != FID_CARD_NOT_COMPARED)
                sample[i * DRAWS + sample_n[i]++] = drawn[i].similarity;
        double s = rc ? -1 : fid_comparison_overall (&draw, &group_n);
        if (s >= 0)
            sample[n * DRAWS + sample_n[n]++] = s;
    }
    for (size_t i = 0; i < n && !rc; i++)
        interval (sample + i * DRAWS, sample_n[i], &card[i].similarity_low,
                  &card[i].similarity_high);
    if (!rc)
        interval (sample + n * DRAWS, sample_n[n], &c->similarity_low, &c->similarity_high);
    c->has_ci = !rc;
    free (draw.card);
    free (sample);
    free (count);
    return rc;
}
