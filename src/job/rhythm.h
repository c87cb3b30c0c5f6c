/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rhythm.h - steps that bursts of reads show, though not each step has one
 *
 * A program that reads through a buffer reads at the beginning of a step, but only when the
 * buffer is empty: gaps between bursts are one step, or several. */
#pragma once

#include "base/base.h"

struct fid_rhythm {
    double period_ns; /* of a step; 0: the reads have no rhythm */
    double most;      /* steps between bursts: a buffer is empty after so many.  Longer gaps are
                         slow steps, since disturbances only lengthen them */
};

/* Finds the rhythm of n gaps between reads in ns (sorted here), some of them inside a burst.
 * O(n log n). */
struct fid_rhythm fid_rhythm_find (double *gap_ns, size_t n);

/* Steps of [start_ns, end_ns) with reads at t[n] (ascending). */
double fid_rhythm_count (const struct fid_rhythm *r, const int64_t *t, size_t n,
                         int64_t start_ns, int64_t end_ns);
