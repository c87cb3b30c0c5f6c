/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dtw_bounds.h - a lower bound of the DTW distance, for searches
 *
 * For the score form (dtw.h) inside the band |i - j| <= band_n, of two series x and y of n
 * single numbers each: a path enters every row and every column by a step that counts its
 * cost once (a diagonal step enters both, and counts twice).  So
 *
 *   D(n,n) >= sum over i of the distance of x[i] from [min, max] of y[i - band_n .. i + band_n]
 *           + the same of y[j] and x
 *
 * and each of the two sums is a bound by itself.
 *
 * A bound is made smaller by the rounding errors of its sum, so that rounding never makes it
 * exceed the distance as computed: what a search leaves out by `bound > best` is farther
 * than the best, bit for bit.  It only serves searches for a minimum; a distance that is
 * returned is always computed.
 *
 * Sources: Keogh & Ratanamahatana 2005, doi:10.1007/s10115-004-0154-9 (LB_Keogh
 * and envelopes, for steps of weight 1). */
#pragma once

#include <stddef.h>

/* Write the least and greatest of y[i - band_n .. i + band_n], as far as they
 * exist, to lo[i] and hi[i].  Returns 0; GSL_EBADLEN for n 0; GSL_ENOMEM.
 * Time O((n + band_n) log band_n), in vectors; memory O(n + band_n). */
int fid_dtw_envelope (const double *y, size_t n, size_t band_n, double *lo, double *hi);

/* The sum over x[n] of the distance from an envelope of the other series; not finite if a sample
 * of x is not.  O(n). */
double fid_dtw_outside (const double *x, size_t n, const double *lo, const double *hi);
