/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spans.h - phases and steps from the spans that an application logs
 *
 * Spans are logged at their ends, in any order, and may be of several processes; the phases
 * are those of one process: the one with the most of them, the first of equals.  Its steps are
 * those of rank 0; other processes that compute half as often at least are further ranks.
 * All are kept until the end of the trace (64 bytes each): they are few beside the calls.
 *
 * A step begins where a batch is fetched and ends where computing ends.  What belongs
 * together is decided by time, not by the numbers in the trace: the tracer writes the epoch
 * and step that were set last, often those of the step before. */
#pragma once

#include "readers/dftracer/item.h"
#include "run/sink.h"

struct fid_dft_spans {
    struct fid_dft_span *span; /* owned; see spans.c */
    size_t n, cap;
    bool dlio; /* the application is DLIO */
};

/* Takes a span if its name means something. */
int fid_dft_spans_add (struct fid_dft_spans *s, const struct fid_dft_item *it,
                       struct fid_error *err);

/* Passes phases, in the order of their ends, and steps to the sink. */
int fid_dft_spans_finish (struct fid_dft_spans *s, const struct fid_sink *sink,
                          struct fid_error *err);

void fid_dft_spans_clear (struct fid_dft_spans *s);
