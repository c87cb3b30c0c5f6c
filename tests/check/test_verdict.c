/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_verdict.c - verdicts worked out by hand, and how often they are wrong (check/verdict.h) */
#include <math.h>
#include <string.h>
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>
#include <gsl/gsl_randist.h>
#include "check/verdict.h"
#include "metrics/rng.h"
#include "tests/tap.h"

static double three[3];

/* Similarities candidate[n], which become losses, against three of 0.8. */
static struct fid_trial trial (double *candidate, size_t n, double margin)
{
    for (size_t i = 0; i < n && candidate != three; i++)
        candidate[i] = fid_loss (candidate[i]);
    return (struct fid_trial){three, candidate, 3, n, .s0 = 0.02, .d0 = 6, .margin = margin};
}

/* ---- hand-worked */

static void test_single (void)
{
    double half[] = {0.4, 0.4, 0.4}, better[] = {0.9, 0.9, 0.9}, zero[] = {0, 0, 0};
    struct fid_judgement v;
    struct fid_trial t = trial (half, 3, 0);
    ok (fid_judge (&t, 1, 0.05, &v) == 0, "half the similarity");
    ok_close (v.ratio, 0.5, 1e-12, "a ratio of 0.5");
    ok_close (v.accepted, 0.8, 1e-12, "of 0.8");
    ok_close (v.candidate, 0.4, 1e-12, "and 0.4");
    /* s^2 = 6 * 0.02^2 / (6 + 4); t (0.95, 10) = 1.812461 */
    double s = 0.02 * sqrt (0.6);
    ok_close (v.s, s, 1e-12, "a prior of 6 and 4 degrees of freedom without spread");
    ok_close (v.df, 10, 0, "together 10");
    ok_close (log (v.high / v.ratio), 1.8124611 * s * sqrt (2 / 3.), 1e-7, "90 % interval");
    ok_close (v.low * v.high, 0.25, 1e-12, "about the ratio");
    /* accepted runs: s^2 = 6 * 0.02^2 / (6 + 2), 3 s = 0.052 > ln 1.05 = 0.0488 */
    ok_close (v.allowed, exp (-3 * 0.02 * sqrt (0.75)), 1e-12,
              "margin: three deviations of the accepted runs");
    ok (v.outcome == FID_FAIL && !v.few && v.p < 1e-6, "FAIL");

    t = trial (three, 3, 0);
    ok (fid_judge (&t, 1, 0.05, &v) == 0 && v.outcome == FID_PASS && v.ratio == 1,
        "the same: PASS");
    t.s0 = 0.001;
    fid_judge (&t, 1, 0.05, &v);
    ok_close (v.allowed, 1 / 1.05, 1e-12, "the least margin is 1.05");
    t.s0 = 1;
    fid_judge (&t, 1, 0.05, &v);
    ok_close (v.allowed, 1 / 1.5, 1e-12, "and the largest 1.5");
    t = trial (better, 3, 1);
    ok (fid_judge (&t, 1, 0.05, &v) == 0 && v.outcome == FID_PASS && v.ratio > 1,
        "better passes without a margin");
    t = trial (three, 3, 1);
    ok (fid_judge (&t, 1, 0.05, &v) == 0 && v.outcome == FID_INCONCLUSIVE && v.needed_n == 0,
        "the same does not, with any number of runs");
    t = trial (zero, 3, 0);
    ok (fid_judge (&t, 1, 0.05, &v) == 0 && v.outcome == FID_FAIL, "grades of 0 are judged");
    ok_close (v.candidate, 1e-3, 1e-12, "as 0.001");
    ok_close (fid_loss (0), log (1000), 1e-12, "which is the largest loss");
}

/* A candidate that varies must not buy itself a margin. */
static void test_margin (void)
{
    double wild[] = {0.8, 0.3, 0.8}, close[] = {0.78, 0.765, 0.80};
    struct fid_judgement v;
    struct fid_trial t = trial (wild, 3, 0);
    fid_judge (&t, 1, 0.05, &v);
    ok (v.outcome == FID_INCONCLUSIVE && v.allowed > 0.94, "one bad run of three: no PASS");
    ok (v.s > 0.2, "but a wide interval");
    t = trial (close, 3, 1.05);
    fid_judge (&t, 1, 0.05, &v);
    ok (v.outcome == FID_INCONCLUSIVE && v.needed_n > 3 && v.needed_n <= FID_RUNS_LAST,
        "near the margin: a second look");
    ok_int ((long long)v.needed_n, 4, "at four runs a side");
}

/* One run on each side: the prior alone says how much runs differ. */
static void test_few (void)
{
    double low[] = {0.5, 0.5}, near[] = {0.72}, error[] = {0.40}, accepted[] = {0.09};
    struct fid_judgement v;
    struct fid_trial t = trial (low, 2, 0);
    ok (fid_judge (&t, 1, 0.05, &v) == 0 && v.few && v.outcome == FID_FAIL,
        "two runs of 0.5 where 0.8 was accepted FAIL");
    t = trial (three, 1, 0);
    ok (fid_judge (&t, 1, 0.05, &v) == 0 && v.few && v.outcome == FID_INCONCLUSIVE,
        "one run that is as good does not PASS");
    ok (v.needed_n == 3, "three are needed");
    t.candidate_n = 3;
    t.accepted_n = 1;
    ok (fid_judge (&t, 1, 0.05, &v) == 0 && v.few, "both sides count");
    t = trial (near, 1, 0);
    t.accepted_n = 1;
    ok (fid_judge (&t, 1, 0.05, &v) == 0 && v.outcome == FID_INCONCLUSIVE,
        "one run of 0.72 does not FAIL");
    /* t = (0.31 - 0.06) / (0.02 sqrt 2) = 8.84 on 6 degrees of freedom */
    t = (struct fid_trial){accepted, error, 1, 1, .s0 = 0.02, .d0 = 6};
    ok (fid_judge (&t, 1, 0.05, &v) == 0 && v.outcome == FID_FAIL,
        "one answer that is 0.40 off where 0.09 was accepted FAILs");
    ok_close (v.p, gsl_cdf_tdist_Q ((0.31 - 0.06) / (0.02 * M_SQRT2), 6), 1e-12,
              "by Student's t on the prior's degrees of freedom");
}

static void test_family (void)
{
    double low[] = {0.76, 0.75, 0.755};
    struct fid_trial t[8];
    struct fid_judgement v[8], one;
    t[0] = trial (low, 3, 1.02);
    for (int i = 1; i < 8; i++)
        t[i] = trial (three, 3, 1.05);
    fid_judge (t, 1, 0.05, &one);
    ok (one.outcome == FID_FAIL && one.p <= 0.05 / 3, "alone it FAILs, p is below alpha / 3");
    fid_judge (t, 8, 0.05, v);
    ok_close (v[0].p_family, fmin (1, 8 * one.p), 1e-12, "Holm: 8 times p");
    ok (v[0].outcome == (8 * one.p <= 0.05 / 3 ? FID_FAIL : FID_INCONCLUSIVE),
        "which has to be below alpha / 3, too");
    ok (v[1].outcome == FID_PASS, "the others PASS");
    double p = one.p;
    fid_judge (t, 1, fmin (0.49, p * 3.03), &one);
    ok (one.outcome == FID_FAIL, "alpha just above three times p");
    fid_judge (t, 1, p * 2.97, &one);
    ok (one.outcome != FID_FAIL, "and just below");
}

/* Runs of one configuration against each other, and lower by several margins. */
static void test_operating (void)
{
    enum { N = 2000, GROUPS = 5 };
    size_t fail = 0, pass = 0, found = 0;
    gsl_rng *r = fid_rng_create (5, 0);
    for (size_t k = 0; k < N; k++) {
        double x[GROUPS][6], y[GROUPS][6];
        struct fid_trial t[GROUPS], u[GROUPS];
        struct fid_judgement v[GROUPS];
        for (size_t g = 0; g < GROUPS; g++) {
            double s = 0.05 * sqrt (6 / gsl_ran_chisq (r, 6));
            for (int i = 0; i < 6; i++) {
                x[g][i] = fmax (0, 0.5 + gsl_ran_gaussian_ziggurat (r, s));
                y[g][i] = i < 3 ? x[g][i] : x[g][i] + 8 * s;
            }
            t[g] = (struct fid_trial){x[g], x[g] + 3, 3, 3, .s0 = 0.05, .d0 = 6};
            u[g] = (struct fid_trial){y[g], y[g] + 3, 3, 3, .s0 = 0.05, .d0 = 6};
        }
        bool any = false, low = false;
        fid_judge (t, GROUPS, 0.05, v);
        for (size_t g = 0; g < GROUPS; g++) {
            any |= v[g].outcome == FID_FAIL;
        }
        bool first = v[0].outcome == FID_PASS;
        fid_judge (u, GROUPS, 0.05, v);
        for (size_t g = 0; g < GROUPS; g++)
            low |= v[g].outcome == FID_FAIL;
        fail += any;
        pass += first;
        found += low;
    }
    gsl_rng_free (r);
    ok (fail <= N / 1000, "3 against 3 of one kind: no FAIL in 99.9 %% (%zu of %d)", fail, N);
    ok (pass >= N * 9 / 10, "the first PASSes in 90 %% (%zu of %d)", pass, N);
    ok (found >= N * 9 / 10, "eight deviations lower: FAIL in 90 %% (%zu of %d)", found, N);
}

static void test_errors (void)
{
    double bad[] = {0.5, 0.5, 0.5}, above[] = {0.5, 1.1, 0.5};
    struct fid_judgement v = {.ratio = 42};
    struct fid_trial t = trial (bad, 3, 0);
    bad[1] = NAN;
    ok (fid_judge (&t, 1, 0.05, &v) == GSL_EINVAL, "NaN is refused");
    t = trial (above, 3, 0);
    ok (fid_judge (&t, 1, 0.05, &v) == GSL_EINVAL, "a loss below 0");
    t = trial (three, 0, 0);
    ok (fid_judge (&t, 1, 0.05, &v) == GSL_EBADLEN, "an empty sample");
    t = trial (three, 3, 0.9);
    ok (fid_judge (&t, 1, 0.05, &v) == GSL_EINVAL, "a margin below 1");
    t = trial (three, 3, 0);
    ok (fid_judge (&t, 1, 0.5, &v) == GSL_EINVAL, "alpha 0.5");
    t.d0 = 0;
    ok (fid_judge (&t, 1, 0.05, &v) == GSL_EINVAL, "no prior");
    ok (v.ratio == 42, "nothing is written");
    ok (fid_judge (NULL, 0, 0.05, NULL) == 0, "no trial is no error");
}

int main (void)
{
    for (int i = 0; i < 3; i++)
        three[i] = fid_loss (0.8);
    test_single ();
    test_margin ();
    test_few ();
    test_family ();
    test_operating ();
    test_errors ();
    return tap_done ();
}
