/* options.c - see options.h */
#include "config.h"
#include "base/span.h"
#include "base/timeparse.h"
#include "cli/common.h"
#include "cli/options.h"
#include "model/per.h"
#include "model/profile.h"
#include "model/settings.h"
#include "model/windows.h"
#include "run/role_rules.h"

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

static const char *
window_name (int i)
{
    return fid_windows[i].name;
}

static const char *
per_name (int i)
{
    return fid_per_name ((enum fid_per)(i + 1)); /* the first stands for none */
}

/* Values of the types of settings, read from arg. */
static void
window_of (const char *arg, const char **name, struct argp_state *state)
{
    *name = window_name (
        fid_arg_choice (state, "window", fid_span_of (arg), window_name, FID_WINDOW_N));
}

static void
group_of (const char *arg, unsigned *groups, struct argp_state *state)
{
    *groups |= 1u << fid_arg_group (state, fid_span_of (arg));
}

static void
per_of (const char *arg, enum fid_per *per, struct argp_state *state)
{
    *per = (enum fid_per)(1 + fid_arg_choice (state, "unit of amounts", fid_span_of (arg), per_name,
                                              FID_PER_N - 1));
}

/* The one profile of a command. */
static void
profile_of (const char *arg, const struct fid_profile **profile, struct argp_state *state)
{
    static struct fid_profile loaded;
    struct fid_error err;
    if (fid_profile_load (&loaded, arg, &err))
        argp_failure (state, (int)err.status, 0, "%s", err.text);
    *profile = &loaded;
}

#define READ_PROFILE(field, option, low, high) profile_of (arg, &opts->field, state)
static void
roles_of (const char *arg, struct fid_run_opts *opts, struct argp_state *state)
{
    struct fid_error err;
    if (fid_role_rules_check (arg, &opts->roles_hash, &err))
        argp_failure (state, (int)err.status, 0, "%s", err.text);
    opts->roles = arg;
}

#define READ_FLAG(field, option, low, high) opts->field = true
#define READ_NUMBER(field, option, low, high)                                                  \
    opts->field = fid_arg_number (state, "--" option, arg, low, high)
#define READ_WINDOW(field, option, low, high) window_of (arg, &opts->field, state)
#define READ_GROUPS(field, option, low, high) group_of (arg, &opts->field, state)
#define READ_PER(field, option, low, high)    per_of (arg, &opts->field, state)
#define READ_ZONE(field, option, low, high)                                                    \
    if (!zone_of (arg, &opts->field))                                                          \
        argp_error (state, "--" option " takes +HH, -HH or +HH:MM, not '%s'", arg);            \
    opts->has_zone = true

#define READ_ROLES(field, option, low, high) roles_of (arg, opts, state)

/* One setting: its row in a list of options, its case in a parser. */
#define OPTION(id, field, type, name, option, value, low, high, fallback, agree, help)         \
    {option, FID_KEY_OPTIONS + FID_SETTING_##id, value, 0, help, 0},
#define CASE(id, field, type, name, option, value, low, high, fallback, agree, help)           \
    case FID_KEY_OPTIONS + FID_SETTING_##id:                                                   \
        READ_##type (field, option, low, high);                                                \
        return 0;

static const struct argp_option run_options[] = {{NULL, 0, NULL, 0, "Reading runs:", 10},
                                                 FID_RUN_SETTINGS (OPTION){0}};
static const struct argp_option compare_options[] = {{NULL, 0, NULL, 0, "Comparing:", 20},
                                                     FID_COMPARE_SETTINGS (OPTION){0}};

static error_t
parse_run (int key, char *arg, struct argp_state *state)
{
    struct fid_run_opts *opts = state->input;
    switch (key) {
        FID_RUN_SETTINGS (CASE)
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static error_t
parse_compare (int key, char *arg, struct argp_state *state)
{
    struct fid_compare_opts *opts = state->input;
    switch (key) {
        FID_COMPARE_SETTINGS (CASE)
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

const struct argp fid_run_argp = {run_options, parse_run, NULL, NULL, NULL, NULL, NULL};
const struct argp fid_compare_argp = {
    compare_options, parse_compare, NULL, NULL, NULL, NULL, NULL};
