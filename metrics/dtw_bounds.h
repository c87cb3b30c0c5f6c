/* dtw_bounds.h - lower bounds of the classic DTW distance, for searches
 *
 * For the squared cost inside the band |i - j| <= band_n (dtw.h: classic form,
 * amerced or not), of two series of n samples each:
 *
 *   LB_Kim    (x[0] - y[0])^2 + (x[n-1] - y[n-1])^2         every path has both ends
 *   LB_Keogh  sum over i of the squared distance of x[i] from
 *             [min, max] of y[i - band_n .. i + band_n]     every path has every row
 *
 * A bound is made smaller by n rounding errors of its sum, so that rounding
 * never makes it exceed the distance as computed: what a search leaves out by
 * `bound >= best` is no nearer than the best, bit for bit.  They only serve
 * searches for a minimum; a distance that is returned is always computed.
 *
 * Sources: Keogh & Ratanamahatana 2005, doi:10.1007/s10115-004-0154-9 (LB_Keogh
 * and envelopes); Rakthanmanon et al. 2012, doi:10.1145/2339530.2339576 (the
 * cascade, both ways); Lemire 2009, doi:10.1016/j.patcog.2008.11.030 (envelopes
 * with three comparisons a sample). */
#ifndef FID_DTW_BOUNDS_H
#define FID_DTW_BOUNDS_H

#include <stddef.h>

/* Write the least and greatest of y[i - band_n .. i + band_n], as far as they
 * exist, to lo[i] and hi[i].  Returns 0; GSL_EBADLEN for n 0; GSL_ENOMEM.
 * Time O(n), memory O(min (n, band_n)). */
int fid_dtw_envelope (const double *y, size_t n, size_t band_n, double *lo, double *hi);

/* LB_Kim of two series of n >= 1 samples.  O(1). */
double fid_lb_kim (const double *x, const double *y, size_t n);

/* LB_Keogh of x[n] against an envelope of the other series; the sum ends where
 * it reaches limit (INFINITY: never).  O(n). */
double fid_lb_keogh (const double *x, size_t n, const double *lo, const double *hi,
                     double limit);

#endif
