/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spans.h - labelled intervals as sets of time and as sequences
 *
 * Helpers of the metrics spans_iou, spans_share and spans_edit.  Intervals are
 * half open, [start_s, end_s); intervals of one label may touch or overlap. */
#pragma once

#include "metrics/metric.h"

/* 0 if every interval of both signals has finite ends and does not end before it starts, else
 * GSL_EINVAL; GSL_EBADLEN if there are intervals but no array. */
int fid_spans_check (const struct fid_signal *a, const struct fid_signal *b);

/* The labels of both signals, ascending, each once, in *label (owned by the
 * caller, to be freed), their number in *n.  Returns 0 or GSL_ENOMEM.
 * Time O(n log n). */
int fid_spans_labels (const struct fid_signal *a, const struct fid_signal *b, int **label,
                      size_t *n);

/* Seconds of the label in s (label < 0 is a label like any other); time two
 * intervals share counts twice. */
double fid_spans_time_s (const struct fid_signal *s, int label);

/* Sum of all lengths, seconds. */
double fid_spans_total_s (const struct fid_signal *s);
