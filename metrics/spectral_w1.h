/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spectral_w1.h - how far spectral power has to move, in octaves
 *
 *   d = sum over k = 1 .. n-1 of |F(k) - G(k)| log2 ((k+1)/k)
 *
 * F and G are the shares of power at the frequencies up to line k of n equally
 * spaced lines (the mean, line 0, is left out).  It is W1 between the two
 * distributions of power over log2 of the frequency: all power one octave
 * further up is d = 1.  Range [0, log2 n], symmetric.  Blind to offset, gain and lag. */
#pragma once

#include <stddef.h>

/* d of the densities p[1..n] and q[1..n] (>= 0, each with a positive sum);
 * p[0] and q[0] are not read.  Time O(n). */
double fid_spectral_w1 (const double *p, const double *q, size_t n);
