/* calibrate_levels.c - noise and chance levels, and whether a measure separates runs */
#include <stdio.h>
#include <stdlib.h>
#include "compare/calibrate.h"
#include "metrics/aggregate.h"

/* -1 of no values. */
static double
median (double *x, size_t n)
{
    return n ? fid_median_select (x, n) : -1;
}

int
fid_cal_levels (const struct fid_cal_set *set, const size_t *ref, const size_t *other,
                double *noise, double *chance, struct fid_error *err)
{
    size_t n = set->run_n, m = set->other_n;
    double *x = malloc ((n * (n + m) + 1) * sizeof *x);
    if (!x)
        return fid_error_nomem (err);
    for (size_t k = 0; k < set->measure_n; k++) {
        const struct fid_cal_measure *cm = &set->measure[k];
        size_t c = 0, f = 0;
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < n; j++) {
                size_t a = ref ? ref[i] : i, b = ref ? ref[j] : j;
                if (a != b && cm->repeat[a * n + b] >= 0)
                    x[c++] = cm->repeat[a * n + b];
            }
        noise[k] = median (x, c);
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < m; j++) {
                size_t a = ref ? ref[i] : i, b = other ? other[j] : j;
                if (cm->unrelated[a * m + b] >= 0)
                    x[f++] = cm->unrelated[a * m + b];
            }
        chance[k] = median (x, f);
    }
    free (x);
    return 0;
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
    if (fid_cal_levels (set, NULL, NULL, level, level + set->measure_n, err)) {
        free (level);
        return -1;
    }
    for (size_t k = 0; k < set->measure_n; k++) {
        struct fid_cal_measure *cm = &set->measure[k];
        cm->noise = level[k];
        cm->chance = level[set->measure_n + k];
        cm->auc = auc (cm, set->run_n * set->run_n, set->run_n * set->other_n);
        cm->informative = false;
        if (cm->noise < 0)
            snprintf (cm->reason, sizeof cm->reason, "not defined between repeats");
        else if (cm->chance < 0)
            snprintf (cm->reason, sizeof cm->reason,
                      set->surrogate ? "no unrelated run to compare it with and no surrogate: "
                                       "record a run of another workload"
                                     : "no unrelated run to compare it with");
        else if (cm->auc < FID_CAL_MIN_AUC)
            snprintf (cm->reason, sizeof cm->reason,
                      "uninformative here: separates repeats from %s with an AUC of only %.2f",
                      null, cm->auc);
        else if (cm->chance < FID_CAL_MIN_RATIO * cm->noise)
            snprintf (cm->reason, sizeof cm->reason,
                      "uninformative here: %s are only %.2f times as far as repeats", null,
                      cm->chance / cm->noise);
        else
            cm->informative = true;
    }
    free (level);
    return 0;
}
