/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dtw_strip.h - strips of a DTW table, the part written for each instruction set
 *
 * A strip is `rows` consecutive rows, one a lane of CHAINS vectors of LANES
 * lanes that stay in registers.  Row l is one column behind row l - 1, so all
 * lanes of a step lie on one anti-diagonal: with t counted from the strip's
 * first cell, lane l is at column t - l.  Of a cell's neighbours
 *
 *   left  D(i,j-1)    is what the lane itself had in the last step,
 *   up    D(i-1,j)    is what the lane before it had: one shift by a lane,
 *   corner D(i-1,j-1) is what that shift gave in the last step,
 *
 * so memory sees one value in (the row above the strip) and one out (its last
 * row) a step, whatever the length of the series: the scheme of cuDTW++
 * (Schmidt & Hundt 2020, doi:10.1007/978-3-030-57675-2_37) with the
 * anti-diagonals of a strip as vectors.  CHAINS independent vectors hide the
 * latency of shift, minimum and sum.
 *
 * What is indexed by column lies in memory back to front, so that the lanes of
 * a step, whose columns fall, are one plain load: column j of y is y[-j], and
 * `rows` more elements on both sides may be read (y) or written (edge). */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include "metrics/isa.h"

enum fid_dtw_form {
    FID_DTW_SQUARED, /* one component, (x - y)^2 + min (corner, up, left) */
    FID_DTW_AMERCED, /* the same, up and left with the penalty */
    FID_DTW_SCORE    /* symmetric2 of dtw.h */
};

/* A strip at work.
 *
 * x        component c of row l is x[c * rows + l]
 * y        component c of column j is y[c * y_step - j]
 * edge     column j of the row above is edge[-j]; infinity outside its band.
 *          Overwritten with the last row of the strip
 * first, last  steps in which a row is inside its band: lo + l and hi + l for
 *          row l of the strip, both rising; elsewhere a cell is infinite
 * left, corner  the state, rows each: infinity before step first[0] - 1, which
 *          is the first to run.  left[l] afterwards is the newest cell of row l
 * turns    NULL, or room for the way each cell of the score form was reached,
 *          rows / lanes elements a step, from step turns_at on: for each vector
 *          `lanes` bits that say up rather than corner, then as many that say
 *          left rather than both */
struct fid_strip {
    const double *x, *y;
    size_t y_step, dim;
    double *edge;
    double *first, *last, *left, *corner;
    double penalty;
    enum fid_dtw_form form;
    uint16_t *turns;
    int64_t turns_at;
};

/* Narrower bands than this, of series of equal lengths in the squared forms, are filled from
 * both ends: their sums differ by rounding from those of dtw.h, alike for all instruction sets.
 */
enum { FID_NARROW_BOTH_ENDS = 16 };

struct fid_dtw_task; /* dtw_table.h */

/* rows and lanes are powers of 2; run does the steps from..to, inclusive, and any cut of
 * them into several calls gives the same.  narrow returns D(n,m) of single numbers in a band
 * |i - j| <= band_n <= band_max in which there is a path, or perhaps infinity where that is the
 * limit or more (dtw_narrow.h).  outside and join serve bounds (dtw_bounds.h): the sum over x[n]
 * of the distance from an envelope, infinite or NaN where a sample is not finite; and windows that
 * begin at each of n places joined with those `by' further on, up to 8 more elements of which are
 * read and written. */
struct fid_strip_kernel {
    size_t rows, lanes;
    int64_t band_max;
    void (*run) (struct fid_strip *s, int64_t from, int64_t to);
    double (*narrow) (const struct fid_dtw_task *task, int64_t band_n);
    double (*outside) (const double *x, size_t n, const double *lo, const double *hi);
    void (*join) (double *least, double *most, size_t n, size_t by);
};

/* Only for those that fid_isa_has (). */
extern const struct fid_strip_kernel fid_strip_portable, fid_strip_avx2, fid_strip_avx512,
    fid_strip_neon;

/* The kernel in use; see isa.h. */
const struct fid_strip_kernel *fid_strip_kernel (void);
