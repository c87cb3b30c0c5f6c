/* series_options.h - options about the series file beside a result */
#ifndef FID_SERIES_OPTIONS_H
#define FID_SERIES_OPTIONS_H

#include <argp.h>
#include "batch/pair_files.h"

/* Its input is a struct fid_series_opts. */
extern const struct argp fid_series_argp;

#endif
