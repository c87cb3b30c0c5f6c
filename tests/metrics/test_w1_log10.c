/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_w1_log10.c - Wasserstein-1 in decades */
#include "metrics/w1.h"
#include "tests/metrics/metric_test.h"

int main (void)
{
    const struct fid_metric *m = fid_metric_find ("w1_log10");
    struct fid_metric_opts opts = {0};
    double x[] = {1e-3, 2e-3, 5e-2}, slow[] = {0.5, 1e-2, 2e-2};
    double one[] = {1e-3, 2e-3, 50}, bad[] = {0}, w[] = {1, 1, 2},
           w4[] = {1e-3, 2e-3, 5e-2, 5e-2};
    struct fid_signal sx = samples (x, 3), weighted = sx;

    ok_laws (m, sx, samples (slow, 3), &opts);
    ok_idle (m, sx, samples (NULL, 0), &opts, FID_W1_FULL_LOG10);
    ok_finite_only (m, sx, &opts);
    struct fid_metric_value v =
        ok_value (m, sx, samples (slow, 3), &opts, 1, 1e-14, "ten times slower: a decade");
    ok_close (detail (&v, "p99_ratio"), 10, 1e-14, "p99 is ten times as long");
    ok_value (m, sx, samples (one, 3), &opts, 1, 1e-14, "a third moved 3 decades");
    weighted.w = w;
    ok_value (m, weighted, samples (w4, 4), &opts, 0, 0, "weight 2 is the value twice");
    ok_refused (m, sx, samples (bad, 1), &opts, GSL_EINVAL, "time 0 is refused");
    return tap_done ();
}
