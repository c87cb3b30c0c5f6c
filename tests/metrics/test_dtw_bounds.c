/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_dtw_bounds.c - envelopes against their definition, the bound against the distance */
#include <math.h>
#include <gsl/gsl_randist.h>
#include "metrics/dtw.h"
#include "metrics/dtw_bounds.h"
#include "metrics/rng.h"
#include "tests/tap.h"

#define N 130

/* The definition, sample by sample. */
static void slow_envelope (const double *y, size_t n, size_t band_n, double *lo, double *hi)
{
    for (size_t i = 0; i < n; i++) {
        lo[i] = INFINITY;
        hi[i] = -INFINITY;
        for (size_t j = 0; j < n; j++) {
            size_t apart = i > j ? i - j : j - i;
            if (apart <= band_n) {
                lo[i] = fmin (lo[i], y[j]);
                hi[i] = fmax (hi[i], y[j]);
            }
        }
    }
}

static void series (const gsl_rng *rng, double *x, size_t n, int kind)
{
    double walk = 0;
    for (size_t i = 0; i < n; i++) {
        walk += gsl_ran_ugaussian (rng);
        x[i] = kind == 0   ? gsl_ran_ugaussian (rng)
               : kind == 1 ? walk
                           : (double)(i % 5) + 1e6 * (i == n / 2);
    }
}

static void laws (void)
{
    gsl_rng *rng = fid_rng_create (7, 0);
    double x[N], y[N], lo[N], hi[N], slo[N], shi[N];
    size_t wrong = 0, above = 0, tight = 0, tried = 0;
    for (size_t n = 1; n <= N; n = n < 12 ? n + 1 : n + 17)
        for (int kind = 0; kind < 3; kind++)
            for (size_t band_n = 0; band_n <= n + 3;
                 band_n = band_n < 4 ? band_n + 1 : 2 * band_n) {
                struct fid_dtw_opts opts = {1, band_n, 0};
                double d;
                series (rng, x, n, kind);
                series (rng, y, n, (kind + 1) % 3);
                if (fid_dtw_envelope (y, n, band_n, lo, hi)) {
                    wrong++;
                    continue;
                }
                slow_envelope (y, n, band_n, slo, shi);
                wrong += memcmp (lo, slo, n * sizeof *lo) || memcmp (hi, shi, n * sizeof *hi);
                slow_envelope (x, n, band_n, slo, shi);
                fid_dtw (x, n, y, n, &opts, &d);
                double bound =
                    fid_dtw_outside (x, n, lo, hi) + fid_dtw_outside (y, n, slo, shi);
                above += bound / (double)(2 * n) > d;
                tight += band_n == 0 && fabs (bound / (double)(2 * n) - d) <= 1e-12 * d;
                tried += band_n == 0;
            }
    gsl_rng_free (rng);
    ok_int ((long long)wrong, 0, "envelopes are as defined");
    ok_int ((long long)above, 0, "no bound is above the distance");
    ok_int ((long long)tight, (long long)tried, "without a band the bound is the distance");
}

int main (void)
{
    double lo[5] = {0}, hi[5];
    ok (fid_dtw_envelope (lo, 0, 1, lo, hi) != 0, "no samples: an error");
    const double y[] = {3, 1, 4, 1, 5}, x[] = {3, 1, 4, 1, 9};
    ok_int (fid_dtw_envelope (y, 5, 1, lo, hi), 0, "an envelope");
    ok (lo[0] == 1 && hi[0] == 3 && lo[2] == 1 && hi[2] == 4 && lo[4] == 1 && hi[4] == 5,
        "of three samples each");
    ok_close (fid_dtw_outside (x, 5, lo, hi), 4, 1e-10, "9 is 4 above 5");
    laws ();
    return tap_done ();
}
