/* calibrate.c - distances of repeats (see calibration.h) */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/hash.h"
#include "compare/calibrate.h"
#include "metrics/aggregate.h"

/* A run is no repeat of itself, and a run of an unknown workload could be anybody's. */
static int
check_runs (const struct fid_run *const *run, size_t run_n, struct fid_error *err)
{
    for (size_t i = 0; i < run_n; i++) {
        if (!run[i]->workload[0])
            return fid_errorf (
                err, FID_EINPUT,
                "%s: its workload is not known, so nobody can say whose repeat it "
                "is; a meta.json can name it",
                run[i]->id);
        for (size_t j = 0; j < i; j++)
            if (run[j]->hash == run[i]->hash)
                return fid_errorf (
                    err, FID_EINPUT,
                    "%s and %s hold the same traces: a run is no repeat of itself", run[j]->id,
                    run[i]->id);
    }
    return 0;
}

static int
by_name (const void *va, const void *vb)
{
    const struct fid_run *a = *(const struct fid_run *const *)va;
    const struct fid_run *b = *(const struct fid_run *const *)vb;
    int order = strcmp (a->workload, b->workload);
    if (!order)
        order = strcmp (a->id, b->id);
    return order ? order : (a->hash > b->hash) - (a->hash < b->hash);
}

/* Makes c what its document reads, with the document's hash. */
static int
settle_calibration (struct fid_calibration *c, struct fid_error *err)
{
    fid_record_round (fid_calibration_record, c);
    cJSON *doc = fid_calibration_json (c, err);
    bool hashed = doc && fid_hash_read (fid_get_string (doc, "hash"), &c->hash);
    cJSON_Delete (doc);
    return hashed ? 0 : -1;
}

static int
find_noise (struct fid_cal_set *set, struct fid_error *err)
{
    size_t n = set->run_n * set->run_n;
    double *x = malloc (n * sizeof *x);
    if (!x)
        return fid_error_nomem (err);
    for (size_t k = 0; k < set->measure_n; k++) {
        size_t known = 0;
        for (size_t i = 0; i < n; i++)
            if (set->measure[k].repeat.x[i] >= 0)
                x[known++] = set->measure[k].repeat.x[i];
        set->measure[k].noise = known ? fid_median_select (x, known) : -1;
    }
    free (x);
    return 0;
}

int
fid_calibrate (const struct fid_run *const *run, size_t run_n,
               const struct fid_run_opts *run_opts, const struct fid_compare_opts *opts,
               size_t thread_n, struct fid_calibration **out, struct fid_error *err)
{
    int w = opts->window ? fid_window_find (opts->window) : FID_WINDOW_JOB;
    struct fid_compare_opts plain = *opts;
    plain.calibration = NULL;
    if (w < 0)
        return fid_errorf (err, FID_EUSAGE, "no window is called '%s'", opts->window);
    /* the same whatever order the runs come in */
    const struct fid_run **sorted = malloc ((run_n + 1) * sizeof *sorted);
    struct fid_calibration *c = sorted ? calloc (1, sizeof *c) : NULL;
    if (!c) {
        free (sorted);
        return fid_error_nomem (err);
    }
    memcpy (sorted, run, run_n * sizeof *sorted);
    qsort (sorted, run_n, sizeof *sorted, by_name);
    snprintf (c->version, sizeof c->version, "%s", fid_version ());
    c->window = (enum fid_window)w;
    c->all_processes = run_opts->all_processes;
    c->roles_hash = run_opts->roles_hash;
    c->per = opts->per;
    c->dt_s = fid_setting_number (FID_SETTING_DT, opts->dt_s);
    c->band_s = fid_setting_number (FID_SETTING_BAND, opts->band_s);
    c->penalty = fid_setting_number (FID_SETTING_PENALTY, opts->penalty);
    c->tolerance_s = fid_setting_number (FID_SETTING_TOLERANCE, opts->tolerance_s);
    int rc = check_runs (sorted, run_n, err);
    if (!rc)
        rc =
            fid_cal_measure_pairs (c, sorted, run_n, (enum fid_window)w, &plain, thread_n, err);
    for (size_t i = 0; !rc && i < c->set_n; i++)
        rc = find_noise (&c->set[i], err);
    free (sorted);
    if (!rc)
        rc = settle_calibration (c, err);
    if (!rc)
        *out = c;
    else
        fid_calibration_destroy (c);
    return rc;
}
