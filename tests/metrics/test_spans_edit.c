/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_spans_edit.c - order of phases; plain recursion on random sequences */
#include "tests/metrics/metric_test.h"

static const struct {
    const char *what, *a, *b;
    double edits;
    int longer;
} cases[] = {
    {"the same", "ITCTC", "ITCTC", 0, 5},
    {"runs count once", "ITTTC", "IITC", 0, 3},
    {"a checkpoint left out", "ITCTC", "ITCT", 1, 5},
    {"one left out in the middle joins its neighbours", "ITCTE", "ITTE", 2, 5},
    {"one replaced", "ITC", "ITE", 1, 3},
    {"exchanged neighbours are half an edit", "TE", "ET", 0.5, 2},
    {"two exchanges", "TECI", "ETIC", 1, 4},
    {"a label takes part in one edit only", "CA", "ABC", 3, 3},
    {"moved by two places: taken out and put in", "TEC", "CTE", 2, 3},
    {"nothing in common", "ITC", "EXEX", 4, 4},
    {"checkpoint after the evaluation, not before", "TCETCE", "TECTEC", 1, 6},
    {"kitten and siting", "kiten", "siting", 3, 6},
};

static size_t load (const char *text, struct fid_span_s *s)
{
    size_t n = strlen (text);
    for (size_t i = 0; i < n; i++)
        s[i] = (struct fid_span_s){text[i], (double)i, (double)i + 1};
    return n;
}

static double least (double a, double b, double c)
{
    return fmin (a, fmin (b, c));
}

static double slow (const struct fid_span_s *a, size_t n, const struct fid_span_s *b, size_t m)
{
    if (!n || !m)
        return (double)(n + m);
    double same = slow (a + 1, n - 1, b + 1, m - 1) + (a->label != b->label);
    double d = least (same, slow (a + 1, n - 1, b, m) + 1, slow (a, n, b + 1, m - 1) + 1);
    if (n > 1 && m > 1 && a[0].label == b[1].label && a[1].label == b[0].label)
        d = fmin (d, slow (a + 2, n - 2, b + 2, m - 2) + 0.5);
    return d;
}

/* Copy s[n] to t without element k, or with k and k + 1 exchanged.  Returns how many. */
static size_t leave_out (const struct fid_span_s *s, size_t n, size_t k, struct fid_span_s *t)
{
    size_t to = 0;
    for (size_t i = 0; i < n; i++)
        if (i != k)
            t[to++] = s[i];
    return to;
}

static size_t exchange (const struct fid_span_s *s, size_t n, size_t k, struct fid_span_s *t)
{
    memcpy (t, s, n * sizeof *s);
    t[k] = s[k + 1];
    t[k + 1] = s[k];
    return n;
}

static double distance (const struct fid_metric *m, const struct fid_span_s *a, size_t n,
                        const struct fid_span_s *b, size_t k)
{
    struct fid_signal sa = spans (a, n), sb = spans (b, k);
    struct fid_metric_value v = {0};
    return m->eval (&sa, &sb, &(struct fid_metric_opts){0}, &v) ? NAN : v.distance;
}

/* A phase that is missing is worse than one that changed places with its neighbour. */
static void test_missing (const struct fid_metric *m)
{
    static const char *const jobs[] = {"TETC", "TCETCETE", "TETETE", "TECTECTE", "ITCE"};
    struct fid_span_s a[8], b[8];
    size_t wrong = 0;
    for (size_t j = 0; j < LEN (jobs); j++) {
        size_t n = load (jobs[j], a);
        for (size_t k = 0; k + 1 < n; k++) {
            if ((k && a[k - 1].label == a[k + 1].label) ||
                (k + 2 < n && a[k].label == a[k + 2].label))
                continue; /* equal neighbours would join: one is missing, too */
            double swapped = distance (m, a, n, b, exchange (a, n, k, b));
            for (size_t l = 0; l < n; l++)
                wrong += !(distance (m, a, n, b, leave_out (a, n, l, b)) > swapped);
        }
    }
    ok (wrong == 0, "missing is worse than exchanged (%zu not)", wrong);
}

int main (void)
{
    const struct fid_metric *m = fid_metric_find ("spans_edit");
    struct fid_metric_opts opts = {0};
    struct fid_span_s a[8], b[8], bad[] = {{1, 0, NAN}};
    for (size_t k = 0; k < LEN (cases); k++) {
        double d = cases[k].edits / cases[k].longer;
        struct fid_metric_value v =
            ok_value (m, spans (a, load (cases[k].a, a)), spans (b, load (cases[k].b, b)),
                      &opts, d, 1e-15, cases[k].what);
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
        wrong += rc || detail (&v, "edits_n") != slow (a, len[0], b, len[1]);
    }
    ok (wrong == 0, "agrees with the plain recursion (%zu wrong)", wrong);
    test_missing (m);
    struct fid_signal sa = spans (a, load ("ITCTC", a)), sb = spans (b, load ("ITE", b));
    ok_laws (m, sa, sb, &opts);
    ok_idle (m, sa, samples (NULL, 0), &opts, 1);
    ok_refused (m, sa, spans (bad, 1), &opts, GSL_EINVAL, "NaN is refused");
    return tap_done ();
}
