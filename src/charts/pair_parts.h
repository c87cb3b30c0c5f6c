/* pair_parts.h - shared by the charts of pairs (pair_charts.h, pair_figure.h) only
 *
 * The functions fill in a plot that the caller places and draws.  All memory is the figure's,
 * which remembers if it runs out. */
#ifndef FID_PAIR_PARTS_H
#define FID_PAIR_PARTS_H

#include "charts/pair_figure.h"

/* How a side is drawn and called. */
struct fid_pen fid_side_pen (int side);
extern const char *const fid_side_name[2];

/* Whether opts ask for the resource; NULL opts ask for all. */
bool fid_pair_wants (const struct fid_pair_opts *opts, enum fid_resource_id resource);

/* pair_charts.c: dist[i], spectrum[i] */
void fid_pair_cdf (struct fid_figure *fig, const struct fid_series *s, size_t i,
                   struct fid_lines *l);
void fid_pair_spectrum (struct fid_figure *fig, const struct fid_series *s, size_t i,
                        struct fid_lines *l);

/* pair_storage.c: slowdown[i], demand */
void fid_pair_slowdown (struct fid_figure *fig, const struct fid_series *s, size_t i,
                        struct fid_lines *l);
void fid_pair_demand (struct fid_figure *fig, const struct fid_series *s, struct fid_lines *l);

/* pair_time.c: the shifts of all warps, on a panel; phases and series of both runs as plots of
 * the figure.  Time is from where the first run was traced to where the last was, unless opts
 * limit it. */
void fid_pair_warp (struct fid_figure *fig, const struct fid_series *s,
                    const struct fid_pair_opts *opts, struct fid_lines *l);
void fid_pair_overlay (struct fid_figure *fig, const struct fid_series *s,
                       const struct fid_pair_opts *opts);

/* pair_time.c: charts of report.html */
void fid_chart_time (struct fid_figure *fig, const struct fid_series *s, size_t i,
                     struct fid_canvas *c, struct fid_box box);
void fid_chart_phases (struct fid_figure *fig, const struct fid_series *s, size_t i,
                       struct fid_canvas *c, struct fid_box box);

#endif
