/* mde.h - which difference can this many runs show, and how many must there be?
 *
 *   mde = (z(1 - alpha) + z(power)) sigma sqrt (1/k + 1/n)
 *
 * the smallest difference of means that a one-sided test at alpha finds with
 * the given power, z the normal quantile; 2.49 sigma sqrt (1/k + 1/n) at 5 %
 * and 80 %.  Unit of sigma.  Assumes independent runs of one known standard
 * deviation; as that is estimated, it is too small by about 10 % at 5 runs a side
 * and 25 % at 3 (Student instead of normal quantiles).
 *
 * Source: Cohen 1988, doi:10.4324/9780203771587, chapter 2. */
#ifndef FID_MDE_H
#define FID_MDE_H

#include <stddef.h>

/* Write the minimal detectable effect of k against n runs to *out (on success
 * only).  0 < alpha < 1/2 < power < 1, sigma >= 0.
 * Returns 0; GSL_EBADLEN if k or n is 0; GSL_EINVAL.  Time O(1). */
int fid_mde (double sigma, size_t k, size_t n, double alpha, double power, double *out);

/* Write to *out how many runs each side needs so that (1) mde <= effect and
 * (2) a permutation of run labels can give p <= alpha: 1 / C(2k, k) <= alpha.
 * effect > 0.  Returns 0; GSL_EINVAL; GSL_EDOM if that is more than 2^31. */
int fid_runs_needed (double sigma, double effect, double alpha, double power, size_t *out);

#endif
