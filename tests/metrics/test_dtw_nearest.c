/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_dtw_nearest.c - the nearest series is the one that comparing all of them gives */
#include "metrics/dtw.h"
#include "tests/metrics/metric_test.h"

enum { N = 50, MANY = 40 };

static double x[N], all[MANY][N];
static struct fid_dtw_series among[MANY];

/* The nearest of among[] by comparing all. */
static size_t slow_nearest (const struct fid_dtw_opts *o, double *best)
{
    size_t found = 0;
    *best = INFINITY;
    for (size_t s = 0; s < MANY; s++) {
        double d;
        if (fid_dtw (x, N / (o->dim ? o->dim : 1), among[s].y, among[s].m, o, &d) == 0 &&
            d < *best) {
            *best = d;
            found = s;
        }
    }
    return found;
}

/* Twins, candidates a hair apart, other lengths, bands, penalties, and several components. */
static void test_rounds (void)
{
    size_t wrong = 0, got, rounds = 0, later = 0;
    uint64_t seed = 22;
    for (size_t round = 0; round < 60; round++, rounds++) {
        struct fid_dtw_opts o = {1 + (round % 5 == 4), round % 4 ? 5 : FID_DTW_NO_BAND,
                                 round % 2 ? 0.01 : 0};
        double best, d;
        for (size_t i = 0; i < N; i++)
            x[i] = rnd (&seed);
        for (size_t s = 0; s < MANY; s++) {
            size_t twin = s % 4 ? s - s % 4 : s;
            double spread = 0.1 + 0.4 * rnd (&seed);
            for (size_t i = 0; i < N; i++)
                all[s][i] = s == twin ? x[i] + spread * rnd (&seed) : all[twin][i];
            if (s % 4 == 2)
                all[s][round % N] *= 1 - 1e-13; /* a hair nearer, or farther */
            among[s] = (struct fid_dtw_series){all[s], (N - (s % 7 == 6)) / o.dim};
        }
        if (round % 3 == 0)
            all[5][0] = 1e300;
        size_t want = slow_nearest (&o, &best);
        later += want > 0;
        wrong += fid_dtw_nearest (x, N / o.dim, among, MANY, &o, &got, &d) || got != want ||
                 d != best;
    }
    ok (rounds == 60 && later > 50 && wrong == 0,
        "the one that comparing all chooses, with the same distance; of equals the first");
}

/* The bounds of equal lengths find a sample that is not finite, wherever it is. */
static void refuse_infinite (void)
{
    static const double bad[] = {NAN, INFINITY, -INFINITY};
    double query[21], other[21], d = 7;
    size_t which = 7, wrong = 0;
    struct fid_dtw_opts opts = {1, 2, 0};
    for (size_t i = 0; i < 21; i++)
        query[i] = other[i] = (double)(i % 5);
    for (size_t m = 20; m <= 21; m++)
        for (size_t i = 0; i < m; i++)
            for (size_t k = 0; k < 3; k++) {
                const struct fid_dtw_series list[] = {{query, 21}, {other, m}};
                double was = other[i];
                other[i] = bad[k];
                wrong += fid_dtw_nearest (query, 21, list, 2, &opts, &which, &d) != GSL_EDOM;
                other[i] = was;
            }
    ok (!wrong && which == 7 && d == 7, "a sample that is not finite is refused");
}

int main (void)
{
    refuse_infinite ();
    struct fid_dtw_opts o = {1, 5, 0.01}, bad = {1, 5, -1};
    double d = 42;
    size_t got = 42;
    test_rounds ();
    among[3].m = 0;
    ok (fid_dtw_nearest (x, N, among, MANY, &o, &got, &d) == GSL_EBADLEN, "empty is refused");
    ok (fid_dtw_nearest (x, N, among, 0, &o, &got, &d) == GSL_EBADLEN, "none is refused");
    ok (fid_dtw_nearest (x, N, among, 1, &bad, &got, &d) == GSL_EINVAL, "and a bad penalty");
    ok (got == 42 && d == 42, "outputs stay as they were");
    return tap_done ();
}
