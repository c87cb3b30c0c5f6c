/* series_options.h - options about the series file beside a result */
#ifndef FID_SERIES_OPTIONS_H
#define FID_SERIES_OPTIONS_H

#include "batch/pair_files.h"
#include "cli/option.h"

/* Of a struct fid_series_opts. */
extern const struct fid_option fid_series_options[];

#endif
