/* SPDX-License-Identifier: GPL-3.0-or-later */
/* histograms with a bounded relative error */
#include <stdbool.h>
#include "tests/tap.h"
#include "tests/run/sketch_quantile.h"
#include "run/sketch.h"

static uint32_t seed = 7;

static double draw (void)
{
    seed = seed * 1664525u + 1013904223u;
    return (double)(seed >> 8) / (1 << 24);
}

static void add (struct fid_sketch *s, double v)
{
    struct fid_error err;
    if (fid_sketch_add (s, v, &err))
        abort ();
}

static int by_double (const void *va, const void *vb)
{
    const double *a = va, *b = vb;
    return *a < *b ? -1 : *a > *b;
}

static void test_exact (void)
{
    static const double exact[] = {1, 4096, 131072, 1.5, 1 + 1. / 128, 0.25, 3 * 1024.};
    struct fid_sketch s = {0};
    double x[4096], w[4096];
    for (size_t i = 0; i < sizeof exact / sizeof *exact; i++)
        add (&s, exact[i]);
    ok (s.total == 7 && s.n <= 4096, "seven values");
    size_t n = fid_sketch_export (&s, x, w);
    static const double want[] = {0.25, 1, 1 + 1. / 128, 1.5, 3072, 4096, 131072};
    bool same = n == 7;
    for (size_t i = 0; same && i < 7; i++)
        same = x[i] == want[i] && w[i] == 1;
    ok (same, "powers of two and multiples of 1/128 of them come back exactly, ascending");
    add (&s, 0);
    add (&s, -3);
    add (&s, NAN);
    add (&s, INFINITY);
    ok (s.total == 7, "0, negative, NaN and infinity are ignored");
    fid_sketch_clear (&s);
}

/* Against the sorted values themselves. */
static void test_quantiles (void)
{
    enum { N = 20000 };
    struct fid_sketch s = {0}, empty = {0};
    double *v = malloc (N * sizeof *v), worst = 0, low = 0;
    for (int i = 0; i < N; i++) {
        v[i] = exp (40 * draw () - 20); /* 2e-9 to 4e8 */
        add (&s, v[i]);
    }
    qsort (v, N, sizeof *v, by_double);
    for (int k = 1; k <= 1000; k++) {
        double q = k / 1000., got = sketch_quantile (&s, q);
        double want = v[(int)ceil (q * N) - 1];
        worst = fmax (worst, (want - got) / want);
        low = fmin (low, (want - got) / want);
    }
    ok (worst < FID_SKETCH_ERROR && worst > FID_SKETCH_ERROR / 4 && low >= 0,
        "every quantile is known to 1/128, from below (%.5f)", worst);
    ok (sketch_quantile (&s, 0) <= v[0] && sketch_quantile (&s, 1) <= v[N - 1],
        "the ends are the least and the greatest");
    ok_close (sketch_quantile (&empty, 0.5), 0, 0, "an empty sketch says 0");
    ok (s.n <= (size_t)60 * 128, "40 / ln 2 octaves take at most 60 * 128 bins");
    free (v);
    fid_sketch_clear (&s);
}

static void test_merge (void)
{
    struct fid_sketch all = {0}, part[3] = {{0}}, sum = {0};
    struct fid_error err;
    for (int i = 0; i < 3000; i++) {
        double v = ldexp (1 + draw (), (int)(40 * draw ()) - 20);
        add (&all, v);
        add (&part[i % 2], v); /* the third stays empty */
    }
    for (int i = 2; i >= 0; i--)
        if (fid_sketch_merge (&sum, &part[i], &err))
            abort ();
    double *x = malloc (4 * (all.n + sum.n) * sizeof *x), *w = x + all.n, *y = w + all.n,
           *u = y + sum.n;
    size_t n = fid_sketch_export (&all, x, w), m = fid_sketch_export (&sum, y, u);
    ok (n == m && n > 1000 && memcmp (x, y, n * sizeof *x) == 0 &&
            memcmp (w, u, n * sizeof *w) == 0 && sum.total == all.total,
        "merging is adding");
    double weight = 0;
    for (size_t i = 0; i < n; i++)
        weight += w[i];
    ok_close (weight, 3000, 0, "weights add up to the count");
    free (x);
    for (int i = 0; i < 3; i++)
        fid_sketch_clear (&part[i]);
    fid_sketch_clear (&all);
    fid_sketch_clear (&sum);
}

int main (void)
{
    test_exact ();
    test_quantiles ();
    test_merge ();
    return tap_done ();
}
