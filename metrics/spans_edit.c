/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spans_edit.c - the order of phases, without their times
 *
 *   d = edits (a, b) / max (|a|, |b|)
 *
 * a and b are the sequences of labels in the order given, a run of equal
 * labels counting once.  Insertions, deletions and replacements cost 1 each,
 * the exchange of two neighbours one half: a phase that is misplaced is less
 * wrong than one that is missing.  No label takes part in two edits (optimal
 * string alignment).  Range [0, 1], symmetric.  Blind to all times.
 * Time O(n m), memory O(m).
 *
 * Sources: Damerau 1964, doi:10.1145/363958.363994 (exchange as an edit);
 * Lowrance & Wagner 1975, doi:10.1145/321879.321880 (its own cost);
 * Boytsov 2011, doi:10.1145/1963190.1963191 (optimal string alignment). */
#include <stdlib.h>
#include <gsl/gsl_errno.h>
#include "metrics/signal.h"
#include "metrics/spans.h"

/* Labels of s, runs once, into label; returns how many. */
static size_t label_sequence (const struct fid_signal *s, int *label)
{
    size_t n = 0;
    for (size_t i = 0; i < s->span_n; i++)
        if (!n || label[n - 1] != s->span[i].label)
            label[n++] = s->span[i].label;
    return n;
}

/* Half edits between a[n] and b[m]; row has 3 (m + 1) places.
 *
 *   D(i,j) = min { D(i-1,j-1) + 2 [a(i) /= b(j)],  D(i-1,j) + 2,  D(i,j-1) + 2,
 *                  D(i-2,j-2) + 1  if a(i) = b(j-1) and a(i-1) = b(j) } */
static size_t half_edits (const int *a, size_t n, const int *b, size_t m, size_t *row)
{
    size_t *before = row, *above = before + m + 1, *here = above + m + 1;
    for (size_t j = 0; j <= m; j++)
        above[j] = 2 * j;
    for (size_t i = 1; i <= n; i++) {
        here[0] = 2 * i;
        for (size_t j = 1; j <= m; j++) {
            size_t best = above[j - 1] + (a[i - 1] != b[j - 1] ? 2 : 0);
            if (above[j] + 2 < best)
                best = above[j] + 2;
            if (here[j - 1] + 2 < best)
                best = here[j - 1] + 2;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
                before[j - 2] + 1 < best)
                best = before[j - 2] + 1;
            here[j] = best;
        }
        size_t *oldest = before;
        before = above;
        above = here;
        here = oldest;
    }
    return above[m];
}

static int eval_spans_edit (const struct fid_signal *real, const struct fid_signal *emu,
                            const struct fid_metric_opts *opts, struct fid_metric_value *out)
{
    (void)opts;
    int rc = GSL_SUCCESS;
    FID_TRY_CODE (fid_spans_check (real, emu));
    if (fid_signal_idle_value (!real->span_n, !emu->span_n, 1, out))
        return GSL_SUCCESS;
    int *a = malloc ((real->span_n + emu->span_n) * sizeof *a);
    size_t *row = malloc (3 * (emu->span_n + 1) * sizeof *row);
    if (!a || !row) {
        rc = GSL_ENOMEM;
        goto done;
    }
    int *b = a + real->span_n;
    size_t n = label_sequence (real, a), m = label_sequence (emu, b);
    double edits = (double)half_edits (a, n, b, m, row) / 2;
    double d = edits / (double)(n > m ? n : m);
    fid_value_set (out, d);
    fid_value_detail (out, "edits_n", edits);
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
    .source = "Damerau 1964, doi:10.1145/363958.363994; "
              "Lowrance & Wagner 1975, doi:10.1145/321879.321880",
    .input = FID_INPUT_SPANS,
    .eval = eval_spans_edit,
};
