/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dtw_plain.h - DTW as written in dtw.h, row by row, one number at a time: what
 * the kernels are held against, in value and in speed */
#ifndef DTW_PLAIN_H
#define DTW_PLAIN_H

#include "metrics/dtw.h"

/* D(n,m) of the score form, not divided, and, if that is finite and path not
 * NULL, the path (cleared by the caller).  NaN without memory. */
double plain_score (const double *x, size_t n, const double *y, size_t m,
                    const struct fid_dtw_opts *opts, struct fid_dtw_path *path);

/* D(n,m) of the classic form, band |i - j| <= band_n. */
double plain_classic (const double *x, size_t n, const double *y, size_t m, size_t band_n);

/* The same with an amercing penalty. */
double plain_amerced (const double *x, size_t n, const double *y, size_t m, size_t band_n,
                      double penalty);

#endif
