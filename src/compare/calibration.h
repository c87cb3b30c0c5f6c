/* SPDX-License-Identifier: GPL-3.0-or-later */
/* calibration.h - how far apart repeats of a real run are
 *
 * No emulation needs to come closer to a real run than its repeats do.  The noise of a measure
 * is the median distance over all ordered pairs of different repeats; a grade forgives it
 * (grade.h).  Runs of other workloads have no part in it. */
#pragma once

#include "compare/pair.h"
#include "metrics/metric.h"

#define FID_SCHEMA_CALIBRATION "fidlio.calibration/2"

struct fid_cal_run {
    char id[128], workload[64];
    uint64_t hash;
};

/* One measure of one resource in the calibration's window. */
struct fid_cal_measure {
    enum fid_resource_id resource;
    enum fid_facet_id facet;
    enum fid_quantity_id quantity;
    const struct fid_metric *metric;
    const char *measure;       /* its name */
    struct fid_numbers repeat; /* n * n distances, row: reference; -1: not defined */
    double noise;              /* their median; -1: not defined */
};

/* The repeats of one workload. */
struct fid_cal_set {
    char workload[64];
    struct fid_cal_run *run;
    size_t run_n;
    struct fid_scales scales;
    FID_LIST (struct fid_cal_measure, measure);
};

struct fid_calibration {
    struct fid_arena arena; /* owned; all below is in it */
    char version[32];
    enum fid_window window;
    bool all_processes;  /* as the runs were read */
    uint64_t roles_hash; /* of the file with roles; 0: without */
    enum fid_per per;
    double dt_s, band_s, penalty, tolerance_s; /* as asked for; 0: from the data */
    uint64_t hash;                             /* of the document */
    struct fid_cal_set *set;
    size_t set_n;
};

/* Calibrate on real runs, grouped by workload; every workload with two runs or more gets a set.
 * The outcome is what its document holds, digit for digit, whatever the order of runs.
 * FID_EINPUT if no workload has two runs, if a workload is not known (whose repeat is it?), or
 * if two runs are the same traces.  Cost: one comparison for each ordered pair of repeats. */
int fid_calibrate (const struct fid_run *const *run, size_t run_n,
                   const struct fid_run_opts *run_opts, const struct fid_compare_opts *opts,
                   size_t thread_n, struct fid_calibration **out, struct fid_error *err);

/* The set of a workload; NULL if there is none, or c is NULL. */
const struct fid_cal_set *fid_calibration_set (const struct fid_calibration *c,
                                               const char *workload);

/* The document (schema fidlio.calibration/2), as a table. */
extern const struct fid_record *const fid_calibration_record;

/* Writes the document (schema fidlio.calibration/2), and reads it.  Reading refuses a wrong
 * schema, version, hash or parameters, and names the difference. */
cJSON *fid_calibration_json (const struct fid_calibration *c, struct fid_error *err);
int fid_calibration_read (const cJSON *doc, const char *path, struct fid_calibration **out,
                          struct fid_error *err);

/* Loads a file; and checks that options agree with a calibration (-1 with FID_EUSAGE, naming
 * the one that differs). */
int fid_calibration_load (const char *path, struct fid_calibration **out,
                          struct fid_error *err);
int fid_calibration_fits (const struct fid_calibration *c, const struct fid_run_opts *run_opts,
                          const struct fid_compare_opts *opts, struct fid_error *err);

void fid_calibration_destroy (struct fid_calibration *c);
