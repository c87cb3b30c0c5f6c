/* dtw_marks.h - checkpoints of a DTW table, from which the path is found afterwards
 *
 * While the table is filled, the row above every `side` rows is kept, and the
 * state of every strip at every `side` anti-diagonals t = i + j.  Together they
 * cut the table into tiles of side rows by side diagonals, each of which can be
 * filled again alone; a path crosses at most (n + m) / side + n / side of them.
 * So 3 cells / side values are kept, and some (side + 2 side) n cells are
 * filled twice. */
#ifndef FID_DTW_MARKS_H
#define FID_DTW_MARKS_H

#include "metrics/dtw.h"
#include "metrics/dtw_table.h"

/* The row above a group of `side` rows: columns lo..hi, back to front. */
struct fid_marks_row {
    int64_t lo, hi;
    size_t at; /* where column hi is in values */
};

/* The states of one strip, left and corner, rows each, at the diagonals
 * first, first + side, ...; n of them. */
struct fid_marks_strip {
    int64_t first;
    size_t n, at;
};

struct fid_marks {
    size_t side;
    struct fid_marks_row *row;     /* owned; a group each, none for group 0 */
    struct fid_marks_strip *strip; /* owned; a strip each */
    double *values;                /* owned */
};

/* A side for rows of that many cells, 64 to 1024: near twice the root.  Filling
 * tiles again costs some 4.5 side / width of the time of the distance, memory
 * for marks that the system has to find first 35 / side. */
size_t fid_marks_side (size_t width);

/* Room for the table's marks; side is a multiple of the strips' rows.
 * GSL_ENOMEM, or 0. */
int fid_marks_init (struct fid_marks *marks, const struct fid_table_f64 *t, size_t side);

void fid_marks_clear (struct fid_marks *marks);

/* Fill the table from its first row to the last, keeping the marks; returns
 * D(n,m), which is what fid_table_f64_sum () gives, to the bit. */
double fid_marks_fill (struct fid_marks *marks, struct fid_table_f64 *t);

/* The state of strip s at diagonal d, a multiple of side; NULL if the strip
 * has not begun then, or is over. */
const double *fid_marks_state (const struct fid_marks *marks, size_t rows, size_t s, int64_t d);

/* D(n,m), not divided, and the optimal path of a task in the score form, its
 * limit not looked at; see fid_dtw_align ().  side: a multiple of 64 for tiles of
 * that side, 0 to choose what is fastest.  Returns 0 or GSL_ENOMEM. */
int fid_marks_path (const struct fid_dtw_task *task, size_t side, double *sum,
                    struct fid_dtw_path *path);

#endif
