/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_temporal_w1.c - area between cumulative shares: cases by hand, a lag,
 * and a plain version on a fine grid */
#include "tests/metrics/metric_test.h"

static const struct {
    const char *what;
    double x[8];
    size_t n;
    double y[8];
    size_t m;
    double dt_s, want;
} cases[] = {
    {"twice the volume at the same times", {1, 2, 0, 1}, 4, {2, 4, 0, 2}, 4, 1, 0},
    {"one bin late of four", {1, 0, 0, 0}, 4, {0, 1, 0, 0}, 4, 1, 0.25},
    {"first against last", {1, 0, 0, 0}, 4, {0, 0, 0, 1}, 4, 1, 0.75},
    {"the unit of time has no part", {1, 0, 0, 0}, 4, {0, 0, 0, 1}, 4, 0.1, 0.75},
    {"four triangles of height 1/2", {2, 0, 0, 2}, 4, {0, 2, 2, 0}, 4, 1, 0.25},
    /* gaps 0, 1/4, -1/2, 0: the middle bin has a zero inside */
    {"lines that cross inside a bin",
     {2, 0, 2},
     3,
     {1, 3, 0},
     3,
     1,
     (1.0 / 8 + (1.0 / 16 + 1.0 / 4) / 1.5 + 1.0 / 4) / 3},
    {"half the length at twice the pace", {1, 1}, 2, {1, 1, 1, 1}, 4, 1, 0.25},
    {"dropping the burst at the end, half of the bytes",
     {1, 1, 1, 3},
     4,
     {1, 1, 1, 0},
     4,
     1,
     (1.0 / 12 + 1.0 / 4 + 5.0 / 12 + 1.0 / 4) / 4},
    {"silence at the end changes nothing but T", {1, 0}, 2, {0, 1, 0, 0}, 4, 1, 0.25},
};

/* Share of mass done at t. */
static double slow_share (const struct fid_signal *s, double t)
{
    double total = 0, sum = 0;
    for (size_t i = 0; i < s->n; i++) {
        double part = t / s->dt_s - (double)i;
        total += s->x[i];
        sum += s->x[i] * fmin (fmax (part, 0), 1);
    }
    return sum / total;
}

static double slow (const struct fid_signal *a, const struct fid_signal *b)
{
    enum { STEPS = 20000 };
    double end = fmax ((double)a->n * a->dt_s, (double)b->n * b->dt_s), sum = 0;
    for (int k = 0; k < STEPS; k++) {
        double t = end * (k + 0.5) / STEPS;
        sum += fabs (slow_share (a, t) - slow_share (b, t));
    }
    return sum / STEPS;
}

static void test_lag (const struct fid_metric *m, const struct fid_metric_opts *opts)
{
    enum { N = 200 };
    uint64_t seed = 6;
    double x[N] = {0}, y[N] = {0};
    size_t wrong = 0;
    for (size_t k = 0; k < 100; k++)
        x[k] = rnd (&seed) < 0.2 ? floor (rnd (&seed) * 1e6) : 0;
    for (size_t lag = 1; lag <= 100; lag += 9) {
        struct fid_metric_value v = {0};
        struct fid_signal a = series (x, N, 1, 0.1), b = series (y, N, 1, 0.1);
        memset (y, 0, sizeof y);
        memcpy (y + lag, x, 100 * sizeof *x);
        wrong += m->eval (&a, &b, opts, &v) || !(fabs (v.distance - (double)lag / N) < 1e-13) ||
                 !(fabs (detail (&v, "emulation_center_s") - detail (&v, "real_center_s") -
                         0.1 * (double)lag) < 1e-12);
    }
    ok (wrong == 0, "a lag of s costs s / T and moves the centre by s");
}

static void test_plain (const struct fid_metric *m, const struct fid_metric_opts *opts)
{
    uint64_t seed = 7;
    double x[23], y[17], worst = 0;
    for (int round = 0; round < 6; round++) {
        struct fid_metric_value v = {.distance = 9};
        for (size_t k = 0; k < 23; k++)
            x[k] = rnd (&seed) < 0.5 ? rnd (&seed) : 0;
        for (size_t k = 0; k < 17; k++)
            y[k] = rnd (&seed);
        /* the last rounds have two different grids */
        struct fid_signal a = series (x, 23, 1, 0.5),
                          b = series (y, 17, 1, round < 3 ? 0.5 : 0.7);
        m->eval (&a, &b, opts, &v);
        worst = fmax (worst, fabs (v.distance - slow (&a, &b)));
    }
    ok_close (worst, 0, 1e-6, "agrees with the area on a fine grid");
}

int main (void)
{
    const struct fid_metric *m = fid_metric_find ("temporal_w1");
    struct fid_metric_opts opts = {0};
    double x[] = {1, 0, 0, 3}, y[] = {0, 2, 2, 0}, zero[4] = {0}, neg[] = {1, -1};
    struct fid_signal sx = series (x, 4, 1, 1), sy = series (y, 4, 1, 1);

    for (size_t k = 0; k < LEN (cases); k++)
        ok_value (m, series (cases[k].x, cases[k].n, 1, cases[k].dt_s),
                  series (cases[k].y, cases[k].m, 1, cases[k].dt_s), &opts, cases[k].want,
                  1e-15, cases[k].what);
    ok_laws (m, sx, sy, &opts);
    ok_idle (m, sx, series (zero, 4, 1, 1), &opts, 1);
    ok_finite_only (m, sx, &opts);
    struct fid_metric_value v = {0};
    m->eval (&sx, &sy, &opts, &v);
    ok_close (detail (&v, "sup_gap"), 0.75, 0, "largest gap, at 3 s");
    ok_close (detail (&v, "real_center_s"), 2.75, 0, "centre of the real work");
    ok_close (detail (&v, "emulation_center_s"), 2, 0, "centre of the emulated work");
    test_lag (m, &opts);
    test_plain (m, &opts);
    ok_refused (m, sx, series (neg, 2, 1, 1), &opts, GSL_EINVAL, "negative mass is refused");
    ok_refused (m, sx, series (x, 4, 1, 0), &opts, GSL_EINVAL, "so is a grid without step");
    ok_refused (m, sx, series (x, 2, 2, 1), &opts, GSL_EBADLEN, "so are vectors");
    return tap_done ();
}
