/* dtw_marks.c - what is kept of a DTW table to find the path; see dtw_marks.h */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <gsl/gsl_errno.h>
#include "metrics/dtw_marks.h"

/* The multiples of side in first..last: how many, from *first on. */
static size_t
multiples (int64_t *first, int64_t last, int64_t side)
{
    *first = *first <= 0 ? 0 : (*first + side - 1) / side * side;
    return *first > last ? 0 : (size_t)((last - *first) / side + 1);
}

/* Say where each mark goes; returns how many numbers they are. */
static size_t
lay_out (struct fid_marks *marks, const struct fid_table_f64 *t)
{
    const size_t rows = t->kernel->rows, n = t->task->n;
    const struct fid_band *band = &t->task->band;
    size_t total = 0;
    for (size_t i0 = 0, s = 0; i0 < n; i0 += rows, s++) {
        size_t last = (n - i0 < rows ? n : i0 + rows) - 1;
        struct fid_band_row top = fid_band_row (band, i0), bottom = fid_band_row (band, last);
        int64_t first = top.lo - 1 + (int64_t)i0;
        size_t count = multiples (&first, bottom.hi + (int64_t)last, (int64_t)marks->side);
        marks->strip[s] = (struct fid_marks_strip){first, count, total};
        total += count * 2 * rows;
        if (i0 == 0 || i0 % marks->side)
            continue;
        struct fid_band_row above = fid_band_row (band, i0 - 1);
        int64_t lo = top.lo - 1 > above.lo ? top.lo - 1 : above.lo; /* what row i0 looks at */
        marks->row[i0 / marks->side] = (struct fid_marks_row){lo, above.hi, total};
        total += (size_t)(above.hi - lo + 1);
    }
    return total;
}

size_t
fid_marks_side (size_t width)
{
    size_t side = 64;
    while (side < 1024 && side / 2 * (side / 2) < width)
        side *= 2;
    return side;
}

int
fid_marks_init (struct fid_marks *marks, const struct fid_table_f64 *t, size_t side)
{
    const size_t n = t->task->n;
    size_t total = 0;
    *marks = (struct fid_marks){
        .side = side,
        .row = malloc ((n / side + 1) * sizeof *marks->row),
        .strip = malloc ((n / t->kernel->rows + 1) * sizeof *marks->strip),
    };
    if (!marks->row || !marks->strip)
        goto no_memory;
    total = lay_out (marks, t);
    if (total <= SIZE_MAX / sizeof (double))
        marks->values = malloc ((total ? total : 1) * sizeof (double));
    if (marks->values)
        return GSL_SUCCESS;
no_memory:
    fid_marks_clear (marks);
    return GSL_ENOMEM;
}

void
fid_marks_clear (struct fid_marks *marks)
{
    free (marks->row);
    free (marks->strip);
    free (marks->values);
    *marks = (struct fid_marks){0};
}

static void
keep_state (struct fid_marks *marks, const struct fid_table_f64 *t, size_t s, int64_t d)
{
    const size_t rows = t->kernel->rows;
    const struct fid_marks_strip *strip = marks->strip + s;
    double *to = marks->values + strip->at +
                 (size_t)((d - strip->first) / (int64_t)marks->side) * 2 * rows;
    memcpy (to, t->strip.left, rows * sizeof *to);
    memcpy (to + rows, t->strip.corner, rows * sizeof *to);
}

double
fid_marks_fill (struct fid_marks *marks, struct fid_table_f64 *t)
{
    const size_t rows = t->kernel->rows, n = t->task->n;
    for (size_t i0 = 0, s = 0;; i0 += rows, s++) {
        if (i0 && i0 % marks->side == 0) {
            const struct fid_marks_row *row = marks->row + i0 / marks->side;
            memcpy (marks->values + row->at, t->strip.edge - row->hi,
                    (size_t)(row->hi - row->lo + 1) * sizeof (double));
        }
        fid_table_f64_strip (t, i0);
        int64_t from = (int64_t)t->strip.first[0] - 1, end = fid_table_f64_end (t, i0);
        const struct fid_marks_strip *strip = marks->strip + s;
        for (size_t k = 0; k < strip->n; k++) {
            int64_t d = strip->first + (int64_t)(k * marks->side);
            t->kernel->run (&t->strip, from, d - (int64_t)i0);
            from = d - (int64_t)i0 + 1;
            keep_state (marks, t, s, d);
        }
        t->kernel->run (&t->strip, from, end);
        if (n - i0 <= rows)
            return t->strip.left[n - 1 - i0];
    }
}

const double *
fid_marks_state (const struct fid_marks *marks, size_t rows, size_t s, int64_t d)
{
    const struct fid_marks_strip *strip = marks->strip + s;
    if (d < strip->first || (size_t)((d - strip->first) / (int64_t)marks->side) >= strip->n)
        return NULL;
    return marks->values + strip->at +
           (size_t)((d - strip->first) / (int64_t)marks->side) * 2 * rows;
}
