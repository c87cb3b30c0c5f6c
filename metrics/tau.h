/* tau.h - Kendall's tau-b: do two orders agree?
 *
 *   tau_b = (C - D) / sqrt ((n0 - tx) (n0 - ty)),   n0 = n (n - 1) / 2
 *
 * C and D count pairs in the same and in opposite order, tx and ty pairs that
 * tie in x and in y.  1: same order, -1: opposite; unit 1; symmetric.
 *
 * Sources: Kendall 1945, doi:10.1093/biomet/33.3.239 (ties); Knight 1966,
 * doi:10.1080/01621459.1966.10480879 (counting by merging). */
#ifndef FID_TAU_H
#define FID_TAU_H

#include "metrics/resample.h"

/* Write tau-b of the pairs (x[i], y[i]) to *out (on success only).
 * Returns 0; GSL_EBADLEN if n < 2; GSL_EDOM if all x or all y are equal;
 * GSL_EINVAL; GSL_ENOMEM.  Time O(n log n), memory O(n). */
int fid_tau_b (const double *x, const double *y, size_t n, double *out);

/* tau-b with a bootstrap interval over pairs, which are taken as independent
 * (resample.h); draws in which all x or all y tie are left out and counted.
 * Errors of both.  Time O(draws_n n log n). */
int fid_tau_b_interval (const double *x, const double *y, size_t n, double level,
                        size_t draws_n, uint64_t seed, enum fid_interval_kind kind,
                        struct fid_interval *out);

#endif
