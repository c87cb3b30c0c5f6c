/* score_comparison.c - a comparison held against a calibration (result.h, score.h) */
#include <stdlib.h>
#include <string.h>
#include "compare/calibration_draws.h"
#include "compare/repeats.h"

static int
by_value (const void *va, const void *vb)
{
    const double *a = va, *b = vb;
    return *a < *b ? -1 : *a > *b;
}

/* The 2.5 and 97.5 % points of what is there; -1 with fewer than 100 values. */
static void
interval (double *x, size_t n, double *low, double *high)
{
    *low = *high = -1;
    if (n < 100)
        return;
    qsort (x, n, sizeof *x, by_value);
    *low = x[(size_t)(0.025 * (double)(n - 1))];
    *high = x[(size_t)(0.975 * (double)(n - 1) + 0.5)];
}

/* Levels and scores into the cards' facets. */
static void
mark_facets (const struct fid_cal_set *set, struct fid_card *card, const double *d)
{
    for (size_t m = 0; m < set->measure_n; m++) {
        const struct fid_cal_measure *cm = &set->measure[m];
        for (size_t r = 0; r < FID_RESOURCE_N; r++) {
            for (size_t f = 0;
                 strcmp (card[r].info->name, cm->resource) == 0 && f < card[r].facet_n; f++) {
                struct fid_facet *v = &card[r].facet[f];
                if (strcmp (v->facet, cm->facet) != 0 ||
                    strcmp (v->metric->name, cm->metric) != 0 ||
                    strcmp (v->quantity, cm->quantity) != 0)
                    continue;
                v->ceiling = cm->ceiling;
                v->floor = cm->floor;
                v->score = cm->informative ? fid_score_one (d[m], cm->ceiling, cm->floor) : -1;
                v->noise_multiple =
                    v->valid && cm->ceiling > 0 ? v->value.distance / cm->ceiling : -1;
                v->score_reason = cm->informative ? NULL : cm->reason;
            }
        }
    }
}

/* What a draw changes besides the levels: the pairs of several runs. */
struct resampled {
    const struct fid_repeats *repeats; /* NULL: one pair, which is the same in all draws */
    size_t *real;                      /* owned; place of each of the calibration's repeats
                                          among the real runs; NULL: they are not the same */
    size_t *drawn, *count;             /* owned; scratch */
    struct fid_card *card;             /* owned; scratch */
};

/* Whether the real runs are those of the calibration, which are drawn once then. */
static bool
same_runs (const struct fid_cal_set *set, const struct fid_repeats *r, size_t *place)
{
    size_t found = 0;
    for (size_t i = 0; i < set->run_n && set->run_n == r->real_n; i++)
        for (size_t j = 0; j < r->real_n; j++)
            if (r->run[j]->hash == set->run[i].hash) {
                place[i] = j;
                found++;
            }
    return found == r->real_n;
}

static int
resampled_init (struct resampled *re, const struct fid_cal_set *set,
                const struct fid_repeats *repeats, struct fid_error *err)
{
    *re = (struct resampled){.repeats = repeats};
    if (!repeats)
        return 0;
    re->real = malloc (set->run_n * sizeof *re->real);
    re->drawn = malloc (set->run_n * sizeof *re->drawn);
    re->count = malloc (repeats->real_n * repeats->emu_n * sizeof *re->count);
    re->card = calloc (FID_RESOURCE_N, sizeof *re->card);
    if (!re->real || !re->drawn || !re->count || !re->card)
        return fid_error_nomem (err);
    if (!same_runs (set, repeats, re->real)) {
        free (re->real);
        re->real = NULL;
    }
    return 0;
}

static void
resampled_clear (struct resampled *re)
{
    free (re->real);
    free (re->drawn);
    free (re->count);
    free (re->card);
}

/* The distances of draw k, whose repeats of the calibration are ref. */
static int
resampled_distances (struct resampled *re, const struct fid_cal_set *set, size_t k,
                     const size_t *ref, double *d, bool one_sided[FID_RESOURCES_MAX],
                     struct fid_error *err)
{
    if (!re->repeats)
        return 0;
    for (size_t i = 0; re->real && i < set->run_n; i++)
        re->drawn[i] = re->real[ref[i]];
    if (fid_repeats_draw (re->repeats, k, re->real ? re->drawn : NULL, re->count, re->card,
                          err))
        return -1;
    fid_score_distances (set, re->card, d, one_sided);
    return 0;
}

/* Scores of FID_CAL_DRAWS draws: of each resource, then the overall one; sample_n of each. */
static int
draw_scores (struct fid_comparison *c, const struct fid_cal_set *set, double *d,
             bool one_sided[FID_RESOURCES_MAX], double *sample, size_t *sample_n,
             struct fid_error *err)
{
    const struct fid_cal_draws *draws = fid_cal_draws_of (set, err);
    struct resampled re;
    size_t n = set->measure_n;
    if (!draws)
        return -1;
    int rc = resampled_init (&re, set, c->repeats, err);
    for (size_t k = 0; k < FID_CAL_DRAWS && !rc; k++) {
        struct fid_scores s;
        rc = resampled_distances (&re, set, k, draws->ref + k * set->run_n, d, one_sided, err);
        if (rc)
            break;
        fid_score_compute (set, d, one_sided, draws->ceiling + k * n, draws->floor + k * n,
                           c->pair.excluded, &s);
        for (size_t r = 0; r < c->resource_n; r++)
            if (s.resource[r] >= 0)
                sample[r * FID_CAL_DRAWS + sample_n[r]++] = s.resource[r];
        if (s.overall >= 0)
            sample[c->resource_n * FID_CAL_DRAWS + sample_n[c->resource_n]++] = s.overall;
    }
    resampled_clear (&re);
    return rc;
}

int
fid_comparison_score (struct fid_comparison *c, const struct fid_compare_opts *opts,
                      struct fid_error *err)
{
    const char *workload = c->repeats ? c->repeats->workload : c->pair.real->workload;
    const struct fid_cal_set *set =
        opts->calibration ? fid_calibration_set (opts->calibration, workload) : NULL;
    struct fid_card *card = &c->card[(size_t)c->pair.window * c->resource_n];
    bool one_sided[FID_RESOURCES_MAX];
    int rc = -1;
    for (size_t r = 0; r < c->resource_n; r++)
        for (size_t f = 0; f < card[r].facet_n; f++)
            card[r].facet[f].ceiling = card[r].facet[f].floor = card[r].facet[f].score =
                card[r].facet[f].noise_multiple = -1;
    if (!set)
        return 0;
    size_t n = set->measure_n;
    double *d = malloc ((3 * n + 1) * sizeof *d);
    double *sample = malloc ((c->resource_n + 1) * FID_CAL_DRAWS * sizeof *sample);
    size_t sample_n[FID_RESOURCES_MAX + 1] = {0};
    if (!d || !sample) {
        fid_error_nomem (err);
        goto done;
    }
    for (size_t m = 0; m < n; m++) {
        d[n + m] = set->measure[m].ceiling;
        d[2 * n + m] = set->measure[m].floor;
    }
    fid_score_distances (set, card, d, one_sided);
    fid_score_compute (set, d, one_sided, d + n, d + 2 * n, c->pair.excluded, &c->scores);
    mark_facets (set, card, d);
    if (draw_scores (c, set, d, one_sided, sample, sample_n, err))
        goto done;
    for (size_t r = 0; r < c->resource_n; r++) {
        card[r].score = c->scores.resource[r];
        interval (sample + r * FID_CAL_DRAWS, sample_n[r], &card[r].score_low,
                  &card[r].score_high);
    }
    interval (sample + c->resource_n * FID_CAL_DRAWS, sample_n[c->resource_n], &c->score_low,
              &c->score_high);
    c->scored = true;
    c->surrogate_floors = set->surrogate;
    rc = 0;
done:
    free (sample);
    free (d);
    return rc;
}
