/* SPDX-License-Identifier: GPL-3.0-or-later */
/* time_map.h - other axes of time for a pair: shares of each job, phases aligned
 *
 * A map joins knots (seconds of the run, place on the axis) by straight lines; beyond the first
 * and the last it goes on as between the last two.  Both ascend, without being strictly so.
 *
 *   seconds  both runs as they are
 *   percent  the job of each run, which is its headline window, from 0 to 100
 *   phases   the real run as it is; the second run stretched so that its nth phase of a kind
 *            lies on the real run's nth phase of that kind
 *
 * Phases are matched if they come in the same order in both runs; of all possible matchings the
 * one that covers the most time of the real run is used, if it covers at least half of its
 * phases. */
#pragma once

#include "results/series.h"

enum fid_time_axis { FID_TIME_SECONDS, FID_TIME_PERCENT, FID_TIME_PHASES, FID_TIME_N };

/* "seconds", "percent", "phases", NULL. */
extern const char *const fid_time_axis_names[];

struct fid_time_map {
    double *s, *place; /* owned */
    size_t n;          /* 2 or more; 0: there is no such axis for this pair */
};

/* Makes the maps of both runs.  -1 with FID_EINTERNAL; clear them even then.  O(phases^2), of
 * at most FID_TIME_PHASES_MAX phases a run. */
#define FID_TIME_PHASES_MAX 2048
int fid_time_maps (const struct fid_series *s, enum fid_time_axis axis,
                   struct fid_time_map map[2], struct fid_error *err);
void fid_time_maps_clear (struct fid_time_map map[2]);

double fid_time_place (const struct fid_time_map *map, double s);
double fid_time_back (const struct fid_time_map *map, double place); /* its inverse */

/* The track on the axis, in out[n]: bins of equal width, the first of which begins at `from`. A
 * bin is the mean of the track over the time that belongs to it, or FID_GAP if there is no such
 * time.  O(n + track). */
void fid_time_resample (const struct fid_time_map *map, const struct fid_series_track *track,
                        double from, double width, size_t n, double *out);
