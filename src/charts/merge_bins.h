/* merge_bins.h - neighbours of a series joined: fewer points than were stored */
#ifndef FID_REPORT_JOIN_H
#define FID_REPORT_JOIN_H

#include "results/series.h"

enum fid_join { FID_JOIN_MEAN, FID_JOIN_LOW, FID_JOIN_HIGH };

/* One number for n; FID_GAP if none of them is finite. */
double fid_join (const double *x, size_t n, enum fid_join how);

/* A track whose buckets are as wide as each of it; min and max are there if each > 1
 * or if the track has them.  Buckets lie at multiples of their width, whatever the track begins
 * with, so that those of two tracks lie in the same places.  To be cleared by
 * fid_joined_clear, on failure, too. */
int fid_joined (const struct fid_series_track *t, size_t each, struct fid_series_track *out,
                struct fid_error *err);
void fid_joined_clear (struct fid_series_track *t);

#endif
