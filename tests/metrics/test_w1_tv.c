/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_w1_tv.c - Wasserstein-1 of compositions */
#include "tests/metrics/metric_test.h"

int main (void)
{
    const struct fid_metric *m = fid_metric_find ("w1_tv");
    struct fid_metric_opts opts = {.scale = 100};
    double x[] = {70, 20, 10, 40, 20, 40}, swapped[] = {40, 20, 40, 70, 20, 10};
    double y[] = {50, 20, 30, 20, 20, 60}, user[] = {100, 0, 0}, idle[] = {0, 0, 100};
    double zero[6] = {0};
    struct fid_signal sx = series (x, 2, 3, 1);

    ok_laws (m, sx, series (y, 2, 3, 1), &opts);
    ok_idle (m, sx, series (zero, 2, 3, 1), &opts, 1);
    ok_finite_only (m, sx, &opts);
    struct fid_metric_value v = ok_value (m, sx, series (y, 2, 3, 1), &opts, 0.2, 1e-15,
                                          "20 points moved from user to idle");
    ok_close (detail (&v, "w1_0"), 0.2, 1e-15, "user");
    ok_close (detail (&v, "w1_1"), 0, 0, "system");
    ok_close (detail (&v, "w1_2"), 0.2, 1e-15, "idle");
    ok_value (m, sx, series (swapped, 2, 3, 1), &opts, 0, 0, "order in time is not seen");
    ok_value (m, series (user, 1, 3, 1), series (idle, 1, 3, 1), &opts, 1, 0,
              "all user against all idle is the full range");
    ok_refused (m, sx, series (x, 3, 2, 1), &opts, GSL_EBADLEN, "two dimensions are refused");
    return tap_done ();
}
