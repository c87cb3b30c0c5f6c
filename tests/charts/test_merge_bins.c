/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_merge_bins.c - neighbouring bins of a series merged */
#include "tests/tap.h"
#include <math.h>
#include "charts/merge_bins.h"

static void check (const struct fid_series_track *t, size_t each, double t0_s, size_t n,
                   const double *mean, const double *low, const double *high, const char *what)
{
    struct fid_figure fig = {0};
    struct fid_series_track out = fid_merge_track (&fig, t, each);
    bool right = out.n == n && out.t0_s == t0_s && out.dt_s == (double)each * t->dt_s &&
                 !out.min.x == !low;
    for (size_t i = 0; right && i < n; i++)
        right =
            (isnan (mean[i]) ? !isfinite (out.value.x[i]) : out.value.x[i] == mean[i]) &&
            (!low || isnan (mean[i]) || (out.min.x[i] == low[i] && out.max.x[i] == high[i]));
    ok (right, "%s", what);
    fid_figure_clear (&fig);
}

int main (void)
{
    double y[] = {4, 1, 3, FID_GAP, FID_GAP, 8, 6}, low[] = {0, 1, 2}, high[] = {5, 2, 9};
    struct fid_series_track t = {.t0_s = -1, .dt_s = .5, .n = 7, .value = {y, 7}};
    ok (fid_merge (y, 3, FID_MERGE_MEAN) == 8. / 3 && fid_merge (y, 3, FID_MERGE_LOW) == 1 &&
            fid_merge (y, 5, FID_MERGE_HIGH) == 4 &&
            !isfinite (fid_merge (y + 3, 2, FID_MERGE_LOW)),
        "mean, least and greatest of what is there");
    check (&t, 1, -1, 7, (double[]){4, 1, 3, NAN, NAN, 8, 6}, NULL, NULL, "one by one");
    check (&t, 2, -1, 4, (double[]){2.5, 3, 8, 6}, (double[]){1, 3, 8, 6},
           (double[]){4, 3, 8, 6}, "two by two, from an even number");
    t.t0_s = -.5;
    check (&t, 2, -1, 4, (double[]){4, 2, NAN, 7}, (double[]){4, 1, 0, 6},
           (double[]){4, 3, 0, 8}, "from an odd one the first has one value");
    t.t0_s = 1;
    check (&t, 3, 0, 3, (double[]){4, 2, 7}, (double[]){4, 1, 6}, (double[]){4, 3, 8},
           "multiples of the width after 0, too");
    t = (struct fid_series_track){
        .t0_s = 0, .dt_s = 1, .n = 3, .value = {y, 3}, .min = {low, 3}, .max = {high, 3}};
    check (&t, 2, 0, 2, (double[]){2.5, 3}, (double[]){0, 2}, (double[]){5, 9},
           "lows and highs of what was thinned already");
    check (&(struct fid_series_track){.dt_s = 1}, 4, 0, 0, y, NULL, NULL, "nothing");
    return tap_done ();
}
