/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_difference.c - difference of shares */
#include "tests/metrics/metric_test.h"

int main (void)
{
    const struct fid_metric *m = fid_metric_find ("difference");
    struct fid_metric_opts opts = {0};
    double a = 0.75, b = 0.25, zero = 0, one = 1, over = 1.01, neg = -0.01;
    struct fid_signal sa = samples (&a, 1);

    ok_laws (m, sa, samples (&b, 1), &opts);
    ok_finite_only (m, sa, &opts);
    struct fid_metric_value v =
        ok_value (m, sa, samples (&b, 1), &opts, 0.5, 0, "0.75 and 0.25");
    ok_close (detail (&v, "real"), 0.75, 0, "the real share");
    ok_close (detail (&v, "emulation"), 0.25, 0, "and the other");
    ok_value (m, samples (&zero, 1), samples (&one, 1), &opts, 1, 0, "never against always");
    ok_value (m, samples (&zero, 1), samples (&zero, 1), &opts, 0, 0, "never in both");
    ok_refused (m, sa, samples (&over, 1), &opts, GSL_EINVAL, "a share above 1 is refused");
    ok_refused (m, samples (&neg, 1), sa, &opts, GSL_EINVAL, "and one below 0");
    ok_refused (m, sa, samples (NULL, 0), &opts, GSL_EBADLEN, "and none");
    return tap_done ();
}
