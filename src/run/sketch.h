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
