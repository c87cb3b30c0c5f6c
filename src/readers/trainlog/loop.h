/* SPDX-License-Identifier: GPL-3.0-or-later */
/* loop.h - lines that people print in training loops of their own: names and numbers in any order
 *
 *     step 1/150 loss 0.234 time 0.123
 *     {'loss': 0.3, 'step': 10, 'data_time_ms': 12.5, 'time': 0.31} */
#pragma once

#include "readers/trainlog/layouts.h"

struct fid_trainlog;

/* The row that a line is, by the words before its numbers; NULL: none.  told: what its words say
 * alone, FID_LOG_PROOF if nothing. */
const struct fid_log_line *fid_log_loop_row (struct fid_span text, enum fid_log_kind told,
                                             struct fid_log_values *v);

/* Whether a text begins with one of the words that rows are known by. */
bool fid_log_loop_word (struct fid_span text);

/* Finds whether the time of a row covers one step, all since the row before, or all so far, and
 * whether it includes waits for data.  Drops times that stay unknown. */
void fid_log_loop_times (struct fid_trainlog *g);
