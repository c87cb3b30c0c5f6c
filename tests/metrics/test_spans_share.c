/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_spans_share.c - shares of time */
#include "tests/metrics/metric_test.h"

int main (void)
{
    const struct fid_metric *m = fid_metric_find ("spans_share");
    struct fid_metric_opts opts = {0};
    struct fid_span_s a[] = {{1, 0, 2}, {2, 2, 8}, {3, 8, 10}}; /* .2 .6 .2 */
    struct fid_span_s b[] = {{2, 0, 4}, {1, 4, 5}};             /* .2 .8 0 */
    struct fid_span_s c[] = {{2, 9, 15}, {1, 20, 22}, {3, 0, 2}}, d[] = {{7, 0, 1}};
    struct fid_span_s none[] = {{1, 4, 4}}, bad[] = {{1, 0, INFINITY}};
    struct fid_signal sa = spans (a, 3);

    ok_laws (m, sa, spans (b, 2), &opts);
    ok_idle (m, sa, spans (none, 1), &opts, 1);
    struct fid_metric_value v =
        ok_value (m, sa, spans (b, 2), &opts, 0.2, 1e-15, "a fifth of the time moved");
    ok_close (detail (&v, "real_s"), 10, 0, "all time of the real run");
    ok_close (detail (&v, "emulation_s"), 5, 0, "and of the emulation");
    ok_close (detail (&v, "labels_n"), 3, 0, "labels in either");
    ok_value (m, sa, spans (c, 3), &opts, 0, 1e-15, "order and moment are not seen");
    ok_value (m, sa, spans (d, 1), &opts, 1, 1e-15, "no label in common");
    ok_refused (m, sa, spans (bad, 1), &opts, GSL_EINVAL, "endless is refused");
    ok_refused (m, sa, spans (NULL, 1), &opts, GSL_EBADLEN, "so is no array");
    return tap_done ();
}
