/* series_file.c - see series_file.h */
#include "config.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "cli/common.h"
#include "cli/series_file.h"
#include "results/series.h"

enum { KEY_NONE = FID_KEY_COMPANION, KEY_POINTS, KEY_FINE };

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
    struct fid_companion *c = state->input;
    switch (key) {
    case KEY_NONE:
        c->none = true;
        return 0;
    case KEY_POINTS:
        c->size.point_n = (size_t)fid_arg_number (state, "--series-points", arg, 2, POINTS_MAX);
        return 0;
    case KEY_FINE:
        c->size.fine_n =
            (size_t)fid_arg_number (state, "--series-fine", arg, 0, FID_SERIES_FINE);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

const struct argp fid_companion_argp = {options, parse, NULL, NULL, NULL, NULL, NULL};

void
fid_companion_remove (const char *result_path)
{
    struct fid_error unused;
    char *path = fid_series_path (result_path, &unused);
    if (path)
        unlink (path);
    free (path);
}

int
fid_companion_write (const struct fid_companion *companion, const char *result_path,
                     const cJSON *series, struct fid_error *err)
{
    char *path = fid_series_path (result_path, err);
    if (!path)
        return -1;
    int rc = 0;
    if (!companion->none)
        rc = fid_series_write (path, series, err);
    else if (unlink (path) && errno != ENOENT)
        rc = fid_errorf (err, FID_EINTERNAL, "%s: cannot be removed: %s", path,
                         strerror (errno));
    free (path);
    return rc;
}

bool
fid_companion_fits (const struct fid_companion *companion, const char *result_path,
                    const char *key, const char *real_hash, const char *emulation_hash)
{
    struct fid_error unused;
    if (companion->none)
        return true;
    char *path = fid_series_path (result_path, &unused);
    bool fits = path && fid_series_fits (path, key, real_hash, emulation_hash,
                                         companion->size.point_n, companion->size.fine_n);
    free (path);
    return fits;
}
