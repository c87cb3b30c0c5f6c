/* dtw_table.h - a DTW table, filled strip by strip; see dtw_strip.h
 *
 * Memory is O(m + rows): the table itself is never there. */
#ifndef FID_DTW_TABLE_H
#define FID_DTW_TABLE_H

#include "metrics/dtw_band.h"
#include "metrics/dtw_strip.h"

/* What is asked.  Lengths and dim are at least 1; everything is borrowed. */
struct fid_dtw_task {
    const double *x, *y; /* sample-major */
    size_t n, m, dim;
    struct fid_band band;
    enum fid_dtw_form form;
    double penalty;
    double limit; /* the sum is infinity from here on; INFINITY: none */
};

struct fid_dtw_table {
    const struct fid_dtw_task *task;       /* borrowed */
    const struct fid_strip_kernel *kernel; /* borrowed */
    struct fid_strip strip;
    double *x;   /* the strip's x, which it only reads */
    void *block; /* owned: all the arrays of strip */
};

/* The table before its first row.  Returns 0 or GSL_ENOMEM. */
int fid_dtw_table_init (struct fid_dtw_table *t, const struct fid_dtw_task *task);

void fid_dtw_table_clear (struct fid_dtw_table *t);

/* Make the strip of the rows i0 .. i0 + rows - 1 (a multiple of rows) ready for its first step,
 * strip.first[0] - 1; rows below the table are there and do no harm. */
void fid_dtw_table_strip (struct fid_dtw_table *t, size_t i0);

/* The last step such a strip needs; after it, strip.left[n - 1 - i0] of the last strip is the
 * sum D(n,m). */
int64_t fid_dtw_table_end (const struct fid_dtw_table *t, size_t i0);

/* Write D(n,m), not divided, or infinity if that is limit or more.  Returns 0 or GSL_ENOMEM. */
int fid_dtw_table_sum (const struct fid_dtw_task *task, double *sum);

#endif
