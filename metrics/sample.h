/* sample.h - a sample of numbers: is it sound, where is its middle, how wide
 *
 *   median  the middle value, or the mean of the two middle ones
 *   MAD     median of |x[i] - median|, as it is: times 1.4826 it estimates the
 *           standard deviation of normal values, which is left to the caller
 *
 * Unit: the values' own.  Source of the MAD: Hampel 1974,
 * doi:10.1080/01621459.1974.10482962. */
#ifndef FID_SAMPLE_H
#define FID_SAMPLE_H

#include <stddef.h>

/* 0 if x has at least min_n values and all are finite; else GSL_EBADLEN,
 * GSL_EINVAL.  Time O(n). */
int fid_sample_check (const double *x, size_t n, size_t min_n);

/* Write the median, or the MAD, of x[n] to *out (on success only); x stays as
 * it is.  Returns 0; GSL_EBADLEN if n is 0; GSL_EINVAL; GSL_ENOMEM.  Time O(n). */
int fid_median (const double *x, size_t n, double *out);
int fid_mad (const double *x, size_t n, double *out);

#endif
