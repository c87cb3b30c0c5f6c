/* options.c - see options.h */
#include "config.h"
#include <string.h>
#include "base/span.h"
#include "base/timeparse.h"
#include "cli/common.h"
#include "cli/options.h"

enum {
    KEY_ZONE = FID_KEY_OPTIONS,
    KEY_DAY_FIRST,
    KEY_ALL,
    KEY_WINDOW,
    KEY_DT,
    KEY_BAND,
    KEY_PENALTY,
    KEY_TOLERANCE,
    KEY_EXCLUDE,
    KEY_WITHIN
};

static const struct argp_option run_options[] = {
    {NULL, 0, NULL, 0, "Reading runs:", 10},
    {"utc-offset", KEY_ZONE, "+HH[:MM]", 0,
     "Local time of the traces minus UTC, where the data do not tell it", 10},
    {"day-first", KEY_DAY_FIRST, NULL, 0, "Dates are DD/MM, not MM/DD", 10},
    {"all-processes", KEY_ALL, NULL, 0, "Count other processes' I/O as the run's", 10},
    {0},
};

/* "+HH", "-HH:MM" or "+HHMM", as ns. */
static bool
zone_of (const char *arg, int64_t *ns)
{
    struct fid_span s = fid_span_of (arg);
    if (s.n < 2 || (s.p[0] != '+' && s.p[0] != '-'))
        return false;
    bool west = s.p[0] == '-';
    struct fid_span hour = {s.p + 1, s.n - 1 < 2 ? s.n - 1 : 2};
    if (s.n == 3 && s.p[2] == ':')
        return false;
    struct fid_span rest = {hour.p + hour.n, s.n - 1 - hour.n};
    uint64_t h, m = 0;
    if (rest.n == 3 && rest.p[0] == ':')
        rest = (struct fid_span){rest.p + 1, 2};
    if (!fid_span_u64 (hour, &h) || h > 18)
        return false;
    if (rest.n && (rest.n != 2 || !fid_span_u64 (rest, &m) || m > 59))
        return false;
    *ns = (int64_t)(h * 3600 + m * 60) * FID_S * (west ? -1 : 1);
    return true;
}

static error_t
parse_run (int key, char *arg, struct argp_state *state)
{
    struct fid_run_opts *opts = state->input;
    switch (key) {
    case KEY_ZONE:
        if (!zone_of (arg, &opts->zone_ns))
            argp_error (state, "--utc-offset takes +HH, -HH or +HH:MM, not '%s'", arg);
        opts->has_zone = true;
        return 0;
    case KEY_DAY_FIRST:
        opts->day_first = true;
        return 0;
    case KEY_ALL:
        opts->all_processes = true;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

const struct argp fid_run_argp = {run_options, parse_run, NULL, NULL, NULL, NULL, NULL};

static const struct argp_option compare_options[] = {
    {NULL, 0, NULL, 0, "Comparing:", 20},
    {"window", KEY_WINDOW, "WINDOW", 0,
     "What the headline is from: job (default), whole, startup, INIT, TRAINING, EVAL or "
     "CHECKPOINT",
     20},
    {"dt", KEY_DT, "SECONDS", 0, "Bin of event series", 20},
    {"band", KEY_BAND, "SECONDS", 0, "Half-width of the band of time warping", 20},
    {"penalty", KEY_PENALTY, "X", 0, "Price of a step of time warping (default 0.05)", 20},
    {"tolerance", KEY_TOLERANCE, "SECONDS", 0, "Slack at the bounds of phases (default 1)", 20},
    {"exclude-group", KEY_EXCLUDE, "GROUP", 0,
     "Declare storage, vfs, cpu, gpu, phases, steps or coupling out of scope: compared, but "
     "not "
     "in the overall numbers (repeatable)",
     20},
    {"within-run-ci", KEY_WITHIN, NULL, 0,
     "Intervals of similarity from blocks of time within single runs (too narrow)", 20},
    {0},
};

static error_t
parse_compare (int key, char *arg, struct argp_state *state)
{
    static const char *const windows[] = {"job",      "whole", "startup",   "INIT",
                                          "TRAINING", "EVAL",  "CHECKPOINT"};
    struct fid_compare_opts *opts = state->input;
    switch (key) {
    case KEY_WINDOW:
        for (size_t i = 0; i < sizeof windows / sizeof *windows; i++)
            if (strcmp (arg, windows[i]) == 0) {
                opts->window = windows[i];
                return 0;
            }
        argp_error (state, "there is no window '%s'", arg);
        return 0;
    case KEY_DT:
        opts->dt_s = fid_arg_number (state, "--dt", arg, 1e-3, 3600);
        return 0;
    case KEY_BAND:
        opts->band_s = fid_arg_number (state, "--band", arg, 1e-3, 1e6);
        return 0;
    case KEY_PENALTY:
        opts->penalty = fid_arg_number (state, "--penalty", arg, 0, 100);
        return 0;
    case KEY_TOLERANCE:
        opts->tolerance_s = fid_arg_number (state, "--tolerance", arg, 0, 1e6);
        return 0;
    case KEY_EXCLUDE:
        for (size_t g = 0; g < FID_GROUP_N; g++)
            if (strcmp (arg, fid_groups[g].name) == 0) {
                opts->excluded |= 1u << g;
                return 0;
            }
        argp_error (state, "there is no group '%s'", arg);
        return 0;
    case KEY_WITHIN:
        opts->within_run_ci = true;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

const struct argp fid_compare_argp = {
    compare_options, parse_compare, NULL, NULL, NULL, NULL, NULL};
