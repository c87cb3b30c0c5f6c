/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_w1.c - Wasserstein-1 on a linear axis, and the distribution underneath */
#include "metrics/dist.h"
#include "tests/metrics/metric_test.h"

static const struct {
    const char *what;
    double x[4];
    size_t n;
    double y[4];
    size_t m;
    double w1, w2, ks;
} cases[] = {
    {"equal", {1, 2, 3}, 3, {3, 1, 2}, 3, 0, 0, 0},
    {"shift by 2", {1, 2, 3}, 3, {3, 4, 5}, 3, 2, 2, 2.0 / 3},
    {"a quarter moved by 4", {0, 0, 0, 0}, 4, {0, 0, 4, 0}, 4, 1, 2, 0.25},
    {"each value twice is the same distribution", {1, 2}, 2, {1, 1, 2, 2}, 4, 0, 0, 0},
    {"point against two points", {1}, 1, {0, 4}, 2, 2, 2.23606797749979, 0.5},
    {"thirds against halves", {0, 3, 6}, 3, {0, 6}, 2, 1, 1.7320508075688772, 1.0 / 6},
};

/* The same by repeating each sample until both sides have n m of them. */
static int by_value (const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double slow_w1 (const double *x, size_t n, const double *y, size_t m)
{
    double *a = malloc (n * m * sizeof *a), *b = malloc (n * m * sizeof *b), sum = 0;
    for (size_t k = 0; k < n * m; k++) {
        a[k] = x[k / m];
        b[k] = y[k / n];
    }
    qsort (a, n * m, sizeof *a, by_value);
    qsort (b, n * m, sizeof *b, by_value);
    for (size_t k = 0; k < n * m; k++)
        sum += fabs (a[k] - b[k]);
    free (a);
    free (b);
    return sum / (double)(n * m);
}

static void test_cases (void)
{
    for (size_t k = 0; k < LEN (cases); k++) {
        struct fid_dist a, b;
        double w1, ks;
        fid_dist_init (&a, cases[k].x, 1, cases[k].n, NULL);
        fid_dist_init (&b, cases[k].y, 1, cases[k].m, NULL);
        diag ("%s", cases[k].what);
        ok_close (fid_dist_w1 (&a, &b), cases[k].w1, 1e-15, "W1");
        ok_close (fid_dist_w2 (&a, &b), cases[k].w2, 1e-15, "W2");
        fid_dist_gaps (&a, &b, &w1, &ks);
        ok_close (w1, cases[k].w1, 1e-15, "W1 beside KS");
        ok_close (ks, cases[k].ks, 1e-15, "KS");
        fid_dist_clear (&a);
        fid_dist_clear (&a);
        fid_dist_clear (&b);
    }
}

static void test_slow (void)
{
    uint64_t seed = 5;
    double x[30], y[30], worst = 0;
    for (size_t n = 1; n <= 30; n += 3)
        for (size_t m = 1; m <= 30; m += 4) {
            struct fid_dist a, b;
            for (size_t k = 0; k < 30; k++) {
                x[k] = floor (rnd (&seed) * 10);
                y[k] = rnd (&seed) * 10 - 3;
            }
            fid_dist_init (&a, x, 1, n, NULL);
            fid_dist_init (&b, y, 1, m, NULL);
            worst = fmax (worst, fabs (fid_dist_w1 (&a, &b) - slow_w1 (x, n, y, m)));
            fid_dist_clear (&a);
            fid_dist_clear (&b);
        }
    ok_close (worst, 0, 1e-13, "agrees with sorted repeated samples");
}

static void test_weights (void)
{
    double x[] = {5, 1, 9}, w[] = {2, 1, 0}, repeated[] = {1, 5, 5};
    struct fid_dist a, b;
    fid_dist_init (&a, x, 1, 3, w);
    fid_dist_init (&b, repeated, 1, 3, NULL);
    ok_int ((long long)a.n, 2, "a sample of weight 0 is left out");
    ok_close (fid_dist_w1 (&a, &b), 0, 0, "weight 2 is the sample twice");
    ok_close (fid_dist_quantile (&a, 0), 1, 0, "quantile 0 is the smallest");
    ok_close (fid_dist_quantile (&a, 1.0 / 3), 1, 0, "F (1) is 1/3");
    ok_close (fid_dist_quantile (&a, 0.34), 5, 0, "beyond it the next");
    ok_close (fid_dist_quantile (&a, 1), 5, 0, "quantile 1 is the largest");
    fid_dist_clear (&a);
    fid_dist_clear (&b);
    double hundred[100];
    for (int k = 0; k < 100; k++)
        hundred[k] = k + 1;
    fid_dist_init (&a, hundred, 1, 100, NULL);
    ok_close (fid_dist_quantile (&a, 0.07), 7, 0, "0.07 of 100 is 7, though 7.000000000000001");
    fid_dist_clear (&a);
    double grid[] = {1, 10, 2, 20, 3, 30};
    fid_dist_init (&a, grid + 1, 2, 3, NULL);
    ok_close (fid_dist_quantile (&a, 0.5), 20, 0, "a stride picks one component");
    fid_dist_clear (&a);
}

static void test_metric (void)
{
    const struct fid_metric *m = fid_metric_find ("w1");
    struct fid_metric_opts opts = {.scale = 100};
    double x[] = {10, 30, 20, 40}, y[] = {50, 40, 30, 20}, zero[3] = {0}, w[] = {0, 0, 0, 0};
    double mixed[] = {10, 30, 60, 40};
    struct fid_signal sx = samples (x, 4), sy = samples (y, 4), weightless = sx;

    ok_laws (m, sx, sy, &opts);
    ok_idle (m, sx, samples (zero, 3), &opts, 1);
    ok_finite_only (m, sx, &opts);
    struct fid_metric_value v = ok_value (m, sx, sy, &opts, 0.1, 1e-15, "a shift by 10 of 100");
    ok_close (detail (&v, "ks"), 0.25, 0, "ks");
    ok_close (detail (&v, "w2"), 0.1, 1e-15, "w2, in full scales too");
    ok_close (detail (&v, "p50_ratio"), 1.5, 0, "median 30 for 20");
    ok_close (detail (&v, "p95_ratio"), 1.25, 0, "p95 50 for 40");
    ok_close (detail (&v, "p99_ratio"), 1.25, 0, "p99 50 for 40");
    ok_value (m, sx, samples (mixed, 4), &opts, 0.1, 1e-15, "a quarter moved by 40");
    opts.scale = 0;
    ok_value (m, sx, sy, &opts, 10, 1e-13, "scale 0: taken as they are");

    weightless.w = w;
    ok_value (m, sx, weightless, &opts, 1, 0, "no weight is no samples");
    w[2] = -1;
    ok_refused (m, sx, weightless, &opts, GSL_EINVAL, "a negative weight is refused");
    w[2] = NAN;
    ok_refused (m, weightless, sx, &opts, GSL_EINVAL, "so is a weight that is no number");
    ok_refused (m, sx, series (x, 2, 2, 1), &opts, GSL_EBADLEN, "so are vectors");
    double huge[] = {1e308}, hole[] = {-1e308};
    ok_refused (m, samples (huge, 1), samples (hole, 1), &opts, GSL_EINVAL, "and overflow");
}

int main (void)
{
    test_cases ();
    test_slow ();
    test_weights ();
    test_metric ();
    return tap_done ();
}
