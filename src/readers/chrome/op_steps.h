/* SPDX-License-Identifier: GPL-3.0-or-later */
/* op_steps.h - iterations of the training by an operator trace
 *
 *   dPRO      the operators of a rank in order of time: an iteration lasts from its first
 *             operator to the end of STEP; FW + BW to the end of the operator before STEP
 *   PyTorch   ProfilerStep#3 is an iteration; it has no FW + BW
 *
 * Operators of dPRO are spans with cat "operator", or named FW.x, BW.x, UPDATE..., STEP. */
#pragma once

#include "readers/chrome/trace_events.h"

struct fid_op_step {
    int64_t start_ns, end_ns;
    int64_t fw_bw_ns; /* -1: the trace does not tell */
};

struct fid_op_steps {
    struct fid_op_step *at; /* owned; in order of time */
    size_t n, cap;
    int rank; /* of the prefix of its names; -1: there is none */
    struct fid_trace_findings found;
    /* private */
    struct fid_op_spans {
        struct fid_op_span {
            int64_t start_ns, end_ns;
            bool step;
            size_t order; /* in the file */
        } * at;           /* owned */
        size_t n, cap;
    } operators, marks;
};

/* Reads the iterations of a trace into *s, which the caller clears, even after a failure.  -1
 * with FID_EINPUT, also if it has neither STEP nor ProfilerStep, or FID_EINTERNAL.  Memory: 24
 * bytes an operator of dPRO. */
int fid_op_steps_read (struct fid_op_steps *s, const char *path, struct fid_error *err);

/* The same from spans that the caller reads: start with {.rank = -1}, take each, then end,
 * after which at has the iterations, also none. */
int fid_op_steps_take (struct fid_op_steps *s, const struct fid_trace_event *ev,
                       struct fid_error *err);
int fid_op_steps_end (struct fid_op_steps *s, struct fid_error *err);

/* Means in us; fw_bw -1 if no iteration has it. */
void fid_op_steps_mean (const struct fid_op_steps *s, double *fw_bw_us, double *iteration_us);

void fid_op_steps_clear (struct fid_op_steps *s);
