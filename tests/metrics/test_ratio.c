/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_ratio.c - log ratio of totals */
#include "tests/tap.h"
#include "metrics/metric.h"

int main (void)
{
    const struct fid_metric *m = fid_metric_find ("ratio");
    struct fid_metric_opts opts = {.floor = 1};
    struct fid_metric_value v;
    double a = 200, b = 100, zero = 0;
    struct fid_signal sa = {.x = &a, .n = 1}, sb = {.x = &b, .n = 1}, s0 = {.x = &zero, .n = 1};

    ok (m->eval (&sa, &sb, &opts, &v) == 0, "evaluates");
    ok_close (v.distance, log (2), 1e-15, "half as much is ln 2 away");
    ok (m->eval (&sa, &s0, &opts, &v) == 0 && v.distance > 1,
        "nothing against something is far");
    ok (m->eval (&s0, &s0, &opts, &v) == 0 && v.distance == 0, "nothing against nothing is 0");
    return tap_done ();
}
