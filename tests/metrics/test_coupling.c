/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_coupling.c - the gap between one warp for all and a warp for each */
#include "metrics/dtw.h"
#include "tests/metrics/metric_test.h"

enum { N = 40 };

/* Two resources: a burst of 3 samples at `first` and one at `second`. */
static void bursts (double *x, size_t first, size_t second)
{
    memset (x, 0, 2 * N * sizeof *x);
    for (size_t k = 0; k < 3; k++) {
        x[2 * (first + k)] = 1;
        x[2 * (second + k) + 1] = 1;
    }
}

int main (void)
{
    const struct fid_metric *m = fid_metric_find ("coupling");
    struct fid_metric_opts opts = {.band_s = 6};
    double x[2 * N], y[2 * N], zero[2 * N] = {0};
    struct fid_signal sx = series (x, N, 2, 1), sy = series (y, N, 2, 1);

    bursts (x, 10, 20);
    bursts (y, 13, 23);
    ok_value (m, sx, sy, &opts, 0, 0, "both late by the same: one warp suits both");
    bursts (y, 13, 20);
    ok_value (m, sx, sy, &opts, 0, 0, "one late, but still before the other: so does this");
    /* order exchanged: each alone can be warped onto its partner for nothing.
     * A common path can serve the first resource: then the second's burst in y
     * is met while x waits before its own (3 waits, weight 1 each), and the one
     * in x while y does after its own (a diagonal, weight 2, and 2 waits): 7. */
    bursts (x, 10, 13);
    bursts (y, 13, 10);
    struct fid_metric_value v =
        ok_value (m, sx, sy, &opts, 7.0 / (2 * 2 * N), 1e-15, "order exchanged");
    ok_close (detail (&v, "d_independent"), 0, 0, "each by itself fits");
    ok_close (detail (&v, "d_dependent"), 7.0 / (2 * 2 * N), 1e-15, "together they do not");
    ok_laws (m, sx, sy, &opts);
    ok_idle (m, sx, series (zero, N, 2, 1), &opts, 1);
    ok_finite_only (m, sx, &opts);

    uint64_t seed = 13;
    size_t negative = 0, zero_n = 0;
    for (size_t round = 0; round < 100; round++) {
        size_t n = N / 2 + round % (N / 2), dim = 2;
        double dependent, one, independent = 0, a[N], b[N];
        double penalty = round % 2 ? 0.05 : 0;
        struct fid_dtw_opts all = {dim, 6, penalty * 2}, each = {1, 6, penalty};
        for (size_t k = 0; k < 2 * N; k++) {
            x[k] = rnd (&seed);
            y[k] = rnd (&seed);
        }
        fid_dtw (x, n, y, N, &all, &dependent);
        for (size_t k = 0; k < dim; k++) {
            for (size_t i = 0; i < N; i++) {
                a[i] = x[2 * i + k];
                b[i] = y[2 * i + k];
            }
            fid_dtw (a, n, b, N, &each, &one);
            independent += one;
        }
        struct fid_signal sn = series (x, n, 2, 1);
        opts.penalty = penalty;
        negative += independent > dependent;
        zero_n += m->eval (&sn, &sy, &opts, &v) ||
                  !(fabs (v.distance - (dependent - independent) / 2) < 1e-14);
    }
    ok (negative == 0, "separate warps never cost more than a common one");
    ok (zero_n == 0, "the distance is the gap over the number of resources");
    ok_refused (m, series (x, N, 1, 1), series (y, N, 1, 1), &opts, GSL_EDOM,
                "one resource has no coupling");
    ok_refused (m, sx, series (y, N / 2, 3, 1), &opts, GSL_EBADLEN,
                "two and three are refused");
    opts.penalty = NAN;
    ok_refused (m, sx, sy, &opts, GSL_EINVAL, "and a penalty that is no number");
    return tap_done ();
}
