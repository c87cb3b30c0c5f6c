/* energy.h - energy test: does a matrix of distances separate two groups of runs?
 *
 *   E = 2 mean d(R,E) - mean d(R,R') - mean d(E,E')
 *
 * over pairs of different runs, so that E is 0 on average if the groups are
 * alike (and then often below 0); unit of d.  A group of a single run is taken
 * to spread as the other one.  p comes from a permutation of the run labels
 * (permute.h).  Any distance will do for p to be valid; E has no sense of
 * direction.  For information: with enough runs everything differs.
 *
 * Source: Szekely & Rizzo 2013, doi:10.1016/j.jspi.2013.03.018. */
#ifndef FID_ENERGY_H
#define FID_ENERGY_H

#include "metrics/permute.h"

struct fid_energy {
    double between;       /* mean d(R,E) */
    double real, emu;     /* mean d(R,R'), mean d(E,E') */
    struct fid_test test; /* statistic: E */
};

/* Write the test to *out (on success only).
 *
 * d  (n + m)^2 distances, row by row, the n real runs before the m emulated
 *    ones; those above the diagonal are read, the rest is taken as symmetric
 *
 * Returns 0; GSL_EBADLEN if n or m is 0 or both are 1, or draws_n is 0 where
 * there are more than FID_LABELINGS_MAX labelings; GSL_EINVAL if a distance is
 * negative or not finite; GSL_ENOMEM.
 * Time O((n + m)^2) for each labeling. */
int fid_energy_test (const double *d, size_t n, size_t m, size_t draws_n, uint64_t seed,
                     struct fid_energy *out);

#endif
