/* SPDX-License-Identifier: GPL-3.0-or-later */
/* options.h - options of a comparison */
#pragma once

#include "model/per.h"
#include "model/settings.h"
#include "storage/answer.h"

struct fid_calibration; /* calibration.h */
struct fid_profile;     /* model/profile.h */
struct fid_run_opts;    /* run/run.h */

/* Full scales of series, taken from reference runs and frozen; 0: taken from the
 * pair's real run. */
struct fid_scales {
    double step_s;               /* median step; decides bins and bands */
    double stream[FID_STREAM_N]; /* of its shape (shape.h), per bin of dt */
    double gauge[FID_GAUGE_N];   /* the gauge's unit */
    double read_bytes;           /* bytes read by calls in a second (coupling) */
};

struct fid_compare_opts {
    const char *window; /* headline window: a name of model/windows.h; NULL: "job" */
    enum fid_per per;   /* what amounts are taken by */
    double dt_s;        /* bin of event series; 0: max (0.1 s, T_step / 8) */
    double band_s;      /* 0: min (1.5 T_step, 5 % of the duration), >= 2 bins */
    double penalty;     /* < 0: 0.05 */
    double tolerance_s; /* < 0: 1 s, phase boundaries */
    unsigned excluded;  /* bit g: group g is out of scope: compared, but not in the
                           overall numbers */
    size_t thread_n;    /* resources of a pair compared at a time; 0: one.  Changes no
                           result */
    const struct fid_calibration *calibration; /* borrowed; noise; NULL: unknown, taken as 0 */
    const struct fid_profile *profile;         /* borrowed; NULL: fid_profile_default */
    struct fid_answer_opts answer; /* storages, and what is allowed; .profile is not used */
};

/* Computes the key of everything but the two directories that decides a result: version and
 * options.  Equal keys and equal fid_run_hash of both sides mean an equal result.  buf gets 16
 * hex digits. */
void fid_compare_key (const struct fid_run_opts *run_opts, const struct fid_compare_opts *opts,
                      char buf[FID_HASH_TEXT]);
