/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dtw_table.h - a DTW table, filled strip by strip; see dtw_strip.h
 *
 * Memory is O(m + rows): the table itself is never there. */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include "metrics/dtw_strip.h"

/* --- which cells of a table the band allows, row by row
 *
 * Row i (0-based) allows the columns
 *
 *   lo(i) = max (0, ceil ((i num - slack) / den)),
 *   hi(i) = min (last, floor ((i num + slack) / den)),
 *
 * both rising with i.  With num = m - 1, den = n - 1 that is the slanted band
 * of dtw.h, with num = den = 1 the literal |i - j| <= slack. */

struct fid_band {
    int64_t num, den, slack, last;
    int64_t whole, part; /* num = whole den + part: a row's step */
};

/* The slanted band of lengths n, m >= 1; see dtw.h. */
struct fid_band fid_band_slanted (size_t n, size_t m, size_t band_n);

/* |i - j| <= band_n; a path needs band_n >= |n - m|. */
struct fid_band fid_band_literal (size_t n, size_t m, size_t band_n);

/* A row's columns, and what is needed to go on to the next without dividing. */
struct fid_band_row {
    int64_t lo, hi;           /* inclusive */
    int64_t lo_q, hi_q;       /* before they are cut to the table */
    int64_t lo_rest, hi_rest; /* remainders, 0 .. den - 1 */
};

struct fid_band_row fid_band_row (const struct fid_band *b, size_t i);

static inline void fid_band_cut (const struct fid_band *b, struct fid_band_row *r)
{
    r->lo = r->lo_q > 0 ? r->lo_q : 0;
    r->hi = r->hi_q < b->last ? r->hi_q : b->last;
}

static inline void fid_band_step (const struct fid_band *b, int64_t *q, int64_t *rest)
{
    int64_t sum = *rest + b->part, carry = sum >= b->den;
    *q += b->whole + carry;
    *rest = sum - (carry ? b->den : 0);
}

/* From a row to the next. */
static inline void fid_band_next (const struct fid_band *b, struct fid_band_row *r)
{
    fid_band_step (b, &r->lo_q, &r->lo_rest);
    fid_band_step (b, &r->hi_q, &r->hi_rest);
    fid_band_cut (b, r);
}

/* --- the table */

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
