/* compare.h - one pair: a real run and the emulation held against it */
#ifndef FID_COMPARE_H
#define FID_COMPARE_H

#include <cjson/cJSON.h>
#include "timeline/run.h"

struct fid_calibration; /* calibration.h */
struct fid_pair;        /* card.h */

/* What series are divided by, taken from reference runs and frozen; 0: taken
 * from the pair's real run. */
struct fid_scales {
    double step_s;               /* median step; decides bins and bands */
    double stream[FID_STREAM_N]; /* sqrt of operations per bin of dt */
    double gauge[FID_GAUGE_N];   /* the gauge's unit */
    double read_bytes;           /* bytes read by calls in a second (coupling) */
};

struct fid_compare_opts {
    const char *window; /* headline window: "job" (default, NULL), "whole",
                           "TRAINING", "EVAL", "CHECKPOINT", "INIT", "startup" */
    double dt_s;        /* bin of event series; 0: max (0.1 s, T_step / 8) */
    double band_s;      /* 0: min (1.5 T_step, 5 % of the duration), >= 2 bins */
    double penalty;     /* < 0: 0.05 */
    double tolerance_s; /* < 0: 1 s, phase boundaries */
    unsigned excluded;  /* bit g: fid_groups[g] is declared out of scope: compared, but
                           not in the overall numbers */
    bool within_run_ci; /* intervals of a single pair from within its runs (within.h) */
    size_t surrogate_n; /* of a repeat, where fid_calibrate needs some; 0: 39 */
    size_t thread_n;    /* resources of a pair compared at a time; 0: one.  Changes no result */
    const struct fid_calibration *calibration; /* borrowed; NULL: similarities only */
};

/* Compare and build the result document (schema fidlio.pair/1, fixed key
 * order; tool.options gets opts and run_opts).  NULL with FID_EINPUT if nothing
 * is comparable: the reason names what each side lacks.  The caller deletes
 * the document with cJSON_Delete. */
cJSON *fid_compare (const struct fid_run *real, const struct fid_run *emu,
                    const struct fid_run_opts *run_opts, const struct fid_compare_opts *opts,
                    struct fid_error *err);

/* The same of several runs on a side (repeats.h): each distance is the median over
 * the pairs, with intervals over runs, on thread_n threads.  The result does not
 * depend on the order of runs or on threads; of one run each it is fid_compare's.
 * drawn (unless NULL) is the pair of runs nearest to the medians, for pictures.
 * FID_EINPUT, too, if two runs hold the same traces. */
cJSON *fid_compare_runs (const struct fid_run *const *real, size_t real_n,
                         const struct fid_run *const *emu, size_t emu_n,
                         const struct fid_run_opts *run_opts,
                         const struct fid_compare_opts *opts, size_t thread_n,
                         struct fid_pair *drawn, struct fid_error *err);

/* The warp between the two (paths of the dtw of every event stream in the
 * headline window), tab-separated with a title line: resource, real_s,
 * emulation_s, real, emulation.  Owned by the caller. */
char *fid_compare_warp (const struct fid_run *real, const struct fid_run *emu,
                        const struct fid_compare_opts *opts, struct fid_error *err);

/* "key" of everything that decides a result besides the two directories: the
 * version and the options; equal keys and equal fid_run_hash of both sides mean
 * an equal result.  buf gets 16 hex digits. */
void fid_compare_key (const struct fid_run_opts *run_opts, const struct fid_compare_opts *opts,
                      char buf[17]);

#endif
