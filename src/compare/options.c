/* options.c - see options.h */
#include "config.h"
#include <stdio.h>
#include <xxhash.h>
#include "compare/calibration.h"
#include "compare/options.h"
#include "timeline/run.h"

void
fid_compare_key (const struct fid_run_opts *run_opts, const struct fid_compare_opts *opts,
                 char buf[17])
{
    char text[256];
    int n = snprintf (
        text, sizeof text, "%s|%s|%.17g|%.17g|%.17g|%.17g|%d|%d|%d|%lld|%llx|%x",
        fid_version (), opts->window ? opts->window : "job", opts->dt_s > 0 ? opts->dt_s : 0,
        opts->band_s > 0 ? opts->band_s : 0, opts->penalty >= 0 ? opts->penalty : 0.05,
        opts->tolerance_s >= 0 ? opts->tolerance_s : 1, run_opts->all_processes,
        run_opts->day_first, run_opts->has_zone,
        run_opts->has_zone ? (long long)run_opts->zone_ns : 0,
        opts->calibration ? (unsigned long long)opts->calibration->hash : 0, opts->excluded);
    if (opts->within_run_ci)
        n += snprintf (text + n, sizeof text - (size_t)n, "|within");
    snprintf (buf, 17, "%016llx", (unsigned long long)XXH3_64bits (text, (size_t)n));
}
