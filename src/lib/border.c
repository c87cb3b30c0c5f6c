/* SPDX-License-Identifier: GPL-3.0-or-later */
/* border.c - see border.h */
#include "lib/border.h"

/* ---- locale */

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

/* ---- structs with their size */

/* No struct of this interface becomes this large: a larger size was never set. */
#define STRUCT_MOST 4096

int fid_border_given (const void *pointer, const char *name, struct fid_error *err)
{
    return pointer ? 0 : fid_errorf (err, FID_EUSAGE, "%s is NULL", name);
}

/* The size that the caller's struct says it has, in *n. */
static int read_size (const void *given, size_t *n, const char *name, struct fid_error *err)
{
    memcpy (n, given, sizeof *n);
    if (*n > sizeof *n && *n <= STRUCT_MOST && *n % sizeof *n == 0)
        return 0;
    return fid_errorf (
        err, FID_EUSAGE,
        "struct %s: its size is given as %zu; set .size to the sizeof of the struct", name, *n);
}

/* Whether the bytes of a struct from `from` on are all 0. */
static bool is_zero (const void *given, size_t from, size_t to)
{
    const unsigned char *byte = given;
    for (size_t i = from; i < to; i++)
        if (byte[i])
            return false;
    return true;
}

int fid_border_options (void *to, const void *from, size_t size, const char *name,
                        struct fid_error *err)
{
    size_t n = 0;
    FID_TRY (from && read_size (from, &n, name, err));
    if (n > size && !is_zero (from, size, n))
        return fid_errorf (err, FID_EUSAGE,
                           "struct %s: an option is set that this version does not have (the "
                           "struct has %zu bytes, here %zu)",
                           name, n, size);
    memset (to, 0, size);
    if (from)
        memcpy (to, from, n < size ? n : size);
    return 0;
}

int fid_border_row (void *to, const void *row, size_t size, const char *name,
                    struct fid_error *err)
{
    size_t n;
    FID_TRY (fid_border_given (to, name, err) || read_size (to, &n, name, err));
    size_t known = n < size ? n : size;
    memcpy ((char *)to + sizeof n, (const char *)row + sizeof n, known - sizeof n);
    return 0;
}

int fid_border_index (size_t i, size_t n, const char *name, struct fid_error *err)
{
    return i < n ? 0
                 : fid_errorf (err, FID_EUSAGE, "there is no %s %zu: %zu in all, from 0", name,
                               i, n);
}

/* ---- options */

/* Whether x is in the range of a setting; NaN is not. */
static int check_range (enum fid_setting_id id, double x, struct fid_error *err)
{
    const struct fid_setting *s = &fid_settings[id];
    return x >= s->low && x <= s->high
               ? 0
               : fid_errorf (err, FID_EUSAGE, "%s is %g; it has to be %g to %g", s->name, x,
                             s->low, s->high);
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
            return fid_errorf (err, FID_EUSAGE, "exclude_groups: there is no group '%.*s'",
                               (int)(n < 40 ? n : 40), list);
        *excluded |= 1u << found;
        list += n + (list[n] == ',');
    }
    return 0;
}

int fid_border_compare (const struct fid_compare_options *from, struct fid_compare_opts *to,
                        struct fid_error *err)
{
    struct fid_compare_options o;
    FID_TRY (fid_border_options (&o, from, sizeof o, "fid_compare_options", err));
    int per = o.per ? fid_per_find (o.per) : (int)FID_PER_CHOSEN;
    *to = (struct fid_compare_opts){
        .window = o.window,
        .dt_s = o.dt_s,
        .band_s = o.band_s,
        .penalty = o.has_penalty ? o.penalty : -1,
        .tolerance_s = o.has_tolerance ? o.tolerance_s : -1,
        .profile = o.profile,
        .per = per >= 0 ? (enum fid_per)per : FID_PER_CHOSEN,
        .calibration = o.calibration,
        .thread_n = o.thread_n ? o.thread_n : 1,
    };
    if (o.window && fid_window_find (o.window) < 0)
        return fid_errorf (err, FID_EUSAGE, "there is no window '%.40s'", o.window);
    if (per < 0)
        return fid_errorf (err, FID_EUSAGE,
                           "per is '%.40s'; it has to be job, epoch, step or second", o.per);
    FID_TRY ((o.dt_s != 0 && check_range (FID_SETTING_DT, o.dt_s, err)) ||
             (o.band_s != 0 && check_range (FID_SETTING_BAND, o.band_s, err)) ||
             (o.has_penalty && check_range (FID_SETTING_PENALTY, o.penalty, err)) ||
             (o.has_tolerance && check_range (FID_SETTING_TOLERANCE, o.tolerance_s, err)));
    return o.exclude_groups ? parse_groups (o.exclude_groups, &to->excluded, err) : 0;
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
                           : o->roles_hash != out->roles_hash ? "roles"
                                                              : NULL;
        if (what)
            return fid_errorf (err, FID_EUSAGE,
                               "%s was opened with another %s than the run before it",
                               run[i]->id, what);
    }
    return 0;
}
