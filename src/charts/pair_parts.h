/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pair_parts.h - shared by the charts of pairs (pair_figure.h) only
 *
 * The functions fill in a plot that the caller places and draws.  All memory is the figure's,
 * which remembers if it runs out. */
#pragma once

#include "charts/pair_figure.h"

/* How a side is drawn and called. */
struct fid_pen fid_side_pen (int side);
extern const char *const fid_side_name[2];

/* Whether opts ask for the resource. */
bool fid_pair_wants (const struct fid_pair_opts *opts, enum fid_resource_id resource);

/* A new part of the figure, two side by side. */
struct fid_lines *fid_pair_beside (struct fid_figure *fig, double height);

#define FID_PAIR_BINS 240 /* over time: both runs stay readable */

/* Whether time[i] is the series that represents its resource: the first of it, which is bytes
 * if there are any; whether a value of either run is not 0. */
bool fid_pair_chart_shows (const struct fid_series *s, size_t i);
bool fid_pair_moves (const struct fid_series_time *t);

/* From where the first run was traced to where the last was, within opts. */
struct fid_axis fid_pair_seconds (const struct fid_series *s, const struct fid_pair_opts *opts);

/* The axis that opts ask for and, of both runs, where their time lies on it; seconds where the
 * pair has no such axis.  -1 if memory runs out, which the figure remembers; else clear it. */
struct fid_pair_axis {
    struct fid_axis x;
    struct fid_time_map map[2]; /* owned */
    bool moved;                 /* not seconds */
};
int fid_pair_axis_of (struct fid_figure *fig, const struct fid_series *s,
                      const struct fid_pair_opts *opts, struct fid_pair_axis *out);
void fid_pair_axis_clear (struct fid_pair_axis *axis);

/* pair_access.c: parts of the figure; none where nothing is known of it. */
void fid_pair_roles (struct fid_figure *fig, const struct fid_series *s,
                     const struct fid_pair_opts *opts);
void fid_pair_role_bytes (struct fid_figure *fig, const struct fid_series *s);
void fid_pair_places (struct fid_figure *fig, const struct fid_series *s,
                      const struct fid_pair_opts *opts);
void fid_pair_size_latency (struct fid_figure *fig, const struct fid_series *s, size_t i);

/* pair_charts.c: dist[i], of sizes also weighted by bytes, and both runs' values in order against
 * each other; spectrum[i]; the length of each step;
 * what time[i] has moved until then */
void fid_pair_cdf (struct fid_figure *fig, const struct fid_series *s, size_t i, bool by_bytes,
                   struct fid_lines *l);
void fid_pair_quantiles (struct fid_figure *fig, const struct fid_series *s, size_t i,
                         bool by_bytes, struct fid_lines *l);
void fid_pair_spectrum (struct fid_figure *fig, const struct fid_series *s, size_t i,
                        struct fid_lines *l);

void fid_pair_step_times (struct fid_figure *fig, const struct fid_series *s,
                          struct fid_lines *l);
void fid_pair_sum (struct fid_figure *fig, const struct fid_series *s, size_t i,
                   struct fid_lines *l);

/* pair_time.c: the shifts of all warps, on a panel; phases and series of both runs as plots of
 * the figure.  Time is from where the first run was traced to where the last was, unless opts
 * limit it. */
void fid_pair_warp (struct fid_figure *fig, const struct fid_series *s,
                    const struct fid_pair_opts *opts, struct fid_lines *l);
void fid_pair_overlay (struct fid_figure *fig, const struct fid_series *s,
                       const struct fid_pair_opts *opts);
