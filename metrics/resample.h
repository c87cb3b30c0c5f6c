/* resample.h - bootstrap intervals of a statistic of one or two samples of runs
 *
 * The statistic is a callback over index vectors: it receives the indices of the
 * runs that were drawn (some twice, some not at all) and looks up what it needs, for
 * instance in a matrix of distances, so that nothing is compared again.  Two samples
 * (real runs, emulation runs) are drawn independently of each other.
 *
 * The ends of the interval are the quantiles (fid_quantile) of the draws' statistics at
 * alpha and 1 - alpha, alpha = (1 - level) / 2.  Assumes runs that are independent and
 * alike.  With fewer than about ten runs the interval is too narrow (5 values have 126
 * distinct resamples): a hint, not a proof.
 *
 * Sources: Efron 1979, doi:10.1214/aos/1176344552 (percentile interval); Davison &
 * Hinkley 1997, doi:10.1017/CBO9780511802843, chapter 5 (two samples). */
#ifndef FID_RESAMPLE_H
#define FID_RESAMPLE_H

#include <stddef.h>
#include <stdint.h>

/* Write the statistic of runs a[n] of the first and b[m] of the second sample.
 * Returns 0; GSL_EDOM if these runs do not define it (for example, no two different
 * runs are left); any other code ends the bootstrap. */
typedef int fid_statistic_fn (const size_t *a, size_t n, const size_t *b, size_t m, void *data,
                              double *out);

struct fid_bootstrap {
    size_t n, m; /* runs in each sample; m is 0 if there is one sample */
    fid_statistic_fn *stat;
    void *data;     /* borrowed; passed to stat */
    size_t draws_n; /* usually 2000 */
    double level;   /* 0 < level < 1: 0.9 has 5 % below and 5 % above */
    uint64_t seed;
};

struct fid_interval {
    double estimate, low, high; /* unit of the statistic; low <= high */
    double level;
    size_t draws_n; /* draws that defined the statistic */
    size_t lost_n;  /* draws that did not; they are left out */
};

/* Draw number `index` of a bootstrap with `seed`: a[n] below n, b[m] below m.
 * For callers that spread draws over threads.  Returns 0, GSL_EBADLEN if n or m
 * is above 2^32 - 1, GSL_ENOMEM.  Time O(n + m). */
int fid_bootstrap_draw (uint64_t seed, uint64_t index, size_t n, size_t *a, size_t m,
                        size_t *b);

/* The interval from statistics of draws computed elsewhere; draw[] is sorted and lost_n
 * is 0.  Returns 0; GSL_EBADLEN if there is no draw; GSL_EINVAL for a number that is not
 * finite or a level outside (0, 1).  Time O(B log B). */
int fid_interval_percentile (double estimate, double *draw, size_t draws_n, double level,
                             struct fid_interval *out);

/* Write the bootstrap interval to *out (on success only).
 *
 * Returns 0; GSL_EDOM if the data do not define the statistic, or fewer than a
 * quarter of the draws do; GSL_EBADLEN if n or draws_n is 0; GSL_EINVAL for a level
 * outside (0, 1) or a statistic that is not finite; GSL_ENOMEM; what stat
 * returned.  B + 1 calls of stat; memory O(B + n + m). */
int fid_bootstrap (const struct fid_bootstrap *b, struct fid_interval *out);

#endif
