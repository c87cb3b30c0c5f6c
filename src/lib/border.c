/* SPDX-License-Identifier: GPL-3.0-or-later */
/* border.c - see border.h */
#include "lib/border.h"
#include "readers/trainlog/own.h"
#include "run/role_rules.h"

static locale_t c_locale;

static void make_c_locale (void)
{
    c_locale = newlocale (LC_ALL_MASK, "C", (locale_t)0);
}

locale_t fid_border_enter (void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once (&once, make_c_locale);
    return uselocale (c_locale); /* (locale_t)0, without memory, changes nothing */
}

void fid_border_leave (const locale_t *before)
{
    uselocale (*before);
}

int fid_border_given (const void *pointer, const char *name, struct fid_error *err)
{
    return pointer ? 0 : fid_errorf (err, FID_EUSAGE, "%s is NULL", name);
}

int fid_border_range (bool given, double x, double low, double high, const char *name,
                      struct fid_error *err)
{
    return !given || (x >= low && x <= high)
               ? 0
               : fid_errorf (err, FID_EUSAGE, "%s is %g; it has to be %g to %g", name, x, low,
                             high);
}

int fid_border_open (const struct fid_open_options *from, struct fid_run_opts *to,
                     struct fid_error *err)
{
    *to = (struct fid_run_opts){0};
    if (!from)
        return 0;
    if (from->has_utc_offset && !(fabs (from->utc_offset_s) <= 18 * 3600))
        return fid_errorf (
            err, FID_EUSAGE,
            "utc_offset_s is %g; no zone is more than 18 hours (64800 s) from UTC",
            from->utc_offset_s);
    *to = (struct fid_run_opts){
        .all_processes = from->all_processes,
        .day_first = from->day_first,
        .has_zone = from->has_utc_offset,
        .zone_ns = from->has_utc_offset ? (int64_t)llround (from->utc_offset_s * 1e9) : 0,
        .thread_n = from->thread_n,
        .roles = from->roles,
    };
    if (from->roles)
        FID_TRY (fid_role_rules_check (from->roles, &to->roles_hash, err));
    if (from->log_pattern)
        FID_TRY (fid_log_own_add (&to->patterns, from->log_pattern, err));
    to->patterns_hash = to->patterns ? to->patterns->hash : 0;
    return 0;
}

static int check_setting (enum fid_setting_id id, bool given, double x, struct fid_error *err)
{
    const struct fid_setting *s = &fid_settings[id];
    return fid_border_range (given, x, s->low, s->high, s->name, err);
}

/* Set the bit of each group in a list separated by commas. */
static int parse_groups (const char *list, unsigned *excluded, struct fid_error *err)
{
    while (*list) {
        size_t n = strcspn (list, ",");
        int found = -1;
        for (int g = 0; g < FID_GROUP_N; g++)
            if (strlen (fid_groups[g].name) == n && strncmp (list, fid_groups[g].name, n) == 0)
                found = g;
        if (found < 0)
            return fid_errorf (err, FID_EUSAGE, "exclude_groups: unknown group '%.*s'",
                               (int)(n < 40 ? n : 40), list);
        *excluded |= 1u << found;
        list += n + (list[n] == ',');
    }
    return 0;
}

int fid_border_compare (const struct fid_compare_options *from, struct fid_border_compare *to,
                        struct fid_error *err)
{
    static const struct fid_compare_options defaults;
    const struct fid_compare_options *o = from ? from : &defaults;
    int per = o->per ? fid_per_find (o->per) : (int)FID_PER_CHOSEN;
    to->opts = (struct fid_compare_opts){
        .window = o->window,
        .dt_s = o->dt_s,
        .band_s = o->band_s,
        .penalty = o->has_penalty ? o->penalty : -1,
        .tolerance_s = o->has_tolerance ? o->tolerance_s : -1,
        .profile = o->profile ? &to->profile : NULL,
        .per = per >= 0 ? (enum fid_per)per : FID_PER_CHOSEN,
        .calibration = o->calibration,
        .thread_n = o->thread_n ? o->thread_n : 1,
    };
    if (o->window && fid_window_find (o->window) < 0)
        return fid_errorf (err, FID_EUSAGE, "unknown window '%.40s'", o->window);
    if (per < 0)
        return fid_errorf (err, FID_EUSAGE,
                           "per is '%.40s'; it has to be job, epoch, step or second", o->per);
    FID_TRY (check_setting (FID_SETTING_DT, o->dt_s != 0, o->dt_s, err));
    FID_TRY (check_setting (FID_SETTING_BAND, o->band_s != 0, o->band_s, err));
    FID_TRY (check_setting (FID_SETTING_PENALTY, o->has_penalty, o->penalty, err));
    FID_TRY (check_setting (FID_SETTING_TOLERANCE, o->has_tolerance, o->tolerance_s, err));
    if (o->profile)
        FID_TRY (fid_profile_load (&to->profile, o->profile, err));
    return o->exclude_groups ? parse_groups (o->exclude_groups, &to->opts.excluded, err) : 0;
}

int fid_border_runs (const struct fid_run *const *run, size_t n,
                     const struct fid_run_opts *same, struct fid_run_opts *out,
                     struct fid_error *err)
{
    if (!n || !run)
        return fid_errorf (err, FID_EUSAGE, "at least one run is needed");
    for (size_t i = 0; i < n; i++)
        FID_TRY (fid_border_given (run[i], "a run", err));
    *out = same ? *same : run[0]->opts;
    for (size_t i = 0; i < n; i++) {
        const struct fid_run_opts *o = &run[i]->opts;
        const char *what = o->all_processes != out->all_processes ? "all_processes"
                           : o->day_first != out->day_first       ? "day_first"
                           : o->has_zone != out->has_zone || o->zone_ns != out->zone_ns
                               ? "utc_offset_s"
                           : o->roles_hash != out->roles_hash       ? "roles"
                           : o->patterns_hash != out->patterns_hash ? "log_pattern"
                                                                    : NULL;
        if (what)
            return fid_errorf (err, FID_EUSAGE,
                               "%s was opened with a different %s than the previous run",
                               run[i]->id, what);
    }
    return 0;
}
