/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_dtw_active.c - shape of sparse series: closed forms, laws, a slow plain version */
#include "metrics/dtw.h"
#include "tests/metrics/metric_test.h"

static const struct {
    const char *what;
    double x[8], y[8];
    size_t n;
    double band_n, penalty, want;
} cases[] = {
    {"equal series", {0, 3, 0, 1}, {0, 3, 0, 1}, 4, 2, 0, 0},
    {"a delay inside the band costs its warp: 2 w / 2 / 2 of the burst",
     {0, 0, 0, 1, 0, 0},
     {0, 0, 0, 0, 1, 0},
     6,
     2,
     0.25,
     0.125},
    {"one of two bursts absent", {1, 0, 0, 0, 0, 0, 0, 1}, {1}, 8, 2, 9, 0.5},
    {"and skipped by a wait: (1 + 2 w) / 2 + 1 over 4",
     {1, 0, 0, 1, 0, 0},
     {1},
     6,
     2,
     0.1,
     0.4},
    {"one of two bursts out of reach", {1, 0, 0, 0, 0, 0, 0, 1}, {1, 0, 0, 1}, 8, 2, 9, 0.5},
    {"all activity at other times", {1}, {0, 0, 0, 0, 0, 0, 0, 1}, 8, 2, 9, 1},
    {"half as high everywhere", {2, 2, 2, 2}, {1, 1, 1, 1}, 4, 2, 0, 0.5},
    {"twice as high: the same", {1, 1, 1, 1}, {2, 2, 2, 2}, 4, 2, 0, 0.5},
};

static double distance (const double *x, size_t n, const double *y, size_t m, double band_n,
                        double penalty)
{
    const struct fid_metric *metric = fid_metric_find ("dtw_active");
    struct fid_signal a = series (x, n, 1, 1), b = series (y, m, 1, 1);
    struct fid_metric_opts opts = {.scale = 1, .band_s = band_n, .penalty = penalty};
    struct fid_metric_value v = {0};
    return metric->eval (&a, &b, &opts, &v) ? NAN : v.distance;
}

/* D(n,m) of equal lengths, by recursion over all paths. */
static double slow (const double *x, const double *y, size_t n, size_t i, size_t j,
                    size_t band_n, double w)
{
    if (i > j + band_n || j > i + band_n)
        return INFINITY;
    double c = fabs (x[i] - y[j]), best = INFINITY;
    if (!i && !j)
        return 2 * c;
    if (i && j)
        best = slow (x, y, n, i - 1, j - 1, band_n, w) + 2 * c;
    if (i)
        best = fmin (best, slow (x, y, n, i - 1, j, band_n, w) + c + w);
    if (j)
        best = fmin (best, slow (x, y, n, i, j - 1, band_n, w) + c + w);
    return best;
}

static void test_slow (void)
{
    uint64_t seed = 5;
    size_t wrong = 0;
    for (size_t round = 0; round < 200; round++) {
        double x[7], y[7], sx = 0, sy = 0;
        size_t n = 1 + round % 7, band_n = 2;
        for (size_t i = 0; i < n; i++) {
            sx += x[i] = rnd (&seed) < 0.5 ? 0 : rnd (&seed);
            sy += y[i] = rnd (&seed) < 0.5 ? 0 : rnd (&seed);
        }
        double w = 0.1 * (double)(round % 4), d = distance (x, n, y, n, (double)band_n, w);
        double sum = slow (x, y, n, n - 1, n - 1, band_n, w), most = fmax (sx, sy);
        double want = sx > 0 && sy > 0   ? (sum / 2 + fabs (sx - sy)) / (2 * most)
                      : sx > 0 || sy > 0 ? 1
                                         : 0;
        wrong += !(fabs (d - want) < 1e-12) || d < 0 || d > 1;
    }
    ok (wrong == 0, "agrees with all paths, in 0..1 (%zu wrong)", wrong);
}

#define N 60

/* Bursts of any height in idle time; returns how many. */
static size_t sparse (uint64_t *seed, double *x)
{
    size_t bursts = 0;
    for (size_t i = 0; i < N; i++) {
        x[i] = rnd (seed) < 0.15 ? 0.2 + rnd (seed) : 0;
        bursts += x[i] > 0;
    }
    return bursts;
}

/* The emulation has all that the real run has but for one burst, which is absent, or at
 * another time. */
static void test_absent (void)
{
    uint64_t seed = 6;
    size_t worse = 0, tried = 0, near_worse = 0, near_n = 0;
    for (size_t round = 0; round < 400; round++) {
        double x[N], absent[N], moved[N], penalty = 0.05 * (double)(round % 3);
        if (sparse (&seed, x) < 2)
            continue;
        size_t from, to;
        do
            from = (size_t)(rnd (&seed) * N);
        while (x[from] == 0);
        do
            to = (size_t)(rnd (&seed) * N);
        while (x[to] != 0);
        memcpy (absent, x, sizeof x);
        absent[from] = 0;
        memcpy (moved, absent, sizeof x);
        moved[to] = x[from];
        double a = distance (x, N, absent, N, 5, penalty),
               b = distance (x, N, moved, N, 5, penalty);
        tried++;
        worse += !(b <= a + 1e-12);
        if (from > to ? from - to <= 2 : to - from <= 2) {
            near_n++;
            near_worse += !(b < a);
        }
    }
    ok (tried > 350 && worse == 0, "absent is never better than misplaced (%zu of %zu)", worse,
        tried);
    ok (near_n > 5 && near_worse == 0, "and worse than a little late (%zu of %zu)", near_worse,
        near_n);
}

/* Idle time that both sides add changes nothing, unlike in the mean. */
static void test_idle_stretch (void)
{
    double x[200] = {0}, y[200] = {0};
    uint64_t seed = 7;
    sparse (&seed, x);
    sparse (&seed, y);
    double d = distance (x, N, y, N, 3, 0.05);
    ok (d > 0.1, "two sparse series are apart");
    ok_close (distance (x, 200, y, 200, 3, 0.05), d, 1e-12, "idle time does not dilute");
}

static void test_metric (void)
{
    const struct fid_metric *m = fid_metric_find ("dtw_active");
    struct fid_metric_opts opts = {.scale = 100, .band_s = 1, .penalty = 0.05};
    double x[] = {0, 0, 100, 0, 0, 0}, late[] = {0, 0, 0, 100, 0, 0}, zero[6] = {0};
    struct fid_signal sx = series (x, 6, 1, 0.5), sl = series (late, 6, 1, 0.5);
    ok_laws (m, sx, sl, &opts);
    ok_idle (m, sx, series (zero, 6, 1, 0.5), &opts, 1);
    ok_finite_only (m, sx, &opts);
    struct fid_metric_value v =
        ok_value (m, sx, sl, &opts, 0.025, 1e-15, "one sample late: 2 * 5 / 2 / 200");
    ok_close (detail (&v, "mean"), 0.1 / 12, 1e-15, "the mean is a detail");
    ok_close (detail (&v, "nmae"), 2.0 / 6, 1e-15, "nmae is 2 of 6 samples");
    ok_refused (m, sx, series (x, 6, 1, 1), &opts, GSL_EINVAL, "two grids are refused");
    double huge[] = {1e308, 1e308}, hole[] = {-1e308, -1e308};
    opts = (struct fid_metric_opts){.scale = 1};
    ok_refused (m, series (huge, 2, 1, 1), series (hole, 2, 1, 1), &opts, GSL_EINVAL,
                "and sums that overflow");
}

int main (void)
{
    for (size_t k = 0; k < LEN (cases); k++)
        ok_close (distance (cases[k].x, cases[k].n, cases[k].y, cases[k].n, cases[k].band_n,
                            cases[k].penalty),
                  cases[k].want, 1e-15, cases[k].what);
    test_slow ();
    test_absent ();
    test_idle_stretch ();
    test_metric ();
    return tap_done ();
}
