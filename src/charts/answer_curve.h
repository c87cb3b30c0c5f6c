/* SPDX-License-Identifier: GPL-3.0-or-later */
/* answer_curve.h - the answer as a picture: how long jobs take on storages of other rates */
#pragma once

#include "plot/figure.h"
#include "results/answer.h"

#define FID_CURVES_MAX 6

/* Add the lines of the real job, with the band between its two models, and of n configurations
 * that are held against it; name[]: theirs.  Measured times are marks.  Nothing is added if no
 * storage has a rate of reading. */
void fid_answer_curve (struct fid_figure *fig, const struct fid_result_answer *const *answer,
                       const char *const *name, size_t n);
