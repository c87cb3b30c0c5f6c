/* scoring.c - a comparison held against a calibration (result.h, score.h) */
#include <stdlib.h>
#include <string.h>
#include "compare/draws.h"
#include "compare/result.h"

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
        for (size_t r = 0; r < fid_resource_count (); r++) {
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

int
fid_comparison_score (struct fid_comparison *c, const struct fid_compare_opts *opts,
                      struct fid_error *err)
{
    const struct fid_cal_set *set =
        opts->calibration ? fid_calibration_set (opts->calibration, c->pair.real->workload)
                          : NULL;
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
    const struct fid_cal_draws *draws = fid_cal_draws_of (set, err);
    if (!draws)
        goto done;
    for (size_t k = 0; k < FID_CAL_DRAWS; k++) {
        struct fid_scores s;
        fid_score_compute (set, d, one_sided, draws->ceiling + k * n, draws->floor + k * n,
                           c->pair.excluded, &s);
        for (size_t r = 0; r < c->resource_n; r++)
            if (s.resource[r] >= 0)
                sample[r * FID_CAL_DRAWS + sample_n[r]++] = s.resource[r];
        if (s.overall >= 0)
            sample[c->resource_n * FID_CAL_DRAWS + sample_n[c->resource_n]++] = s.overall;
    }
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
