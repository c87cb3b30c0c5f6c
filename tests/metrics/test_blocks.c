/* test_blocks.c - stationary block bootstrap */
#include <gsl/gsl_randist.h>
#include "metrics/blocks.h"
#include "tests/metrics/metric_test.h"

/* The formulas of blocks.h once more, lag by lag from -M to M. */
static double
slow_length (const double *x, size_t n)
{
    double mu = 0, r[200], g = 0, gg = 0, limit = 2 * sqrt (log10 ((double)n) / (double)n);
    size_t kn = 5, most = (size_t)ceil (sqrt ((double)n)) + kn, m = 0;
    for (size_t t = 0; t < n; t++)
        mu += x[t] / (double)n;
    for (size_t k = 0; k <= most; k++) {
        r[k] = 0;
        for (size_t t = k; t < n; t++)
            r[k] += (x[t] - mu) * (x[t - k] - mu) / (double)n;
    }
    for (size_t k = 0; k + kn <= most && !m; k++) {
        size_t quiet = 0;
        for (size_t j = 1; j <= kn; j++)
            quiet += fabs (r[k + j]) < limit * r[0];
        if (quiet == kn)
            m = 2 * (k ? k : 1);
    }
    m = m < most ? m : most;
    for (long k = -(long)m; k <= (long)m; k++) {
        double u = fabs ((double)k) / (double)m, lambda = u <= 0.5 ? 1 : 2 * (1 - u);
        g += lambda * r[labs (k)];
        gg += lambda * fabs ((double)k) * r[labs (k)];
    }
    double b = pow (2 * gg * gg / (2 * g * g) * (double)n, 1.0 / 3);
    return fmax (1, fmin (b, fmin (3 * sqrt ((double)n), (double)n / 3)));
}

/* An autoregressive series with coefficient phi. */
static void
ar1 (double *x, size_t n, double phi, uint64_t seed)
{
    gsl_rng *r = fid_rng_create (seed, 0);
    double v = 0;
    for (size_t t = 0; t < n + 100; t++) {
        v = phi * v + gsl_ran_gaussian_ziggurat (r, 1);
        if (t >= 100)
            x[t - 100] = v;
    }
    gsl_rng_free (r);
}

int
main (void)
{
    enum { N = 2000 };
    static double x[N];
    static size_t idx[N];
    double b = 0, independent = 0;
    gsl_rng *r = fid_rng_create (3, 0);
    static const double mean_n[] = {1, 4, 20, 1e6};
    for (size_t c = 0; c < LEN (mean_n); c++) {
        size_t joined = 0, out = 0, draws = 0;
        for (size_t k = 0; k < 20; k++) {
            out += fid_blocks_draw (r, N, mean_n[c], idx) != 0;
            for (size_t t = 0; t < N; t++) {
                out += idx[t] >= N;
                joined += t && idx[t] == (idx[t - 1] + 1) % N;
                draws += t > 0;
            }
        }
        /* 40000 draws: 4 standard deviations are at most 0.01 */
        ok_close ((double)joined / (double)draws, 1 - 1 / mean_n[c], 0.01,
                  "the share of samples that follow the one before");
        ok_int ((long long)out, 0, "and every index is one");
    }
    size_t seen[10] = {0}, off = 0;
    for (size_t k = 0; k < 2000; k++) {
        fid_blocks_draw (r, 10, 5, idx);
        for (size_t t = 0; t < 10; t++)
            seen[idx[t]]++;
    }
    for (size_t t = 0; t < 10; t++)
        off += seen[t] < 1750 || seen[t] > 2250;
    ok_int ((long long)off, 0, "every sample, the ends too, is drawn alike: stationary");

    size_t wrong = 0;
    for (uint64_t seed = 0; seed < 12; seed++) {
        size_t n = 100 + 150 * (size_t)seed;
        ar1 (x, n, 0.1 * (double)(seed % 6), seed);
        wrong += fid_blocks_length (x, n, 1, &b) || !(fabs (b / slow_length (x, n) - 1) < 1e-9);
    }
    ok (wrong == 0, "automatic length agrees with the plain formula (%zu not)", wrong);
    ar1 (x, N, 0, 5);
    fid_blocks_length (x, N, 1, &independent);
    ok (independent < 5, "independent values need short blocks: %.2f", independent);
    /* AR(1): G / g = 2 phi / (1 - phi^2), so b = (4 phi^2 n / (1 - phi^2)^2)^(1/3),
     * 24.7 for phi = 0.7 and n = 2000 */
    ar1 (x, N, 0.7, 5);
    fid_blocks_length (x, N, 1, &b);
    ok (b > 16 && b < 36, "AR(1) with 0.7: %.1f, 24.7 in theory", b);
    fid_blocks_length (x, N, 50, &b);
    ok (b == 50, "the caller's minimum holds");
    for (size_t t = 0; t < N; t++)
        x[t] = 3;
    ok (fid_blocks_length (x, N, 7, &b) == 0 && b == 7, "a constant: the minimum");
    for (size_t t = 0; t < N; t++)
        x[t] = (double)t;
    fid_blocks_length (x, N, 1, &b);
    ok (b <= 3 * sqrt (N) && b > 60, "a ramp asks for long blocks, within bounds: %.1f", b);

    double few[9] = {1, 5, 2, 8, 3, 1, 4, 4, 2};
    ok (fid_blocks_length (few, 9, 1, &b) == 0 && b >= 1 && b <= 3, "nine samples");
    ok_int (fid_blocks_length (few, 8, 1, &b), GSL_EBADLEN, "eight are too few");
    ok_int (fid_blocks_length (few, 9, 0.5, &b), GSL_EINVAL, "minimum below one sample");
    few[4] = NAN;
    ok_int (fid_blocks_length (few, 9, 1, &b), GSL_EINVAL, "NaN");
    ok_int (fid_blocks_draw (r, 0, 2, idx), GSL_EBADLEN, "no samples");
    ok_int (fid_blocks_draw (r, 5, 0.9, idx), GSL_EINVAL, "blocks of less than a sample");
    ok_int (fid_blocks_draw (r, 5, NAN, idx), GSL_EINVAL, "blocks of no length");
    gsl_rng_free (r);
    return tap_done ();
}
