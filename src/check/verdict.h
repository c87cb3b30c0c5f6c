/* SPDX-License-Identifier: GPL-3.0-or-later */
/* verdict.h - is the candidate no worse than what was accepted, within a margin?
 *
 * Arithmetic on the losses x of runs: no files, no names.  A loss is 0 or more, the larger the
 * worse: by how much an answer is off (ln), or -ln (max (similarity, 1e-3)), so that differences are
 * logarithms of ratios.
 *
 *   s        standard deviation between runs, moderated by a prior (metrics/moderated.h)
 *   margin   max (ln 1.05, 3 s of the accepted runs), at most ln 1.5: candidates that vary do
 *            not widen it, and what loses a third never passes
 *   interval of mean (candidate) - mean (accepted): Student's t on d0 + df degrees of
 *            freedom, level 1 - 2 alpha (90 % two-sided is 5 % on each side)
 *   p        t test of "the loss grew by no more than the margin"
 *
 *   FAIL          p, adjusted over the family (Holm), is at most alpha / 3
 *   PASS          the interval ends below the margin, with FID_RUNS_FIRST runs on each side
 *   INCONCLUSIVE  else
 *
 * Three looks are planned: at one new run, at FID_RUNS_FIRST and at up to FID_RUNS_LAST, each
 * where the one before was INCONCLUSIVE.  Each may spend a third of alpha on FAIL, so that all
 * together keep it, whatever the numbers of runs are.  One run can FAIL because the prior says
 * how much runs differ; it cannot PASS, because the prior may be of another machine.
 *
 * Sources: Smyth 2004, doi:10.2202/1544-6115.1027; spending of alpha: Lan & DeMets 1983,
 * doi:10.1093/biomet/70.3.659 (here the split of Bonferroni, which holds for any dependence
 * of the looks); Holm 1979, Scand. J. Statist. 6, 65-70; non-inferiority: Piaggio et al. 2012,
 * doi:10.1001/jama.2012.87802. */
#pragma once

#include "base/base.h"

enum fid_outcome { FID_PASS, FID_INCONCLUSIVE, FID_FAIL };

#define FID_RUNS_FIRST  3    /* on each side, to PASS */
#define FID_RUNS_LAST   6    /* at the last look */
#define FID_GRADE_FLOOR 1e-3 /* a grade below it counts as it */
#define FID_MARGIN      1.05 /* the least margin, as a ratio */
#define FID_MARGIN_MOST 1.5

struct fid_trial {
    const double *accepted, *candidate; /* borrowed; losses of runs */
    size_t accepted_n, candidate_n;     /* not 0 */
    double s0, d0;                      /* of the prior */
    double margin;                      /* a ratio of at least 1; 0: by the rule above */
};

struct fid_judgement {
    enum fid_outcome outcome;
    double accepted, candidate; /* exp (-mean loss) of each side */
    double ratio, low, high;    /* candidate / accepted and its interval; 1: as good */
    double allowed;             /* the lowest ratio within the margin */
    double s, df;               /* standard deviation of losses and degrees of freedom */
    double p, p_family;         /* before and after the adjustment */
    bool few;                   /* too few runs to PASS */
    size_t needed_n;            /* INCONCLUSIVE: runs that each side should have; 0: more than
                                   FID_RUNS_LAST */
};

/* Judge a family of trials.  verdict[n] is written on success only.  0 < alpha < 0.5.
 * Returns 0; GSL_EBADLEN for an empty sample; GSL_EINVAL for losses below 0 or not finite, a margin
 * between 0 and 1, a prior without spread or such an alpha; GSL_ENOMEM. */
int fid_judge (const struct fid_trial *trial, size_t n, double alpha,
               struct fid_judgement *verdict);

/* -ln of a grade, with the floor. */
double fid_loss (double grade);
