/* series_options.c - see series_options.h */
#include "config.h"
#include "cli/common.h"
#include "cli/series_options.h"

enum { KEY_NONE = FID_KEY_SERIES, KEY_POINTS, KEY_FINE };

#define POINTS_MAX 1000000

static const struct argp_option options[] = {
    {NULL, 0, NULL, 0, "Series for pictures:", 30},
    {"no-series", KEY_NONE, NULL, 0, "Do not write <real>__<emulation>.series.json", 30},
    {"series-points", KEY_POINTS, "N", 0,
     "Thin series to at most N points, keeping lows and highs (default 2000)", 30},
    {"series-fine", KEY_FINE, "N", 0,
     "Keep finer series of at most N points behind them, to zoom into; 0: none (default: "
     "1048576, for matrix 16384)",
     30},
    {0},
};

static error_t
parse (int key, char *arg, struct argp_state *state)
{
    struct fid_series_opts *o = state->input;
    switch (key) {
    case KEY_NONE:
        o->none = true;
        return 0;
    case KEY_POINTS:
        o->size.point_n = fid_arg_count (state, "--series-points", arg, 2, POINTS_MAX);
        return 0;
    case KEY_FINE:
        o->size.fine_n = fid_arg_count (state, "--series-fine", arg, 0, FID_SERIES_FINE);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

const struct argp fid_series_argp = {options, parse, NULL, NULL, NULL, NULL, NULL};
