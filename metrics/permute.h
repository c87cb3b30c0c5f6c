/* permute.h - permutation tests: would another labeling of the runs do the same?
 *
 * If n + m values are alike, which n of them came first is chance, and so every
 * labeling was as likely as the one seen.  p is the share of labelings whose
 * statistic is at least as large, the one seen included:
 *
 *   p = (1 + k) / (1 + S),  k of S other labelings
 *
 * Up to FID_LABELINGS_MAX labelings are enumerated, so p is exact and seeds do
 * not matter; else S are drawn.  p cannot be below 1 / C(n+m, n), which decides
 * how many runs are needed: 3 and 3 never get below 0.05.  Assumes values that
 * are exchangeable if nothing differs.
 *
 * Sources: Pitman 1937, doi:10.2307/2984124; Phipson & Smyth 2010,
 * doi:10.2202/1544-6115.1585 (why 1 + k). */
#ifndef FID_PERMUTE_H
#define FID_PERMUTE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FID_LABELINGS_MAX = 5000 };

struct fid_test {
    double statistic;   /* of the labeling seen */
    double p;           /* in (0, 1] */
    size_t labelings_n; /* S, others than the one seen */
    bool exact;         /* all there are */
};

/* The statistic of the labeling idx: runs idx[0 .. n) are of the first sample,
 * idx[n .. n + m) of the second, all of 0 .. n + m - 1 once.  Large: unlike. */
typedef double fid_labeling_fn (const size_t *idx, size_t n, size_t m, void *data);

/* C(n + m, n), or 0 if that is above `most`. */
size_t fid_labelings_n (size_t n, size_t m, size_t most);

/* The smallest p that n and m runs can give; 0 if below the smallest double. */
double fid_permutation_floor (size_t n, size_t m);

/* Write the test of the labeling 0, 1, 2, ... to *out (on success only).
 *
 * slack  >= 0; statistics less than this below the one seen count as equal, so
 *        that rounding does not decide; unit of the statistic
 * draws_n, seed  for the labelings drawn where there are too many
 *
 * Returns 0; GSL_EBADLEN if n or m is 0, or draws_n is 0 and needed, or n + m
 * is above 2^32 - 1; GSL_EINVAL if a statistic is not finite; GSL_ENOMEM.
 * Calls stat at most max (FID_LABELINGS_MAX, draws_n) + 1 times. */
int fid_labeling_test (size_t n, size_t m, fid_labeling_fn *stat, void *data, double slack,
                       size_t draws_n, uint64_t seed, struct fid_test *out);

enum fid_center { FID_CENTER_MEAN, FID_CENTER_MEDIAN };
enum fid_tail { FID_TAIL_BOTH, FID_TAIL_ABOVE, FID_TAIL_BELOW };

/* Test whether b is above a (FID_TAIL_ABOVE), below it, or either, by the
 * difference of means or medians; out->statistic is center (b) - center (a),
 * unit of the values.  Errors as above. */
int fid_permutation_test (const double *a, size_t n, const double *b, size_t m,
                          enum fid_center center, enum fid_tail tail, size_t draws_n,
                          uint64_t seed, struct fid_test *out);

#endif
