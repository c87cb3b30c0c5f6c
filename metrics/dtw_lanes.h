/* dtw_lanes.h - one series against many of equal length, a lane each
 *
 * For grids of short pairs of one shape (surrogates, permutations, searches
 * for a nearest neighbour), where a strip of one table (dtw_strip.h) would be
 * mostly rim.  The same sums in the same order as fid_dtw and fid_dtw_classic:
 * the distances have the same bits as theirs, with every instruction set. */
#ifndef FID_DTW_LANES_H
#define FID_DTW_LANES_H

#include <stddef.h>
#include "metrics/dtw.h"
#include "metrics/dtw_strip.h"

/* Write fid_dtw of x[n] and y[k][m] to out[k], k = 0 .. count - 1.
 *
 * Single numbers only (opts->dim 0 or 1).  Returns as fid_dtw, and GSL_EINVAL
 * for another dim.  Time O(count cells), memory O(m lanes). */
int fid_dtw_many (const double *x, size_t n, const double *const *y, size_t count, size_t m,
                  const struct fid_dtw_opts *opts, double *out);

/* What a search has found, and what it did for it. */
struct fid_dtw_found {
    size_t index;                  /* of the nearest; count if none is at a finite distance */
    double distance;               /* INFINITY then */
    size_t kim_n, keogh_n, full_n; /* left out by LB_Kim, by LB_Keogh; compared */
};

/* The nearest of y[k][n] to x[n] by fid_dtw_amerced (classic cost, band
 * |i - j| <= band_n, penalty); of equals the first.
 *
 * Bounds in a cascade (dtw_bounds.h): LB_Kim, LB_Keogh of x in y's envelope and
 * of y in x's; what is left is compared in lanes, and given up when no lane can
 * be the nearest any more.  The answer is that of comparing all.
 *
 * lo, hi  NULL, or the envelopes of y for band_n (fid_dtw_envelope)
 *
 * Returns 0; GSL_EBADLEN for n 0 or above 2^31; GSL_EINVAL for a bad penalty;
 * GSL_ENOMEM.  Time O(count n) at best, O(count n band_n) at worst. */
int fid_dtw_search (const double *x, const double *const *y, size_t count, size_t n,
                    size_t band_n, double penalty, const double *const *lo,
                    const double *const *hi, struct fid_dtw_found *found);

#endif
