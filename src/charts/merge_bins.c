/* SPDX-License-Identifier: GPL-3.0-or-later */
/* merge_bins.c - see merge_bins.h */
#include "charts/merge_bins.h"

double fid_merge (const double *x, size_t n, enum fid_merge how)
{
    double sum = 0, low = HUGE_VAL, high = -HUGE_VAL;
    size_t m = 0;
    for (size_t i = 0; i < n; i++)
        if (isfinite (x[i])) {
            sum += x[i];
            low = fmin (low, x[i]);
            high = fmax (high, x[i]);
            m++;
        }
    return m == 0                  ? FID_GAP
           : how == FID_MERGE_MEAN ? sum / (double)m
           : how == FID_MERGE_LOW  ? low
                                   : high;
}

/* x merged; the first bin lacks the `before` values in front of x. */
static struct fid_numbers merged_bins (struct fid_figure *fig, const struct fid_numbers *x,
                                       size_t before, size_t each, enum fid_merge how)
{
    struct fid_numbers out = {.n = (before + x->n + each - 1) / each};
    out.x = fid_figure_numbers (fig, out.n);
    for (size_t i = 0; out.x && i < out.n; i++) {
        size_t from = i ? i * each - before : 0, to = (i + 1) * each - before;
        to = to < x->n ? to : x->n;
        out.x[i] = fid_merge (x->x + from, to - from, how);
    }
    return out;
}

struct fid_series_track fid_merge_track (struct fid_figure *fig,
                                         const struct fid_series_track *t, size_t each)
{
    struct fid_series_track out = {.dt_s = t->dt_s * (double)each, .from_n = t->from_n};
    if (!t->n)
        return out;
    long first = lround (t->t0_s / t->dt_s), width = (long)each, rest = first % width;
    size_t before = (size_t)(rest < 0 ? rest + width : rest);
    out.t0_s = t->t0_s - (double)before * t->dt_s;
    out.value = merged_bins (fig, &t->value, before, each, FID_MERGE_MEAN);
    if (each > 1 || t->min.x) {
        out.min =
            merged_bins (fig, t->min.x ? &t->min : &t->value, before, each, FID_MERGE_LOW);
        out.max =
            merged_bins (fig, t->max.x ? &t->max : &t->value, before, each, FID_MERGE_HIGH);
    }
    out.n = fig->failed ? 0 : out.value.n;
    return out;
}
