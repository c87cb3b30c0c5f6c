/* SPDX-License-Identifier: GPL-3.0-or-later */
/* op_names.h - under which name and category a span of an operator trace counts
 *
 * Names are as profilers write them, with three exceptions, the last two as in dPRO:
 *
 *   ProfilerStep#3 (PyTorch)                                           ProfilerStep
 *   Comm.g.PUSH with tid 0 (a queue of BytePS; tid is the partition)   Comm.g.PUSH.0
 *   NCCL_ALLREDUCE, cat Comm, args.name Comm.g (Horovod)               Comm.g.NCCL_ALLREDUCE
 *
 * The category of FW.x, BW.x, Comm.x, STEP and I/O... is that first part; of other spans it is
 * cat or, without one, the part of the name before its first dot.  A prefix as fidlio trace
 * combine adds it (rank0.) belongs to the name, but not to the category. */
#pragma once

#include "readers/chrome/trace_events.h"

#define FID_OP_STEP_PREFIX "ProfilerStep#"

/* A text that is made again and again.  Start with {0}. */
struct fid_op_text {
    char *p; /* owned */
    size_t cap;
};

/* The name of a span behind a prefix (""), borrowed from it or from *made; partitions: whether
 * queues count apart by partition.  p is NULL, with FID_EINTERNAL, if memory runs out. */
struct fid_span fid_op_name (const struct fid_trace_event *ev, const char *prefix,
                             bool partitions, struct fid_op_text *made, struct fid_error *err);

/* Its category, borrowed; n 0 if the span has neither cat nor name. */
struct fid_span fid_op_category (const struct fid_trace_event *ev);

/* The name without prefixes such as "wk0." and "rank3.". */
struct fid_span fid_op_bare (struct fid_span name);

/* The value of prefix "rank3." of a name or pid; -1: there is none. */
int fid_op_rank (struct fid_span name);
