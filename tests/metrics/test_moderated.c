/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_moderated.c - moderated variance: by hand, by a slow plain version, by simulation */
#include <gsl/gsl_math.h>
#include <gsl/gsl_randist.h>
#include "metrics/moderated.h"
#include "metrics/rng.h"
#include "tests/metrics/metric_test.h"

/* digamma and trigamma by recurrence to x > 30 and the asymptotic series. */
static double slow_digamma (double x)
{
    double sum = 0;
    for (; x < 30; x++)
        sum -= 1 / x;
    double y = 1 / (x * x);
    return sum + log (x) - 1 / (2 * x) - y / 12 + y * y / 120 - y * y * y / 252;
}

static double slow_trigamma (double x)
{
    double sum = 0;
    for (; x < 30; x++)
        sum += 1 / (x * x);
    double y = 1 / (x * x);
    return sum + 1 / x + y / 2 + y / (6 * x) - y * y / (30 * x) + y * y * y / (42 * x);
}

/* The prior by bisection of ln d0. */
static void slow_fit (const double *s2, const double *df, size_t n, double *s0, double *d0)
{
    double mean = 0, want = 0, low = log (1e-9), high = log (FID_MODERATED_D0_MAX);
    for (size_t g = 0; g < n; g++)
        mean += (log (s2[g]) - slow_digamma (df[g] / 2) + log (df[g] / 2)) / (double)n;
    for (size_t g = 0; g < n; g++) {
        double e = log (s2[g]) - slow_digamma (df[g] / 2) + log (df[g] / 2);
        want +=
            (e - mean) * (e - mean) / (double)(n - 1) - slow_trigamma (df[g] / 2) / (double)n;
    }
    for (int i = 0; i < 200; i++) { /* trigamma falls */
        double mid = (low + high) / 2;
        if (want > 0 && slow_trigamma (exp (mid) / 2) < want)
            high = mid;
        else
            low = mid;
    }
    *d0 = exp (low);
    *s0 = sqrt (exp (mean + slow_digamma (*d0 / 2) - log (*d0 / 2)));
}

static void test_fit (void)
{
    double s0, d0, want_s0, want_d0;
    double one[] = {4, 4, 4}, df[] = {2, 2, 2, 5, 1, 9};
    ok_int (fid_moderated_fit (one, df, 3, &s0, &d0), 0, "equal variances");
    ok (d0 == FID_MODERATED_D0_MAX, "differ less than chance: the prior is worth the most");
    /* e = ln 4 + Euler's constant, as digamma (1) = -0.5772 */
    ok_close (2 * log (s0), log (4) + 0.5772156649 + slow_digamma (25) - log (25), 1e-8,
              "and its scale follows from their mean");

    double worst_d = 0, worst_s = 0;
    uint64_t seed = 3;
    for (int round = 0; round < 40; round++) {
        double s2[6];
        for (int g = 0; g < 6; g++)
            s2[g] = exp ((round % 8) * (rnd (&seed) - 0.5) - 6);
        if (fid_moderated_fit (s2, df, 6, &s0, &d0))
            worst_d = 1;
        slow_fit (s2, df, 6, &want_s0, &want_d0);
        worst_d = fmax (worst_d, fabs (log (d0 / want_d0)));
        worst_s = fmax (worst_s, fabs (log (s0 / want_s0)));
    }
    ok_close (worst_d, 0, 1e-7, "d0 agrees with bisection");
    ok_close (worst_s, 0, 1e-7, "and so does s0");

    double v[] = {0.01, 0.5, 0.04, 0.9}, w[4];
    fid_moderated_fit (v, df, 4, &s0, &d0);
    for (int g = 0; g < 4; g++)
        w[g] = 9 * v[g];
    fid_moderated_fit (w, df, 4, &want_s0, &want_d0);
    ok_close (want_s0 / s0, 3, 1e-9, "s0 has the unit of the values");
    ok_close (want_d0, d0, 1e-9, "d0 has none");

    double zero[] = {0, 1, 1, 1}, tiny[] = {1e-5, 1, 1, 1};
    fid_moderated_fit (zero, df, 4, &s0, &d0);
    fid_moderated_fit (tiny, df, 4, &want_s0, &want_d0);
    ok (s0 == want_s0 && d0 == want_d0, "a variance of 0 counts as 1e-5 of the median");
    ok (d0 > 0 && d0 < 2, "so unequal ones are worth little");
}

/* Variances of groups drawn from a known prior. */
static void test_simulated (void)
{
    enum { N = 4000 };
    static double s2[N], df[N];
    static const struct {
        double s0, d0, df;
    } cases[] = {{0.3, 8, 2}, {0.02, 3, 2}, {1, 20, 5}};
    for (size_t c = 0; c < LEN (cases); c++) {
        gsl_rng *r = fid_rng_create (11, c);
        size_t wrong = 0;
        double s0, d0, x[6];
        for (size_t g = 0; g < N; g++) {
            double var = cases[c].d0 * gsl_pow_2 (cases[c].s0) / gsl_ran_chisq (r, cases[c].d0);
            df[g] = cases[c].df;
            s2[g] = var * gsl_ran_chisq (r, df[g]) / df[g];
            for (int i = 0; i < 6; i++)
                x[i] = gsl_ran_gaussian_ziggurat (r, sqrt (var));
            struct fid_moderated m;
            fid_moderated_test (x, 3, x + 3, 3, cases[c].s0, cases[c].d0, 0, 0.9, &m);
            wrong += m.p <= 0.05;
        }
        fid_moderated_fit (s2, df, N, &s0, &d0);
        gsl_rng_free (r);
        ok_close (log (s0 / cases[c].s0), 0, 0.05, "s0 of simulated groups");
        ok_close (log (d0 / cases[c].d0), 0, 0.25, "d0");
        /* 4 standard errors of 0.05 in 4000 trials */
        ok_close ((double)wrong / N, 0.05, 0.014, "three against three reject 5 %");
    }
}

static void test_t (void)
{
    double a[] = {1, 2, 3}, b[] = {4, 5, 6}, s;
    struct fid_moderated m, back;
    ok_int (fid_moderated_test (a, 3, b, 3, 7, 0, 0, 0.9, &m), 0, "without a prior");
    ok (m.s == 1 && m.df == 4 && m.difference == 3, "s = 1 on 4 degrees of freedom");
    ok_close (m.t, 3 / sqrt (2 / 3.), 1e-12, "Student's t");
    /* t = 3.674 on 4: p of Student's distribution in closed form */
    double u = m.t / sqrt (4 + m.t * m.t);
    ok_close (m.p, 0.5 - (u + u * (1 - u * u) / 2) / 2, 1e-10, "p in closed form");
    ok_close (m.high - m.difference, 2.13184679 * sqrt (2 / 3.), 1e-6, "t (0.95, 4)");
    ok_close (m.low + m.high, 6, 1e-12, "an interval about the difference");
    fid_moderated_test (a, 3, b, 3, 0, 4, 1, 0.9, &m);
    ok_close (m.s, sqrt (0.5), 1e-12, "(4 * 0 + 4) / (4 + 4)");
    ok_close (m.t, 2 / (sqrt (0.5) * sqrt (2 / 3.)), 1e-12, "above a shift of 1");
    ok_close (m.df, 8, 0, "on 8 degrees of freedom");
    fid_moderated_test (b, 3, a, 3, 0, 4, -1, 0.9, &back);
    ok_close (back.t, -m.t, 1e-12, "exchanged sides: the other sign");
    ok_close (back.p, 1 - m.p, 1e-12, "and the rest of p");
    fid_moderated_test (a, 1, b, 1, 2, 10, 0, 0.9, &m);
    ok (m.s == 2 && m.df == 10, "single runs: the prior alone");
    fid_moderated_test (a, 1, b, 1, 0, 10, 3, 0.9, &m);
    ok (m.t == 0 && m.p == 1, "no variance: as far as the shift is not above it");
    fid_moderated_test (a, 1, b, 1, 0, 10, 2.9, 0.9, &m);
    ok (m.p == 0 && m.low == 3 && m.high == 3, "further is");
    ok_int (fid_moderated_sd (6, 2, 1, 4, &s), 0, "a deviation");
    ok_close (s, sqrt (10 / 6.), 1e-12, "(4 * 1 + 6) / 6");
    ok (fid_squares (a, 3) == 2 && fid_squares (a, 1) == 0 && fid_squares (a, 0) == 0,
        "squared deviations");
}

static void test_errors (void)
{
    double x[] = {1, 2}, df[] = {1, 1}, none[] = {0, 0}, bad[] = {1, NAN}, s0 = 5, d0 = 6;
    struct fid_moderated m = {.t = 42};
    ok_int (fid_moderated_fit (x, df, 1, &s0, &d0), GSL_EBADLEN, "one variance fits nothing");
    ok_int (fid_moderated_fit (none, df, 2, &s0, &d0), GSL_EDOM, "nor do zeros");
    ok_int (fid_moderated_fit (bad, df, 2, &s0, &d0), GSL_EINVAL, "not a number");
    ok_int (fid_moderated_fit (x, none, 2, &s0, &d0), GSL_EINVAL, "no degrees of freedom");
    ok_int (fid_moderated_test (x, 0, x, 2, 1, 1, 0, 0.9, &m), GSL_EBADLEN, "no run");
    ok_int (fid_moderated_test (x, 2, bad, 2, 1, 1, 0, 0.9, &m), GSL_EINVAL, "no number");
    ok_int (fid_moderated_test (x, 1, x, 1, 1, 0, 0, 0.9, &m), GSL_EDOM, "no variance at all");
    ok_int (fid_moderated_test (x, 2, x, 2, -1, 1, 0, 0.9, &m), GSL_EINVAL, "s0 below 0");
    ok_int (fid_moderated_test (x, 2, x, 2, 1, 1, 0, 1, &m), GSL_EINVAL, "level 1");
    ok_int (fid_moderated_test (x, 2, x, 2, 1, 1, NAN, 0.9, &m), GSL_EINVAL, "no shift");
    ok (s0 == 5 && d0 == 6 && m.t == 42, "nothing was written");
}

int main (void)
{
    test_fit ();
    test_simulated ();
    test_t ();
    test_errors ();
    return tap_done ();
}
