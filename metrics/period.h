/* SPDX-License-Identifier: GPL-3.0-or-later */
/* period.h - the dominant period of a series, and how sure that is
 *
 * The distance of two series is |log2 (Tx / Ty)| octaves;
 * symmetric, blind to offset, gain and lag.
 *
 * How a period is found, for n samples without their straight-line trend:
 *  1. lines of the amplitude spectrum with 4 or more periods in the series
 *     whose z-score (over all lines) is above 2 are candidates;
 *  2. each is checked by the autocorrelation r: near its lag r must have a
 *     peak of at least FID_PERIOD_MIN_ACF, and at least 4 standard errors of
 *     noise; the candidate with the largest z r wins.  A harmonic of a pulse
 *     train can be as strong as its fundamental, but r at its lag is low;
 *  3. the lag is sharpened at its multiples 2, 4, 8 ... as far as the line
 *     allows, so the period is finer than the grid;
 *  4. confidence = sqrt (share r): share is the part of the power of all lines
 *     with z above 2 that lies within a line and 3 % of a multiple of 1/T.
 * With c periods of a very narrow pulse z is sqrt (c - 1), so fewer than 6 of
 * them may be missed.
 *
 * Source: the steps 1, 2 and 4 follow the ideas of FTIO (outliers of the
 * spectrum, harmonics put aside, check by autocorrelation): Tarraf et al. 2023,
 * doi:10.48550/arXiv.2306.08601.  Formulas and thresholds are ours. */
#pragma once

#include <stddef.h>

#define FID_PERIOD_MIN_ACF        0.2
#define FID_PERIOD_MIN_CONFIDENCE 0.4
#define FID_PERIOD_FEW            8 /* fewer periods than this count half */

struct fid_period {
    double period_s;
    double periods_n;  /* periods in the series, at least 3.5 */
    double confidence; /* FID_PERIOD_MIN_CONFIDENCE .. 1 */
    double duty;       /* 0 .. 1: mean over the whole periods of the shortest
                          part (around the clock) that holds 95 % of what is
                          above the series' minimum */
};

/* Write the dominant period of x[n * dim] (sample-major; spectra and
 * autocorrelations of the components are added) to *out.
 *
 * Returns 0; GSL_EDOM if no period is confident enough, or n < 16;
 * GSL_EINVAL if dt_s <= 0 or a sample is not finite; GSL_ENOMEM.
 * Time O(n dim log n), memory O(n). */
int fid_period (const double *x, size_t n, size_t dim, double dt_s, struct fid_period *out);
