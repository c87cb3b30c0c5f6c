/* calibrations.c - calibrations of the installed interface (fidlio.h) */
#include "config.h"
#include "compare/calibration.h"
#include "lib/border.h"

struct fid_calibration *
fid_calibration_create (const struct fid_run *const *run, size_t run_n,
                        const struct fid_compare_options *options, struct fid_error *err)
{
    struct fid_compare_opts opts;
    struct fid_run_opts run_opts;
    struct fid_calibration *out = NULL;
    if (fid_border_compare (options, &opts, err) ||
        fid_border_runs (run, run_n, NULL, &run_opts, err))
        return NULL;
    if (opts.calibration || opts.excluded || opts.within_run_ci) {
        fid_errorf (err, FID_EUSAGE,
                    "a calibration is made without calibration, exclude_groups and "
                    "within_run_intervals");
        return NULL;
    }
    locale_t before = fid_border_enter ();
    int rc = fid_calibrate (run, run_n, &run_opts, &opts, opts.thread_n, &out, err);
    fid_border_leave (before);
    return rc ? NULL : out;
}

struct fid_calibration *
fid_calibration_open (const char *path, struct fid_error *err)
{
    struct fid_calibration *out = NULL;
    locale_t before = fid_border_enter ();
    int rc = fid_calibration_load (path, &out, err);
    fid_border_leave (before);
    return rc ? NULL : out;
}

int
fid_calibration_save (const struct fid_calibration *calibration, const char *path,
                      struct fid_error *err)
{
    locale_t before = fid_border_enter ();
    cJSON *doc = fid_calibration_json (calibration, err);
    int rc = doc ? fid_border_save (doc, path, err) : -1;
    cJSON_Delete (doc);
    fid_border_leave (before);
    return rc;
}

size_t
fid_calibration_count (const struct fid_calibration *calibration)
{
    return calibration->set_n;
}

int
fid_calibration_get (const struct fid_calibration *calibration, size_t i,
                     struct fid_calibration_row *row, struct fid_error *err)
{
    if (fid_border_index (i, calibration->set_n, "workload", err))
        return -1;
    const struct fid_cal_set *set = &calibration->set[i];
    struct fid_calibration_row r = {
        .workload = set->workload,
        .repeat_n = set->run_n,
        .unrelated_n = set->surrogate ? 0 : set->other_n,
        .measure_n = set->measure_n,
    };
    for (size_t m = 0; m < set->measure_n; m++)
        r.informative_n += set->measure[m].informative;
    return fid_border_row (row, &r, sizeof r, "fid_calibration_row", err);
}
