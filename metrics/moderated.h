/* SPDX-License-Identifier: GPL-3.0-or-later */
/* moderated.h - the variance of a few runs, moderated by variances seen elsewhere
 *
 * Three runs tell little about their variance.  Others of the same kind were seen before:
 * their variances are taken as draws from s0^2 times a scaled inverse chi-square with d0
 * degrees of freedom, so that d0 is the number of runs that the prior is worth.
 *
 *   s^2 = (d0 s0^2 + sum_i (n_i - 1) s_i^2) / (d0 + df),   df = sum_i (n_i - 1)
 *   t   = (difference - shift) / (s sqrt (1/n + 1/m))      on d0 + df degrees of freedom
 *
 * The prior matches the first two moments of the log variances z_g = ln s_g^2 on d_g
 * degrees of freedom: with e_g = z_g - digamma (d_g / 2) + ln (d_g / 2),
 *
 *   trigamma (d0 / 2) = var (e) - mean trigamma (d_g / 2)
 *   ln s0^2           = mean (e) + digamma (d0 / 2) - ln (d0 / 2)
 *
 * Assumes normal values of equal variance on both sides.  s0 and s have the unit of the
 * values, d0 and df have none.
 *
 * Source: Smyth 2004, doi:10.2202/1544-6115.1027 (sections 4 and 6.2, appendix). */
#pragma once

#include <stddef.h>

#define FID_MODERATED_D0_MAX 50. /* a prior is never worth more runs */

/* Fit the prior to variances s2[n] on df[n] degrees of freedom, n > 1.  Variances below
 * 1e-5 times their median count as that (rounded values may be equal).  d0 is
 * FID_MODERATED_D0_MAX where the variances differ no more than chance makes them.
 * Returns 0; GSL_EBADLEN if n < 2; GSL_EINVAL for a variance below 0 or degrees of freedom
 * that are not positive; GSL_EDOM if the median variance is 0; GSL_ENOMEM.
 * Time O(n log n). */
int fid_moderated_fit (const double *s2, const double *df, size_t n, double *s0, double *d0);

/* Write the moderated standard deviation to *s.  sum is the sum of squared deviations from
 * the mean of each side, on df degrees of freedom; df may be 0.  Returns 0; GSL_EINVAL;
 * GSL_EDOM if d0 + df is 0. */
int fid_moderated_sd (double sum, double df, double s0, double d0, double *s);

/* The sum of squared deviations of x[n] from their mean; 0 for fewer than two. */
double fid_squares (const double *x, size_t n);

struct fid_moderated {
    double difference; /* mean (b) - mean (a) */
    double s, df;      /* moderated, of both sides; d0 is part of df */
    double low, high;  /* two-sided interval of the difference */
    double t, p;       /* of difference <= shift against difference > shift */
};

/* Compare a[n] and b[m] with a prior; level is that of the interval, 0 < level < 1.
 * With s = 0, t is 0 or infinite and p is 1 or 0.
 * Returns 0; GSL_EBADLEN if n or m is 0; GSL_EINVAL for numbers that are not finite, a
 * negative s0 or d0, or such a level; GSL_EDOM if d0 + df is 0.  Time O(n + m). */
int fid_moderated_test (const double *a, size_t n, const double *b, size_t m, double s0,
                        double d0, double shift, double level, struct fid_moderated *out);
