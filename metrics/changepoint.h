/* SPDX-License-Identifier: GPL-3.0-or-later */
/* changepoint.h - where does a series of results begin to be another one?
 *
 * E-divisive: the split of a segment into x[0 .. t) and x[t .. k) with the largest
 *
 *   Q = n m / (n + m) (2 mean |a - b| - mean |a - a'| - mean |b - b'|)
 *
 * (n, m values on either side, means over pairs of different values, k at most
 * the segment's end) is tested by shuffling the values inside the segments
 * found so far; if p = (1 + count of larger Q) / (1 + draws) is at most the
 * level, the segment is split there and the search goes on, else it ends.  Sees
 * any change of the distribution, not of the mean alone.  Assumes independent
 * values within a segment; the level holds for each test, and the tests are
 * one more than the changes found.
 *
 * Source: Matteson & James 2014, doi:10.1080/01621459.2013.849605, exponent 1. */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct fid_changepoint_opts {
    size_t min_segment_n; /* values in a segment at least, >= 2 */
    double level;         /* 0 < level < 1 */
    size_t draws_n;       /* >= 1 / level - 1, or p could never be small enough */
    uint64_t seed;
};

struct fid_changepoint {
    size_t at; /* first value of what comes after */
    double q;  /* Q, unit of the values */
    double p;
};

/* Write the change points of x[n] to out[], by place, and their number to
 * *out_n (on success only).  out has room for n / min_segment_n.  A series
 * shorter than two segments has none.
 *
 * Returns 0; GSL_EINVAL if an option is out of range or a value is not finite;
 * GSL_ENOMEM.
 * Time O(draws_n n^2) for each change point; memory O(n). */
int fid_changepoints (const double *x, size_t n, const struct fid_changepoint_opts *opts,
                      struct fid_changepoint *out, size_t *out_n);
