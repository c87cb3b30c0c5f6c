/* SPDX-License-Identifier: GPL-3.0-or-later */
/* options.c - see options.h */
#include "cli/common.h"
#include "cli/options.h"
#include "run/role_rules.h"

/* "+HH", "-HH:MM" or "+HHMM", as ns. */
static bool zone_of (const char *arg, int64_t *ns)
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

static const char *window_name (int i)
{
    return fid_windows[i].name;
}

static const char *per_name (int i)
{
    return fid_per_name ((enum fid_per) (i + 1)); /* the first stands for none */
}

/* Values of the types of settings, read from arg. */
static void read_window (struct argp_state *state, const char *arg, void *member)
{
    *(const char **)member = window_name (
        fid_arg_choice (state, "window", fid_span_of (arg), window_name, FID_WINDOW_N));
}

static void read_group (struct argp_state *state, const char *arg, void *member)
{
    *(unsigned *)member |= 1u << fid_arg_group (state, fid_span_of (arg));
}

static void read_per (struct argp_state *state, const char *arg, void *member)
{
    *(enum fid_per *)member =
        (enum fid_per) (1 + fid_arg_choice (state, "unit of amounts", fid_span_of (arg),
                                            per_name, FID_PER_N - 1));
}

/* The one profile of a command. */
static void read_profile (struct argp_state *state, const char *arg, void *member)
{
    static struct fid_profile loaded;
    fid_arg_must (state, fid_profile_load (&loaded, arg, &fid_why));
    *(const struct fid_profile **)member = &loaded;
}

static void read_roles (struct argp_state *state, const char *arg, void *run_opts)
{
    struct fid_run_opts *opts = run_opts;
    fid_arg_must (state, fid_role_rules_check (arg, &opts->roles_hash, &fid_why));
    opts->roles = arg;
}

static void read_zone (struct argp_state *state, const char *arg, void *run_opts)
{
    struct fid_run_opts *opts = run_opts;
    if (!zone_of (arg, &opts->zone_ns))
        argp_error (state, "--utc-offset takes +HH, -HH or +HH:MM, not '%s'", arg);
    opts->has_zone = true;
}

/* "500M" or "4G", as bytes. */
static void read_memory (struct argp_state *state, const char *arg, void *member)
{
    struct fid_span s = fid_span_of (arg);
    uint64_t n = 0;
    char unit = s.n ? s.p[s.n - 1] : '\0';
    int shift = unit == 'K' ? 10 : unit == 'M' ? 20 : unit == 'G' ? 30 : unit == 'T' ? 40 : 0;
    s.n -= shift > 0;
    if (!fid_span_u64 (s, &n) || !n || n > UINT64_MAX >> (shift + 8))
        argp_error (state, "--memory takes a size such as 500M or 4G, not '%s'", arg);
    *(uint64_t *)member = n << shift;
}

#define STORAGES_MAX 64

/* The storages of a command. */
static void read_storage (struct argp_state *state, const char *arg, void *answer_opts)
{
    static struct fid_storage all[STORAGES_MAX];
    struct fid_answer_opts *opts = answer_opts;
    if (opts->storage_n == STORAGES_MAX)
        argp_error (state, "more than %d storages", STORAGES_MAX);
    fid_arg_must (state, fid_storage_load (&all[opts->storage_n], arg, &fid_why));
    opts->storage = all;
    opts->storage_n++;
}

double fid_arg_share (struct argp_state *state, const char *arg, double low, double high)
{
    double percent;
    struct fid_span s = fid_span_of (arg);
    s.n -= s.n && s.p[s.n - 1] == '%';
    if (!fid_span_decimal (s, &percent) || !(percent >= low && percent <= high))
        argp_error (state, "'%s' is not a percentage from %g to %g", arg, low, high);
    return percent / 100;
}

static void read_utilisation (struct argp_state *state, const char *arg, void *member)
{
    *(double *)member = fid_arg_share (state, arg, 1, 99.9);
}

static void read_tolerance (struct argp_state *state, const char *arg, void *member)
{
    *(double *)member = fid_arg_share (state, arg, 0.1, 1000);
}

const struct fid_option fid_answer_options[] = {
    FID_OPTION_HEADING ("The answer:", 25),
    FID_OPTION_CALL_ALL (
        "storage", 0, "NAME|FILE", read_storage,
        "A storage to answer for: a shipped one, a file of lines KEY VALUE, or results of fio "
        "as JSON (repeatable; default: 1, 0.7, 0.5, 0.35 and 0.25 times what the real job "
        "reads a second)"),
    FID_OPTION_CALL (struct fid_answer_opts, utilisation, "utilisation", 0, "PERCENT",
                     read_utilisation,
                     "Accelerators shall be busy for this share of the training (default 90)"),
    FID_OPTION_CALL (struct fid_answer_opts, tolerance, "answer-tolerance", 0, "PERCENT",
                     read_tolerance,
                     "How far a valid benchmark's answer may be off (default 10)"),
    {0},
};

/* One setting as a row of a table, by its type. */
#define ROW_FLAG(in, field, option, value, low, high, help)                                    \
    FID_OPTION_FLAG (in, field, option, 0, help)
#define ROW_NUMBER(in, field, option, value, low, high, help)                                  \
    FID_OPTION_NUMBER (in, field, option, 0, value, low, high, help)
#define ROW_WINDOW(in, field, option, value, low, high, help)                                  \
    FID_OPTION_CALL (in, field, option, 0, value, read_window, help)
#define ROW_GROUPS(in, field, option, value, low, high, help)                                  \
    FID_OPTION_CALL (in, field, option, 0, value, read_group, help)
#define ROW_PER(in, field, option, value, low, high, help)                                     \
    FID_OPTION_CALL (in, field, option, 0, value, read_per, help)
#define ROW_PROFILE(in, field, option, value, low, high, help)                                 \
    FID_OPTION_CALL (in, field, option, 0, value, read_profile, help)
#define ROW_ROLES(in, field, option, value, low, high, help)                                   \
    FID_OPTION_CALL_ALL (option, 0, value, read_roles, help)
#define ROW_ZONE(in, field, option, value, low, high, help)                                    \
    FID_OPTION_CALL_ALL (option, 0, value, read_zone, help)
#define RUN_ROW(id, field, type, name, option, value, low, high, fallback, agree, help)        \
    ROW_##type (struct fid_run_opts, field, option, value, low, high, help),
#define COMPARE_ROW(id, field, type, name, option, value, low, high, fallback, agree, help)    \
    ROW_##type (struct fid_compare_opts, field, option, value, low, high, help),

const struct fid_option fid_run_options[] = {
    FID_OPTION_HEADING ("Reading runs:", 10),
    FID_RUN_SETTINGS (RUN_ROW)
    /* changes no run that fits */
    FID_OPTION_CALL (
        struct fid_run_opts, memory_n, "memory", 0, "SIZE", read_memory,
        "Memory for the events of a run, such as 500M (default 1G); beyond it events "
        "that are close together are merged, and the result says so"),
    {0}};
const struct fid_option fid_compare_options[] = {FID_OPTION_HEADING ("Comparing:", 20),
                                                 FID_COMPARE_SETTINGS (COMPARE_ROW){0}};

void fid_arg_sides (struct argp_state *state, const struct fid_words *plain,
                    struct fid_words *real, struct fid_words *emulation)
{
    if (plain->n && (real->n || emulation->n))
        argp_error (
            state,
            "%s: name runs either by --real and --emulation or as REAL EMULATION..., not "
            "by both",
            plain->word[0]);
    for (size_t i = 0; i < plain->n; i++)
        fid_words_add (i ? emulation : real, plain->word[i]);
}

#define POINTS_MAX 1000000

const struct fid_option fid_series_options[] = {
    FID_OPTION_HEADING ("Series for pictures:", 30),
    FID_OPTION_FLAG (struct fid_series_opts, none, "no-series", 0,
                     "Do not write <real>__<emulation>.series.json"),
    FID_OPTION_COUNT (struct fid_series_opts, size.point_n, "series-points", 0, "N", 2,
                      POINTS_MAX,
                      "Thin series to at most N points, keeping lows and highs (default 2000)"),
    FID_OPTION_COUNT (
        struct fid_series_opts, size.fine_n, "series-fine", 0, "N", 0, FID_SERIES_FINE,
        "Keep finer series of at most N points behind them, to zoom into; 0: none "
        "(default: 1048576, for matrix 16384)"),
    {0},
};
