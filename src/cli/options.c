/* SPDX-License-Identifier: GPL-3.0-or-later */
/* options.c - see options.h */
#include "cli/options.h"

int fid_arg_choice (struct argp_state *state, const char *what, struct fid_span arg,
                    const struct fid_names *names)
{
    char list[512] = "";
    for (int i = 0; i < names->n; i++) {
        const char *name = fid_name_of (names, i);
        size_t at = strlen (list);
        if (name && strlen (name) == arg.n && strncasecmp (name, arg.p, arg.n) == 0)
            return i;
        if (name)
            snprintf (list + at, sizeof list - at, "%s%s", at ? ", " : "", name);
    }
    argp_error (state, "unknown %s '%.*s'; choose one of %s", what, FID_SPAN_ARG (arg), list);
    return 0;
}

enum fid_group_id fid_arg_group (struct argp_state *state, struct fid_span arg)
{
    return (enum fid_group_id)fid_arg_choice (state, "group", arg, &fid_names_group);
}

enum fid_resource_id fid_arg_resource (struct argp_state *state, struct fid_span arg)
{
    return (enum fid_resource_id)fid_arg_choice (state, "resource", arg, &fid_names_resource);
}

/* Values of the types of settings, read from arg. */
static void read_window (struct argp_state *state, const char *arg, void *member)
{
    int window = fid_arg_choice (state, "window", fid_span_of (arg), &fid_names_window);
    *(const char **)member = fid_windows[window].name;
}

static void read_group (struct argp_state *state, const char *arg, void *member)
{
    *(unsigned *)member |= 1u << fid_arg_group (state, fid_span_of (arg));
}

static void read_per (struct argp_state *state, const char *arg, void *member)
{
    *(enum fid_per *)member = (enum fid_per)fid_arg_choice (state, "unit of amounts",
                                                            fid_span_of (arg), &fid_names_per);
}

static void read_profile (struct argp_state *state, const char *arg, void *member)
{
    static struct fid_profile loaded;
    fid_arg_must (state, fid_profile_load (&loaded, arg, &fid_why));
    *(const struct fid_profile **)member = &loaded;
}

#define STORAGES_MAX 64

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
        "storage", 0, "NAME|RATE|FILE", read_storage,
        "A storage to answer for: a shipped one (`fidlio list storages'), a rate such as "
        "2GB/s, 5ms or 200iops, a file of lines KEY VALUE, or results of fio as JSON "
        "(repeatable; default: 1, 0.7, 0.5, 0.35 and 0.25 times the real job's read rate)"),
    FID_OPTION_CALL (struct fid_answer_opts, utilisation, "utilisation", 0, "PERCENT",
                     read_utilisation,
                     "Share of the training for which accelerators must be busy (default 90)"),
    FID_OPTION_CALL (struct fid_answer_opts, tolerance, "answer-tolerance", 0, "PERCENT",
                     read_tolerance,
                     "Largest error of a valid benchmark's answer (default 10)"),
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
#define COMPARE_ROW(id, field, type, name, option, value, low, high, fallback, agree, help)    \
    ROW_##type (struct fid_compare_opts, field, option, value, low, high, help),

const struct fid_option fid_compare_options[] = {FID_OPTION_HEADING ("Comparing:", 20),
                                                 FID_COMPARE_SETTINGS (COMPARE_ROW){0}};

void fid_arg_sides (struct argp_state *state, const struct fid_words *plain,
                    struct fid_words *real, struct fid_words *emulation)
{
    if (plain->n && (real->n || emulation->n))
        argp_error (
            state,
            "%s: name runs either by --real and --emulation or as REAL EMULATION..., not both",
            plain->word[0]);
    for (size_t i = 0; i < plain->n; i++)
        fid_words_add (i ? emulation : real, plain->word[i]);
    bool same = false;
    for (size_t i = 0; i < real->n * emulation->n && real->n + emulation->n > 2; i++) {
        const char *run = real->word[i / emulation->n];
        fid_must (fid_files_same (run, emulation->word[i % emulation->n], &same, &fid_why));
        if (same)
            argp_error (state,
                        "%s stands on both sides: its error against itself is 0, which would "
                        "make the mean error too small; name it on one side",
                        run);
    }
}

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
                      "Also keep finer series of at most N points, for zooming; 0: none "
                      "(default: 1048576, for matrix 16384)"),
    {0},
};

static const char *const groupings[] = {"configuration", "run", "workload", NULL};

const struct fid_option fid_group_by_options[] = {
    {.name = "group-by",
     .value = "WHAT",
     .help = "Runs count as repeats if they share: configuration (their names without _rN; "
             "the default), workload, or nothing (run)",
     .kind = FID_TAKES_CHOICE,
     .names = groupings},
    {0},
};

struct fid_screen fid_screen_of (const struct fid_common *common)
{
    return (struct fid_screen){.f = stdout,
                               .err = &fid_why,
                               .format = common->format,
                               .width = fid_terminal_width (),
                               .whole = common->verbose > 0,
                               .colour = fid_use_colour (common)};
}
