/* calibrate_levels.c - ceilings, floors, and whether a measure tells runs apart */
#include <stdio.h>
#include <stdlib.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include "compare/calibrate.h"

static double
median (double *x, size_t n)
{
    if (!n)
        return -1;
    gsl_sort (x, 1, n);
    return gsl_stats_median_from_sorted_data (x, 1, n);
}

void
fid_cal_levels (const struct fid_cal_set *set, const size_t *ref, const size_t *other,
                double *ceiling, double *floor)
{
    size_t n = set->run_n, m = set->other_n;
    double *x = malloc ((n * (n + m) + 1) * sizeof *x);
    for (size_t k = 0; k < set->measure_n; k++) {
        const struct fid_cal_measure *cm = &set->measure[k];
        size_t c = 0, f = 0;
        ceiling[k] = floor[k] = -1;
        if (!x)
            continue;
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < n; j++) {
                size_t a = ref ? ref[i] : i, b = ref ? ref[j] : j;
                if (a != b && cm->repeat[a * n + b] >= 0)
                    x[c++] = cm->repeat[a * n + b];
            }
        ceiling[k] = median (x, c);
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < m; j++) {
                size_t a = ref ? ref[i] : i, b = other ? other[j] : j;
                if (cm->unrelated[a * m + b] >= 0)
                    x[f++] = cm->unrelated[a * m + b];
            }
        floor[k] = median (x, f);
    }
    free (x);
}

/* P (d_repeat < d_unrelated), ties half (Mann-Whitney). */
static double
auc (const struct fid_cal_measure *cm, size_t nn, size_t nm)
{
    double wins = 0;
    size_t pairs = 0;
    for (size_t i = 0; i < nn; i++)
        for (size_t j = 0; cm->repeat[i] >= 0 && j < nm; j++) {
            if (cm->unrelated[j] < 0)
                continue;
            wins += cm->repeat[i] < cm->unrelated[j]    ? 1
                    : cm->repeat[i] == cm->unrelated[j] ? 0.5
                                                        : 0;
            pairs++;
        }
    return pairs ? wins / (double)pairs : -1;
}

int
fid_cal_judge (struct fid_cal_set *set, struct fid_error *err)
{
    const char *null = set->surrogate ? "surrogates" : "unrelated runs";
    double *level = malloc ((2 * set->measure_n + 1) * sizeof *level);
    if (!level)
        return fid_error_nomem (err);
    fid_cal_levels (set, NULL, NULL, level, level + set->measure_n);
    for (size_t k = 0; k < set->measure_n; k++) {
        struct fid_cal_measure *cm = &set->measure[k];
        cm->ceiling = level[k];
        cm->floor = level[set->measure_n + k];
        cm->auc = auc (cm, set->run_n * set->run_n, set->run_n * set->other_n);
        cm->informative = false;
        if (cm->ceiling < 0)
            snprintf (cm->reason, sizeof cm->reason, "not defined between repeats");
        else if (cm->floor < 0)
            snprintf (cm->reason, sizeof cm->reason,
                      set->surrogate ? "no unrelated run to hold it against and no surrogate: "
                                       "record a run of another workload"
                                     : "no unrelated run to hold it against");
        else if (cm->auc < FID_CAL_MIN_AUC)
            snprintf (cm->reason, sizeof cm->reason,
                      "uninformative here: tells repeats from %s with AUC %.2f only", null,
                      cm->auc);
        else if (cm->floor < FID_CAL_MIN_RATIO * cm->ceiling)
            snprintf (cm->reason, sizeof cm->reason,
                      "uninformative here: %s are only %.2f times as far as repeats", null,
                      cm->floor / cm->ceiling);
        else
            cm->informative = true;
    }
    free (level);
    return 0;
}
