/* SPDX-License-Identifier: GPL-3.0-or-later */
/* aggregate.h - many numbers into one: the tree's only means, medians and quantiles
 *
 *   what is wanted                                  what to use
 *   mean of similarities or scores                  struct fid_geomean
 *   median of values in any order; of a scratch     fid_median (copies the values);
 *   array                                           fid_median_select
 *   quantile of sorted values; of a scratch array   fid_quantile; fid_quantile_select
 *   quartiles as Python's statistics.quantiles      fid_quantile_exclusive
 *   quantile of weighted values                     fid_dist_quantile (dist.h)
 *   sorting doubles; comparing them for qsort       fid_sort; fid_order
 *
 * Quantiles (Hyndman & Fan 1996, doi:10.2307/2684934), between the neighbours a and b
 * of a position: a + (b - a) s, so that equal values have themselves as quantiles.
 *   inclusive (7)  position p (n - 1), counted from 0
 *   exclusive (6)  position p (n + 1), counted from 1; extrapolates beyond the ends
 *
 * Values must be finite; the functions that return a GSL code check it, the others do
 * not.  Results have the unit of the values. */
#pragma once

#include "metrics/metric.h"

/* A grade or score below it counts as it: one measure at 0 must not hide the rest. */
#define FID_GEOMEAN_FLOOR 1e-3
#define FID_GEOMEAN_NONE  (-1.) /* the mean of nothing */

/* Weighted geometric mean with a floor, exp (sum w ln max (x, floor) / sum w).
 * Start with {0}, add values, read the mean at any time. */
struct fid_geomean {
    double sum, weight;
    bool positive; /* one of the values is above 0 */
};

/* Add x with a weight; a weight of 0 or less adds nothing. */
void fid_geomean_add (struct fid_geomean *m, double x, double weight);

/* The mean; 0 if all values are 0 or less, FID_GEOMEAN_NONE if nothing was added. */
double fid_geomean_value (const struct fid_geomean *m);

/* -1, 0 or 1 as a is less than, equal to or greater than b; exchange the arguments to
 * sort in descending order. */
static inline int fid_order (double a, double b)
{
    return (a > b) - (a < b);
}

/* Sort x[n], without NaN, in ascending order; -0 may be before or behind 0.  Time O(n); of fewer
 * than some thousand numbers O(n log n). */
void fid_sort (double *x, size_t n);

/* Quantiles of sorted[n], 0 <= p <= 1; n > 0, exclusive n > 1.  Time O(1). */
double fid_quantile (const double *sorted, size_t n, double p);
double fid_quantile_exclusive (const double *sorted, size_t n, double p);

/* The inclusive quantile and the median (of an even number of values the mean of the two middle
 * ones) of x[n] in any order, n > 0.  They reorder x,
 * but do not sort it.  Time O(n). */
double fid_quantile_select (double *x, size_t n, double p);
double fid_median_select (double *x, size_t n);

/* Check that x has at least min_n values and that all are finite.  Returns 0;
 * GSL_EBADLEN; GSL_EINVAL.  Time O(n). */
int fid_sample_check (const double *x, size_t n, size_t min_n);

/* Write the median of x[n] to *out on success.  Returns 0; GSL_EBADLEN if n is 0; GSL_EINVAL;
 * GSL_ENOMEM.  Time O(n). */
int fid_median (const double *x, size_t n, double *out);

/* Sum of n values in order; rounding errors add up. */
double fid_sum (const double *x, size_t n);

/* Mean of n > 0 values; rounding errors do not add up, so order does not matter. */
double fid_mean (const double *x, size_t n);

/* sqrt (sum (x - mean)^2 / by); by is n - 1 for a sample, n for a population. */
double fid_std (const double *x, size_t n, double mean, size_t by);

struct fid_described {
    size_t n;
    double mean, median;
    double std, q1, q3; /* only if n > 1; standard deviation by n - 1, exclusive quartiles */
};

/* Describe x[n], which is sorted.  Returns 0; GSL_EBADLEN if n is 0; GSL_EINVAL.
 * Time O(n log n). */
int fid_describe (double *x, size_t n, struct fid_described *out);
