/* SPDX-License-Identifier: GPL-3.0-or-later */
/* op_roles.h - what an operator does for the training: loads data, computes, communicates,
 * saves
 *
 * By category and name, with the words of the profilers: dPRO's (I/O, FW, BW, Comm, STEP),
 * PyTorch's (enumerate(DataLoader), nccl:, c10d::, kernels), TensorFlow's (Iterator..., SaveV2)
 * and DFTracer's (dataloader, compute, comm, checkpoint).  A rule that fits decides, in the
 * order of op_roles.c. */
#pragma once

#include "readers/chrome/trace_events.h"

enum fid_op_role {
    FID_OP_ROLE_LOAD,       /* data loading */
    FID_OP_ROLE_COMM,       /* communication */
    FID_OP_ROLE_CHECKPOINT, /* saving or restoring the model */
    FID_OP_ROLE_COMPUTE,
    FID_OP_ROLE_CPU, /* operators as PyTorch's CPU side calls them, also inside data loading */
    FID_OP_ROLE_OTHER, /* marks of the program, calls that start work, tracing itself */
    FID_OP_ROLE_N
};

const char *fid_op_role_name (enum fid_op_role role); /* "data loading" */
enum fid_op_role fid_op_role (const struct fid_trace_event *ev);
