/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pair_figure.h - what `fidlio plot' draws of a pair, from a result and its series, not from traces */
#pragma once

#include "charts/time_map.h"
#include "plot/figure.h"
#include "results/result.h"

enum fid_pair_chart {
    FID_PAIR_BREAKDOWN,     /* similarity and grades of groups; of resources by facet */
    FID_PAIR_RATES,         /* phases and resources over time, and the warping path */
    FID_PAIR_SPECTRA,       /* power by frequency, with the periods that stand out */
    FID_PAIR_DISTRIBUTIONS, /* the share up to each value */
    FID_PAIR_ANSWER,        /* how long both jobs take on other storage */
    FID_PAIR_CHART_N
};

/* "breakdown" and so on; ends with NULL. */
extern const char *const fid_pair_chart_names[];

#define FID_PAIR_DEFAULT (1u << FID_PAIR_BREAKDOWN | 1u << FID_PAIR_RATES)

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
