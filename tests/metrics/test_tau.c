/* test_tau.c - Kendall's tau-b */
#include "metrics/tau.h"
#include "tests/metrics/metric_test.h"

static double
slow_tau (const double *x, const double *y, size_t n)
{
    double s = 0, fx = 0, fy = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i; j++) {
            int sx = (x[i] > x[j]) - (x[i] < x[j]), sy = (y[i] > y[j]) - (y[i] < y[j]);
            s += sx * sy;
            fx += sx != 0;
            fy += sy != 0;
        }
    return s / sqrt (fx * fy);
}

int
main (void)
{
    static const struct {
        const char *what;
        double x[6], y[6];
        size_t n;
        double want;
    } cases[] = {
        {"same order", {1, 2, 3, 4}, {1, 5, 6, 70}, 4, 1},
        {"opposite order", {1, 2, 3}, {3, 2, 1}, 3, -1},
        {"one exchange of four: 5 - 1 of 6", {1, 2, 3, 4}, {1, 3, 2, 4}, 4, 2.0 / 3},
        {"two values", {5, 2}, {1, 3}, 2, -1},
        /* C = 4, D = 0; 6 - 1 pairs free in x, 6 - 1 in y */
        {"ties in both", {1, 1, 2, 3}, {1, 2, 3, 3}, 4, 0.8},
        {"balanced: C = D", {1, 2, 3, 4}, {2, 4, 1, 3}, 4, 0},
        {"levels against a distance that rises once",
         {0, 1, 2, 3, 4, 5},
         {0, 0, 0, 1, 1, 1},
         6,
         0.7745966692414834}, /* 9 / sqrt (15 * 9) */
    };
    for (size_t k = 0; k < LEN (cases); k++) {
        double got = NAN;
        fid_tau_b (cases[k].x, cases[k].y, cases[k].n, &got);
        ok_close (got, cases[k].want, 1e-15, cases[k].what);
    }

    uint64_t seed = 4;
    double worst = 0, x[60], y[60], z[60], got, swapped, mirrored;
    size_t unlike = 0;
    for (size_t round = 0; round < 60; round++) {
        size_t n = 2 + round;
        double step = round % 3 == 0 ? 1e-9 : round % 3 == 1 ? 0.1 : 0.4; /* few to many ties */
        for (size_t i = 0; i < n && i < 60; i++) {
            x[i] = floor (rnd (&seed) / step);
            y[i] = floor ((rnd (&seed) + 0.3 * x[i] * step) / step);
            z[i] = -y[i];
        }
        n = n < 60 ? n : 60;
        if (fid_tau_b (x, y, n, &got))
            continue; /* all tied: checked below */
        worst = fmax (worst, fabs (got - slow_tau (x, y, n)));
        fid_tau_b (y, x, n, &swapped);
        fid_tau_b (x, z, n, &mirrored);
        unlike += swapped != got || mirrored != -got;
    }
    ok_close (worst, 0, 1e-13, "agrees with counting all pairs");
    ok (unlike == 0, "symmetric, and mirrors to the opposite");

    /* interval: 21 points, a clear but imperfect order */
    struct fid_interval i, j;
    for (size_t k = 0; k < 21; k++) {
        x[k] = (double)(k / 3);
        y[k] = x[k] + 2 * rnd (&seed);
    }
    ok_int (fid_tau_b_interval (x, y, 21, 0.9, 500, 1, FID_INTERVAL_BCA, &i), 0, "interval");
    fid_tau_b (x, y, 21, &got);
    ok (i.estimate == got && i.low < got && got < i.high && i.high <= 1 && i.low > 0,
        "holds the estimate and no 0: %.3f in %.3f .. %.3f", got, i.low, i.high);
    fid_tau_b_interval (x, y, 21, 0.9, 500, 1, FID_INTERVAL_BCA, &j);
    ok (i.low == j.low && i.high == j.high, "same seed, same bits");
    double lx[] = {0, 1, 2, 3}, ly[] = {1, 4, 9, 16};
    ok_int (fid_tau_b_interval (lx, ly, 4, 0.9, 500, 1, FID_INTERVAL_PERCENTILE, &i), 0,
            "four points in order");
    ok (i.low == 1 && i.high == 1, "stay in order however drawn");
    /* all four the same: 4 of 256 draws */
    ok (i.lost_n > 0 && i.lost_n < 25, "draws of one point are left out: %zu", i.lost_n);

    double flat[] = {2, 2, 2}, bad[] = {1, NAN, 3};
    got = 5;
    ok_int (fid_tau_b (flat, lx, 3, &got), GSL_EDOM, "all x equal");
    ok_int (fid_tau_b (lx, flat, 3, &got), GSL_EDOM, "all y equal");
    ok_int (fid_tau_b (lx, ly, 1, &got), GSL_EBADLEN, "one point");
    ok_int (fid_tau_b (lx, bad, 3, &got), GSL_EINVAL, "NaN");
    ok_int (fid_tau_b_interval (lx, flat, 3, 0.9, 9, 1, FID_INTERVAL_BCA, &i), GSL_EDOM,
            "no interval either");
    ok (got == 5, "nothing was written");
    return tap_done ();
}
