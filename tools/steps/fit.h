/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fit.h - compute time as a linear function of GPUs and batch size
 *
 * Each recording gives a point: mean mu and population standard deviation std of the
 * values of all_compute between its 1st and 99th percentile (inclusive).  Least squares
 * through the points of all recordings gives
 *
 *   mu  = a + b GPUs + c batch,  std likewise.
 *
 * GPUs or batch sizes that do not vary are left out: b or c is 0.  If neither varies, a is
 * the mean of the points. */
#pragma once

#include "tools/steps/steps.h"

struct fid_steps_fit {
    const char *why; /* static; the reason if there is no fit, else NULL */
    size_t n;        /* points */
    bool has_gpus, has_batch;
    bool has_r2; /* false: a single point */
    double intercept, gpus, batch, r2;
};

/* Fit mu, or std. */
struct fid_steps_fit fid_steps_fit (const struct fid_step_stats *steps, bool std);
