/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sketch.h - histogram of positive values with a bounded relative error
 *
 * 128 bins an octave, linear inside it (the exponent and the seven leading bits
 * of the double), so a value is known to 1/128 from below; powers of two, and
 * what is a multiple of 1/128 of one, are exact.  Only the bins between the
 * smallest and the largest value seen are kept: at most 1 kB an octave. */
#pragma once

#include "base/base.h"

#define FID_SKETCH_ERROR (1. / 128)

struct fid_sketch {
    uint64_t *count; /* owned */
    int64_t first;   /* bin of element 0 */
    size_t n;
    uint64_t total;
};

/* Of a double's bits the exponent and seven of the mantissa. */
#define FID_SKETCH_SHIFT (52 - 7)

/* Make bins [lo, hi] elements. */
int fid_sketch_cover (struct fid_sketch *s, int64_t lo, int64_t hi, struct fid_error *err);

/* Counts a value > 0 n times; others, and infinity, are ignored. */
static inline int fid_sketch_add_n (struct fid_sketch *s, double value, uint64_t n,
                                    struct fid_error *err)
{
    if (!(value > 0) || isinf (value))
        return 0;
    int64_t bits;
    memcpy (&bits, &value, sizeof bits);
    int64_t bin = bits >> FID_SKETCH_SHIFT;
    FID_TRY ((uint64_t)(bin - s->first) >= s->n && fid_sketch_cover (s, bin, bin, err));
    s->count[bin - s->first] += n;
    s->total += n;
    return 0;
}

static inline int fid_sketch_add (struct fid_sketch *s, double value, struct fid_error *err)
{
    return fid_sketch_add_n (s, value, 1, err);
}

/* Add all of from to s. */
int fid_sketch_merge (struct fid_sketch *s, const struct fid_sketch *from,
                      struct fid_error *err);

/* The bins in use as values with weights, ascending, into arrays of room for
 * s->n; returns how many. */
size_t fid_sketch_export (const struct fid_sketch *s, double *value, double *weight);

void fid_sketch_clear (struct fid_sketch *s);

/* --- histogram of two positive quantities at once, such as size and latency
 *
 * Two bins an octave on either axis, linear inside it (the exponent and the leading bit of the
 * double): bins begin at powers of two and at 1.5 times powers of two.  Only the rectangle
 * between the smallest and the largest values seen is kept. */

#define FID_SKETCH2_SHIFT (52 - 1)

/* Bins of x from first[0] on, n[0] of them; of y from first[1] on.  An x has a row of bins of
 * y. */
struct fid_sketch2 {
    uint64_t *count; /* owned; [x][y] */
    int first[2];
    size_t n[2];
    uint64_t total;
};

/* fid_sketch2_add_n where the pair may have no bin yet. */
int fid_sketch2_add_far (struct fid_sketch2 *s, double x, double y, uint64_t n,
                         struct fid_error *err);

/* The bin of a value > 0. */
static inline int fid_sketch2_bin (double value)
{
    int64_t bits;
    memcpy (&bits, &value, sizeof bits);
    return (int)(bits >> FID_SKETCH2_SHIFT);
}

/* Counts a pair of values > 0 n times; others, and infinity, are ignored. */
static inline int fid_sketch2_add_n (struct fid_sketch2 *s, double x, double y, uint64_t n,
                                     struct fid_error *err)
{
    size_t i = (size_t)(int64_t)(fid_sketch2_bin (x) - s->first[0]);
    size_t j = (size_t)(int64_t)(fid_sketch2_bin (y) - s->first[1]);
    if (!(x > 0 && y > 0 && i < s->n[0] && j < s->n[1]))
        return fid_sketch2_add_far (s, x, y, n, err);
    s->count[i * s->n[1] + j] += n;
    s->total += n;
    return 0;
}

/* Add all of from to s. */
int fid_sketch2_merge (struct fid_sketch2 *s, const struct fid_sketch2 *from,
                       struct fid_error *err);

/* Where a bin begins; the next begins where it ends. */
double fid_sketch2_edge (int bin);

/* How many are in the bin of x and y of those numbers. */
uint64_t fid_sketch2_count (const struct fid_sketch2 *s, int x, int y);

void fid_sketch2_clear (struct fid_sketch2 *s);
