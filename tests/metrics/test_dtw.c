/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_dtw.c - dynamic time warping: cases by hand, laws, all paths tried */
#include "metrics/dtw.h"
#include "tests/metrics/metric_test.h"

static const struct {
    const char *what;
    double x[6];
    size_t n;
    double y[6];
    size_t m, band_n;
    double penalty, want; /* want: D(n,m), not yet divided */
} cases[] = {
    {"equal series", {0, 1, 2}, 3, {0, 1, 2}, 3, 2, 0, 0},
    {"delay inside the band costs nothing", {0, 0, 1, 0}, 4, {0, 1, 0, 0}, 4, 1, 0, 0},
    {"band 0 is twice the L1 distance", {0, 0, 1, 0}, 4, {0, 1, 0, 0}, 4, 0, 0, 4},
    {"one warp there and back costs two penalties",
     {0, 0, 1, 0},
     4,
     {0, 1, 0, 0},
     4,
     1,
     0.25,
     0.5},
    {"a large penalty makes the lock-step path the best",
     {0, 0, 1, 0},
     4,
     {0, 1, 0, 0},
     4,
     1,
     3,
     4},
    {"a level difference has nowhere to hide", {1, 1, 1}, 3, {3, 3, 3}, 3, 2, 0, 12},
    {"one sample against three: 2c + c + c", {1}, 1, {0, 3, 1}, 3, 9, 0, 4},
    {"and the two waits are charged", {1}, 1, {0, 3, 1}, 3, 9, 0.5, 5},
    {"different lengths, plateau stretched", {0, 5, 0}, 3, {0, 5, 5, 5, 0}, 5, 1, 0, 0},
};

static double dist (const double *x, size_t n, const double *y, size_t m, size_t band_n,
                    double penalty)
{
    double d = NAN;
    struct fid_dtw_opts o = {1, band_n, penalty};
    return fid_dtw (x, n, y, m, &o, &d) == 0 ? d : NAN;
}

/* The cheapest of all paths from (i, j), 0-based, to the end, by recursion.
 * classic: squared cost, all weights 1, band |i - j|. */
struct slow {
    const double *x, *y;
    size_t n, m, dim, band_n;
    double penalty;
    bool classic;
};

static bool allowed (const struct slow *s, size_t i, size_t j)
{
    double a = (double)i * (double)(s->m - 1), b = (double)j * (double)(s->n - 1);
    double longer = (double)(s->n > s->m ? s->n : s->m);
    if (s->classic)
        return fabs ((double)i - (double)j) <= (double)s->band_n;
    return fabs (a - b) <= (double)s->band_n * (longer - 1);
}

static double slow_rest (const struct slow *s, size_t i, size_t j, double weight, double extra)
{
    if (i >= s->n || j >= s->m || !allowed (s, i, j))
        return INFINITY;
    double c = 0;
    for (size_t k = 0; k < s->dim; k++) {
        double d = s->x[i * s->dim + k] - s->y[j * s->dim + k];
        c += s->classic ? d * d : fabs (d);
    }
    c = c * weight + extra;
    if (i == s->n - 1 && j == s->m - 1)
        return c;
    double diagonal = slow_rest (s, i + 1, j + 1, s->classic ? 1 : 2, 0);
    double up = slow_rest (s, i + 1, j, 1, s->penalty);
    double left = slow_rest (s, i, j + 1, 1, s->penalty);
    return c + fmin (diagonal, fmin (up, left));
}

static double slow_dtw (const struct slow *s)
{
    return slow_rest (s, 0, 0, s->classic ? 1 : 2, 0);
}

/* What a path costs, from its steps; NaN if it is not a path in the band. */
static double path_cost (const struct slow *s, const struct fid_dtw_path *p)
{
    double sum = 0;
    if (!p->n || p->i[0] || p->j[0] || p->i[p->n - 1] != s->n - 1 || p->j[p->n - 1] != s->m - 1)
        return NAN;
    for (size_t k = 0; k < p->n; k++) {
        size_t di = k ? p->i[k] - p->i[k - 1] : 1, dj = k ? p->j[k] - p->j[k - 1] : 1;
        if (di > 1 || dj > 1 || di + dj == 0 || !allowed (s, p->i[k], p->j[k]))
            return NAN;
        double c = fid_l1 (s->x + p->i[k] * s->dim, s->y + p->j[k] * s->dim, s->dim);
        sum += di + dj == 2 ? 2 * c : c + s->penalty;
    }
    return sum;
}

static void test_cases (void)
{
    for (size_t k = 0; k < LEN (cases); k++)
        ok_close (dist (cases[k].x, cases[k].n, cases[k].y, cases[k].m, cases[k].band_n,
                        cases[k].penalty) *
                      (double)(cases[k].n + cases[k].m),
                  cases[k].want, 1e-14, cases[k].what);
}

/* Every shape up to 6 x 6, 1 and 2 components, against all paths. */
static void test_all_paths (void)
{
    uint64_t seed = 1;
    double x[12], y[12];
    size_t wrong = 0, bad_path = 0, unequal = 0, tried = 0;
    for (size_t n = 1; n <= 6; n++)
        for (size_t m = 1; m <= 6; m++)
            for (size_t round = 0; round < 8; round++) {
                size_t dim = 1 + round % 2, band_n = 1 + round % 3;
                double d, e, penalty = round < 4 ? 0 : 0.125;
                /* quarters: sums are exact, so ties are real ties */
                for (size_t k = 0; k < 12; k++) {
                    x[k] = floor (rnd (&seed) * 5) / 4;
                    y[k] = floor (rnd (&seed) * 5) / 4;
                }
                struct slow s = {x, y, n, m, dim, band_n, penalty, false};
                struct fid_dtw_opts o = {dim, band_n, penalty};
                struct fid_dtw_path p = {0};
                int rc = fid_dtw (x, n, y, m, &o, &d);
                rc |= fid_dtw_align (x, n, y, m, &o, &e, &p);
                double want = slow_dtw (&s), got = path_cost (&s, &p);
                wrong += rc || d != want / (double)(n + m);
                unequal += d != e;
                bad_path += !(got == want);
                tried++;
                fid_dtw_path_clear (&p);
                fid_dtw_path_clear (&p);
            }
    ok (tried == 288 && wrong == 0, "the distance is the cheapest of all paths (%zu wrong)",
        wrong);
    ok (unequal == 0, "with and without a path the distance is the same");
    ok (bad_path == 0, "the path is allowed and costs the distance (%zu not)", bad_path);
}

static void test_ties (void)
{
    /* everything costs 0, so only the rule of ties decides */
    double zero[3] = {0};
    struct fid_dtw_opts o = {1, FID_DTW_NO_BAND, 0};
    struct fid_dtw_path p = {0};
    double d;
    ok (fid_dtw_align (zero, 3, zero, 2, &o, &d, &p) == 0 && p.n == 3, "ties: three cells");
    ok (p.n == 3 && p.i[1] == 1 && p.j[1] == 0, "ties: the last step back is the diagonal");
    fid_dtw_path_clear (&p);
}

static void test_classic (void)
{
    double x[] = {0, 0, 1, 0}, y[] = {0, 1, 0, 0}, up[] = {1, 2, 3, 4, 5}, d;
    ok (fid_dtw_amerced (x, 4, y, 4, 0, 0, INFINITY, &d) == 0 && d == 2,
        "classic: band 0 is squared L2");
    ok (fid_dtw_amerced (x, 4, y, 4, 1, 0, INFINITY, &d) == 0 && d == 0,
        "classic: delay in the band");
    ok (fid_dtw_amerced (up, 5, up + 1, 4, 1, 0, INFINITY, &d) == 0 && d == 1,
        "classic: ramps, 1 apart");
    ok (fid_dtw_amerced (up, 5, up, 3, 1, 0, INFINITY, &d) == GSL_EBADLEN,
        "classic: lengths further apart than the band are refused");
    ok (fid_dtw_amerced (up, 0, up, 0, 1, 0, INFINITY, &d) == GSL_EBADLEN,
        "classic: empty is refused");

    double ramp[] = {0, 1, 2, 3}, late[] = {0, 0, 1, 2};
    ok (fid_dtw_amerced (ramp, 4, late, 4, 3, 0.25, INFINITY, &d) == 0 && d == 1.5,
        "amerced: two waits of 0.25 and the last step, 1");
    ok (fid_dtw_amerced (ramp, 4, late, 4, 3, 9, INFINITY, &d) == 0 && d == 3,
        "amerced: a large penalty gives squared L2");
    ok (fid_dtw_amerced (ramp, 4, late, 4, 3, 0.25, 1.5, &d) == 0 && d >= 1.5,
        "amerced: not below its own value as a limit");
    ok (fid_dtw_amerced (ramp, 4, ramp, 4, 3, -1, INFINITY, &d) == GSL_EINVAL &&
            fid_dtw_amerced (ramp, 4, ramp, 4, 3, NAN, INFINITY, &d) == GSL_EINVAL &&
            fid_dtw_amerced (ramp, 4, ramp, 4, 3, 0, NAN, &d) == GSL_EINVAL,
        "amerced: a bad penalty or limit is refused");

    uint64_t seed = 2;
    size_t wrong = 0, amerced_wrong = 0, limit_wrong = 0;
    for (size_t round = 0; round < 200; round++) {
        double a[6], b[6];
        size_t n = 1 + round % 6, m = 1 + round / 6 % 6, apart = n > m ? n - m : m - n;
        for (size_t k = 0; k < 6; k++) {
            a[k] = floor (rnd (&seed) * 8);
            b[k] = floor (rnd (&seed) * 8);
        }
        struct slow s = {a, b, n, m, 1, apart + round % 3, 0, true};
        int rc = fid_dtw_amerced (a, n, b, m, s.band_n, 0, INFINITY, &d);
        wrong += rc || d != slow_dtw (&s);
        s.penalty = 0.5 * (double)(round % 5);
        double want = slow_dtw (&s), limit = want + (double)(round % 3) - 1;
        rc = fid_dtw_amerced (a, n, b, m, s.band_n, s.penalty, INFINITY, &d);
        amerced_wrong += rc || d != want;
        rc = fid_dtw_amerced (a, n, b, m, s.band_n, s.penalty, limit, &d);
        limit_wrong += rc || (want < limit ? d != want : d < limit);
    }
    ok (wrong == 0, "classic: the cheapest of all paths (%zu wrong)", wrong);
    ok (amerced_wrong == 0, "amerced: the cheapest of all paths (%zu wrong)", amerced_wrong);
    ok (limit_wrong == 0, "amerced: a limit changes nothing below it (%zu wrong)", limit_wrong);
}

static void test_band (void)
{
    ok_int ((long long)fid_dtw_cells (5, 5, 1), 13, "5 x 5, band 1: 13 cells");
    ok_int ((long long)fid_dtw_cells (1000, 1000, 50), 1000 * 101 - 50 * 51,
            "n (2r + 1) - r (r + 1) cells");
    ok_int ((long long)fid_dtw_cells (7, 4, FID_DTW_NO_BAND), 28, "no band: all cells");
    ok_int ((long long)fid_dtw_cells (0, 4, 3), 0, "no series, no cells");
    size_t asymmetric = 0, infeasible = 0;
    double x[40], y[40];
    uint64_t seed = 3;
    for (size_t k = 0; k < 40; k++) {
        x[k] = rnd (&seed);
        y[k] = rnd (&seed);
    }
    for (size_t n = 1; n <= 40; n++)
        for (size_t m = 1; m <= 40; m++)
            for (size_t r = 0; r < 3; r++) {
                double xy = dist (x, n, y, m, r, 0.05), yx = dist (y, m, x, n, r, 0.05);
                asymmetric += xy != yx || fid_dtw_cells (n, m, r) != fid_dtw_cells (m, n, r);
                infeasible += !isfinite (xy);
            }
    ok (infeasible == 0, "a path exists for every pair of lengths and band");
    ok (asymmetric == 0, "exchanging the series changes neither band nor distance");
    ok_int ((long long)fid_dtw_band (0.3, 0.1), 3, "0.3 s on a 0.1 s grid: 3 samples");
    ok_int ((long long)fid_dtw_band (0, 1), 2, "never less than 2 samples");
}

static void test_laws (void)
{
    enum { N = 60 };
    uint64_t seed = 4;
    double x[N], y[N], nmae;
    for (size_t k = 0; k < N; k++) {
        x[k] = rnd (&seed);
        y[k] = rnd (&seed);
    }
    nmae = fid_nmae (x, N, y, N, 1);
    size_t band_rises = 0, penalty_falls = 0, above = 0;
    for (size_t r = 0; r < 12; r++) {
        for (size_t p = 0; p < 12; p++) {
            double d = dist (x, N, y, N, r, 0.1 * (double)p);
            band_rises += dist (x, N, y, N, r + 1, 0.1 * (double)p) > d;
            penalty_falls += dist (x, N, y, N, r, 0.1 * (double)(p + 1)) < d;
            above += d > nmae * (1 + 1e-14);
        }
    }
    ok (band_rises == 0, "a wider band never costs more");
    ok (penalty_falls == 0, "a larger penalty never costs less");
    ok (above == 0, "never above the sample-by-sample difference");
    ok_close (dist (x, N, y, N, 9, 1e6), nmae, 1e-14, "a huge penalty gives that difference");
    ok_close (dist (x, N, y, N, 0, 0), nmae, 1e-14, "and so does band 0");

    double u = 0, v[2] = {3, 4};
    ok_close (fid_nmae (&u, 1, v, 2, 1), 3.5, 0, "nmae continues the shorter with 0");
    ok_close (fid_nmae (v, 2, &u, 1, 1), 3.5, 0, "on either side");
    ok_close (fid_nmae (&u, 0, v, 0, 1), 0, 0, "nmae of nothing is 0");
}

static void test_metric (void)
{
    const struct fid_metric *m = fid_metric_find ("dtw");
    struct fid_metric_opts opts = {.scale = 100, .band_s = 1, .penalty = 0.05};
    double x[] = {0, 0, 100, 0, 0, 0}, late[] = {0, 0, 0, 100, 0, 0}, zero[6] = {0};
    double c1[] = {100, 0, 0, 0, 100, 0}, c2[] = {0, 100, 0, 0, 100, 0};
    struct fid_signal sx = series (x, 6, 1, 0.5), sl = series (late, 6, 1, 0.5);

    ok_laws (m, sx, sl, &opts);
    ok_idle (m, sx, series (zero, 6, 1, 0.5), &opts, 1);
    ok_finite_only (m, sx, &opts);

    /* two off-diagonal steps of 0.05 over 12 */
    struct fid_metric_value v = ok_value (m, sx, sl, &opts, 0.1 / 12, 1e-15, "one sample late");
    ok_close (detail (&v, "nmae"), 2.0 / 6, 1e-15, "nmae is 2 of 6 samples");
    ok_close (detail (&v, "warp_max_s"), 0.5, 0, "warp is one sample, in seconds");
    ok (detail (&v, "warp_mean_s") > 0 && detail (&v, "warp_mean_s") < 0.5, "and less on mean");
    ok_close (detail (&v, "band_s"), 1, 0, "the band used");
    ok_close (detail (&v, "cells"), 24, 0, "its cells");
    opts.penalty = 10;
    ok_value (m, sx, sl, &opts, 2.0 / 6, 1e-15, "huge penalty: nmae");
    opts.scale = 200;
    opts.penalty = 0;
    ok_value (m, series (c1, 2, 3, 1), series (c2, 2, 3, 1), &opts, 0.5, 1e-15,
              "compositions: half of the summed difference");

    opts.scale = 10;
    ok_value (m, sx, series (c1, 6, 1, 0.5), &opts, 10.0 / 6, 2, "similarity stops at 0");
    ok_refused (m, sx, series (x, 6, 1, 1), &opts, GSL_EINVAL, "two grids are refused");
    ok_refused (m, sx, series (x, 3, 2, 0.5), &opts, GSL_EBADLEN, "so are two dimensions");
    opts.penalty = -1;
    ok_refused (m, sx, sl, &opts, GSL_EINVAL, "so is a negative penalty");
    opts = (struct fid_metric_opts){.scale = -1};
    ok_refused (m, sx, sl, &opts, GSL_EINVAL, "so is a negative scale");
    opts = (struct fid_metric_opts){.band_s = NAN};
    ok_refused (m, sx, sl, &opts, GSL_EINVAL, "so is a band that is no number");
    double huge[] = {1e308, 1e308}, hole[] = {-1e308, -1e308};
    opts = (struct fid_metric_opts){.scale = 1};
    ok_refused (m, series (huge, 2, 1, 1), series (hole, 2, 1, 1), &opts, GSL_EINVAL,
                "and sums that overflow");
}

int main (void)
{
    test_cases ();
    test_all_paths ();
    test_ties ();
    test_classic ();
    test_band ();
    test_laws ();
    test_metric ();
    return tap_done ();
}
