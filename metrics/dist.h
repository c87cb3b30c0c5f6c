/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dist.h - weighted samples as a distribution on the line
 *
 * Distances between the distribution functions F and G of two samples, exact
 * (no bins), and quantiles.  With Q_F the quantile function (smallest v with
 * F(v) >= u):
 *
 *   W1 = integral of |F - G| dv = integral over u in (0, 1) of |Q_F - Q_G|
 *   W2 = square root of the integral over u of (Q_F - Q_G)^2
 *   KS = largest |F - G|
 *
 * All are symmetric; W1 and W2 have the unit of the samples, KS is in [0, 1].
 * W2 is what the storage field calls the demerit figure of two distributions.
 *
 * Sources: Vallender 1974, doi:10.1137/1118101 (W1 on the line); Ruemmler &
 * Wilkes 1994, doi:10.1109/2.268881 (demerit). */
#pragma once

#include <stddef.h>

struct fid_dist {
    double *v;   /* owned; samples, ascending */
    double *cum; /* owned (same block as v); weight of v[0] .. v[i] */
    size_t n;    /* 0: no weight at all */
};

/* Sort n finite samples x[0], x[stride], ... with finite weights w[i] >= 0
 * (NULL: 1 each) into *d; samples of weight 0 are left out.
 * Returns 0 or GSL_ENOMEM.  Time O(n log n). */
int fid_dist_init (struct fid_dist *d, const double *x, size_t stride, size_t n,
                   const double *w);

void fid_dist_clear (struct fid_dist *d);

/* Distances of two distributions with n > 0; time O(n + m). */
double fid_dist_w1 (const struct fid_dist *a, const struct fid_dist *b);
double fid_dist_w2 (const struct fid_dist *a, const struct fid_dist *b);

/* W1, and the largest |F - G| (Kolmogorov and Smirnov's). */
void fid_dist_gaps (const struct fid_dist *a, const struct fid_dist *b, double *w1, double *ks);

/* Smallest sample v with F(v) >= p, 0 <= p <= 1, n > 0; time O(log n). */
double fid_dist_quantile (const struct fid_dist *d, double p);
