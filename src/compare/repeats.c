/* repeats.c - all pairs of several runs, and draws of them; see repeats.h */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <gsl/gsl_errno.h>
#include "base/parallel.h"
#include "compare/plan.h"
#include "compare/repeats.h"
#include "compare/score.h"
#include "metrics/aggregate.h"
#include "metrics/resample.h"

#define DRAWS 2000
#define SEED  UINT64_C (20261121) /* for resampling runs */

/* Two runs of the same side, or one of each side. */
struct couple {
    size_t a, b; /* indices of runs, a < b */
    double term[FID_RESOURCE_N];
    unsigned known; /* bit r: resource r could be compared, or is idle in both */
};

struct work {
    struct fid_repeats *r;
    const struct fid_pair *pair;
    struct couple *couple; /* all couples of runs */
    size_t couple_n;
};

/* Computes -ln of the similarity of each resource. */
static void
measure_couple (struct couple *k, const struct fid_resource_result *res)
{
    for (int r = 0; r < FID_RESOURCE_N; r++) {
        k->term[r] = -log (fmax (res[r].similarity, FID_GEOMEAN_FLOOR));
        k->known |= res[r].status == FID_STATUS_NOT_COMPARED ? 0 : 1u << r;
    }
}

static int
compare_couple (void *ctx, size_t i, struct fid_error *err)
{
    const struct work *w = ctx;
    struct couple *k = &w->couple[i];
    const struct fid_repeats *r = w->r;
    struct fid_pair pair = *w->pair;
    struct fid_resource_result res[FID_RESOURCE_N];
    pair.real = r->run[k->a];
    pair.emu = r->run[k->b];
    if (k->a < r->real_n && k->b >= r->real_n) {
        struct fid_comparison *c = &r->pair[k->a * r->emu_n + k->b - r->real_n];
        if (fid_comparison_make (c, &pair, NULL, 1, err))
            return -1;
        measure_couple (k, c->result[pair.window]);
        return 0;
    }
    for (int j = 0; j < FID_RESOURCE_N; j++) {
        res[j] = (struct fid_resource_result){.info = &fid_resources[j], .window = pair.window};
        if (fid_resource_compare (&pair, &res[j], err))
            return -1;
    }
    measure_couple (k, res);
    return 0;
}

/* Computes -ln of the overall similarity over some resources: the mean over groups of the mean
 * over their resources.  Resources that are idle in both runs agree. */
static double
couple_distance (const struct couple *k, unsigned resources)
{
    double sum = 0;
    size_t group_n = 0;
    for (size_t g = 0; g < FID_GROUP_N; g++) {
        double mean = 0;
        size_t n = 0;
        for (size_t r = 0; r < FID_RESOURCE_N; r++)
            if (resources >> r & 1 && fid_resources[r].group == g) {
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
        resources &= w->couple[i].known;
    for (size_t i = 0; i < FID_RESOURCE_N; i++)
        if (w->pair->excluded >> fid_resources[i].group & 1)
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

/* Pools the results of the headline window, which belong to the pairs. */
static int
pool_headline (struct fid_repeats *r, enum fid_window w, struct fid_error *err)
{
    size_t pair_n = r->real_n * r->emu_n, n = FID_RESOURCE_N;
    const struct fid_resource_result **res = malloc (pair_n * sizeof *res);
    r->pool = calloc (n, sizeof *r->pool);
    int rc = res && r->pool ? 0 : fid_error_nomem (err);
    for (size_t i = 0; i < n && !rc; i++) {
        for (size_t k = 0; k < pair_n; k++)
            res[k] = fid_comparison_resource (&r->pair[k], w, (enum fid_resource_id)i);
        rc = fid_pool_init (&r->pool[i], res, pair_n, err);
    }
    free (res);
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
                  struct fid_resource_result *res, struct fid_error *err)
{
    size_t n = r->real_n, m = r->emu_n;
    size_t *idx = malloc ((n + m) * sizeof *idx);
    if (!idx)
        return fid_error_nomem (err);
    size_t *emu = idx + n;
    if (fid_bootstrap_draw (SEED, k, n, idx, m, emu)) {
        free (idx);
        return fid_error_nomem (err);
    }
    for (size_t i = 0; i < n * m; i++)
        count[i] = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < m; j++)
            count[(real ? real[i] : idx[i]) * m + emu[j]]++;
    for (size_t i = 0; i < FID_RESOURCE_N; i++)
        fid_pool_result (&r->pool[i], count, &res[i]);
    free (idx);
    return 0;
}

/* Computes the 95 % percentile interval of n draws; -1 if too few define it. */
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
    size_t n = FID_RESOURCE_N, group_n, sample_n[FID_RESOURCE_N + 1] = {0};
    struct fid_resource_result *res = c->result[c->pair.window];
    struct fid_comparison draw = {.pair = c->pair};
    size_t *count = malloc (r->real_n * r->emu_n * sizeof *count);
    double *sample = malloc ((n + 1) * DRAWS * sizeof *sample);
    draw.result = calloc (FID_WINDOW_N, sizeof *draw.result);
    draw.done[c->pair.window] = true;
    int rc = count && sample && draw.result ? 0 : fid_error_nomem (err);
    for (size_t k = 0; k < DRAWS && !rc; k++) {
        struct fid_resource_result *drawn = draw.result[c->pair.window];
        rc = fid_repeats_draw (r, k, NULL, count, drawn, err);
        for (size_t i = 0; !rc && i < n; i++)
            if (drawn[i].status != FID_STATUS_NOT_COMPARED)
                sample[i * DRAWS + sample_n[i]++] = drawn[i].similarity;
        double s = rc ? -1 : fid_comparison_overall (&draw, &group_n);
        if (s >= 0)
            sample[n * DRAWS + sample_n[n]++] = s;
    }
    for (size_t i = 0; i < n && !rc; i++)
        interval (sample + i * DRAWS, sample_n[i], &res[i].similarity_low,
                  &res[i].similarity_high);
    if (!rc)
        interval (sample + n * DRAWS, sample_n[n], &c->similarity_low, &c->similarity_high);
    c->has_ci = !rc;
    free (draw.result);
    free (sample);
    free (count);
    return rc;
}
