/* SPDX-License-Identifier: GPL-3.0-or-later */
/* w1.h - Wasserstein-1 (earth mover's) distance between two sets of values
 *
 *   d = integral |F(v) - G(v)| dv
 *
 * on one of three axes: linear (v / scale), octaves (log2 v) or
 * decades (log10 v).  0 for equal
 * distributions, symmetric, no upper bound; blind to the order of the values
 * in time.  A shift by s costs s; moving the share p of the weight by s costs
 * p s.  Sources: see dist.h. */
#pragma once

#include "metrics/metric.h"

enum fid_axis { FID_AXIS_LINEAR, FID_AXIS_LOG2, FID_AXIS_LOG10 };

/* The distance given for "one side has no values" on each axis: full scale,
 * the octaves of a 64-bit size, the decades from 1 ns to 30 years. */
#define FID_W1_FULL_LINEAR 1.0
#define FID_W1_FULL_LOG2   64.0
#define FID_W1_FULL_LOG10  18.0

/* Compare weighted samples on the axis; what the metrics w1, w1_log2 and
 * w1_log10 do.  Returns 0; GSL_EINVAL for samples that are not finite, and on
 * a log axis for samples <= 0 (the caller filters); GSL_EBADLEN if samples are
 * vectors; GSL_ENOMEM.  Time O(n log n), memory O(n). */
int fid_w1_eval (enum fid_axis axis, const struct fid_signal *real,
                 const struct fid_signal *emu, const struct fid_metric_opts *opts,
                 struct fid_metric_value *out);
