/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scales.h - full scales of a set of reference runs */
#pragma once

#include "compare/pair.h"

/* Computes the median over the runs of each run's scales (struct fid_scales,
 * doc/comparison.md). dt_s is the requested bin of event series; 0: that of the median step. */
int fid_scales_measure (const struct fid_run *const *run, size_t n, enum fid_window w,
                        double dt_s, struct fid_scales *out, struct fid_error *err);
