/* SPDX-License-Identifier: GPL-3.0-or-later */
/* runs.c - runs of the installed interface (fidlio.h) */
#include "digests/summary.h"
#include "lib/border.h"
#include "readers/load.h"
#include "readers/trainlog/own.h"

struct fid_run *fid_run_open (const char *dir, const struct fid_open_options *options,
                              struct fid_error *err)
{
    if (FID_GIVEN (dir))
        return NULL;
    struct fid_run_opts opts = {0};
    FID_IN_C_LOCALE;
    struct fid_run *run =
        fid_border_open (options, &opts, err) ? NULL : fid_run_load (dir, &opts, err);
    fid_log_own_destroy (opts.patterns);
    if (run) {
        run->opts.roles = NULL; /* the caller's string may go; the hash stays */
        run->opts.patterns = NULL;
    }
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

int fid_digest_save (const char *dir, const char *path, const struct fid_open_options *options,
                     int names, struct fid_error *err)
{
    struct fid_run_opts opts = {0};
    FID_TRY (FID_GIVEN (dir));
    FID_TRY (FID_GIVEN (path));
    FID_IN_C_LOCALE;
    int rc = fid_border_open (options, &opts, err) ||
             fid_digest_make (dir, path, NULL, &opts, names, err);
    fid_log_own_destroy (opts.patterns);
    return FID_FAILED (rc);
}
