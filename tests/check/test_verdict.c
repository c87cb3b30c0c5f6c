/* test_verdict.c - verdicts worked out by hand (check/verdict.h) */
#include <math.h>
#include <string.h>
#include <gsl/gsl_errno.h>
#include "check/verdict.h"
#include "tests/tap.h"

#define SEED 7

static const double five[] = {0.80, 0.82, 0.84, 0.86, 0.88};

static struct fid_trial
trial (const double *candidate, size_t n, double margin)
{
    return (struct fid_trial){five, candidate, 5, n, margin};
}

/* ---- hand-worked */

static void
test_single (void)
{
    double low[5], same[5];
    struct fid_verdict v;
    for (int i = 0; i < 5; i++)
        low[i] = five[i] - 0.2;
    memcpy (same, five, sizeof same);
    struct fid_trial t = trial (low, 5, 0.05);
    ok (fid_judge (&t, 1, 0.05, SEED, &v) == 0, "0.2 lower");
    ok_close (v.delta, -0.2, 1e-12, "Hodges-Lehmann: the median of 25 differences");
    ok_close (v.p, 1.0 / 252, 1e-12, "separate after the shift: 1 of C(10,5)");
    ok_close (v.cliff, -1, 0, "Cliff's delta: every run is lower");
    /* each side: variance 0.004 / 4 = 0.001; z(0.95) + z(0.8) = 2.486475 */
    ok_close (v.mde, 2.4864749 * sqrt (0.001) * sqrt (0.4), 1e-6, "minimal detectable effect");
    ok (v.outcome == FID_FAIL && !v.few, "FAIL");
    ok (v.low <= -0.2 && v.high >= -0.2 && v.high < -0.05, "the interval is about it");

    t = trial (same, 5, 0.05);
    ok (fid_judge (&t, 1, 0.05, SEED, &v) == 0 && v.outcome == FID_PASS, "the same: PASS");
    ok_close (v.delta, 0, 1e-12, "no difference");
    t = trial (same, 5, 0.01);
    ok (fid_judge (&t, 1, 0.05, SEED, &v) == 0 && v.outcome == FID_INCONCLUSIVE && !v.few &&
            v.needed_n > 5,
        "a margin that five such runs cannot tell: INCONCLUSIVE, more runs");

    double higher[] = {0.9, 0.91, 0.92, 0.93, 0.94};
    t = trial (higher, 5, 0.0);
    ok (fid_judge (&t, 1, 0.05, SEED, &v) == 0 && v.outcome == FID_PASS && v.delta > 0,
        "better passes without a margin");
}

static void
test_few (void)
{
    double low[] = {0.1, 0.1};
    struct fid_verdict v;
    struct fid_trial t = trial (low, 2, 0.05);
    ok (fid_judge (&t, 1, 0.05, SEED, &v) == 0 && v.few && v.outcome == FID_INCONCLUSIVE,
        "two runs never fail, however low");
    ok (v.needed_n == 4, "four are needed for a single trial");
    ok (fid_judge_runs (1, 0.05) == 4, "1 / C(8,4) = 0.014");
    ok (fid_judge_runs (3, 0.05) == 4, "3 / 70 = 0.043");
    ok (fid_judge_runs (4, 0.05) == 5, "4 / 70 = 0.057, 4 / 252 = 0.016");
    ok (fid_judge_runs (12, 0.05) == 5, "12 / 252 = 0.048");
    ok (fid_judge_runs (13, 0.05) == 6, "13 / 252 = 0.052");
}

/* ---- the family */

static void
test_family (void)
{
    enum { N = 13 };
    double low[5], nearly[] = {0.60, 0.61, 0.62, 0.63, 0.76};
    struct fid_trial t[N];
    struct fid_verdict v[N];
    for (int i = 0; i < 5; i++)
        low[i] = five[i] - 0.2;
    for (int i = 0; i < N; i++)
        t[i] = trial (low, 5, 0.05);
    ok (fid_judge (t, 12, 0.05, SEED, v) == 0 && v[0].outcome == FID_FAIL &&
            v[11].outcome == FID_FAIL,
        "twelve groups that are all lower: all FAIL");
    ok_close (v[0].p_family, 12.0 / 252, 1e-12, "p is multiplied by their number");
    ok (fid_judge (t, 13, 0.05, SEED, v) == 0 && v[0].few && v[0].needed_n == 6,
        "thirteen: five runs are too few");

    /* 0.76 lies above the lowest accepted run less the margin, 0.75: one other
     * labeling is more extreme, p = 2 / 252; times 7 that is 0.0556 */
    t[0] = trial (nearly, 5, 0.05);
    for (int i = 1; i < 7; i++)
        t[i] = trial (five, 5, 0.05);
    ok (fid_judge (t, 1, 0.05, SEED, v) == 0 && v[0].outcome == FID_FAIL, "alone it FAILs");
    ok_close (v[0].p, 2.0 / 252, 1e-12, "p = 2 / 252");
    ok (fid_judge (t, 7, 0.05, SEED, v) == 0 && v[0].outcome == FID_INCONCLUSIVE &&
            v[0].high < -0.05,
        "among seven groups it is INCONCLUSIVE");
    ok_close (v[0].p_family, 14.0 / 252, 1e-12, "Holm: 7 times p");
    ok (v[1].outcome == FID_PASS, "the others PASS");
}

static void
test_margin (void)
{
    double repeats[] = {0.98, 0.90, 1.0, 0.94, 0.92}, equal[] = {1, 1, 1}, m;
    ok (fid_default_margin (NULL, 0, &m) == 0 && m == 0.05, "no repeats: 0.05");
    ok (fid_default_margin (equal, 3, &m) == 0 && m == 0.05, "equal repeats: 0.05");
    ok (fid_default_margin (repeats, 5, &m) == 0, "repeats that vary");
    /* median 0.94; deviations 0.04 0.04 0.06 0 0.02, median 0.04 */
    ok_close (m, 0.12, 1e-12, "three times their MAD");
}

/* ---- laws and errors */

static void
test_laws (void)
{
    double c[] = {0.70, 0.74, 0.83, 0.85, 0.90}, a2[5], c2[5];
    struct fid_verdict v, w;
    for (int i = 0; i < 5; i++) {
        a2[i] = five[i] - 0.1;
        c2[i] = c[i] - 0.1;
    }
    struct fid_trial t = trial (c, 5, 0.05), u = {a2, c2, 5, 5, 0.05};
    ok (fid_judge (&t, 1, 0.05, SEED, &v) == 0 && fid_judge (&u, 1, 0.05, SEED, &w) == 0,
        "a shift of both sides");
    ok (fabs (v.delta - w.delta) < 1e-12 && fabs (v.low - w.low) < 1e-12 &&
            fabs (v.high - w.high) < 1e-12 && v.outcome == w.outcome,
        "changes nothing");
    ok (fid_judge (&t, 1, 0.05, SEED, &w) == 0 && memcmp (&v.low, &w.low, sizeof v.low) == 0 &&
            v.high == w.high && v.p == w.p,
        "the same seed gives the same numbers");
    ok (v.low <= v.delta && v.delta <= v.high, "low <= delta <= high");
}

static void
test_errors (void)
{
    double bad[] = {0.5, NAN};
    struct fid_verdict v = {.delta = 42};
    struct fid_trial t = trial (bad, 2, 0.05);
    ok (fid_judge (&t, 1, 0.05, SEED, &v) == GSL_EINVAL, "NaN is refused");
    t = trial (five, 0, 0.05);
    ok (fid_judge (&t, 1, 0.05, SEED, &v) == GSL_EBADLEN, "so is an empty sample");
    t = trial (five, 5, -0.01);
    ok (fid_judge (&t, 1, 0.05, SEED, &v) == GSL_EINVAL, "a negative margin");
    t = trial (five, 5, 0.05);
    ok (fid_judge (&t, 1, 0.5, SEED, &v) == GSL_EINVAL, "alpha 0.5");
    ok (v.delta == 42, "nothing is written");
    ok (fid_judge (NULL, 0, 0.05, SEED, NULL) == 0, "no trial is no error");
}

int
main (void)
{
    test_single ();
    test_few ();
    test_family ();
    test_margin ();
    test_laws ();
    test_errors ();
    return tap_done ();
}
