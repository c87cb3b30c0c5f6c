/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_spans_iou.c - overlap of phases */
#include "tests/metrics/metric_test.h"

enum { INIT, TRAIN, CHECKPOINT };

static const struct {
    const char *what;
    struct fid_span_s a[3];
    size_t n;
    struct fid_span_s b[3];
    size_t m;
    double tolerance_s, iou, iou_s, tolerant;
} cases[] = {
    {"the same",
     {{INIT, 0, 2}, {TRAIN, 2, 9}},
     2,
     {{INIT, 0, 2}, {TRAIN, 2, 9}},
     2,
     0,
     1,
     1,
     1},
    {"one third shared: [0, 2) and [1, 3)",
     {{INIT, 0, 2}},
     1,
     {{INIT, 1, 3}},
     1,
     0,
     1,
     1.0 / 3,
     1.0 / 3},
    {"which a tolerance of 1 s forgives",
     {{INIT, 0, 2}},
     1,
     {{INIT, 1, 3}},
     1,
     1,
     1,
     1.0 / 3,
     1},
    {"and one of 0.5 s in part",
     {{INIT, 0, 2}},
     1,
     {{INIT, 1, 3}},
     1,
     0.5,
     1,
     1.0 / 3,
     2.0 / 3},
    {"short phase shifted by its length",
     {{CHECKPOINT, 5, 6}},
     1,
     {{CHECKPOINT, 6, 7}},
     1,
     1,
     1,
     0,
     1},
    {"macro: a label of one side counts as 0",
     {{INIT, 0, 2}, {TRAIN, 2, 9}},
     2,
     {{INIT, 0, 2}},
     1,
     1,
     1.0 / 9,
     0.5,
     0.5},
    {"touching and overlapping intervals are one set",
     {{INIT, 0, 2}, {INIT, 1, 3}, {INIT, 3, 4}},
     3,
     {{INIT, 0, 4}},
     1,
     0,
     1,
     1,
     1},
    {"labels of no length count for nothing",
     {{INIT, 0, 2}, {TRAIN, 1, 1}},
     2,
     {{INIT, 0, 2}},
     1,
     5,
     1,
     1,
     1},
    {"far apart", {{INIT, 0, 1}}, 1, {{INIT, 100, 101}}, 1, 1, 1, 0, 0},
    {"the same at half the speed",
     {{INIT, 0, 2}, {TRAIN, 2, 4}},
     2,
     {{INIT, 0, 4}, {TRAIN, 4, 8}},
     2,
     0,
     1,
     0.25,
     0.25},
    {"a phase that is too short, the next too long",
     {{INIT, 0, 2}, {TRAIN, 2, 4}},
     2,
     {{INIT, 0, 1}, {TRAIN, 1, 4}},
     2,
     0,
     7.0 / 12,
     7.0 / 12,
     7.0 / 12},
    {"a phase left out",
     {{TRAIN, 0, 4}, {CHECKPOINT, 4, 5}, {TRAIN, 5, 10}},
     3,
     {{TRAIN, 10, 20}},
     1,
     0,
     0.45,
     0,
     0},
};

int main (void)
{
    const struct fid_metric *m = fid_metric_find ("spans_iou");
    struct fid_metric_opts opts = {0};
    struct fid_span_s bad[] = {{INIT, 3, 2}}, nan[] = {{INIT, 0, NAN}}, none[] = {{INIT, 1, 1}};
    struct fid_span_s twice[] = {{INIT, 10, 14}, {TRAIN, 14, 28}};

    for (size_t k = 0; k < LEN (cases); k++) {
        opts.tolerance_s = cases[k].tolerance_s;
        struct fid_metric_value v =
            ok_value (m, spans (cases[k].a, cases[k].n), spans (cases[k].b, cases[k].m), &opts,
                      1 - cases[k].iou, 1e-15, cases[k].what);
        ok_close (detail (&v, "iou_s"), cases[k].iou_s, 1e-15, "in seconds");
        ok_close (detail (&v, "iou_tolerance"), cases[k].tolerant, 1e-15, "with its tolerance");
    }
    struct fid_signal a = spans (cases[0].a, 2), b = spans (cases[1].b, 1);
    ok_laws (m, a, b, &opts);
    ok_idle (m, a, spans (none, 1), &opts, 1);
    struct fid_metric_value v = {0};
    struct fid_signal later = spans (twice, 2);
    m->eval (&a, &later, &opts, &v);
    ok_close (v.distance, 0, 1e-15, "later and twice as long: the same shares of the extent");
    ok_close (detail (&v, "iou_s"), 0, 0, "nothing shared in seconds");
    ok_refused (m, a, spans (bad, 1), &opts, GSL_EINVAL, "an end before its start is refused");
    ok_refused (m, spans (nan, 1), a, &opts, GSL_EINVAL, "so is NaN");
    opts.tolerance_s = -1;
    ok_refused (m, a, b, &opts, GSL_EINVAL, "and a negative tolerance");
    return tap_done ();
}
