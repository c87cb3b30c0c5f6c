/* test_surrogate.c - surrogate series */
#include <gsl/gsl_math.h>
#include <gsl/gsl_sort_double.h>
#include "metrics/fft.h"
#include "metrics/surrogate.h"
#include "tests/metrics/metric_test.h"

enum { N = 256 };

/* idx holds 0 .. n - 1 once each */
static int
is_permutation (const size_t *idx, size_t n)
{
    unsigned char seen[N] = {0};
    for (size_t t = 0; t < n; t++)
        if (idx[t] >= n || seen[idx[t]]++)
            return 0;
    return 1;
}

static int
same_values (const double *x, const double *y, size_t n)
{
    double a[N], b[N];
    memcpy (a, x, n * sizeof *a);
    memcpy (b, y, n * sizeof *b);
    gsl_sort (a, 1, n);
    gsl_sort (b, 1, n);
    return memcmp (a, b, n * sizeof *a) == 0;
}

/* Sum of |power - power'| over k > 0, as a share of the power of x. */
static double
spectral_misfit (const double *x, const double *y, size_t n)
{
    struct fid_fft f, g;
    double gap = 0, all = 0;
    fid_fft_init (&f, n);
    fid_fft_init (&g, n);
    memcpy (f.x, x, n * sizeof *x);
    memcpy (g.x, y, n * sizeof *x);
    fid_fft_forward (&f);
    fid_fft_forward (&g);
    for (size_t k = 1; k <= n / 2; k++) {
        gap += fabs (fid_fft_power (&f, k) - fid_fft_power (&g, k));
        all += fid_fft_power (&f, k);
    }
    fid_fft_clear (&f);
    fid_fft_clear (&g);
    return gap / all;
}

static double
correlation (const double *x, const double *y, size_t n)
{
    double mx = 0, my = 0, xx = 0, yy = 0, xy = 0;
    for (size_t t = 0; t < n; t++) {
        mx += x[t] / (double)n;
        my += y[t] / (double)n;
    }
    for (size_t t = 0; t < n; t++) {
        xx += gsl_pow_2 (x[t] - mx);
        yy += gsl_pow_2 (y[t] - my);
        xy += (x[t] - mx) * (y[t] - my);
    }
    return xy / sqrt (xx * yy);
}

static void
iaaft (gsl_rng *r)
{
    double x[N], y[N], z[N], v = 0, worst = 0, shuffled = 1, likeness = 0;
    size_t idx[N], rounds = 0, wrong = 0, longest = 0;
    uint64_t seed = 3;
    for (size_t t = 0; t < N; t++) { /* a rhythm and a red noise, skewed */
        v = 0.8 * v + rnd (&seed) - 0.5;
        x[t] = exp (v + sin (2 * M_PI * (double)t / 32));
    }
    for (size_t k = 0; k < 20; k++) {
        wrong += fid_surrogate_iaaft (r, x, N, y, &rounds) != 0 || !same_values (x, y, N);
        worst = fmax (worst, spectral_misfit (x, y, N));
        likeness += fabs (correlation (x, y, N)) / 20;
        longest = rounds > longest ? rounds : longest;
        fid_surrogate_shuffle (r, N, idx);
        fid_surrogate_gather (x, 1, idx, N, z);
        shuffled = fmin (shuffled, spectral_misfit (x, z, N));
    }
    ok (wrong == 0, "IAAFT keeps the values exactly");
    ok (worst < 0.1, "and the spectrum nearly: %.3f of the power at most", worst);
    ok (shuffled > 0.5, "which a shuffle does not: %.3f at least", shuffled);
    ok (longest > 1 && longest <= FID_IAAFT_ROUNDS_MAX, "within %zu rounds", longest);
    ok (likeness < 0.6, "but things happen elsewhere: mean correlation %.2f", likeness);

    gsl_rng *a = fid_rng_create (5, 0), *b = fid_rng_create (5, 0);
    fid_surrogate_iaaft (a, x, N, y, NULL);
    fid_surrogate_iaaft (b, x, N, z, NULL);
    ok (memcmp (y, z, sizeof y) == 0, "same seed, same bits");
    fid_surrogate_iaaft (b, x, N, z, NULL);
    ok (memcmp (y, z, sizeof y) != 0, "the next one is another");
    gsl_rng_free (a);
    gsl_rng_free (b);

    for (size_t n = 4; n <= 7; n++)
        ok (fid_surrogate_iaaft (r, x, n, y, NULL) == 0 && same_values (x, y, n),
            "%zu samples, values kept", n);
    for (size_t t = 0; t < N; t++)
        x[t] = 2.5;
    ok (fid_surrogate_iaaft (r, x, N, y, &rounds) == 0 && rounds == 1 && same_values (x, y, N),
        "a constant stays");
    for (size_t t = 0; t < N; t++)
        x[t] = t % 50 == 7;
    ok (fid_surrogate_iaaft (r, x, N, y, NULL) == 0 && same_values (x, y, N),
        "ties: values kept, whatever else");
    x[9] = NAN;
    ok_int (fid_surrogate_iaaft (r, x, N, y, NULL), GSL_EINVAL, "NaN");
    x[9] = 1e308;
    x[8] = 1e308;
    ok_int (fid_surrogate_iaaft (r, x, N, y, NULL), GSL_EINVAL, "a transform that overflows");
    ok_int (fid_surrogate_iaaft (r, x, 3, y, NULL), GSL_EBADLEN, "three samples");
}

int
main (void)
{
    size_t idx[N], wrong = 0, low = N, high = 0, moved = 0;
    gsl_rng *r = fid_rng_create (1, 0);
    for (size_t k = 0; k < 500; k++) {
        wrong += fid_surrogate_shift (r, 50, 10, idx) || !is_permutation (idx, 50);
        for (size_t t = 0; t < 50; t++)
            wrong += idx[(t + 1) % 50] != (idx[t] + 1) % 50;
        size_t later = 50 - idx[0];
        low = later < low ? later : low;
        high = later > high ? later : high;
    }
    ok (wrong == 0, "shift: everything but place is kept");
    ok (low == 10 && high == 40, "by 10 to 40 of 50: %zu to %zu", low, high);
    fid_surrogate_shift (r, 8, 4, idx);
    ok (idx[0] == 4 && idx[4] == 0, "the only shift by half: later by 4");
    ok_int (fid_surrogate_shift (r, 8, 5, idx), GSL_EBADLEN, "more than half");
    ok_int (fid_surrogate_shift (r, 8, 0, idx), GSL_EBADLEN, "not at all");

    for (size_t k = wrong = 0; k < 200; k++) {
        wrong += fid_surrogate_blocks (r, 103, 10, idx) || !is_permutation (idx, 103);
        for (size_t t = 1; t < 103; t++) /* what was together in a block still is */
            wrong += idx[t] % 10 != 0 && idx[t] != idx[t - 1] + 1;
        moved += idx[0] != 0;
    }
    ok (wrong == 0, "blocks of 10 stay whole");
    ok (moved > 160, "and move: the first one in %zu of 200", moved);
    ok_int (fid_surrogate_blocks (r, 10, 10, idx), GSL_EBADLEN, "one block");
    ok_int (fid_surrogate_blocks (r, 10, 0, idx), GSL_EBADLEN, "blocks of nothing");
    ok_int (fid_surrogate_blocks (r, 10, 9, idx), 0, "two will do");

    ok (fid_surrogate_shuffle (r, N, idx) == 0 && is_permutation (idx, N), "shuffle");
    size_t kept = 0;
    for (size_t t = 1; t < N; t++)
        kept += idx[t] == idx[t - 1] + 1;
    ok (kept < 8, "neighbours part: %zu of 255 do not", kept);
    double x[] = {1, 10, 2, 20, 3, 30}, y[6];
    fid_surrogate_gather (x, 2, (size_t[]){2, 0, 1}, 3, y);
    ok (memcmp (y, (double[]){3, 30, 1, 10, 2, 20}, sizeof y) == 0,
        "samples of two components move together");
    iaaft (r);
    gsl_rng_free (r);
    return tap_done ();
}
