/* merge_bins.c - fewer points than were stored (join.h) */
#include <math.h>
#include <stdlib.h>
#include "base/array.h"
#include "charts/merge_bins.h"

double
fid_join (const double *x, size_t n, enum fid_join how)
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
    return m == 0                 ? FID_GAP
           : how == FID_JOIN_MEAN ? sum / (double)m
           : how == FID_JOIN_LOW  ? low
                                  : high;
}

/* x joined, the first bucket being short by what is before it. */
static int
join_numbers (const struct fid_numbers *x, size_t before, size_t each, enum fid_join how,
              struct fid_numbers *out, struct fid_error *err)
{
    out->n = (before + x->n + each - 1) / each;
    out->x = malloc ((out->n + 1) * sizeof *out->x);
    if (!out->x)
        return fid_error_nomem (err);
    for (size_t i = 0; i < out->n; i++) {
        size_t from = i ? i * each - before : 0, to = (i + 1) * each - before;
        to = to < x->n ? to : x->n;
        out->x[i] = fid_join (x->x + from, to - from, how);
    }
    return 0;
}

int
fid_joined (const struct fid_series_track *t, size_t each, struct fid_series_track *out,
            struct fid_error *err)
{
    *out = (struct fid_series_track){.dt_s = t->dt_s * (double)each, .from_n = t->from_n};
    if (!t->n)
        return 0;
    long first = lround (t->t0_s / t->dt_s), wide = (long)each, rest = first % wide;
    size_t before = (size_t)(rest < 0 ? rest + wide : rest);
    out->t0_s = t->t0_s - (double)before * t->dt_s;
    if (join_numbers (&t->value, before, each, FID_JOIN_MEAN, &out->value, err))
        return -1;
    out->n = out->value.n;
    if (each == 1 && !t->min.x)
        return 0;
    return join_numbers (t->min.x ? &t->min : &t->value, before, each, FID_JOIN_LOW, &out->min,
                         err) ||
                   join_numbers (t->max.x ? &t->max : &t->value, before, each, FID_JOIN_HIGH,
                                 &out->max, err)
               ? -1
               : 0;
}

void
fid_joined_clear (struct fid_series_track *t)
{
    free (t->value.x);
    free (t->min.x);
    free (t->max.x);
    *t = (struct fid_series_track){0};
}
