/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_period.c - dominant period: pulse trains, sines, noise, drift */
#include <gsl/gsl_math.h>
#include "metrics/period.h"
#include "tests/metrics/metric_test.h"

enum { N = 400 };

/* The trend line of a pulse train is not quite level, which tilts the
 * autocorrelation and moves its top by some ten-thousandths of a sample. */
#define TILT 2e-3

/* `on` busy samples of every `period`, first at `lag`; noise on top. */
static void pulses (double *x, size_t n, double period, double on, double lag, double noise,
                    uint64_t seed)
{
    for (size_t t = 0; t < n; t++) {
        double phase = fmod ((double)t + 10 * period - lag, period);
        x[t] = (phase < on ? 1 : 0) + noise * (rnd (&seed) - 0.5);
    }
}

static const struct {
    const char *what;
    double period, on, noise, tol, duty, duty_tol;
} cases[] = {
    {"half busy", 20, 10, 0, TILT, 0.5, 0.02},
    {"busy a tenth: harmonics as strong as the fundamental", 20, 2, 0, TILT, 0.1, 1e-9},
    {"a single busy sample", 16, 1, 0, TILT, 1.0 / 16, 1e-9},
    {"a period that is no whole number of samples", 7.3, 2, 0, 0.02, 0.3, 0.05},
    {"ten periods in the series", 40, 8, 0, TILT, 0.2, 1e-9},
    {"noise of the pulse's height", 25, 10, 1, 0.15, 0.8, 0.2},
    {"the shortest that can be seen", 3, 1, 0, 0.01, 1.0 / 3, 0.01},
};

static void test_cases (void)
{
    for (size_t k = 0; k < LEN (cases); k++) {
        double x[N];
        struct fid_period p = {0};
        pulses (x, N, cases[k].period, cases[k].on, 3, cases[k].noise, 11);
        int rc = fid_period (x, N, 1, 0.5, &p);
        ok (rc == 0, "%s: found, confidence %.2f", cases[k].what, p.confidence);
        ok_close (p.period_s, cases[k].period * 0.5, cases[k].tol, "its length");
        ok_close (p.periods_n * p.period_s, N * 0.5, 1e-9, "as many as fit");
        ok_close (p.duty, cases[k].duty, cases[k].duty_tol, "its duty cycle");
        ok (p.confidence <= 1 && p.confidence > (cases[k].noise > 0 ? 0.5 : 0.75),
            "and it is sure");
    }
}

static void test_none (void)
{
    size_t found = 0;
    double x[N];
    struct fid_period p;
    for (uint64_t seed = 0; seed < 50; seed++) {
        uint64_t s = seed * 77 + 1;
        for (size_t t = 0; t < N; t++)
            x[t] = rnd (&s);
        found += fid_period (x, N, 1, 1, &p) != GSL_EDOM;
    }
    ok (found == 0, "white noise has no period (%zu of 50)", found);
    found = 0;
    for (uint64_t seed = 0; seed < 50; seed++) {
        uint64_t s = seed * 77 + 1;
        double sum = 0;
        for (size_t t = 0; t < N; t++)
            x[t] = sum += rnd (&s) - 0.5;
        found += fid_period (x, N, 1, 1, &p) != GSL_EDOM;
    }
    ok (found <= 1, "nor has a random walk, but for one in fifty (%zu)", found);
    for (size_t t = 0; t < N; t++)
        x[t] = 3 * (double)t;
    ok_int (fid_period (x, N, 1, 1, &p), GSL_EDOM, "nor a ramp");
    for (size_t t = 0; t < N; t++)
        x[t] = t == 100;
    ok_int (fid_period (x, N, 1, 1, &p), GSL_EDOM, "nor a single burst");
    for (size_t t = 0; t < N; t++)
        x[t] = t >= N / 2;
    ok_int (fid_period (x, N, 1, 1, &p), GSL_EDOM, "nor a step");
    ok_int (fid_period (x, 15, 1, 1, &p), GSL_EDOM, "nor 15 samples");
    ok_int (fid_period (x, N, 1, 0, &p), GSL_EINVAL, "a grid needs a step");
}

/* The autocorrelation at a lag of x[n] less its straight line, by the definition. */
static double slow_acf (const double *x, size_t n, size_t lag)
{
    double mean = 0, slope = 0, tt = 0, sum = 0, all = 0, mid = ((double)n - 1) / 2, d[N];
    for (size_t t = 0; t < n; t++)
        mean += x[t] / (double)n;
    for (size_t t = 0; t < n; t++) {
        slope += (x[t] - mean) * ((double)t - mid);
        tt += ((double)t - mid) * ((double)t - mid);
    }
    for (size_t t = 0; t < n; t++) {
        d[t] = x[t] - mean - slope / tt * ((double)t - mid);
        all += d[t] * d[t] / (double)n;
    }
    for (size_t t = 0; t + lag < n; t++)
        sum += d[t] * d[t + lag] / (double)(n - lag);
    return sum / all;
}

/* A short noisy series has a period only if the autocorrelation there is 4 standard
 * errors 1 / sqrt (n - lag) of noise; here that is above FID_PERIOD_MIN_ACF. */
static void test_noise_level (void)
{
    enum { SHORT = 100, PERIOD = 10 };
    double x[SHORT], least_found = INFINITY;
    size_t below = 0, missed = 0, found = 0;
    struct fid_period p;
    for (uint64_t seed = 1; seed <= 2000; seed++) {
        uint64_t s = seed;
        for (size_t t = 0; t < SHORT; t++)
            x[t] = sin (2 * M_PI * (double)t / PERIOD) +
                   (1.5 + 2 * (double)seed / 2000) * (rnd (&s) - 0.5);
        double best = -1; /* the peak may be a sample off */
        for (size_t l = PERIOD - 1; l <= PERIOD + 1; l++)
            best = fmax (best, slow_acf (x, SHORT, l) * sqrt ((double)(SHORT - l)));
        bool is = fid_period (x, SHORT, 1, 1, &p) == 0 && fabs (p.period_s - PERIOD) < 1;
        found += is;
        below += is && best < 4;
        missed += !is && best > 4.5;
        if (is)
            least_found = fmin (least_found, best);
    }
    ok (below == 0, "no period below 4 standard errors (%zu of %zu)", below, found);
    ok (least_found < 4.2, "but just above (%.3f; %zu missed above 4.5)", least_found, missed);
}

static void test_robust (void)
{
    double x[N], y[N], pair[2 * N];
    struct fid_period p = {0}, q = {0};
    pulses (x, N, 20, 4, 0, 0, 1);
    for (size_t t = 0; t < N; t++)
        y[t] = 1000 * x[t] + 50 + 3 * (double)t;
    fid_period (x, N, 1, 1, &p);
    ok_int (fid_period (y, N, 1, 1, &q), 0, "gain, level and a ramp");
    ok_close (q.period_s, p.period_s, 1e-9, "do not move the period");
    for (size_t t = 0; t < N; t++) {
        pair[2 * t] = x[t];
        pair[2 * t + 1] = 1 - x[t];
    }
    ok_int (fid_period (pair, N, 2, 1, &q), 0, "two components that add up to a constant");
    ok_close (q.period_s, 20, TILT, "keep their period");
    /* step times jitter by a fifth around 20 */
    uint64_t seed = 9;
    memset (x, 0, sizeof x);
    for (double t = 2; t + 4 < N; t += 18 + 4 * rnd (&seed))
        for (size_t k = 0; k < 5; k++)
            x[(size_t)t + k] = 1;
    ok_int (fid_period (x, N, 1, 1, &q), 0, "jitter of a fifth of a step");
    ok_close (q.period_s, 20, 0.6, "finds the mean step");
    /* short steps on a coarse grid, as recorded runs have them: epochs of 14
     * steps of 6.56 samples, a shorter pace in between, pauses of no rhythm */
    enum { LONG = 1500 };
    static double z[LONG];
    double t = 0;
    for (size_t step = 0; t + 2 < LONG; step++) {
        for (size_t k = 0; k < 2; k++)
            z[(size_t)t + k] = 0.5 + rnd (&seed);
        t += step % 20 < 14 ? 6.56 : step % 20 < 19 ? 2.7 : 3 + 5 * rnd (&seed);
    }
    ok_int (fid_period (z, LONG, 1, 0.1, &q), 0, "many short steps that pause");
    ok_close (q.period_s, 0.656, 0.013, "are found within two percent");
}

int main (void)
{
    const struct fid_metric *m = fid_metric_find ("period");
    struct fid_metric_opts opts = {0};
    double x[N], y[N], z[N], flat[N] = {0};

    test_cases ();
    test_none ();
    test_noise_level ();
    test_robust ();

    pulses (x, N, 20, 4, 0, 0, 1);
    pulses (y, N, 10, 5, 3, 0, 1);
    pulses (z, N, 25, 4, 0, 0, 1);
    struct fid_signal sx = series (x, N, 1, 2), sy = series (y, N, 1, 2);
    ok_laws (m, sx, sy, &opts);
    ok_finite_only (m, sx, &opts);
    struct fid_metric_value v = ok_value (m, sx, sy, &opts, 1, TILT, "half: one octave");
    ok_close (v.confidence, 1, 0, "40 and 20 periods count in full");
    ok_close (detail (&v, "real_period_s"), 40, 2 * TILT, "period of the real run");
    ok_close (detail (&v, "emulation_period_s"), 20, 2 * TILT, "and of the emulation");
    ok_close (detail (&v, "real_duty"), 0.2, 1e-9, "duty of the real run");
    ok_close (detail (&v, "emulation_duty"), 0.5, 1e-9, "and of the emulation");
    ok_close (detail (&v, "real_periods_n"), 20, 2 * TILT, "periods of the real run");
    ok (detail (&v, "real_confidence") > 0.9, "both are sure");
    ok_value (m, sx, series (z, N, 1, 2), &opts, log2 (1.25), TILT, "a quarter longer");
    pulses (z, 120, 20, 8, 0, 0, 1);
    v = ok_value (m, sx, series (z, 120, 1, 2), &opts, 0, 1e-2, "six periods");
    ok_close (v.confidence, 0.5, 0, "count half");
    ok_close (detail (&v, "emulation_confidence"), 1, 0.03, "but are as sure as many");
    ok_refused (m, sx, series (flat, N, 1, 2), &opts, GSL_EDOM, "no period in the emulation");
    ok_refused (m, series (flat, N, 1, 2), sx, &opts, GSL_EDOM, "none in the real run");
    ok_refused (m, series (flat, 0, 1, 2), series (flat, 0, 1, 2), &opts, GSL_EDOM, "nothing");
    x[7] = 1e200;
    ok_refused (m, sx, sy, &opts, GSL_EINVAL, "squares that overflow are refused");
    return tap_done ();
}
