/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_aggregate.c - means, medians, quantiles, order */
#include "metrics/aggregate.h"
#include "tests/metrics/metric_test.h"

static double geomean (const double *x, const double *w, size_t n)
{
    struct fid_geomean m = {0};
    for (size_t i = 0; i < n; i++)
        fid_geomean_add (&m, x[i], w[i]);
    return fid_geomean_value (&m);
}

static void geomeans (void)
{
    static const struct {
        const char *what;
        double x[3], w[3];
        size_t n;
        double want;
    } cases[] = {
        {"nothing", {0}, {0}, 0, FID_GEOMEAN_NONE},
        {"a value without weight", {0.5}, {0}, 1, FID_GEOMEAN_NONE},
        {"a negative weight", {0.5}, {-1}, 1, FID_GEOMEAN_NONE},
        {"one value", {0.3}, {2}, 1, 0.3},
        {"equal weights", {0.25, 1}, {1, 1}, 2, 0.5},
        {"weights 1 and 3", {0.25, 1}, {1, 3}, 2, 0.70710678118654752},
        {"0 counts as the floor", {0, 1e-1}, {1, 1}, 2, 0.01},
        {"so does what is below it", {1e-5, 1e-1}, {1, 1}, 2, 0.01},
        {"all 0", {0, 0}, {1, 2}, 2, 0},
        {"all below the floor, one above 0", {0, 1e-5}, {1, 1}, 2, 1e-3},
        {"1 without weight does not count", {0, 1}, {1, 0}, 2, 0},
        {"0 without weight neither", {0, 1}, {0, 1}, 2, 1},
        {"three values", {0.5, 0.5, 0.0625}, {1, 1, 1}, 3, 0.25},
    };
    for (size_t k = 0; k < LEN (cases); k++)
        ok_close (geomean (cases[k].x, cases[k].w, cases[k].n), cases[k].want, 1e-15,
                  cases[k].what);
    ok_close (FID_GEOMEAN_FLOOR, 1e-3, 0, "the floor of grades");

    double x[8], w[8], product = 1, scaled[8];
    uint64_t seed = 3;
    for (int i = 0; i < 8; i++) {
        x[i] = 0.02 + rnd (&seed);
        w[i] = (1 + i) / 36.;
        scaled[i] = 7 * w[i];
        product *= pow (x[i], w[i]);
    }
    ok_close (geomean (x, w, 8), product, 1e-14, "the product of powers");
    ok_close (geomean (x, scaled, 8), product, 1e-14, "the scale of weights does not matter");
}

/* The definitions: positions counted from `first`, linear between neighbours. */
static double slow_quantile (const double *sorted, int n, double at, int first)
{
    int j = first;
    while (j < n - 2 + first && j + 1 <= at)
        j++;
    j -= first;
    at -= first;
    return n == 1 ? sorted[0] : sorted[j] * (j + 1 - at) + sorted[j + 1] * (at - j);
}

static void quantiles (void)
{
    double six[] = {1, 2, 3, 4, 5, 6}, one[] = {7}, x[64], y[64];
    uint64_t seed = 1;
    ok (fid_quantile (six, 6, .25) == 2.25 && fid_quantile (six, 6, .5) == 3.5 &&
            fid_quantile (six, 6, .75) == 4.75 && fid_quantile (six, 6, 0) == 1 &&
            fid_quantile (six, 6, 1) == 6,
        "inclusive quantiles of 1 to 6");
    ok (fid_quantile_exclusive (six, 6, .25) == 1.75 &&
            fid_quantile_exclusive (six, 6, .5) == 3.5 &&
            fid_quantile_exclusive (six, 6, .75) == 5.25,
        "exclusive quartiles");
    ok_close (fid_quantile_exclusive (six, 2, .25), .75, 0, "they extrapolate below");
    ok_close (fid_quantile_exclusive (six, 2, .75), 2.25, 0, "and above");
    double many[200];
    for (int i = 0; i < 200; i++)
        many[i] = i + 1;
    ok_close (fid_quantile_exclusive (many, 200, .99), 198.99, 1e-12, "the 99th of 1 to 200");
    ok (fid_quantile (one, 1, 0) == 7 && fid_quantile (one, 1, .99) == 7 &&
            fid_quantile_select (one, 1, .3) == 7 && fid_median_select (one, 1) == 7,
        "every quantile of one value is the value");
    double in = 0, ex = 0, select = 0, median = 0, outside = 0;
    for (int n = 1; n <= 64; n++) {
        for (int i = 0; i < n; i++)
            x[i] = floor (20 * rnd (&seed)) / 10 - 1;
        memcpy (y, x, sizeof x);
        fid_sort (x, (size_t)n);
        for (int i = 1; i < n; i++)
            outside += x[i] < x[i - 1];
        for (int k = 0; k <= 40; k++) {
            double p = k / 40., q = fid_quantile (x, (size_t)n, p);
            in = fmax (in, fabs (q - slow_quantile (x, n, p * (n - 1), 0)));
            select = fmax (select, fabs (q - fid_quantile_select (y, (size_t)n, p)));
            outside += q < x[0] || q > x[n - 1];
            if (n > 1)
                ex = fmax (ex, fabs (fid_quantile_exclusive (x, (size_t)n, p) -
                                     slow_quantile (x, n, p * (n + 1), 1)));
        }
        median = fmax (
            median, fabs (fid_quantile (x, (size_t)n, .5) - fid_median_select (y, (size_t)n)));
    }
    ok_close (in, 0, 1e-14, "inclusive quantiles are what the definition says");
    ok_close (ex, 0, 1e-14, "exclusive ones too");
    ok_close (select, 0, 0, "selecting finds what sorting finds");
    ok_close (median, 0, 1e-15, "the median is the quantile 1/2");
    ok_close (outside, 0, 0, "sorted; no inclusive quantile is outside the values");

    /* rounding must not move a quantile off equal values */
    size_t differ = 0;
    for (int k = 0; k < 100; k++)
        for (size_t i = 0; i < 10; i++) {
            double same[5] = {2.2 + k / 7., same[0], same[0], same[0], same[0]},
                   p = (double)i / 9;
            differ += fid_quantile (same, 5, p) != same[0];
            differ += fid_quantile_exclusive (same, 5, p) != same[0];
            differ += fid_quantile_select (same, 5, p) != same[0];
        }
    ok_int ((int)differ, 0, "equal values have themselves as quantiles, to the last bit");
}

static void medians (void)
{
    static const struct {
        const char *what;
        double x[6];
        size_t n;
        double median;
    } cases[] = {
        {"one value", {7}, 1, 7},
        {"two", {1, 4}, 2, 2.5},
        {"odd, with an outlier", {3, 1, 2, 1000, 4}, 5, 3},
        {"even", {6, 1, 1, 2, 4, 9}, 6, 3},
        {"all equal", {-2, -2, -2}, 3, -2},
    };
    for (size_t k = 0; k < LEN (cases); k++) {
        double before[6], got = -1;
        memcpy (before, cases[k].x, sizeof before);
        int rc = fid_median (cases[k].x, cases[k].n, &got);
        ok (rc == 0 && got == cases[k].median, "median, %s: %g", cases[k].what, got);
        ok (memcmp (before, cases[k].x, sizeof before) == 0, "values stay in place");
    }
    double bad[] = {1, INFINITY, NAN}, v = 5;
    ok_int (fid_median (bad, 0, &v), GSL_EBADLEN, "nothing has no median");
    ok_int (fid_median (NULL, 1, &v), GSL_EBADLEN, "no values were given");
    ok_int (fid_median (bad, 2, &v), GSL_EINVAL, "infinity is refused");
    ok_int (fid_median (bad, 3, &v), GSL_EINVAL, "so is NaN");
    ok_int (fid_sample_check (bad, 1, 2), GSL_EBADLEN, "too few values");
    ok_int (fid_sample_check (bad, 1, 1), 0, "enough values");
    ok_int (fid_sample_check (NULL, 0, 0), 0, "none needed");
    ok (v == 5, "nothing was written");
}

static void order (void)
{
    double x[] = {2, -1, INFINITY, 0, -1}, want[] = {-1, -1, 0, 2, INFINITY};
    ok (fid_order (1, 2) == -1 && fid_order (2, 1) == 1 && fid_order (2, 2) == 0,
        "comparing two numbers");
    fid_sort (x, LEN (x));
    ok (memcmp (x, want, sizeof x) == 0, "ascending");
    fid_sort (x, 0);
    ok (x[0] == -1, "sorting nothing");
}

static void described (void)
{
    double six[] = {4, 1, 6, 3, 5, 2}, two[] = {2, 1}, one[] = {7};
    struct fid_described d = {.std = -1};
    ok_int (fid_describe (six, 6, &d), 0, "1 to 6 in any order");
    ok (d.n == 6, "six");
    ok_close (d.mean, 3.5, 0, "mean");
    ok_close (d.std, 1.870829, 5e-7, "standard deviation, n - 1");
    ok_close (fid_std (six, 6, 3.5, 6), 1.707825, 5e-7, "and n");
    ok (d.q1 == 1.75 && d.median == 3.5 && d.q3 == 5.25, "exclusive quartiles");
    ok_int (fid_describe (two, 2, &d), 0, "two values");
    ok (d.q1 == .75 && d.median == 1.5 && d.q3 == 2.25, "have quartiles beyond them");
    ok_close (d.std, sqrt (0.5), 1e-15, "and a standard deviation");

    d = (struct fid_described){.std = -1, .q1 = -2, .q3 = -3};
    ok_int (fid_describe (one, 1, &d), 0, "one value");
    ok (d.n == 1 && d.mean == 7 && d.median == 7, "is its mean and median");
    ok (d.std == -1 && d.q1 == -2 && d.q3 == -3, "and has no width");

    double cancel[] = {1e16, 1, -1e16}, small[] = {1, 1e16, -1e16}, bad[] = {1, NAN};
    ok_close (fid_mean (cancel, 3), 1. / 3, 1e-16, "a sum loses nothing");
    ok_close (fid_mean (small, 3), 1. / 3, 1e-16, "in any order");
    ok_int (fid_describe (bad, 0, &d), GSL_EBADLEN, "nothing is refused");
    ok_int (fid_describe (bad, 2, &d), GSL_EINVAL, "so is NaN");
}

static int by_value (const void *a, const void *b)
{
    return fid_order (*(const double *)a, *(const double *)b);
}

/* Many numbers are sorted by their digits. */
static void many (void)
{
    enum { N = 5000 };
    static double x[N], want[N];
    uint64_t state = 1;
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < N; i++) {
            state = state * UINT64_C (6364136223846793005) + 1442695040888963407u;
            double u = (double)(state >> 11) / 0x1p53;
            want[i] = x[i] = round == 0   ? floor (u * 100) / 8
                             : round == 1 ? (u - .5) * pow (10, i % 600 - 300)
                                          : i;
        }
        qsort (want, N, sizeof *want, by_value);
        fid_sort (x, N);
        ok (memcmp (x, want, sizeof x) == 0, "%d numbers are in order, round %d", N, round);
    }
}

int main (void)
{
    geomeans ();
    quantiles ();
    medians ();
    order ();
    many ();
    described ();
    return tap_done ();
}
