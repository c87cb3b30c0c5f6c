/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ols.h - a straight line through points of several dimensions
 *
 *   y = c0 + c1 x1 + ... + ck xk,  sum of squared residuals least
 *   R^2 = 1 - sum (y - fitted)^2 / sum (y - mean)^2
 *
 * R^2 is 1 where the points lie on it, 0 where it is no better than the mean. */
#pragma once

#include <stddef.h>

/* Fit y[n] to x[n][k], k > 0.
 *
 * coef    [k + 1], the intercept first
 * r2      R^2; 1 if all y are equal (to 1e-12), which the line then meets
 *
 * Both are written on success only.  Returns 0; GSL_EBADLEN if n < k + 1;
 * GSL_EDOM if the points do not span k dimensions (an x that does not vary, or
 * two that vary together); GSL_EINVAL if a number is not finite; GSL_ENOMEM. */
int fid_ols (const double *x, const double *y, size_t n, size_t k, double *coef, double *r2);
