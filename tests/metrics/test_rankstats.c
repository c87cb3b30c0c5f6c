/* test_rankstats.c - two-sample effect sizes and Holm's adjustment */
#include "metrics/rankstats.h"
#include "metrics/aggregate.h"
#include "tests/metrics/metric_test.h"

static double
slow_auc (const double *a, size_t n, const double *b, size_t m)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < m; j++)
            sum += a[i] < b[j] ? 1 : a[i] == b[j] ? 0.5 : 0;
    return sum / (double)(n * m);
}

/* Middle of all differences by counting those below each. */
static double
slow_shift (const double *a, size_t n, const double *b, size_t m)
{
    size_t all = n * m;
    double low = NAN, high = NAN;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < m; j++) {
            double d = b[j] - a[i];
            size_t below = 0, upto = 0;
            for (size_t k = 0; k < all; k++) {
                double e = b[k % m] - a[k / m];
                below += e < d;
                upto += e <= d;
            }
            if (below <= (all - 1) / 2 && (all - 1) / 2 < upto)
                low = d;
            if (below <= all / 2 && all / 2 < upto)
                high = d;
        }
    return (low + high) / 2;
}

static void
holm (void)
{
    /* 0.01 * 4, max (0.04, 0.02 * 3), 0.03 * 2, 0.5 */
    double p[] = {0.5, 0.02, 0.01, 0.03}, q[4];
    ok_int (fid_holm (p, 4, q), 0, "Holm");
    ok_close (q[2], 0.04, 1e-15, "the smallest times 4");
    ok_close (q[1], 0.06, 1e-15, "the next times 3");
    ok_close (q[3], 0.06, 1e-15, "times 2, not below the one before");
    ok_close (q[0], 0.5, 1e-15, "the last as it is");
    fid_holm (p, 4, p);
    ok (memcmp (p, q, sizeof p) == 0, "in place gives the same");
    double two[] = {0.6, 0.7}, bad[] = {0.5, 1.5}, nan = NAN;
    fid_holm (two, 2, q);
    ok (q[0] == 1 && q[1] == 1, "never above 1");
    ok_int (fid_holm (two, 0, q), 0, "none at all");
    ok_int (fid_holm (bad, 2, q), GSL_EINVAL, "1.5 is no p");
    ok_int (fid_holm (&nan, 1, q), GSL_EINVAL, "nor is NaN");
}

int
main (void)
{
    double a[] = {1, 2, 3}, b[] = {2, 5}, got = 0;
    ok_int (fid_auc (a, 3, b, 2, &got), 0, "AUC");
    ok_close (got, 4.5 / 6, 1e-15, "4 pairs and a tie of 6");
    fid_cliff_delta (a, 3, b, 2, &got);
    ok_close (got, 0.5, 1e-15, "Cliff's delta: 4 above, 1 below");
    fid_hodges_lehmann (a, 3, b, 2, &got); /* -1 0 1 2 3 4 */
    ok_close (got, 1.5, 1e-15, "Hodges-Lehmann: the middle of six");
    fid_auc (a, 3, a, 3, &got);
    ok (got == 0.5, "no difference: one half");
    double far[] = {10, 11};
    fid_auc (a, 3, far, 2, &got);
    ok (got == 1, "all above: 1");
    fid_cliff_delta (far, 2, a, 3, &got);
    ok (got == -1, "all below: -1");

    uint64_t seed = 9;
    double x[12], y[12], shifted[12], worst = 0, mirror = 0, shift = 0, back, moved;
    for (size_t round = 0; round < 60; round++) {
        size_t n = 1 + round % 12, m = 1 + round * 7 % 12;
        for (size_t i = 0; i < 12; i++) {
            x[i] = floor (10 * rnd (&seed)) / 4;
            y[i] = floor (10 * rnd (&seed)) / 4 + 0.5;
            shifted[i] = y[i] + 8;
        }
        fid_auc (x, n, y, m, &got);
        fid_auc (y, m, x, n, &back);
        worst = fmax (worst, fabs (got - slow_auc (x, n, y, m)));
        mirror = fmax (mirror, fabs (got + back - 1));
        fid_hodges_lehmann (x, n, y, m, &got);
        fid_hodges_lehmann (x, n, shifted, m, &moved);
        worst = fmax (worst, fabs (got - slow_shift (x, n, y, m)));
        shift = fmax (shift, fabs (moved - got - 8));
    }
    ok_close (worst, 0, 1e-14, "AUC and Hodges-Lehmann agree with all pairs");
    ok_close (mirror, 0, 1e-14, "AUC the other way round is 1 - AUC");
    ok_close (shift, 0, 1e-14, "Hodges-Lehmann follows a shift");
    double wild[] = {1, 2, 3, 1e9}, calm[] = {1, 2, 3, 4};
    fid_hodges_lehmann (wild, 4, calm, 4, &got);
    ok_close (got, 0, 1e-15, "one wild run of four moves it not at all");

    double bad[] = {1, NAN}, huge[] = {-1e308}, more[] = {1e308};
    got = 5;
    ok_int (fid_auc (a, 0, b, 2, &got), GSL_EBADLEN, "no values");
    ok_int (fid_auc (a, 3, bad, 2, &got), GSL_EINVAL, "NaN");
    ok_int (fid_cliff_delta (bad, 2, b, 2, &got), GSL_EINVAL, "NaN on the other side");
    ok_int (fid_hodges_lehmann (a, 3, b, 0, &got), GSL_EBADLEN, "no values again");
    ok_int (fid_hodges_lehmann (huge, 1, more, 1, &got), GSL_EINVAL, "a difference too large");
    ok (got == 5, "nothing was written");
    holm ();
    return tap_done ();
}
