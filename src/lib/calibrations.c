/* SPDX-License-Identifier: GPL-3.0-or-later */
/* calibrations.c - calibrations and profiles of the installed interface (fidlio.h) */
#include "compare/calibration.h"
#include "lib/border.h"

struct fid_calibration *fid_calibration_create (const struct fid_run *const *run, size_t run_n,
                                                const struct fid_compare_options *options,
                                                struct fid_error *err)
{
    struct fid_compare_opts opts;
    struct fid_run_opts run_opts;
    struct fid_calibration *out = NULL;
    if (fid_border_compare (options, &opts, err) ||
        fid_border_runs (run, run_n, NULL, &run_opts, err))
        return NULL;
    if (opts.calibration || opts.excluded) {
        fid_errorf (err, FID_EUSAGE,
                    "a calibration is made without calibration and exclude_groups");
        return NULL;
    }
    FID_IN_C_LOCALE;
    int rc = fid_calibrate (run, run_n, &run_opts, &opts, opts.thread_n, &out, err);
    return rc ? NULL : out;
}

struct fid_calibration *fid_calibration_open (const char *path, struct fid_error *err)
{
    if (fid_border_given (path, "path", err))
        return NULL;
    struct fid_calibration *out = NULL;
    FID_IN_C_LOCALE;
    int rc = fid_calibration_load (path, &out, err);
    return rc ? NULL : out;
}

int fid_calibration_save (const struct fid_calibration *calibration, const char *path,
                          struct fid_error *err)
{
    FID_TRY (fid_border_given (calibration, "calibration", err) ||
             fid_border_given (path, "path", err));
    FID_IN_C_LOCALE;
    FID_SCOPED (fid_json_freed) cJSON *doc = fid_calibration_json (calibration, err);
    return doc ? fid_json_save (doc, path, NULL, err) : -1;
}

size_t fid_calibration_count (const struct fid_calibration *calibration)
{
    return calibration ? calibration->set_n : 0;
}

int fid_calibration_get (const struct fid_calibration *calibration, size_t i,
                         struct fid_calibration_row *row, struct fid_error *err)
{
    FID_TRY (fid_border_given (calibration, "calibration", err) ||
             fid_border_index (i, calibration->set_n, "workload", err));
    const struct fid_cal_set *set = &calibration->set[i];
    struct fid_calibration_row r = {
        .workload = set->workload,
        .repeat_n = set->run_n,
        .measure_n = set->measure_n,
    };
    return fid_border_row (row, &r, sizeof r, "fid_calibration_row", err);
}

struct fid_profile *fid_profile_open (const char *name, struct fid_error *err)
{
    if (fid_border_given (name, "name", err))
        return NULL;
    struct fid_profile *p = malloc (sizeof *p);
    FID_IN_C_LOCALE;
    if (!p)
        fid_error_nomem (err);
    else if (fid_profile_load (p, name, err)) {
        free (p);
        p = NULL;
    }
    return p;
}

void fid_profile_destroy (struct fid_profile *profile)
{
    free (profile);
}

const char *fid_profile_name (const struct fid_profile *profile)
{
    return profile ? profile->name : NULL;
}

const char *fid_profile_about (const struct fid_profile *profile)
{
    return profile ? profile->about : NULL;
}
