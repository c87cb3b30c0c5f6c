/* score_comparison.c - scores a comparison with a calibration (score.h) */
#include <stdlib.h>
#include <string.h>
#include "compare/calibration_draws.h"
#include "compare/repeats.h"
#include "metrics/aggregate.h"

/* Computes the 2.5 and 97.5 % points of the defined values; -1 with fewer than 100. */
static void
interval (double *x, size_t n, double *low, double *high)
{
    *low = *high = -1;
    if (n < 100)
        return;
    fid_sort (x, n);
    *low = fid_quantile (x, n, 0.025);
    *high = fid_quantile (x, n, 0.975);
}

/* Copies levels and scores to the measures of the results. */
static void
mark_measures (const struct fid_cal_set *set, struct fid_resource_result *result,
               const double *d)
{
    for (size_t m = 0; m < set->measure_n; m++) {
        const struct fid_cal_measure *cm = &set->measure[m];
        struct fid_measure *v = (struct fid_measure *)fid_score_measure (cm, result);
        if (!v)
            continue;
        v->noise = cm->noise;
        v->chance = cm->chance;
        v->score = cm->informative ? fid_score_one (d[m], cm->noise, cm->chance) : -1;
        v->noise_multiple = v->valid && cm->noise > 0 ? v->value.distance / cm->noise : -1;
        v->score_reason = cm->informative ? NULL : cm->reason;
    }
}

/* What changes in a draw besides the levels: the pairs of several runs. */
struct resampled {
    const struct fid_repeats *repeats; /* NULL: one pair, the same in all draws */
    size_t *real; /* owned; index of each repeat of the calibration among the real runs; NULL:
                     other runs */
    size_t *drawn, *count;              /* owned; scratch */
    struct fid_resource_result *result; /* owned; scratch */
};

/* Returns whether the real runs are those of the calibration, which are then drawn once. */
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
    re->result = calloc (FID_RESOURCE_N, sizeof *re->result);
    if (!re->real || !re->drawn || !re->count || !re->result)
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
    free (re->result);
}

/* Computes the distances of draw k, in which the calibration's repeats are ref. */
static int
resampled_distances (struct resampled *re, const struct fid_cal_set *set, size_t k,
                     const size_t *ref, double *d, bool one_sided[FID_RESOURCE_N],
                     struct fid_error *err)
{
    if (!re->repeats)
        return 0;
    for (size_t i = 0; re->real && i < set->run_n; i++)
        re->drawn[i] = re->real[ref[i]];
    if (fid_repeats_draw (re->repeats, k, re->real ? re->drawn : NULL, re->count, re->result,
                          err))
        return -1;
    fid_score_distances (set, re->result, d, one_sided);
    return 0;
}

/* Computes the scores of FID_CAL_DRAWS draws: of each resource, then the overall one; sample_n
 * values of each. */
static int
draw_scores (struct fid_comparison *c, const struct fid_cal_set *set, double *d,
             bool one_sided[FID_RESOURCE_N], double *sample, size_t *sample_n,
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
        fid_score_compute (set, d, one_sided, draws->noise + k * n, draws->chance + k * n,
                           c->pair.excluded, &s);
        for (size_t r = 0; r < FID_RESOURCE_N; r++)
            if (s.resource[r] >= 0)
                sample[r * FID_CAL_DRAWS + sample_n[r]++] = s.resource[r];
        if (s.overall >= 0)
            sample[FID_RESOURCE_N * FID_CAL_DRAWS + sample_n[FID_RESOURCE_N]++] = s.overall;
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
    struct fid_resource_result *res = c->result[c->pair.window];
    bool one_sided[FID_RESOURCE_N];
    int rc = -1;
    for (size_t r = 0; r < FID_RESOURCE_N; r++)
        for (size_t f = 0; f < res[r].measure_n; f++)
            res[r].measure[f].noise = res[r].measure[f].chance = res[r].measure[f].score =
                res[r].measure[f].noise_multiple = -1;
    if (!set)
        return 0;
    size_t n = set->measure_n;
    double *d = malloc ((3 * n + 1) * sizeof *d);
    double *sample = malloc ((FID_RESOURCE_N + 1) * FID_CAL_DRAWS * sizeof *sample);
    size_t sample_n[FID_RESOURCE_N + 1] = {0};
    if (!d || !sample) {
        fid_error_nomem (err);
        goto done;
    }
    for (size_t m = 0; m < n; m++) {
        d[n + m] = set->measure[m].noise;
        d[2 * n + m] = set->measure[m].chance;
    }
    fid_score_distances (set, res, d, one_sided);
    fid_score_compute (set, d, one_sided, d + n, d + 2 * n, c->pair.excluded, &c->scores);
    mark_measures (set, res, d);
    if (draw_scores (c, set, d, one_sided, sample, sample_n, err))
        goto done;
    for (size_t r = 0; r < FID_RESOURCE_N; r++) {
        res[r].score = c->scores.resource[r];
        interval (sample + r * FID_CAL_DRAWS, sample_n[r], &res[r].score_low,
                  &res[r].score_high);
    }
    interval (sample + FID_RESOURCE_N * FID_CAL_DRAWS, sample_n[FID_RESOURCE_N], &c->score_low,
              &c->score_high);
    c->scored = true;
    c->surrogate_chance = set->surrogate;
    rc = 0;
done:
    free (sample);
    free (d);
    return rc;
}
