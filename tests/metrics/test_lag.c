/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_lag.c - lag of one series against another */
#include "metrics/fft.h"
#include "metrics/lag.h"
#include "tests/metrics/metric_test.h"

static double slow_r (const double *x, size_t n, const double *y, size_t m, long w)
{
    double mx = 0, my = 0, xx = 0, yy = 0, xy = 0;
    for (size_t i = 0; i < n; i++)
        mx += x[i] / (double)n;
    for (size_t i = 0; i < m; i++)
        my += y[i] / (double)m;
    for (size_t i = 0; i < n; i++)
        xx += (x[i] - mx) * (x[i] - mx);
    for (size_t i = 0; i < m; i++)
        yy += (y[i] - my) * (y[i] - my);
    for (long i = 0; i < (long)n; i++)
        if (i + w >= 0 && i + w < (long)m)
            xy += (x[i] - mx) * (y[i + w] - my);
    return xy / sqrt (xx * yy);
}

int main (void)
{
    enum { N = 100 };
    uint64_t seed = 10;
    double x[N] = {0}, y[N] = {0}, worst = 0;
    size_t wrong = 0;
    struct fid_lag l;
    for (size_t t = 20; t < 60; t++)
        x[t] = rnd (&seed);
    for (long shift = -20; shift <= 40; shift += 4) {
        memset (y, 0, sizeof y);
        for (size_t t = 20; t < 60; t++)
            y[(size_t)((long)t + shift)] = 3 * x[t];
        int rc = fid_lag (x, N, y, N, 0.5, 0, &l);
        wrong += rc || l.lag_s != 0.5 * (double)shift || l.ambiguous;
        worst = fmax (worst, fabs (l.peak - slow_r (x, N, y, N, shift)));
    }
    ok (wrong == 0, "finds every shift (%zu wrong)", wrong);
    ok_close (worst, 0, 1e-12, "the peak is the correlation there");

    /* unequal lengths, against all lags by definition */
    size_t bad = 0;
    for (size_t round = 0; round < 20; round++) {
        double a[12], b[9], best = -2;
        long at = 0;
        for (size_t k = 0; k < 12; k++)
            a[k] = rnd (&seed);
        for (size_t k = 0; k < 9; k++)
            b[k] = rnd (&seed);
        for (long w = -11; w <= 8; w++)
            if (slow_r (a, 12, b, 9, w) > best)
                best = slow_r (a, 12, b, 9, at = w);
        bad += fid_lag (a, 12, b, 9, 1, 0, &l) || l.lag_s != (double)at ||
               !(fabs (l.peak - best) < 1e-12);
    }
    ok (bad == 0, "unequal lengths agree with the definition (%zu not)", bad);
    ok (fid_fft_room (1) == 1 && fid_fft_room (21) == 32 && fid_fft_room (32) == 32 &&
            fid_fft_room (33) == 64,
        "room is made for a power of two");
    struct fid_fft f;
    ok_int (fid_fft_init (&f, fid_fft_room (SIZE_MAX)), GSL_EBADLEN, "not for any length");

    ok (fid_lag (x, N, x, N, 1, 0, &l) == 0 && l.lag_s == 0, "no lag to itself");
    ok_close (l.peak, 1, 1e-12, "and the peak is 1");
    for (size_t t = 0; t < N; t++) {
        x[t] = t % 10 < 3;
        y[t] = (t + 5) % 10 < 3;
    }
    ok (fid_lag (x, N, y, N, 1, 0, &l) == 0 && fabs (l.lag_s) == 5, "half a period off: 5");
    ok (l.ambiguous && l.second >= 0.9 * l.peak, "a periodic lag is ambiguous");
    ok (fid_lag (x, N, y, N, 1, 4, &l) == 0 && fabs (l.lag_s) <= 4, "the search is bounded");

    double flat[3] = {2, 2, 2}, nan[2] = {0, NAN};
    ok_int (fid_lag (flat, 3, x, N, 1, 0, &l), GSL_EDOM, "a constant has no lag");
    ok_int (fid_lag (x, N, flat, 3, 1, 0, &l), GSL_EDOM, "on either side");
    ok_int (fid_lag (x, 0, y, N, 1, 0, &l), GSL_EBADLEN, "nor has nothing");
    ok_int (fid_lag (x, N, nan, 2, 1, 0, &l), GSL_EINVAL, "NaN is refused");
    ok_int (fid_lag (x, N, y, N, 0, 0, &l), GSL_EINVAL, "and no step");
    ok_int (fid_lag (x, N, y, N, 1, -1, &l), GSL_EINVAL, "and a negative bound");
    return tap_done ();
}
