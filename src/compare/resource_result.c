/* resource_result.c - see resource_result.h */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include "compare/calibration.h"

void
fid_card_miss (struct fid_card *card, const char *facet, const char *quantity,
               const char *metric, const char *reason)
{
    if (card->facet_n == FID_FACETS_MAX)
        return;
    card->facet[card->facet_n++] = (struct fid_facet){.facet = facet,
                                                      .quantity = quantity,
                                                      .metric = fid_metric_find (metric),
                                                      .reason = reason};
}

void
fid_card_detail (struct fid_card *card, const char *name, double value)
{
    if (card->facet_n && card->facet[card->facet_n - 1].valid)
        fid_value_detail (&card->facet[card->facet_n - 1].value, name, value);
}

int
fid_card_add (struct fid_card *card, const char *facet, const char *quantity,
              const char *metric, const struct fid_signal *real, const struct fid_signal *emu,
              const struct fid_metric_opts *opts, struct fid_error *err)
{
    const struct fid_metric *m = fid_metric_find (metric);
    struct fid_metric_value value;
    struct fid_signal surrogate = *emu;
    const char *null = NULL;
    double *moved = NULL;
    if (card->disturb &&
        fid_disturb_signal (card->disturb, facet, quantity, emu, &moved, &null, err))
        return -1;
    if (moved)
        surrogate.x = moved;
    int rc = m->eval (real, &surrogate, opts, &value);
    free (moved);
    if (rc == GSL_EDOM || rc == GSL_EBADLEN) {
        fid_card_miss (card, facet, quantity, metric,
                       strcmp (metric, "period") == 0
                           ? "no period that is sure enough in one of the runs"
                           : "not defined: too little or constant data");
        return 0;
    }
    if (rc)
        return fid_errorf (err, FID_EINTERNAL, "%s of %s (%s): %s", metric, card->info->name,
                           quantity, gsl_strerror (rc));
    if (card->facet_n == FID_FACETS_MAX)
        return fid_errorf (err, FID_EINTERNAL, "%s: too many facets", card->info->name);
    card->facet[card->facet_n++] = (struct fid_facet){.facet = facet,
                                                      .quantity = quantity,
                                                      .metric = m,
                                                      .valid = true,
                                                      .null = null,
                                                      .weight = value.confidence,
                                                      .value = value};
    return 0;
}

void
fid_card_refuse (struct fid_card *card, const char *fmt, ...)
{
    va_list ap;
    va_start (ap, fmt);
    vsnprintf (card->reason, sizeof card->reason, fmt, ap);
    va_end (ap);
    card->status = FID_CARD_NOT_COMPARED;
}

double
fid_card_facet (const struct fid_card *card, const char *facet)
{
    double sum = 0, weight = 0;
    bool all_zero = true;
    for (size_t i = 0; i < card->facet_n; i++) {
        const struct fid_facet *f = &card->facet[i];
        if (!f->valid || strcmp (f->facet, facet) != 0)
            continue;
        sum += f->weight * log (fmax (f->value.similarity, FID_SIMILARITY_FLOOR));
        weight += f->weight;
        all_zero &= f->value.similarity <= 0;
    }
    return weight <= 0 ? -1 : all_zero ? 0 : exp (sum / weight);
}

void
fid_card_close (struct fid_card *card)
{
    double sum = 0, weight = 0;
    bool all_zero = true;
    for (size_t i = 0; i < card->facet_n; i++) {
        const char *name = card->facet[i].facet;
        size_t k = 0;
        while (strcmp (card->facet[k].facet, name) != 0)
            k++;
        double s = k == i ? fid_card_facet (card, name) : -1; /* each facet once */
        if (s < 0)
            continue;
        /* a facet weighs what its surest measure weighs */
        double w = 0;
        for (size_t j = i; j < card->facet_n; j++)
            if (strcmp (card->facet[j].facet, name) == 0)
                w = fmax (w, card->facet[j].weight);
        sum += w * log (fmax (s, FID_SIMILARITY_FLOOR));
        weight += w;
        all_zero &= s <= 0;
    }
    if (weight <= 0)
        fid_card_refuse (card, "none of its measures is defined here");
    else
        card->similarity = all_zero ? 0 : exp (sum / weight);
}

/* An eighth of the shorter step: the same when sides are swapped. */
static double
rhythm_dt (const struct fid_run *real, const struct fid_run *emu)
{
    double a = real->step_s > 0 ? real->step_s : emu->step_s;
    double b = emu->step_s > 0 ? emu->step_s : a;
    return fmax (0.1, fmin (a, b) / 8);
}

void
fid_pair_freeze (struct fid_pair *pair, const struct fid_scales *scales,
                 const struct fid_compare_opts *opts)
{
    pair->scales = *scales;
    pair->step_s = scales->step_s;
    pair->dt_s = opts->dt_s > 0 ? opts->dt_s : fmax (0.1, scales->step_s / 8);
    pair->rhythm_dt_s = pair->dt_s;
}

int
fid_pair_resolve (struct fid_pair *pair, const struct fid_run *real, const struct fid_run *emu,
                  const struct fid_compare_opts *opts, struct fid_error *err)
{
    int w = opts->window ? fid_window_find (opts->window) : FID_WINDOW_JOB;
    if (w < 0)
        return fid_errorf (
            err, FID_EUSAGE,
            "no window is called '%s': job, whole, startup, INIT, TRAINING, EVAL, "
            "CHECKPOINT",
            opts->window);
    *pair =
        (struct fid_pair){.real = real,
                          .emu = emu,
                          .window = (enum fid_window)w,
                          .step_s = real->step_s,
                          .dt_s = opts->dt_s > 0 ? opts->dt_s : fmax (0.1, real->step_s / 8),
                          .rhythm_dt_s = opts->dt_s > 0 ? opts->dt_s : rhythm_dt (real, emu),
                          .band_s = opts->band_s,
                          .penalty = opts->penalty >= 0 ? opts->penalty : 0.05,
                          .tolerance_s = opts->tolerance_s >= 0 ? opts->tolerance_s : 1,
                          .excluded = opts->excluded};
    if (opts->calibration) {
        const struct fid_cal_set *set = fid_calibration_set (opts->calibration, real->workload);
        if (set)
            fid_pair_freeze (pair, &set->scales, opts);
    }
    return 0;
}

double
fid_pair_band (const struct fid_pair *pair, double length_s)
{
    if (pair->band_s > 0)
        return pair->band_s;
    double band = 0.05 * length_s;
    return pair->step_s > 0 && 1.5 * pair->step_s < band ? 1.5 * pair->step_s : band;
}

bool
fid_pair_sees_steps (const struct fid_pair *pair, double dt_s)
{
    double step_s = pair->step_s;
    if (pair->emu->step_s > 0 && !(step_s > 0 && step_s < pair->emu->step_s))
        step_s = pair->emu->step_s;
    return !(step_s > 0) || 2 * dt_s <= step_s;
}

double
fid_p99_nonzero (const double *x, size_t n, struct fid_error *err)
{
    double *sorted = malloc ((n ? n : 1) * sizeof *sorted), p99 = 0;
    size_t k = 0;
    if (!sorted) {
        fid_error_nomem (err);
        return -1;
    }
    for (size_t i = 0; i < n; i++)
        if (x[i] != 0)
            sorted[k++] = x[i];
    if (k) {
        gsl_sort (sorted, 1, k);
        p99 = gsl_stats_quantile_from_sorted_data (sorted, 1, k, 0.99);
    }
    free (sorted);
    return p99;
}
