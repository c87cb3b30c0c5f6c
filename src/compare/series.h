/* SPDX-License-Identifier: GPL-3.0-or-later */
/* series.h - the data of the charts of a pair (results/series.h, doc/series.md)
 *
 * Written beside the result file: series of both runs on the aligned axis, phases, the warp,
 * distributions, spectra, steps, and what every phase moved. */
#pragma once

#include "compare/pair.h"
#include "compare/thinned.h"
#include "results/result.h"
#include "results/series.h"

#define FID_SERIES_POINTS 2000              /* buckets of a series at most, by default */
#define FID_SERIES_FINE   ((size_t)1 << 20) /* of the finer series for zooming */

/* The largest lengths of series. */
struct fid_series_size {
    size_t point_n; /* buckets of a series, at most */
    size_t fine_n;  /* buckets of the finer series for zooming, at most; 0: none */
};

/* Makes the series for a pair of runs and its result.  Memory is O(length of the runs), as for
 * comparing.  NULL with FID_EINTERNAL on failure; freed with fid_series_destroy. */
struct fid_series *fid_compare_series (const struct fid_pair *pair,
                                       const struct fid_series_size *size,
                                       const struct fid_result *result, struct fid_error *err);

/* Each adds one part and has a file of its own.  -1 on internal errors only. */
int fid_series_resources (struct fid_series *s, const struct fid_pair *pair,
                          const struct fid_series_size *size, struct fid_error *err);
int fid_series_warps (struct fid_series *s, const struct fid_pair *pair, struct fid_error *err);
int fid_series_distributions (struct fid_series *s, const struct fid_pair *pair,
                              struct fid_error *err);
int fid_series_spectra (struct fid_series *s, const struct fid_pair *pair,
                        struct fid_error *err);
int fid_series_steps_add (struct fid_series *s, const struct fid_pair *pair,
                          struct fid_error *err);
int fid_series_access_add (struct fid_series *s, const struct fid_pair *pair,
                           struct fid_error *err);
int fid_series_cells (struct fid_series *s, const struct fid_pair *pair, struct fid_error *err);

/* Makes room for n numbers, or copies them; *to has all of them. */
int fid_series_room (struct fid_series *s, struct fid_numbers *to, size_t n,
                     struct fid_error *err);
int fid_series_copy (struct fid_series *s, struct fid_numbers *to, const double *x, size_t n,
                     struct fid_error *err);
