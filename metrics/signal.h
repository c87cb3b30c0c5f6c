/* SPDX-License-Identifier: GPL-3.0-or-later */
/* signal.h - what metrics ask of their inputs before they compute
 *
 * One place decides what is refused and what the agreed answers are when a
 * side is idle, so that every measure treats "nothing happened" alike. */
#pragma once

#include "metrics/metric.h"

/* Components of a sample of *s, at least 1. */
size_t fid_signal_dim (const struct fid_signal *s);

/* 0 if all samples (and weights, where given) are finite and no weight is
 * negative, else GSL_EINVAL; GSL_EBADLEN if there are samples but no array.
 * Cost O(n dim). */
int fid_signal_check (const struct fid_signal *s);

/* fid_signal_check of both sides of a series; also GSL_EINVAL unless both have
 * the same positive dt_s, GSL_EBADLEN unless both have the same dim. */
int fid_signal_check_series (const struct fid_signal *a, const struct fid_signal *b);

/* No sample at all, or every sample is 0. */
bool fid_signal_idle (const struct fid_signal *s);

/* All samples are equal, or there are no samples. */
bool fid_signal_constant (const struct fid_signal *s);

/* The answer where a side is idle: 0 if both are, the distance
 * `full` if one is.  Returns true if *out was written; false,
 * with *out as before, where both sides are active. */
bool fid_signal_idle_value (bool a_idle, bool b_idle, double full,
                            struct fid_metric_value *out);

/* opts->scale, or 1 where it is 0.  GSL_EINVAL if it is negative or not finite. */
int fid_opts_scale (const struct fid_metric_opts *opts, double *scale);
