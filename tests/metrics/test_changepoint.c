/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_changepoint.c - E-divisive change points */
#include "metrics/changepoint.h"
#include "tests/metrics/metric_test.h"

enum { MAX = 120 };

/* Mean |x - y| between, or among (from == to) different members of, two parts. */
static double mean_gap (const double *x, size_t a, size_t a_end, size_t b, size_t b_end)
{
    double sum = 0, pairs = 0;
    for (size_t i = a; i < a_end; i++)
        for (size_t j = b; j < b_end; j++)
            if (i != j) {
                sum += fabs (x[i] - x[j]);
                pairs++;
            }
    return sum / pairs;
}

/* The largest Q by the definition, over all t and k. */
static double slow_q (const double *x, size_t n, size_t min_n, size_t *at)
{
    double best = -INFINITY;
    for (size_t k = 2 * min_n; k <= n; k++)
        for (size_t t = min_n; t + min_n <= k; t++) {
            double e = 2 * mean_gap (x, 0, t, t, k) - mean_gap (x, 0, t, 0, t) -
                       mean_gap (x, t, k, t, k);
            double q = (double)t * (double)(k - t) / (double)k * e;
            if (q > best + 1e-12) {
                best = q;
                *at = t;
            }
        }
    return best;
}

int main (void)
{
    double x[MAX];
    struct fid_changepoint c[MAX / 2], d[MAX / 2];
    struct fid_changepoint_opts o = {
        .min_segment_n = 2, .level = 0.05, .draws_n = 199, .seed = 1};
    size_t n = 99, m = 99, at = 0;
    uint64_t seed = 8;

    /* 0 0 0 0 5 5 5 5: Q = 16 / 8 * 2 * 5 = 20 */
    for (size_t i = 0; i < 8; i++)
        x[i] = i < 4 ? 0 : 5;
    ok_int (fid_changepoints (x, 8, &o, c, &n), 0, "a step");
    ok (n == 1 && c[0].at == 4, "one change, in the middle");
    ok_close (c[0].q, 20, 1e-12, "Q by hand");
    /* 2 of the 70 placings of four fives have as large a Q: p is about 0.03 */
    ok (c[0].p > 0.005 && c[0].p <= 0.05, "p = %.3f", c[0].p);

    /* three levels with noise, out of order of size */
    for (size_t i = 0; i < MAX; i++)
        x[i] = (i < 40 ? 10 : i < 70 ? 13 : 11) + rnd (&seed);
    o.min_segment_n = 5;
    ok_int (fid_changepoints (x, MAX, &o, c, &n), 0, "three levels");
    ok (n == 2 && c[0].at == 40 && c[1].at == 70, "two changes, by place: %zu", n);
    ok (c[0].p <= 0.05 && c[1].p <= 0.05, "both are significant");
    fid_changepoints (x, MAX, &o, d, &m);
    ok (m == n && d[0].p == c[0].p && d[1].q == c[1].q, "same seed, same bits");
    for (size_t i = 0; i < MAX; i++)
        x[i] = 1e6 - 1000 * x[i];
    fid_changepoints (x, MAX, &o, d, &m);
    ok (m == 2 && d[0].at == 40 && d[1].at == 70, "mirrored and scaled: the same places");

    /* four levels: the first found is not the first by place */
    for (size_t i = 0; i < 80; i++)
        x[i] = (i < 20 ? 0 : i < 40 ? 2 : i < 60 ? 9 : 12) + rnd (&seed);
    fid_changepoints (x, 80, &o, c, &n);
    ok (n == 3 && c[0].at == 20 && c[1].at == 40 && c[2].at == 60, "four levels: %zu", n);

    /* width alone changes */
    for (size_t i = 0; i < MAX; i++)
        x[i] = (rnd (&seed) - 0.5) * (i < 60 ? 1 : 20);
    fid_changepoints (x, MAX, &o, c, &n);
    ok (n == 1 && c[0].at > 50 && c[0].at < 70, "a change of width, at %zu", c[0].at);

    /* the search agrees with the definition (level near 1 takes any split) */
    size_t wrong = 0;
    o = (struct fid_changepoint_opts){.level = 0.999, .draws_n = 1000, .seed = 2};
    for (size_t round = 0; round < 6; round++) {
        o.min_segment_n = 2 + round % 3;
        size_t len = 2 * o.min_segment_n + 1; /* room for one split only */
        for (size_t i = 0; i < len; i++)
            x[i] = rnd (&seed) + (i < len / 2 ? 0 : 0.7);
        double q = slow_q (x, len, o.min_segment_n, &at);
        fid_changepoints (x, len, &o, c, &n);
        wrong += q > 0 && (n != 1 || c[0].at != at || !(fabs (c[0].q - q) < 1e-12));
    }
    ok (wrong == 0, "Q agrees with the definition (%zu not)", wrong);

    /* no change: at 5 % about 5 of 100 are called one */
    size_t alarms = 0;
    o = (struct fid_changepoint_opts){.min_segment_n = 4, .level = 0.05, .draws_n = 99};
    for (size_t round = 0; round < 100; round++) {
        for (size_t i = 0; i < 24; i++)
            x[i] = rnd (&seed);
        o.seed = round;
        fid_changepoints (x, 24, &o, c, &n);
        alarms += n > 0;
    }
    ok (alarms >= 1 && alarms <= 12, "false alarms: %zu of 100 at 5 %%", alarms);

    for (size_t i = 0; i < MAX; i++)
        x[i] = 0.1;
    ok (fid_changepoints (x, MAX, &o, c, &n) == 0 && n == 0, "a constant has none");
    n = 9;
    ok (fid_changepoints (x, 7, &o, c, &n) == 0 && n == 0, "nor has a short one");
    n = 9;
    ok (fid_changepoints (x, 0, &o, c, &n) == 0 && n == 0, "nor an empty one");
    o.draws_n = 18;
    ok_int (fid_changepoints (x, MAX, &o, c, &n), GSL_EINVAL, "18 draws cannot reach 5 %");
    o.draws_n = 19;
    ok_int (fid_changepoints (x, MAX, &o, c, &n), 0, "19 can");
    o.min_segment_n = 1;
    ok_int (fid_changepoints (x, MAX, &o, c, &n), GSL_EINVAL, "segments of one value");
    o.min_segment_n = 2;
    o.level = 1;
    ok_int (fid_changepoints (x, MAX, &o, c, &n), GSL_EINVAL, "level 1");
    o.level = 0.05;
    x[3] = NAN;
    ok_int (fid_changepoints (x, MAX, &o, c, &n), GSL_EINVAL, "NaN");
    x[3] = 1e308;
    ok_int (fid_changepoints (x, MAX, &o, c, &n), GSL_EINVAL, "sums that overflow");
    return tap_done ();
}
