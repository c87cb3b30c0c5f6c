/* series_options.c - see series_options.h */
#include "cli/series_options.h"

#define POINTS_MAX 1000000

const struct fid_option fid_series_options[] = {
    FID_OPTION_HEADING ("Series for pictures:", 30),
    FID_OPTION_FLAG (struct fid_series_opts, none, "no-series", 0,
                     "Do not write <real>__<emulation>.series.json"),
    FID_OPTION_COUNT (struct fid_series_opts, size.point_n, "series-points", 0, "N", 2,
                      POINTS_MAX,
                      "Thin series to at most N points, keeping lows and highs (default 2000)"),
    FID_OPTION_COUNT (struct fid_series_opts, size.fine_n, "series-fine", 0, "N", 0,
                      FID_SERIES_FINE,
                      "Keep finer series of at most N points behind them, to zoom into; 0: none "
                      "(default: 1048576, for matrix 16384)"),
    {0},
};
