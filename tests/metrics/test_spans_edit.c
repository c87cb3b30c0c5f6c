/* test_spans_edit.c - order of phases; plain recursion on random sequences */
#include "tests/metrics/metric_test.h"

static const struct {
    const char *what, *a, *b;
    int edits, longer;
} cases[] = {
    {"the same", "ITCTC", "ITCTC", 0, 5},
    {"runs count once", "ITTTC", "IITC", 0, 3},
    {"a checkpoint left out", "ITCTC", "ITCT", 1, 5},
    {"one left out in the middle joins its neighbours", "ITCTE", "ITTE", 2, 5},
    {"one replaced", "ITC", "ITE", 1, 3},
    {"exchanged neighbours are two edits", "TE", "ET", 2, 2},
    {"nothing in common", "ITC", "EXEX", 4, 4},
    {"kitten and siting", "kiten", "siting", 3, 6},
};

static size_t
load (const char *text, struct fid_span_s *s)
{
    size_t n = strlen (text);
    for (size_t i = 0; i < n; i++)
        s[i] = (struct fid_span_s){text[i], (double)i, (double)i + 1};
    return n;
}

static size_t
slow (const struct fid_span_s *a, size_t n, const struct fid_span_s *b, size_t m)
{
    if (!n || !m)
        return n + m;
    size_t same = slow (a + 1, n - 1, b + 1, m - 1) + (a->label != b->label);
    size_t drop = slow (a + 1, n - 1, b, m) + 1, add = slow (a, n, b + 1, m - 1) + 1;
    return same < drop ? same < add ? same : add : drop < add ? drop : add;
}

int
main (void)
{
    const struct fid_metric *m = fid_metric_find ("spans_edit");
    struct fid_metric_opts opts = {0};
    struct fid_span_s a[8], b[8], bad[] = {{1, 0, NAN}};
    for (size_t k = 0; k < LEN (cases); k++) {
        double d = (double)cases[k].edits / cases[k].longer;
        struct fid_metric_value v =
            ok_value (m, spans (a, load (cases[k].a, a)), spans (b, load (cases[k].b, b)),
                      &opts, d, 1 - d, 1e-15, cases[k].what);
        ok_close (detail (&v, "edits_n"), cases[k].edits, 0, "edits");
    }
    uint64_t seed = 12;
    size_t wrong = 0;
    for (size_t round = 0; round < 60; round++) {
        size_t len[2] = {1 + round % 6, 1 + round / 6 % 6};
        for (size_t side = 0; side < 2; side++)
            for (size_t i = 0; i < len[side]; i++) {
                /* no runs: a label differs from the one before */
                struct fid_span_s *s = side ? b : a;
                int step = 1 + (int)(rnd (&seed) * 2);
                s[i] = (struct fid_span_s){i ? (s[i - 1].label + step) % 3 : step, 0, 1};
            }
        struct fid_metric_value v = {0};
        struct fid_signal sa = spans (a, len[0]), sb = spans (b, len[1]);
        int rc = m->eval (&sa, &sb, &opts, &v);
        wrong += rc || detail (&v, "edits_n") != (double)slow (a, len[0], b, len[1]);
    }
    ok (wrong == 0, "agrees with the plain recursion (%zu wrong)", wrong);
    struct fid_signal sa = spans (a, load ("ITCTC", a)), sb = spans (b, load ("ITE", b));
    ok_laws (m, sa, sb, &opts);
    ok_idle (m, sa, samples (NULL, 0), &opts, 1);
    ok_refused (m, sa, spans (bad, 1), &opts, GSL_EINVAL, "NaN is refused");
    return tap_done ();
}
