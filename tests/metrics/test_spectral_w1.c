/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_spectral_w1.c - transforms, Welch's spectrum, octaves between spectra */
#include <gsl/gsl_math.h>
#include "metrics/fft.h"
#include "metrics/spectral_w1.h"
#include "metrics/welch.h"
#include "tests/metrics/metric_test.h"

enum { N = 512 };

static void sine (double *x, size_t n, double cycles, double gain, double level)
{
    for (size_t t = 0; t < n; t++)
        x[t] = level + gain * sin (2 * M_PI * cycles * (double)t / (double)n + 0.3);
}

/* Largest difference between the transform of length n and its definition. */
static double fft_error (size_t n)
{
    uint64_t seed = n;
    double x[40], worst = 0;
    struct fid_fft f;
    fid_fft_init (&f, n);
    for (size_t t = 0; t < n; t++)
        f.x[t] = x[t] = rnd (&seed) - 0.5;
    fid_fft_forward (&f);
    for (size_t k = 0; k <= n / 2; k++) {
        double re = 0, im = 0;
        for (size_t t = 0; t < n; t++) {
            re += x[t] * cos (2 * M_PI * (double)(k * t) / (double)n);
            im -= x[t] * sin (2 * M_PI * (double)(k * t) / (double)n);
        }
        worst = fmax (worst, fmax (fabs (f.c[k][0] - re), fabs (f.c[k][1] - im)));
        worst = fmax (worst, fabs (fid_fft_power (&f, k) - re * re - im * im));
    }
    fid_fft_inverse (&f);
    for (size_t t = 0; t < n; t++)
        worst = fmax (worst, fabs (f.x[t] / (double)n - x[t]));
    fid_fft_clear (&f);
    fid_fft_clear (&f);
    return worst;
}

static void test_fft (void)
{
    double worst = 0;
    struct fid_fft f;
    for (size_t n = 1; n <= 40; n++)
        worst = fmax (worst, fft_error (n));
    ok_close (worst, 0, 1e-12, "every length to 40: the transform, and back");
    ok_int (fid_fft_init (&f, 0), GSL_EBADLEN, "length 0 is refused");
}

static void test_welch (void)
{
    double x[N], y[2 * N], psd[N / 2 + 1], psd2[N / 2 + 1], sum = 0;
    sine (x, N, 64, 3, 50);
    ok_int (fid_welch (x, N, 1, 0.5, 128, psd), 0, "spectrum of a sine");
    size_t top = 0;
    for (size_t k = 0; k <= 64; k++) {
        sum += psd[k];
        top = psd[k] > psd[top] ? k : top;
    }
    ok_int ((long long)top, 16, "peaks at its line: 64 cycles of 512 are 16 of 128");
    ok_close (sum / (128 * 0.5), 4.5, 1e-10, "its integral is the variance, 3^2 / 2");
    ok_close (psd[15] / psd[16], 0.25, 1e-9, "a Hann window leaks a quarter to either side");
    ok_close (psd[0], 0, 1e-20, "the mean is gone");
    for (size_t t = 0; t < N; t++) {
        y[2 * t] = x[t];
        y[2 * t + 1] = -x[t];
    }
    fid_welch (y, N, 2, 0.5, 128, psd2);
    ok_close (psd2[16] / psd[16], 2, 1e-12, "the densities of components add");
    /* an impulse where one segment ends is in the middle of another, one of 7;
     * the squares of a Hann window of 128 add up to 48 */
    memset (x, 0, sizeof x);
    x[128] = 1;
    fid_welch (x, N, 1, 1, 128, psd);
    ok_close (psd[5], 2.0 / (48 * 7), 1e-15, "segments overlap by half");
    ok_int (fid_welch (x, 100, 1, 1, 128, psd), GSL_EBADLEN,
            "a segment longer than the series");
    ok_int (fid_welch (x, N, 1, 1, 7, psd), GSL_EBADLEN, "an odd segment");
    ok_int (fid_welch (x, N, 1, 0, 128, psd), GSL_EINVAL, "no step");
    ok_int ((long long)fid_welch_segment (103, 500), 50, "half of the shorter, even");
    ok_int ((long long)fid_welch_segment (15, 500), 0, "too short for a spectrum");
}

/* Half a cosine of noise power at white level: the variance in the integral. */
static void test_noise (void)
{
    enum { LONG = 1 << 15 };
    static double x[LONG], psd[65];
    uint64_t seed = 8;
    double var = 0, sum = 0;
    for (size_t t = 0; t < LONG; t++) {
        x[t] = rnd (&seed) - 0.5;
        var += x[t] * x[t] / LONG;
    }
    fid_welch (x, LONG, 1, 1, 128, psd);
    for (size_t k = 0; k <= 64; k++)
        sum += psd[k] / 128;
    ok_close (sum / var, 1, 0.03, "white noise: the integral is the variance");
    ok_close (psd[20] / (2 * var), 1, 0.2, "and the level is even");
}

static void test_lines (void)
{
    double p[17] = {0}, q[17] = {0}, r[17] = {0};
    p[0] = 1000; /* not read */
    p[4] = 2;
    q[8] = 10;
    r[4] = 3;
    r[8] = 1;
    ok_close (fid_spectral_w1 (p, q, 16), 1, 1e-15, "a line an octave up: 1 octave");
    ok_close (fid_spectral_w1 (q, p, 16), 1, 1e-15, "or down");
    ok_close (fid_spectral_w1 (p, r, 16), 0.25, 1e-15, "a quarter of the power: 1/4 octave");
    memset (p, 0, sizeof p);
    memset (q, 0, sizeof q);
    p[1] = q[16] = 1;
    ok_close (fid_spectral_w1 (p, q, 16), 4, 1e-14, "from the lowest to the highest: log2 n");
}

static void test_metric (void)
{
    const struct fid_metric *m = fid_metric_find ("spectral_w1");
    struct fid_metric_opts opts = {0};
    double x[N], y[N], flat[N], other[N], z[N / 2];
    sine (x, N, 32, 1, 0);
    sine (y, N, 64, 7, 20);
    for (size_t t = 0; t < N; t++) {
        flat[t] = 5;
        other[t] = 0;
    }
    struct fid_signal sx = series (x, N, 1, 1), sy = series (y, N, 1, 1),
                      sf = series (flat, N, 1, 1);
    ok_laws (m, sx, sy, &opts);
    ok_finite_only (m, sx, &opts);
    /* leakage into both neighbours pulls the mean of log2 down by
     * log2 (1 - 1/k^2) / 6 at line k: 0.0009 at 16, 0.0002 at 32 */
    struct fid_metric_value v = ok_value (m, sx, sy, &opts, 1, 1e-3,
                                          "period halved, gain and level changed: one octave");
    ok_close (detail (&v, "real_center_hz"), 1.0 / 16, 1e-4, "where the power is");
    ok_close (detail (&v, "emulation_center_hz"), 1.0 / 8, 1e-4, "and in the emulation");
    ok_close (detail (&v, "segment_s"), 256, 1e-9, "segment: half of the series");
    sine (z, N / 2, 16, 1, 0);
    ok_value (m, sx, series (z, N / 2, 1, 1), &opts, 0, 1e-9, "half as long, same period");

    ok_value (m, sf, sf, &opts, 0, 0, "no variation in both: alike");
    ok_value (m, sf, series (other, N, 1, 1), &opts, 0, 0, "whatever their levels");
    ok_refused (m, sx, sf, &opts, GSL_EDOM, "no variation in one: not defined");
    ok_refused (m, sf, sx, &opts, GSL_EDOM, "nor in the other");
    ok_refused (m, sx, series (NULL, 0, 1, 1), &opts, GSL_EDOM, "nor without samples");
    ok_refused (m, sx, series (x, 15, 1, 1), &opts, GSL_EDOM, "nor with too few");
    ok_refused (m, sx, series (x, N, 1, 2), &opts, GSL_EINVAL, "two grids are refused");
    other[N - 1] = 1; /* beyond the last whole segment of 511 samples */
    ok_refused (m, series (other + 1, N - 1, 1, 1), sx, &opts, GSL_EDOM,
                "variation that no segment sees");
    x[3] = 1e200;
    ok_refused (m, sx, sy, &opts, GSL_EINVAL, "squares that overflow are refused");
}

int main (void)
{
    test_fft ();
    test_welch ();
    test_noise ();
    test_lines ();
    test_metric ();
    return tap_done ();
}
