/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pair_files.h - the result file of a pair and the series file beside it */
#pragma once

#include "compare/series.h"

/* Which series are written; {.size = {FID_SERIES_POINTS, FID_SERIES_FINE}} by default. */
struct fid_series_opts {
    bool none; /* no <real>__<emulation>.series.json */
    struct fid_series_size size;
};

/* Writes the result to path and the series beside it; series NULL removes a series
 * file that an older result left there.  -1 with FID_EINTERNAL. */
int fid_pair_files_write (const char *path, const char *below, const struct fid_result *result,
                          const struct fid_series *series, struct fid_error *err);

/* Removes both, if they exist. */
void fid_pair_files_remove (const char *path, const char *below);
