/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_measures.c - measures on plain arrays (fidlio.h) */
#include "tests/tap.h"
#include <stdint.h>
#include "fidlio.h"

#define N(a) (sizeof (a) / sizeof *(a))

static struct fid_error err;

static void test_dtw (void)
{
    static const double x[] = {0, 0, 1, 0, 0}, y[] = {0, 1, 0, 0, 0}, z[] = {0, 3, 0, 0, 0};
    struct fid_dtw_options options = {0};
    double d = -1, along = -1;
    size_t i[9], j[9], n = 0;
    ok (fid_dtw_distance (x, 5, y, 5, NULL, &d, &err) == 0 && d == 0, "a delay costs nothing");
    options.has_band = 1;
    ok (fid_dtw_distance (x, 5, y, 5, &options, &d, &err) == 0 && d == 0.4,
        "a band of 0 compares sample by sample");
    options.band_n = 1;
    options.penalty = 0.1;
    ok (fid_dtw_distance (x, 5, y, 5, &options, &d, &err) == 0, "a penalty");
    ok_close (d, 2 * 0.1 / 10, 1e-15, "is paid for each step off the diagonal");
    ok (fid_dtw_path (x, 5, y, 5, &options, &along, i, j, &n, &err) == 0 && along == d,
        "the path has the same distance");
    ok (n == 6 && i[0] == 0 && j[0] == 0 && i[n - 1] == 4 && j[n - 1] == 4,
        "and leads from corner to corner");
    double sum = 0;
    for (size_t k = 0; k < n; k++)
        sum += fabs (x[i[k]] - y[j[k]]);
    ok (sum == 0, "where the series are equal");

    static const double wide[] = {0, 9, 0, 9, 1, 9}, wide_y[] = {0, 9, 1, 9};
    options = (struct fid_dtw_options){.dim = 2};
    ok (fid_dtw_distance (wide, 3, wide_y, 2, &options, &d, &err) == 0 && d == 0,
        "samples of two components");

    const double *among[] = {z, y, y};
    const size_t among_n[] = {5, 5, 5};
    size_t which = 9;
    ok (fid_dtw_nearest_of (x, 5, among, among_n, 3, NULL, &which, &d, &err) == 0 &&
            which == 1 && d == 0,
        "the nearest of many is the first of equals");

    ok (fid_adtw_distance (x, 5, z, 5, SIZE_MAX, 0, INFINITY, &d, &err) == 0 && d == 4,
        "the amerced form squares differences");
    ok (fid_adtw_distance (x, 5, y, 5, 1, 0.25, INFINITY, &d, &err) == 0 && d == 0.5,
        "and charges each step");
    ok (fid_adtw_distance (x, 5, z, 5, 5, 0, 3, &d, &err) == 0 && isinf (d),
        "a distance above the limit is infinite");
}

static void test_refused (void)
{
    static const double x[] = {0, 1}, bad[] = {0, NAN}, none[1];
    const double *among[] = {x, bad};
    const size_t among_n[] = {2, 2};
    struct fid_dtw_options options = {.penalty = NAN};
    double d = 7, psd[3] = {7, 7, 7};
    size_t i[3], j[3], n = 7, which = 7;
    int refused[] = {
        fid_dtw_distance (x, 0, x, 2, NULL, &d, &err),
        fid_dtw_distance (x, 2, bad, 2, NULL, &d, &err),
        fid_dtw_distance (x, 2, x, 2, &options, &d, &err),
        fid_dtw_distance (x, SIZE_MAX / 8 + 2, x, 2, NULL, &d, &err),
        fid_dtw_path (bad, 2, x, 2, NULL, &d, i, j, &n, &err),
        fid_dtw_nearest_of (x, 2, among, among_n, 2, NULL, &which, &d, &err),
        fid_dtw_nearest_of (x, 2, among, among_n, 0, NULL, &which, &d, &err),
        fid_adtw_distance (x, 2, bad, 2, 0, 0, 1, &d, &err),
        fid_adtw_distance (x, 2, x, 1, 0, 0, 1, &d, &err),
        fid_adtw_distance (x, 2, x, 2, 0, -1, 1, &d, &err),
        fid_adtw_distance (x, 2, x, 2, 0, 0, NAN, &d, &err),
        fid_psd (x, 2, 1, 1, 4, psd, &err),
        fid_psd (x, 2, 1, NAN, 2, psd, &err),
        fid_psd (bad, 2, 1, 1, 2, psd, &err),
        fid_psd_distance (none, none, 0, &d, &err),
        fid_psd_distance (x, bad, 1, &d, &err),
        fid_w1_distance (x, NULL, 2, bad, NULL, 2, FID_W1_LINEAR, &d, &err),
        fid_w1_distance (x, NULL, 2, x, NULL, 0, FID_W1_LINEAR, &d, &err),
        fid_w1_distance (x, NULL, 2, x, NULL, 2, FID_W1_LOG2, &d, &err),
        fid_w1_distance (x, bad, 2, x, NULL, 2, FID_W1_LINEAR, &d, &err),
        fid_w1_distance (x, NULL, 2, x, NULL, 2, (enum fid_w1_axis)9, &d, &err),
    };
    for (size_t k = 0; k < N (refused); k++)
        ok (refused[k] == -1, "wrong arguments %zu", k);
    ok (err.status == FID_EUSAGE, "are the caller's");
    ok (d == 7 && n == 7 && which == 7 && psd[0] == 7, "and change nothing");
}

static void test_spectra (void)
{
    enum { n = 512, seg = 64 };
    double x[n], y[n], p[seg / 2 + 1], q[seg / 2 + 1], sum = 0, d;
    for (int t = 0; t < n; t++) {
        x[t] = sin (2 * M_PI * t * 4 / seg);
        y[t] = 5 * sin (2 * M_PI * t * 8 / seg);
    }
    ok (fid_psd_segment (n, 401) == 200 && fid_psd_segment (15, n) == 0, "segment lengths");
    ok (fid_psd (x, n, 1, 0.5, seg, p, &err) == 0 && fid_psd (y, n, 1, 0.5, seg, q, &err) == 0,
        "two spectra");
    for (int k = 0; k <= seg / 2; k++)
        sum += p[k] / (seg * 0.5);
    ok_close (sum, 0.5, 0.01, "a spectrum adds up to the variance");
    ok (fid_psd_distance (p, q, seg / 2, &d, &err) == 0, "their distance");
    ok_close (d, 1, 0.03, "is an octave, whatever the gain");
    ok (fid_psd_distance (p, p, seg / 2, &d, &err) == 0 && d == 0, "0 of equal ones");
}

static void test_w1 (void)
{
    static const double x[] = {1, 2, 4}, y[] = {8, 2, 4}, w[] = {1, 0, 1}, v[] = {1, 4};
    double d;
    ok (fid_w1_distance (x, NULL, 3, y, NULL, 3, FID_W1_LINEAR, &d, &err) == 0, "W1");
    ok_close (d, 7. / 3, 1e-15, "one of three moves by 7");
    ok (fid_w1_distance (x, NULL, 3, y, NULL, 3, FID_W1_LOG2, &d, &err) == 0, "in octaves");
    ok_close (d, 1, 1e-15, "each moves by one");
    ok (fid_w1_distance (x, w, 3, v, NULL, 2, FID_W1_LOG10, &d, &err) == 0 && d == 0,
        "a weight of 0 leaves a value out");
}

int main (void)
{
    test_dtw ();
    test_refused ();
    test_spectra ();
    test_w1 ();
    return tap_done ();
}
