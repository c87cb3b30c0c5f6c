/* describe.h - a sample in a few numbers: mean, standard deviation, quantiles
 *
 *   mean, std    sum x / n; sqrt (sum (x - mean)^2 / (n - 1)), pstd with n
 *   exclusive    the quantile at position p (n + 1), counted from 1, on the line
 *                between its neighbours; beyond the ends the line of the two
 *                outermost values goes on, so that two values extrapolate
 *   inclusive    the quantile at position p (n - 1), counted from 0
 *
 * Unit: the values' own.  Source: Hyndman & Fan 1996, doi:10.2307/2684934
 * (exclusive: definition 6, inclusive: definition 7). */
#ifndef FID_DESCRIBE_H
#define FID_DESCRIBE_H

#include <stddef.h>

struct fid_described {
    size_t n;
    double mean, median;
    double std, q1, q3; /* n > 1; quartiles by the exclusive rule */
};

/* Describe x[n], which is sorted by it.  std, q1 and q3 of one value are not
 * written.  Returns 0; GSL_EBADLEN if n is 0; GSL_EINVAL if one is not finite.
 * Time O(n log n). */
int fid_describe (double *x, size_t n, struct fid_described *out);

/* Ascending. */
void fid_sort (double *x, size_t n);

/* Of sorted values; p in 0..1, exclusive with n > 1, inclusive with n > 0. */
double fid_quantile_exclusive (const double *sorted, size_t n, double p);
double fid_quantile_inclusive (const double *sorted, size_t n, double p);

/* n > 0; the same for any order of values but for the last bit. */
double fid_mean (const double *x, size_t n);

/* The root of the squares' sum about mean, by `by`: n - 1, or n for pstd. */
double fid_std (const double *x, size_t n, double mean, size_t by);

#endif
