/* SPDX-License-Identifier: GPL-3.0-or-later */
/* log_figure.h - charts of the times in training logs */
#pragma once

#include "plot/figure.h"
#include "tools/logs/training_log.h"

#define FID_LOG_TITLE "Steps execution time" /* as in the earlier tools */

/* Step times of each epoch: all of them in the upper panel; in the lower one those within
 * a tenth of the average without the first step (T Mi Iavg, a dotted line).  Up to twelve
 * epochs have a colour each.  Of more, the first and the last have; the upper panel shows
 * the others in darkening shades (of more than a hundred, median and range), the lower
 * one their median and middle half.  The figure has no title and borrows nothing. */
void fid_log_picture (struct fid_figure *fig, const struct fid_training_log *log);

/* Validation accuracy against training time (sum of epoch times): a panel for each
 * computing system, a colour for each batch size.  log[log_n] is grouped by system, then
 * by batch size.  Returns how many are shown; the figure borrows their names. */
size_t fid_accuracy_picture (struct fid_figure *fig, const struct fid_training_log *log,
                             size_t log_n);
