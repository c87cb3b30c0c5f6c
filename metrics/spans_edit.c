/* spans_edit.c - the order of phases, without their times
 *
 *   d = Levenshtein (a, b) / max (|a|, |b|)
 *
 * a and b are the sequences of labels in the order given, a run of equal
 * labels counting once.  Insertions, deletions and replacements cost 1 each.
 * Range [0, 1], symmetric.  Blind to all times.  Time O(n m), memory O(m).
 *
 * Source: Wagner & Fischer 1974, doi:10.1145/321796.321811. */
#include <stdlib.h>
#include <gsl/gsl_errno.h>
#include "metrics/signal.h"
#include "metrics/spans.h"

/* Labels of s, runs once, into label; returns how many. */
static size_t
sequence (const struct fid_signal *s, int *label)
{
    size_t n = 0;
    for (size_t i = 0; i < s->span_n; i++)
        if (!n || label[n - 1] != s->span[i].label)
            label[n++] = s->span[i].label;
    return n;
}

/* row has m + 1 places. */
static size_t
levenshtein (const int *a, size_t n, const int *b, size_t m, size_t *row)
{
    for (size_t j = 0; j <= m; j++)
        row[j] = j;
    for (size_t i = 0; i < n; i++) {
        size_t diagonal = row[0];
        row[0] = i + 1;
        for (size_t j = 0; j < m; j++) {
            size_t best = diagonal + (a[i] != b[j]);
            if (row[j] + 1 < best)
                best = row[j] + 1;
            if (row[j + 1] + 1 < best)
                best = row[j + 1] + 1;
            diagonal = row[j + 1];
            row[j + 1] = best;
        }
    }
    return row[m];
}

static int
eval (const struct fid_signal *real, const struct fid_signal *emu,
      const struct fid_metric_opts *opts, struct fid_metric_value *out)
{
    (void)opts;
    int rc = fid_spans_check (real);
    if (!rc)
        rc = fid_spans_check (emu);
    if (rc)
        return rc;
    if (fid_signal_idle_value (!real->span_n, !emu->span_n, 1, out))
        return GSL_SUCCESS;
    int *a = malloc ((real->span_n + emu->span_n) * sizeof *a);
    size_t *row = malloc ((emu->span_n + 1) * sizeof *row);
    if (!a || !row) {
        rc = GSL_ENOMEM;
        goto done;
    }
    int *b = a + real->span_n;
    size_t n = sequence (real, a), m = sequence (emu, b);
    size_t edits = levenshtein (a, n, b, m, row);
    double d = (double)edits / (double)(n > m ? n : m);
    fid_value_set (out, d, 1 - d);
    fid_value_detail (out, "edits_n", (double)edits);
    fid_value_detail (out, "real_n", (double)n);
    fid_value_detail (out, "emulation_n", (double)m);
done:
    free (a);
    free (row);
    return rc;
}

const struct fid_metric metric_spans_edit = {
    .name = "spans_edit",
    .doc = "edits between the sequences of phases",
    .unit = "1",
    .source = "Wagner & Fischer 1974, doi:10.1145/321796.321811",
    .input = FID_INPUT_SPANS,
    .sense = FID_LOWER_IS_CLOSER,
    .symmetric = true,
    .eval = eval,
};
