/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_metric.c - the registry, and how values are put together */
#include "tests/metrics/metric_test.h"

int main (void)
{
    size_t n = 0, bad = 0;
    for (; fid_metrics[n]; n++) {
        const struct fid_metric *m = fid_metrics[n];
        int fine = m->name && *m->name && m->doc && *m->doc && m->unit && *m->unit &&
                   m->source && *m->source && m->eval && fid_metric_find (m->name) == m;
        if (!fine) {
            diag ("metric %zu (%s)", n, m->name ? m->name : "?");
            bad++;
        }
    }
    ok (n > 0, "%zu measures are registered", n);
    ok (bad == 0, "each is complete and found under its own name");
    ok (fid_metric_find ("no such measure") == NULL, "another name finds nothing");

    struct fid_metric_value v;
    fid_value_set (&v, 3);
    ok (v.distance == 3 && v.confidence == 1 && v.detail_n == 0, "a value starts plain");
    fid_value_detail (&v, "nan", NAN);
    fid_value_detail (&v, "inf", INFINITY);
    ok_int ((long long)v.detail_n, 0, "a detail that is no number is dropped");
    for (size_t k = 0; k < FID_DETAIL_MAX + 3; k++)
        fid_value_detail (&v, "x", (double)k);
    ok_int ((long long)v.detail_n, FID_DETAIL_MAX, "and what does not fit");
    return tap_done ();
}
