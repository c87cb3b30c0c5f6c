/* test_energy.c - energy test of two groups of runs */
#include "metrics/energy.h"
#include "tests/metrics/metric_test.h"

/* |x[i] - x[j]| of values on a line. */
static void
line (const double *x, size_t all, double *d)
{
    for (size_t i = 0; i < all; i++)
        for (size_t j = 0; j < all; j++)
            d[i * all + j] = fabs (x[i] - x[j]);
}

int
main (void)
{
    enum { MAX = 24 };
    double d[MAX * MAX], x[MAX];
    struct fid_energy e, f;

    /* reals 0 1 3, emulations 5 9: between 5 9 4 8 2 6 = 34 / 6, within 1 3 2 = 2
     * and 4; E = 68/6 - 6 = 16/3 */
    line ((double[]){0, 1, 3, 5, 9}, 5, d);
    ok_int (fid_energy_test (d, 3, 2, 0, 0, &e), 0, "five runs on a line");
    ok_close (e.between, 34.0 / 6, 1e-14, "between by hand");
    ok_close (e.real, 2, 1e-14, "among the real");
    ok_close (e.emu, 4, 1e-14, "among the emulated");
    ok_close (e.test.statistic, 16.0 / 3, 1e-14, "E by hand");
    /* the largest of the C(5, 2) = 10: {0, 1} gives 2 * 31/6 - 1 - 4 = 16/3 as well */
    ok (e.test.exact && e.test.labelings_n == 9, "all ten labelings");
    ok_close (e.test.p, 0.2, 1e-14, "two reach E");

    /* a single emulation: E = 2 (between - real) */
    line ((double[]){0, 1, 3, 9}, 4, d);
    fid_energy_test (d, 3, 1, 0, 0, &e);
    ok_close (e.test.statistic, 2 * (23.0 / 3 - 2), 1e-14, "one emulation spreads as the real");
    ok_close (e.test.p, 0.25, 1e-14, "it is the farthest of four");
    line ((double[]){9, 0, 1, 3}, 4, d);
    fid_energy_test (d, 1, 3, 0, 0, &f);
    ok (f.test.statistic == e.test.statistic && f.test.p == e.test.p, "one real run likewise");

    memset (d, 0, sizeof d);
    ok (fid_energy_test (d, 4, 4, 0, 0, &e) == 0 && e.test.statistic == 0 && e.test.p == 1,
        "no distances: E 0, p 1");

    /* false alarms: p is uniform if nothing differs, so p <= 0.1 in about 20 of 200 */
    uint64_t seed = 6;
    size_t alarms = 0, seen = 0;
    double sum = 0;
    for (size_t round = 0; round < 200; round++) {
        for (size_t i = 0; i < 8; i++)
            x[i] = rnd (&seed);
        line (x, 8, d);
        fid_energy_test (d, 4, 4, 0, 0, &e);
        alarms += e.test.p <= 0.1;
        sum += e.test.statistic;
        for (size_t i = 4; i < 8; i++)
            x[i] += 1;
        line (x, 8, d);
        fid_energy_test (d, 4, 4, 0, 0, &e);
        seen += e.test.p <= 0.1;
    }
    ok (alarms >= 4 && alarms <= 32, "alike: %zu of 200 at p <= 0.1", alarms);
    ok (seen == 200, "apart: %zu of 200", seen);
    ok_close (sum / 200, 0, 0.05, "E is 0 on average if nothing differs");

    /* 12 and 12: drawn.  Which half is called real does not matter for E. */
    for (size_t i = 0; i < 24; i++)
        x[i] = (double)i + (i < 12 ? 0 : 5);
    line (x, 24, d);
    ok_int (fid_energy_test (d, 12, 12, 999, 3, &e), 0, "24 runs");
    ok (!e.test.exact && e.test.labelings_n == 999, "labelings are drawn");
    ok_close (e.test.p, 0.001, 1e-12, "far apart: 1 / (1 + S)");
    for (size_t i = 0; i < 24; i++)
        x[i] = -x[i];
    line (x, 24, d);
    fid_energy_test (d, 12, 12, 999, 3, &f);
    ok (f.test.statistic == e.test.statistic, "mirrored: the same");
    for (size_t i = 0; i < 24; i++)
        for (size_t j = 0; j <= i; j++)
            d[i * 24 + j] = NAN;
    ok (fid_energy_test (d, 12, 12, 999, 3, &f) == 0 && f.test.p == e.test.p,
        "the lower half is not read");

    ok_int (fid_energy_test (d, 12, 12, 0, 3, &f), GSL_EBADLEN, "no draws where needed");
    ok_int (fid_energy_test (d, 1, 1, 9, 3, &f), GSL_EBADLEN, "one against one");
    ok_int (fid_energy_test (d, 0, 3, 9, 3, &f), GSL_EBADLEN, "nothing against three");
    d[1] = -1;
    ok_int (fid_energy_test (d, 2, 2, 9, 3, &f), GSL_EINVAL, "a negative distance");
    d[1] = INFINITY;
    ok_int (fid_energy_test (d, 2, 2, 9, 3, &f), GSL_EINVAL, "an infinite one");
    return tap_done ();
}
