/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_w1_log2.c - Wasserstein-1 in octaves */
#include "metrics/w1.h"
#include "tests/metrics/metric_test.h"

int main (void)
{
    const struct fid_metric *m = fid_metric_find ("w1_log2");
    struct fid_metric_opts opts = {.scale = 100}; /* no part in it */
    double x[] = {4096, 65536, 4096, 131072}, twice[] = {8192, 131072, 8192, 262144};
    double quarter[] = {4096, 65536, 4096, 8192}, bad[] = {4096, 0}, neg[] = {4096, -1};
    struct fid_signal sx = samples (x, 4);

    ok_laws (m, sx, samples (twice, 4), &opts);
    ok_idle (m, sx, samples (NULL, 0), &opts, FID_W1_FULL_LOG2);
    ok_finite_only (m, sx, &opts);
    struct fid_metric_value v =
        ok_value (m, sx, samples (twice, 4), &opts, 1, 0, "doubled: one octave, half");
    ok_close (detail (&v, "w2"), 1, 0, "w2 of a shift is the shift");
    ok_close (detail (&v, "p50_ratio"), 2, 0, "quantile ratios are of sizes, not of octaves");
    ok_value (m, sx, samples (quarter, 4), &opts, 1, 0, "a quarter moved 4 octaves");
    ok_refused (m, sx, samples (bad, 2), &opts, GSL_EINVAL, "size 0 is refused");
    ok_refused (m, samples (neg, 2), sx, &opts, GSL_EINVAL, "a negative size is refused");
    return tap_done ();
}
