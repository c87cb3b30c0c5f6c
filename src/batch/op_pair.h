/* SPDX-License-Identifier: GPL-3.0-or-later */
/* op_pair.h - what two runs did by their operator traces, side by side
 *
 * The member "operators" of a pair's result: for each role
 * (op_roles.h) the seconds in which the run was at it, and their part of the length of its
 * traces. Times count once where spans overlap, in each rank by itself, and are summed over
 * ranks. */
#pragma once

#include "readers/chrome/op_stats.h"
#include "results/result.h"

/* What one run did. */
struct fid_op_side {
    enum { FID_OP_SIDE_NEW, FID_OP_SIDE_NONE, FID_OP_SIDE_FOUND, FID_OP_SIDE_READ } state;
    size_t trace_n;
    uint64_t span_n;
    double length_us;
    struct fid_op_role_time role[FID_OP_ROLE_N];
};

/* Adds them to a result, unless one of the runs has no operator traces (op_place.h) that
 * can be used.  real and emulation: folders of the runs.  a and b start as {0} and keep what
 * was found, so that a run of several pairs is read once.  -1 with FID_EINTERNAL or another
 * error of the system.  Time: a look at both folders; one pass over the traces if both have
 * some. */
int fid_op_pair_add (struct fid_result *result, const char *real, struct fid_op_side *a,
                     const char *emulation, struct fid_op_side *b, struct fid_error *err);
