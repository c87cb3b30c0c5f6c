/* test_permute.c - permutation tests */
#include "metrics/permute.h"
#include "metrics/aggregate.h"
#include "tests/metrics/metric_test.h"

/* p by all 2^(n+m) subsets of the right size. */
static double
slow_p (const double *a, size_t n, const double *b, size_t m, enum fid_center which,
        enum fid_tail tail)
{
    size_t reached = 0, all = 0;
    double seen = 0;
    for (int pass = 0; pass < 2; pass++)
        for (unsigned set = 0; set < 1u << (n + m); set++) {
            double x[16], y[16], cx = 0, cy = 0;
            size_t xn = 0, yn = 0;
            for (size_t i = 0; i < n + m; i++) {
                double v = i < n ? a[i] : b[i - n];
                if (set >> i & 1)
                    x[xn++] = v;
                else
                    y[yn++] = v;
            }
            if (xn != n || (!pass && set != (1u << n) - 1))
                continue;
            if (which == FID_CENTER_MEDIAN) {
                fid_median (x, n, &cx);
                fid_median (y, m, &cy);
            } else {
                for (size_t i = 0; i < n; i++)
                    cx += x[i] / (double)n;
                for (size_t i = 0; i < m; i++)
                    cy += y[i] / (double)m;
            }
            double d = cy - cx;
            d = tail == FID_TAIL_BOTH ? fabs (d) : tail == FID_TAIL_ABOVE ? d : -d;
            if (!pass)
                seen = d;
            all += (size_t)pass;
            reached += pass && d >= seen - 1e-9;
        }
    return (double)reached / (double)all;
}

static double
notanumber (const size_t *idx, size_t n, size_t m, void *data)
{
    (void)idx, (void)n, (void)m, (void)data;
    return NAN;
}

int
main (void)
{
    struct fid_test t;
    ok_int ((long long)fid_labelings_n (5, 5, 5000), 252, "C(10, 5)");
    ok_int ((long long)fid_labelings_n (2, 98, 5000), 4950, "C(100, 2)");
    ok_int ((long long)fid_labelings_n (98, 2, 4950), 4950, "may be as many as that");
    ok_int ((long long)fid_labelings_n (98, 2, 4949), 0, "but not more");
    ok_int ((long long)fid_labelings_n (1000, 1000, SIZE_MAX), 0,
            "nor more than can be counted");
    ok_close (fid_permutation_floor (3, 3), 0.05, 1e-15, "3 and 3 runs: 0.05");
    ok_close (fid_permutation_floor (4, 4), 1 / 70.0, 1e-15, "4 and 4: 0.0143");
    ok_close (fid_permutation_floor (5, 5), 1 / 252.0, 1e-15, "5 and 5: 0.0040");
    ok (fid_permutation_floor (5000, 5000) == 0, "many: 0");

    /* fully apart: only the labeling seen and, for both tails, its mirror */
    double a[] = {1, 2, 3}, b[] = {7, 8, 9};
    ok_int (fid_permutation_test (a, 3, b, 3, FID_CENTER_MEAN, FID_TAIL_ABOVE, 0, 0, &t), 0,
            "3 below 3");
    ok (t.exact && t.labelings_n == 19 && t.statistic == 6, "19 others, difference 6");
    ok_close (t.p, 0.05, 1e-15, "above: 1 of 20");
    fid_permutation_test (a, 3, b, 3, FID_CENTER_MEAN, FID_TAIL_BOTH, 0, 0, &t);
    ok_close (t.p, 0.1, 1e-15, "both: 2 of 20");
    fid_permutation_test (a, 3, b, 3, FID_CENTER_MEAN, FID_TAIL_BELOW, 0, 0, &t);
    ok (t.p == 1 && t.statistic == 6, "below: all of them, and the sign stays");
    fid_permutation_test (b, 3, a, 3, FID_CENTER_MEDIAN, FID_TAIL_BOTH, 0, 0, &t);
    ok (t.statistic == -6, "the other way round: -6");
    double same[] = {0.1, 0.1, 0.1};
    fid_permutation_test (same, 3, same, 2, FID_CENTER_MEAN, FID_TAIL_ABOVE, 0, 0, &t);
    ok (t.p == 1, "equal values: 1, rounding or not");

    uint64_t seed = 2;
    double worst = 0, x[6], y[6];
    for (size_t round = 0; round < 30; round++) {
        size_t n = 1 + round % 5, m = 2 + round % 4;
        for (size_t i = 0; i < 6; i++) {
            x[i] = floor (6 * rnd (&seed)) / 10; /* with ties */
            y[i] = floor (6 * rnd (&seed)) / 10 + 0.2;
        }
        enum fid_center which = round & 1 ? FID_CENTER_MEAN : FID_CENTER_MEDIAN;
        enum fid_tail tail = (enum fid_tail) (round % 3);
        if (fid_permutation_test (x, n, y, m, which, tail, 0, 0, &t) || !t.exact)
            worst = 1;
        worst = fmax (worst, fabs (t.p - slow_p (x, n, y, m, which, tail)));
    }
    ok_close (worst, 0, 1e-15, "exact p agrees with all subsets");

    /* drawn labelings: near the exact p of a large case known by symmetry */
    double u[40], v[40];
    for (size_t i = 0; i < 40; i++)
        u[i] = v[i] = (double)i;
    ok_int (fid_permutation_test (u, 40, v, 40, FID_CENTER_MEAN, FID_TAIL_ABOVE, 4000, 1, &t),
            0, "40 and 40");
    ok (!t.exact && t.labelings_n == 4000, "labelings are drawn");
    ok_close (t.p, 0.5, 0.05, "no difference: about half are above");
    double p = t.p;
    fid_permutation_test (u, 40, v, 40, FID_CENTER_MEAN, FID_TAIL_ABOVE, 4000, 1, &t);
    ok (t.p == p, "same seed, same p");
    for (size_t i = 0; i < 40; i++)
        v[i] += 100;
    fid_permutation_test (u, 40, v, 40, FID_CENTER_MEAN, FID_TAIL_ABOVE, 199, 1, &t);
    ok_close (t.p, 1 / 200.0, 1e-15, "all apart: 1 / (1 + S), never 0");

    ok_int (fid_permutation_test (u, 40, v, 40, FID_CENTER_MEAN, FID_TAIL_ABOVE, 0, 1, &t),
            GSL_EBADLEN, "too many to enumerate and none to draw");
    ok_int (fid_permutation_test (a, 0, b, 3, FID_CENTER_MEAN, FID_TAIL_ABOVE, 9, 1, &t),
            GSL_EBADLEN, "an empty sample");
    b[1] = INFINITY;
    ok_int (fid_permutation_test (a, 3, b, 3, FID_CENTER_MEAN, FID_TAIL_ABOVE, 9, 1, &t),
            GSL_EINVAL, "infinity");
    ok_int (fid_labeling_test (2, 2, notanumber, NULL, 0, 9, 1, &t), GSL_EINVAL,
            "a statistic that is none");
    return tap_done ();
}
