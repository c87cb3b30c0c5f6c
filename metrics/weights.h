/* weights.h - does a verdict depend on the weights of its parts?
 *
 *   overall = weighted geometric mean of the scores there are (struct fid_geomean)
 *
 * with weight vectors drawn evenly from all that sum to 1 (flat Dirichlet).
 * The range of the overall score and the probability of each rank say what was
 * decided by the weights and what by the data.  A draw's weights are the same
 * for all candidates.  Assumes nothing but that no weights are preferred.
 *
 * Source: Lahdelma & Salminen 2001, doi:10.1287/opre.49.3.444.11220 (SMAA-2). */
#ifndef FID_WEIGHTS_H
#define FID_WEIGHTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "metrics/rng.h"

/* w[k] := one of all vectors of positive numbers that sum to 1.  Time O(k). */
void fid_weights_draw (gsl_rng *rng, size_t k, double *w);

/* draws_n such vectors, one after the other: fewer of them are the first ones.  Freed by the
 * caller; NULL if memory runs out. */
double *fid_weights_draws (uint64_t seed, size_t k, size_t draws_n);

struct fid_weight_range {
    double low, median, high; /* quantiles of the overall score; median: 0 if ends_only */
};

struct fid_weight_study {
    size_t candidates_n, parts_n;
    const double *score; /* borrowed; candidates_n rows of parts_n */
    const bool *present; /* borrowed; same shape; NULL: all are */
    double level;        /* 0.9: range from 5 % to 95 % */
    size_t draws_n;      /* usually 10000 */
    uint64_t seed;
    const double *draws; /* borrowed; fid_weights_draws of seed, at least draws_n; NULL: made */
    bool ends_only;      /* nobody wants the median */
};

/* Write the range of each candidate to range[candidates_n] and, unless NULL, its score
 * with the weights of draw k to overall[i * draws_n + k].
 *
 * Returns 0; GSL_EBADLEN if there is no candidate, part or draw; GSL_EDOM if a
 * candidate has no part; GSL_EINVAL for options or scores; GSL_ENOMEM.  Time
 * O(draws c p), memory O(draws c), c candidates, p parts. */
int fid_weight_sensitivity (const struct fid_weight_study *study, double *overall,
                            struct fid_weight_range *range);

/* Write to p[i] the probability that candidate i is in one of the places first[i] to
 * end[i] - 1 (0: highest score); candidates within 1e-12 of each other share their places
 * evenly.  overall: n rows of draws_n.
 *
 * Returns 0 or GSL_ENOMEM.  Time O(draws n log n), memory O(n). */
int fid_weight_places (const double *overall, size_t n, size_t draws_n, const size_t *first,
                       const size_t *end, double *p);

/* The share of the draws_n > 0 draws in which `below` is above `above`; ties count
 * one half.  Both are rows of `overall`.  Time O(draws). */
double fid_weight_flip (const double *above, const double *below, size_t draws_n);

#endif
