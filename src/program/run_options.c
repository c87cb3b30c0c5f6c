/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_options.c - see run_options.h */
#include "program/common.h"
#include "program/run_options.h"
#include "readers/trainlog/own.h"
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

static void read_roles (struct argp_state *state, const char *arg, void *run_opts)
{
    struct fid_run_opts *opts = run_opts;
    fid_arg_must (state, fid_role_rules_check (arg, &opts->roles_hash, &fid_why));
    opts->roles = arg;
}

static void read_log_pattern (struct argp_state *state, const char *arg, void *run_opts)
{
    struct fid_run_opts *opts = run_opts;
    fid_arg_must (state, fid_log_own_add (&opts->patterns, arg, &fid_why));
    opts->patterns_hash = opts->patterns->hash;
}

static void read_zone (struct argp_state *state, const char *arg, void *run_opts)
{
    struct fid_run_opts *opts = run_opts;
    if (!zone_of (arg, &opts->zone_ns))
        argp_error (state, "--utc-offset takes +HH, -HH or +HH:MM, not '%s'", arg);
    opts->has_zone = true;
}

/* "500M" or "4G", as bytes. */
/* One setting as a row of a table, by its type. */
#define ROW_FLAG(in, field, option, value, low, high, help)                                    \
    FID_OPTION_FLAG (in, field, option, 0, help)
#define ROW_ROLES(in, field, option, value, low, high, help)                                   \
    FID_OPTION_CALL_ALL (option, 0, value, read_roles, help)
#define ROW_ZONE(in, field, option, value, low, high, help)                                    \
    FID_OPTION_CALL_ALL (option, 0, value, read_zone, help)
#define RUN_ROW(id, field, type, name, option, value, low, high, fallback, agree, help)        \
    ROW_##type (struct fid_run_opts, field, option, value, low, high, help),
const struct fid_option fid_run_options[] = {
    FID_OPTION_HEADING ("Reading runs:", 10),
    FID_RUN_SETTINGS (RUN_ROW) FID_OPTION_CALL_ALL (
        "log-pattern", 0, "FILE", read_log_pattern,
        "Lines of a training program's log: a kind (step, epoch, eval, save, ...) and a "
        "pattern a line"),
    /* changes no run that fits */
    FID_OPTION_CALL (
        struct fid_run_opts, memory_n, "memory", 0, "SIZE", fid_take_size,
        "Memory for the events of a run, such as 500M (default 1G); beyond it events "
        "that are close together are merged, and the result says so"),
    {0}};
