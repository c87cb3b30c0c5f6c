/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dtw.h - dynamic time warping inside a slanted Sakoe-Chiba band
 *
 * Score form (fid_dtw), step pattern "symmetric2" with an amercing penalty w:
 *
 *   c(i,j) = sum over components k of |x[i][k] - y[j][k]|
 *   D(i,j) = min { D(i-1,j-1) + 2 c(i,j),          diagonal
 *                  D(i-1,j)   +   c(i,j) + w,      up   (y waits)
 *                  D(i,j-1)   +   c(i,j) + w }     left (x waits)
 *   d      = D(n,m) / (n + m),   D(0,0) = 0, D(i,0) = D(0,j) = infinity
 *
 * for i = 1..n, j = 1..m.  Every path has weights that sum to n + m, so d is
 * the mean absolute difference after the best alignment (plus the penalties),
 * in the samples' own unit.  Where candidates are equal the first of
 * diagonal, up, left is taken; sums are evaluated as written, in double.
 *
 * Band.  With 0-based i and j, a cell is allowed if
 *
 *   |i (m - 1) - j (n - 1)| <= band_n (max (n, m) - 1)
 *
 * which is |i - j| <= band_n for n == m; otherwise the centre line joins the
 * two corners and band_n counts samples of the shorter series.  The rule does
 * not change when x and y are swapped, and for n != m a band_n of 0 is read
 * as 1, so a path always exists.  Integers only: no rounding decides a cell.
 *
 * How it is computed: strips of rows in vector registers (dtw_strip.h), or the anti-diagonals
 * of a narrow band (dtw_narrow.h), by the instruction set that isa.h has chosen.  The bits do
 * not depend on it: in a cell the sums are those above, in that order.
 *
 * d is 0 when x equals y, symmetric (bit for bit), at most the mean absolute
 * difference where n == m, falls with band_n, rises with the penalty.  Not a
 * metric in the mathematical sense (no triangle inequality).
 *
 * Sparse series.  Idle time costs nothing and counts in n + m, so the mean of a
 * series with few bursts is near 0 whatever becomes of them.  The metric
 * "dtw_active" divides by the activity instead:
 *
 *   d = min (1, (D(n,m) / 2 + |X - Y|) / (2 max (X, Y))),   X = sum |x|, Y = sum |y|
 *
 * about the share of the activity that has no counterpart; idle time added to both
 * sides changes nothing.  D counts a burst that is misplaced twice, where it is and where
 * it should be, and one that is absent once; |X - Y| makes up for it, so that an absent
 * burst is never better than a misplaced one.
 *
 * Sources: Sakoe & Chiba 1978, doi:10.1109/TASSP.1978.1163055 (symmetric2,
 * band); Giorgino 2009, doi:10.18637/jss.v031.i07 (names of step patterns);
 * Herrmann & Webb 2021, doi:10.48550/arXiv.2111.13314 (amercing); Schmidt &
 * Hundt 2020, doi:10.1007/978-3-030-57675-2_37 (strips in registers). */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include "metrics/metric.h"

/* A band half-width that allows every cell. */
#define FID_DTW_NO_BAND ((size_t)-1)

struct fid_dtw_opts {
    size_t dim;     /* components of a sample; 0 is read as 1 */
    size_t band_n;  /* half-width of the band, samples, inclusive */
    double penalty; /* w: per off-diagonal step, in the samples' unit, >= 0 */
};

/* An alignment: pairs (i[k], j[k]), 0-based, from (0,0) to (n-1,m-1). */
struct fid_dtw_path {
    size_t *i, *j; /* owned; j is part of the same block as i */
    size_t n;
};

/* Write d of x[n * dim] and y[m * dim] (sample-major) to *out.
 *
 * Returns 0; GSL_EBADLEN if a length is 0 or above 2^31; GSL_EINVAL for a bad
 * penalty; GSL_ENOMEM.  Samples must be finite (not looked at here); where sums
 * leave the range of double d is infinite.  Time O(cells), memory O(m dim). */
int fid_dtw (const double *x, size_t n, const double *y, size_t m,
             const struct fid_dtw_opts *opts, double *out);

/* fid_metric.eval of "dtw" (the mean) and of "dtw_active". */
int fid_dtw_eval (bool by_activity, const struct fid_signal *real, const struct fid_signal *emu,
                  const struct fid_metric_opts *opts, struct fid_metric_value *out);

/* As fid_dtw, and the optimal path to *path (cleared by the caller); some path
 * if d is infinite.  Only tiles that the path crosses are computed twice, or a
 * narrow band once with two bits a cell (dtw_path.c): about 19 MB
 * for 20 000 samples without a band, at most 16 MB for a narrow one, for as long
 * as the call lasts. */
int fid_dtw_align (const double *x, size_t n, const double *y, size_t m,
                   const struct fid_dtw_opts *opts, double *out, struct fid_dtw_path *path);

void fid_dtw_path_clear (struct fid_dtw_path *path);

struct fid_dtw_series {
    const double *y; /* borrowed; m * dim, sample-major */
    size_t m;
};

/* Find the series of among[among_n] that is nearest to x[n], the first of equals, and
 * its d.  The answer is that of fid_dtw for each.  They are compared in the order of a lower
 * bound (dtw_bounds.h: single numbers, equal lengths), and one is left out where its bound or
 * the rows of its table so far show that it is no nearer than the best before it.
 *
 * Returns as fid_dtw; GSL_EBADLEN also if among_n is 0, GSL_EDOM if a sample of among is not
 * finite.  Memory O(n + among_n). */
int fid_dtw_nearest (const double *x, size_t n, const struct fid_dtw_series *among,
                     size_t among_n, const struct fid_dtw_opts *opts, size_t *which,
                     double *out);

/* The classic form, for comparison with published results: squared difference of single
 * numbers, step pattern "symmetric1" (all weights 1), band |i - j| <= band_n, no root and no
 * division; with an amercing penalty, and a limit for searches:
 *
 *   D(i,j) = (x[i] - y[j])^2 + min { D(i-1,j-1), D(i-1,j) + w, D(i,j-1) + w }
 *
 * penalty  w, the squared unit of the samples, >= 0
 * limit    a distance of limit or more is given as infinity, mostly without
 *          filling the table (every path crosses every row); INFINITY: none
 * out      the distance; below the limit, its bits do not depend on the limit.  For a band
 * below 16 and equal lengths the costs are added from both ends of the path
 *
 * Returns 0; GSL_EBADLEN if a length is 0, above 2^31, or they differ by more
 * than band_n; GSL_EINVAL for a bad penalty or a limit that is no number; GSL_ENOMEM.
 * Time O(n band_n), memory O(m).  Sources: Rakthanmanon et al. 2012,
 * doi:10.1145/2339530.2339576; Herrmann & Webb 2021, doi:10.48550/arXiv.2111.13314. */
int fid_dtw_amerced (const double *x, size_t n, const double *y, size_t m, size_t band_n,
                     double penalty, double limit, double *out);

/* Cells the band allows for lengths n, m >= 1 (0 if one is 0). */
size_t fid_dtw_cells (size_t n, size_t m, size_t band_n);

/* Sum of |a[k] - b[k]| over dim >= 1 components, in order. */
double fid_l1 (const double *a, const double *b, size_t dim);

/* Mean over max (n, m) samples of the same cost sample by sample, the shorter
 * series continued with 0: the upper bracket of d.  0 if both are empty. */
double fid_nmae (const double *x, size_t n, const double *y, size_t m, size_t dim);

/* Half-width in samples of `band_s` seconds on a grid of dt_s: rounded down,
 * at least 2. */
size_t fid_dtw_band (double band_s, double dt_s);
