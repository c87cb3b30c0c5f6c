/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pair_figure.h - what `fidlio plot' draws of a compared pair: several charts in one figure
 *
 * Drawn from a result and its series (doc/result.md, doc/series.md), not from traces. */
#pragma once

#include "plot/figure.h"
#include "results/result.h"
#include "charts/time_map.h"

/* The names of the charts, NULL-terminated; bit k of fid_pair_opts.what asks for number k. */
extern const char *const fid_pair_chart_names[];

extern const unsigned fid_pair_answer; /* the bit of "answer" */

#define FID_PAIR_DEFAULT 3u /* breakdown and overlay */

struct fid_pair_opts {
    unsigned what;
    unsigned resources;  /* bit r: enum fid_resource_id r; 0: all */
    double from_s, to_s; /* of charts over time, on their axis; +-1e9: all */
    enum fid_time_axis axis;
};

/* The charts, and resources over time, that would be empty: "spectra, checkpoint.read". */
struct fid_pair_left_out {
    char text[500];
};

/* Fill fig.  s may be NULL if only what a result alone has (breakdown, answer) is
 * wanted.  Returns -1 with FID_EINPUT if
 * there is nothing to draw, or no series file for what was asked for. */
int fid_pair_figure (struct fid_figure *fig, const struct fid_result *r,
                     const struct fid_series *s, const struct fid_pair_opts *opts,
                     struct fid_pair_left_out *left_out, struct fid_error *err);
