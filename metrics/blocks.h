/* blocks.h - stationary block bootstrap of a series, and how long its blocks are
 *
 * Within one run samples depend on each other, so they are drawn in blocks: a
 * block begins at any sample, has a geometric length of the given mean, and
 * wraps around the end.  The automatic mean length is
 *
 *   b = (2 G^2 / D)^(1/3) n^(1/3),   D = 2 g^2,
 *   G = sum of lambda (k / M) |k| R (k),  g = sum of lambda (k / M) R (k),  |k| <= M
 *
 * with R the autocovariance, lambda 1 up to 1/2 and falling linearly to 0 at 1,
 * and M twice the lag after which max (5, sqrt (log10 n)) correlations in a row
 * are below 2 sqrt (log10 (n) / n).  D is that of the correction of 2009.  b is
 * held between 1 and min (3 sqrt n, n / 3).  Assumes a stationary series; made
 * for the mean, so a caller with a period sets a minimum of whole periods.
 *
 * Sources: Politis & Romano 1994, doi:10.1080/01621459.1994.10476870; Politis &
 * White 2004, doi:10.1081/ETC-120028836; Patton, Politis & White 2009,
 * doi:10.1080/07474930802459016 (correction). */
#ifndef FID_BLOCKS_H
#define FID_BLOCKS_H

#include <stddef.h>
#include "metrics/rng.h"

/* Write the indices of one draw of a series of n samples to idx[n].
 * mean_n is the mean block length in samples, >= 1 (1: independent draws).
 * Returns 0; GSL_EBADLEN if n is 0 or above 2^32 - 1; GSL_EINVAL.  Time O(n). */
int fid_blocks_draw (gsl_rng *rng, size_t n, double mean_n, size_t *idx);

/* Write the automatic mean block length of x[n], in samples, to *mean_n; at
 * least min_n >= 1, which may be above the bounds named above.  A constant
 * series gives min_n.  Returns 0; GSL_EBADLEN if n < 9 (too short to see a
 * dependence); GSL_EINVAL; GSL_ENOMEM.  Time O(n^1.5), memory O(n). */
int fid_blocks_length (const double *x, size_t n, double min_n, double *mean_n);

#endif
