/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_spans_kinds.c - which kinds of phases there are */
#include "tests/metrics/metric_test.h"

static const struct {
    const char *what, *a, *b;
    double d, real_only, emulation_only;
} cases[] = {
    {"the same", "TETC", "TETC", 0, 0, 0},
    {"order and number do not matter", "TETC", "CTTTE", 0, 0, 0},
    {"no checkpoints", "TETC", "TETE", 1, 1, 0},
    {"evaluations that nobody asked for", "TCT", "TCTE", 1, 0, 1},
    {"one each", "TC", "TE", 2, 1, 1},
    {"nothing in common", "TC", "EI", 4, 2, 2},
};

static size_t load (const char *text, struct fid_span_s *s)
{
    size_t n = strlen (text);
    for (size_t i = 0; i < n; i++)
        s[i] = (struct fid_span_s){text[i], (double)i, (double)i + 1};
    return n;
}

int main (void)
{
    const struct fid_metric *m = fid_metric_find ("spans_kinds");
    struct fid_metric_opts opts = {0};
    struct fid_span_s a[8], b[8], bad[] = {{1, 0, NAN}};
    for (size_t k = 0; k < LEN (cases); k++) {
        struct fid_metric_value v =
            ok_value (m, spans (a, load (cases[k].a, a)), spans (b, load (cases[k].b, b)),
                      &opts, cases[k].d, 0, cases[k].what);
        ok_close (detail (&v, "real_only_n"), cases[k].real_only, 0, "kinds of the real run");
        ok_close (detail (&v, "emulation_only_n"), cases[k].emulation_only, 0,
                  "kinds of the emulation");
    }
    struct fid_signal sa = spans (a, load ("TETC", a)), sb = spans (b, load ("TE", b));
    ok_laws (m, sa, sb, &opts);
    ok_idle (m, sa, samples (NULL, 0), &opts, 3);
    ok_refused (m, sa, spans (bad, 1), &opts, GSL_EINVAL, "NaN is refused");
    return tap_done ();
}
