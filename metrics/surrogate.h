/* surrogate.h - series that share some properties with a given one, and no others
 *
 *                  keeps                               destroys
 *   shift          all but absolute time               timing
 *   block shuffle  values, what happens in a block     rhythm, timing
 *   shuffle        values                              all order
 *   IAAFT          values exactly, spectrum nearly     where in time, what hangs together
 *
 * The first three are written as indices, so that they move samples of many
 * components, or events, as well.  IAAFT begins with a shuffle and repeats:
 * replace the amplitudes of the Fourier transform by the series' own, keeping
 * the phases; put the series' values in the order of the result.
 *
 * Where IAAFT misleads: ends that do not meet add high frequencies (cut with
 * fid_surrogate_ends first), and ties (a series that is mostly 0) make ranks
 * arbitrary: take the others there.
 *
 * Sources: Schreiber & Schmitz 1996, doi:10.1103/PhysRevLett.77.635 (IAAFT);
 * Theiler et al. 1992, doi:10.1016/0167-2789(92)90102-S (surrogates);
 * Schreiber & Schmitz 2000, doi:10.1016/S0167-2789(00)00043-9 (ends). */
#ifndef FID_SURROGATE_H
#define FID_SURROGATE_H

#include <stddef.h>
#include "metrics/rng.h"

/* idx[n] := where each sample of the surrogate comes from.  Return 0;
 * GSL_EBADLEN if n is above 2^32 - 1, or for the reasons below.  Time O(n), block
 * shuffle with O(n / block_n) memory: GSL_ENOMEM. */

/* All orders equally likely. */
int fid_surrogate_shuffle (gsl_rng *rng, size_t n, size_t *idx);

/* Later by a number of samples from min_n to n - min_n, around the end;
 * GSL_EBADLEN unless 1 <= min_n <= n / 2. */
int fid_surrogate_shift (gsl_rng *rng, size_t n, size_t min_n, size_t *idx);

/* Blocks of block_n samples, the last one maybe shorter, in random order;
 * GSL_EBADLEN unless 1 <= block_n < n. */
int fid_surrogate_blocks (gsl_rng *rng, size_t n, size_t block_n, size_t *idx);

/* out[t] := sample idx[t] of x, dim components each; x and out differ. */
void fid_surrogate_gather (const double *x, size_t dim, const size_t *idx, size_t n,
                           double *out);

enum { FID_IAAFT_ROUNDS_MAX = 200 };

/* Write an IAAFT surrogate of x[n] to out[n] and, unless NULL, the number of
 * rounds to *rounds_n; it ends after FID_IAAFT_ROUNDS_MAX or with the first
 * round that changes nothing.  out may be written on failure.
 * Returns 0; GSL_EBADLEN if n < 4 or above 2^31 - 1; GSL_EINVAL; GSL_ENOMEM.
 * Time O(rounds n log n), memory O(n). */
int fid_surrogate_iaaft (gsl_rng *rng, const double *x, size_t n, double *out,
                         size_t *rounds_n);

#endif
