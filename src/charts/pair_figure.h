/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pair_figure.h - what `fidlio plot' draws of a pair, from a result and its series, not from traces */
#pragma once

#include "plot/figure.h"
#include "results/answer.h"
#include "results/result.h"
#include "results/series.h"

/* --- axes of time
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

/* --- the answer as a picture: how long jobs take on storages of other rates */

#define FID_CURVES_MAX 6

/* Add the lines of the real job, with the band between its two models, and of n configurations
 * that are held against it; name[]: theirs.  Measured times are marks.  Nothing is added if no
 * storage has a rate of reading. */
void fid_answer_curve (struct fid_figure *fig, const struct fid_result_answer *const *answer,
                       const char *const *name, size_t n);

/* --- the figure */

enum fid_pair_chart {
    FID_PAIR_BREAKDOWN,     /* resources by amount, DTW, spectrum, distribution, timing */
    FID_PAIR_RATES,         /* phases, and resources over time with the warping path */
    FID_PAIR_SPECTRA,       /* power by frequency, with the periods that stand out */
    FID_PAIR_DISTRIBUTIONS, /* the share up to each value */
    FID_PAIR_ANSWER,        /* how long both jobs take on other storage */
    FID_PAIR_CHART_N
};

/* "breakdown" and so on; ends with NULL. */
extern const char *const fid_pair_chart_names[];

#define FID_PAIR_DEFAULT                                                                       \
    (1u << FID_PAIR_BREAKDOWN | 1u << FID_PAIR_RATES | 1u << FID_PAIR_SPECTRA)

struct fid_pair_opts {
    unsigned what;       /* bit k: enum fid_pair_chart k */
    unsigned resources;  /* bit r: enum fid_resource_id r; 0: all */
    double from_s, to_s; /* of charts over time, on their axis; +-1e9: all */
    enum fid_time_axis axis;
};

/* The charts, and resources over time, that would be empty: "spectra, checkpoint.read". */
struct fid_pair_left_out {
    char text[500];
};

/* Fills in fig.  s may be NULL if only breakdown and answer are wanted, which a result alone has.
 * Returns -1 with FID_EINPUT if there is nothing to draw, or no series for what was asked for. */
int fid_pair_figure (struct fid_figure *fig, const struct fid_result *r,
                     const struct fid_series *s, const struct fid_pair_opts *opts,
                     struct fid_pair_left_out *left_out, struct fid_error *err);
