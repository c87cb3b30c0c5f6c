/* SPDX-License-Identifier: GPL-3.0-or-later */
/* runs.c - runs of the installed interface (fidlio.h) */
#include "digests/summary.h"
#include "lib/border.h"
#include "readers/load.h"
#include "run/role_rules.h"

int fid_border_open (const struct fid_open_options *from, struct fid_run_opts *to,
                     struct fid_error *err)
{
    struct fid_open_options o;
    FID_TRY (fid_border_options (&o, from, sizeof o, "fid_open_options", err));
    if (o.has_utc_offset && !(fabs (o.utc_offset_s) <= 18 * 3600))
        return fid_errorf (
            err, FID_EUSAGE,
            "utc_offset_s is %g; no zone is more than 18 hours (64800 s) from UTC",
            o.utc_offset_s);
    *to = (struct fid_run_opts){
        .all_processes = o.all_processes,
        .day_first = o.day_first,
        .has_zone = o.has_utc_offset,
        .zone_ns = o.has_utc_offset ? (int64_t)llround (o.utc_offset_s * 1e9) : 0,
        .thread_n = o.thread_n,
        .roles = o.roles,
    };
    return o.roles ? fid_role_rules_check (o.roles, &to->roles_hash, err) : 0;
}

struct fid_run *fid_run_open (const char *dir, const struct fid_open_options *options,
                              struct fid_error *err)
{
    if (fid_border_given (dir, "dir", err))
        return NULL;
    struct fid_run_opts opts;
    FID_IN_C_LOCALE;
    struct fid_run *run =
        fid_border_open (options, &opts, err) ? NULL : fid_run_load (dir, &opts, err);
    if (run)
        run->opts.roles = NULL; /* the caller's string may go; the hash stays */
    return run;
}

const char *fid_run_name (const struct fid_run *run)
{
    return run ? run->id : NULL;
}

const char *fid_run_workload (const struct fid_run *run)
{
    return run ? run->workload : NULL;
}

uint64_t fid_run_traces_hash (const struct fid_run *run)
{
    return run ? run->hash : 0;
}

int fid_digest_save (const char *dir, const char *path,
                     const struct fid_digest_options *options, struct fid_error *err)
{
    FID_TRY (fid_border_given (dir, "dir", err) || fid_border_given (path, "path", err));
    struct fid_digest_options o;
    struct fid_run_opts run_opts;
    FID_TRY (fid_border_options (&o, options, sizeof o, "fid_digest_options", err));
    FID_IN_C_LOCALE;
    return FID_FAILED (fid_border_open (o.open, &run_opts, err) ||
                       fid_digest_make (dir, path, NULL, &run_opts, o.names, err));
}
