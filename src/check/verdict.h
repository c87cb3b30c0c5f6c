/* verdict.h - is the candidate no worse than what was accepted, within a margin?
 *
 * Arithmetic on the scores of runs: no files, no names.
 *
 *   delta     Hodges-Lehmann estimate of candidate - accepted
 *   interval  percentile bootstrap over runs, both sides drawn independently,
 *             level 1 - 2 alpha (90 % two-sided is 5 % on each side)
 *   p         permutation test of delta >= -margin against delta < -margin:
 *             labels of runs shuffled after the accepted ones were lowered by
 *             the margin; exact as long as they are interchangeable then
 *
 *   FAIL          the interval ends below -margin, and p, adjusted over the
 *                 family (Holm), is at most alpha
 *   PASS          the interval begins above -margin
 *   INCONCLUSIVE  else, or with too few runs: fewer than four on a side, or so
 *                 few that p could not get small enough after the adjustment.
 *
 * The bootstrap of few runs is too narrow (resample.h), which alone would raise
 * false alarms; the permutation test does not suffer from it and has to agree.
 *
 * Sources: Hodges & Lehmann 1963, doi:10.1214/aoms/1177704172; Holm 1979, Scand.
 * J. Statist. 6, 65-70; non-inferiority: Piaggio et al. 2012,
 * doi:10.1001/jama.2012.87802. */
#ifndef FID_VERDICT_H
#define FID_VERDICT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum fid_outcome { FID_PASS, FID_INCONCLUSIVE, FID_FAIL };

#define FID_POWER      0.8  /* of the minimal detectable effect */
#define FID_RUNS_LEAST 4    /* on each side */
#define FID_DRAWS_N    2000 /* of bootstrap and permutation */

struct fid_trial {
    const double *accepted, *candidate; /* borrowed; scores of runs, 0 to 1 */
    size_t accepted_n, candidate_n;     /* not 0 */
    double margin;                      /* >= 0 */
};

struct fid_verdict {
    enum fid_outcome outcome;
    double delta, low, high; /* difference of scores */
    double p;                /* of the permutation test */
    double p_family;         /* adjusted */
    double mde;              /* minimal detectable effect at alpha, power 80 % */
    double cliff;            /* Cliff's delta, -1 (candidate lower) to 1 */
    bool few;                /* too few runs to judge */
    size_t needed_n;         /* runs each side should have: to be judged if few,
                                else for an mde within the margin */
};

/* Judge a family of trials.  verdict[n] is written on success only.
 * 0 < alpha < 0.5.  Returns 0; GSL_EBADLEN for an empty sample; GSL_EINVAL for
 * numbers that are not finite, a margin below 0 or such an alpha; GSL_ENOMEM.
 * Time O(FID_DRAWS_N * accepted_n * candidate_n) for each trial. */
int fid_judge (const struct fid_trial *trial, size_t n, double alpha, uint64_t seed,
               struct fid_verdict *verdict);

/* Runs on each side from which a family of n trials can be judged. */
size_t fid_judge_runs (size_t n, double alpha);

/* The margin where none is given: max (0.05, 3 MAD of repeat[n]); n may be 0. */
int fid_default_margin (const double *repeat, size_t n, double *out);

#endif
