/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lag.h - by how much one series is late
 *
 *   r(w) = sum over i of (x[i] - mean x) (y[i+w] - mean y) / (|x| |y|)
 *
 * |x|, |y| are the norms of the centred series, which are continued with 0.
 * The lag is the w of the largest r; among equals the smallest |w|, then the
 * positive one.  In [-1, 1]; blind to offset and gain.  A diagnostic, not a
 * score: forgiving every lag would forgive a phase that was left out.
 *
 * Source: Paparrizos & Gravano 2015, doi:10.1145/2723372.2737793 (normalised
 * cross-correlation of whole series). */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct fid_lag {
    double lag_s;   /* positive: y is later than x */
    double peak;    /* r there */
    double second;  /* largest r outside of the peak, which ends where r has
                       fallen to half of its top; -1 if nothing is outside */
    bool ambiguous; /* second is at least 0.9 of the peak: a periodic series
                       whose lag is known only up to a period, or noise */
};

/* Write the lag of y[m] against x[n], searched in |w| dt_s <= max_lag_s (0: all
 * lags), to *out.
 *
 * Returns 0; GSL_EBADLEN if a length is 0; GSL_EINVAL for bad dt_s or
 * max_lag_s, or samples that are not finite; GSL_EDOM if a series is constant;
 * GSL_ENOMEM.  Time O((n + m) log (n + m)). */
int fid_lag (const double *x, size_t n, const double *y, size_t m, double dt_s,
             double max_lag_s, struct fid_lag *out);
