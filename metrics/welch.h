/* SPDX-License-Identifier: GPL-3.0-or-later */
/* welch.h - power spectral density by averaged overlapping segments
 *
 *   P[k] = c/(K fs sum w^2) sum over K segments of |FFT ((x - mean) w)[k]|^2
 *
 * with a Hann window w, segments of seg_n samples that overlap by half, each
 * with its own mean removed, one-sided (c = 2, but 1 for k = 0 and the Nyquist
 * frequency), fs = 1 / dt_s, frequency of k: k / (seg_n dt_s).  The sum of P
 * over k / (seg_n dt_s) is about the variance.  The components of vector
 * samples are analysed one by one and their densities added.
 *
 * Source: Welch 1967, doi:10.1109/TAU.1967.1161901. */
#pragma once

#include <stddef.h>

/* Segment length for series of n and m samples to compare: the
 * even number next below half of the shorter, so that each has three segments
 * or more and both have the same frequencies.  0 if the shorter has fewer
 * than 16 samples, which is too few for a spectrum. */
size_t fid_welch_segment (size_t n, size_t m);

/* Write P[0 .. seg_n / 2] of x[n * dim] (sample-major).
 *
 * seg_n  even, 4 .. n
 *
 * Returns 0; GSL_EBADLEN for a bad seg_n; GSL_EINVAL if dt_s <= 0; GSL_ENOMEM.
 * Time O(n dim log seg_n), memory O(seg_n). */
int fid_welch (const double *x, size_t n, size_t dim, double dt_s, size_t seg_n, double *psd);
