/* SPDX-License-Identifier: GPL-3.0-or-later */
/* merge_bins.h - neighbouring bins of a series merged into wider ones */
#pragma once

#include "plot/figure.h"
#include "results/series.h"

enum fid_merge { FID_MERGE_MEAN, FID_MERGE_LOW, FID_MERGE_HIGH };

/* One number for x[n]; FID_GAP if none of them is finite. */
double fid_merge (const double *x, size_t n, enum fid_merge how);

/* The track in bins of `each` of its own (>= 1).  min and max are set if each > 1 or if the
 * track has them.  Bins lie at multiples of their width, wherever the track begins, so that
 * those of two tracks coincide.  The figure owns the numbers and remembers if memory runs out;
 * the track is empty then. */
struct fid_series_track fid_merge_track (struct fid_figure *fig,
                                         const struct fid_series_track *t, size_t each);
