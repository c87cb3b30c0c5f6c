/* dtw_table.h - a DTW table, filled strip by strip; see dtw_strip.h
 *
 * Memory is O(m + rows): the table itself is never there.  f64 is what results
 * are made with, f32 for screening. */
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

#define FID_TABLE(real, suffix)                                                                \
    struct fid_table_##suffix {                                                                \
        const struct fid_dtw_task *task;                                                       \
        const struct fid_strip_kernel_##suffix *kernel;                                        \
        struct fid_strip_##suffix strip;                                                       \
        real *x;     /* the strip's x, which it only reads */                                  \
        void *block; /* owned: all the arrays of strip */                                      \
    };                                                                                         \
    int fid_table_##suffix##_init (struct fid_table_##suffix *t, const struct fid_dtw_task *); \
    void fid_table_##suffix##_clear (struct fid_table_##suffix *t);                            \
    void fid_table_##suffix##_edge (struct fid_table_##suffix *t);                             \
    void fid_table_##suffix##_strip (struct fid_table_##suffix *t, size_t i0);                 \
    int64_t fid_table_##suffix##_end (const struct fid_table_##suffix *t, size_t i0);          \
    int fid_table_##suffix##_sum (const struct fid_dtw_task *task, double *sum);

/* init   GSL_ENOMEM, or 0 and the table before its first row
 * edge   the edge as it is above the first row: 0 at column -1
 * strip  make the strip of the rows i0 .. i0 + rows - 1 (a multiple of rows)
 *        ready for its first step, strip.first[0] - 1; rows below the table
 *        are there and do no harm
 * end    the last step such a strip needs; after it, strip.left[n - 1 - i0] of
 *        the last strip is the sum D(n,m)
 * sum    the whole: D(n,m), not divided, or infinity if that is limit or more */
FID_TABLE (double, f64)
FID_TABLE (float, f32)
#undef FID_TABLE

#endif
