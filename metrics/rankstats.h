/* rankstats.h - by how much is one small sample above another; many tests at once
 *
 * All say how far b is above a, and see only the order of the values or their
 * differences, so that a single outlier decides nothing:
 *
 *   AUC             P(a < b) + P(a = b) / 2 over all pairs; 0.5: no difference
 *   Cliff's delta   P(a < b) - P(a > b) = 2 AUC - 1, from -1 to 1
 *   Hodges-Lehmann  median of b[j] - a[i] over all pairs; unit of the values
 *
 * With a the distances between repeats and b those of null pairs, AUC is the
 * discriminability of a measure.
 *
 * Sources: Mann & Whitney 1947, doi:10.1214/aoms/1177730491 (AUC); Cliff 1993,
 * doi:10.1037/0033-2909.114.3.494; Hodges & Lehmann 1963,
 * doi:10.1214/aoms/1177704172; Holm 1979, Scand. J. Statist. 6, 65-70. */
#ifndef FID_RANKSTATS_H
#define FID_RANKSTATS_H

#include <stddef.h>

/* Each writes to *out on success only and returns 0; GSL_EBADLEN if n or m is
 * 0; GSL_EINVAL for a value that is not finite; GSL_ENOMEM.
 * Time O((n + m) log (n + m)). */
int fid_auc (const double *a, size_t n, const double *b, size_t m, double *out);
int fid_cliff_delta (const double *a, size_t n, const double *b, size_t m, double *out);

/* As above; time and memory O(n m). */
int fid_hodges_lehmann (const double *a, size_t n, const double *b, size_t m, double *out);

/* adjusted[i] := Holm's step-down adjustment of p[n]: rejecting where it is at
 * most alpha keeps the chance of any false rejection within alpha, however the
 * tests depend on each other.  adjusted may be p.  n = 0 is no error.
 * Returns 0; GSL_EINVAL if a p is not in [0, 1]; GSL_ENOMEM.  Time O(n log n). */
int fid_holm (const double *p, size_t n, double *adjusted);

#endif
