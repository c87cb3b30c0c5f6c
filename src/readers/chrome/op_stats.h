/* SPDX-License-Identifier: GPL-3.0-or-later */
/* op_stats.h - how often and how long each operator of a trace ran
 *
 * The time of an operator is the sum of its spans' lengths, whether they overlap or not; mean
 * and variance (divisor n) are those of its spans.  An operator is a name in a category
 * (see below).
 *
 * Sources: Welford 1962, doi:10.1080/00401706.1962.10490022 (variance in one pass);
 * Neumaier 1974, doi:10.1002/zamm.19740540106 (sums). */
#pragma once

#include "base/table.h"
#include "readers/chrome/trace_events.h"

/* --- names
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

#define FID_OP_STEP_PREFIX "ProfilerStep#"

/* The name without prefixes such as "wk0." and "rank3."; *rank: of the prefix "rank3.", -1
 * without it.  rank may be NULL. */
struct fid_span fid_op_bare (struct fid_span name, int *rank);

/* --- what an operator does for the training
 *
 * By category and name, with the words of the profilers: dPRO's (I/O, FW, BW, Comm, STEP),
 * PyTorch's (enumerate(DataLoader), nccl:, c10d::, kernels), TensorFlow's (Iterator..., SaveV2)
 * and DFTracer's (dataloader, compute, comm, checkpoint).  The first rule of op_stats.c that
 * fits decides. */

enum fid_op_role {
    FID_OP_ROLE_LOAD,       /* data loading */
    FID_OP_ROLE_COMM,       /* communication */
    FID_OP_ROLE_CHECKPOINT, /* saving or restoring the model */
    FID_OP_ROLE_COMPUTE,
    FID_OP_ROLE_CPU, /* operators as PyTorch's CPU side calls them, also inside data loading */
    FID_OP_ROLE_OTHER, /* marks of the program, calls that start work, tracing itself */
    FID_OP_ROLE_N
};

extern const char *const fid_op_role_names[]; /* "data loading" */
enum fid_op_role fid_op_role (const struct fid_trace_event *ev);

/* --- how long any of many spans was there, counted once where they overlap
 *
 * Spans come in any order.  They are merged when there are many, so that memory grows with the
 * gaps between them, not with their number. */

struct fid_op_busy {
    struct fid_op_stretch {
        int64_t start_ns, end_ns;
    } * at; /* owned; the first merged_n by time, apart from each other */
    size_t n, cap, merged_n;
};

/* Start with {0}.  O(log n) a span on average; -1 with FID_EINTERNAL. */
int fid_op_busy_add (struct fid_op_busy *b, int64_t start_ns, int64_t end_ns,
                     struct fid_error *err);

/* Brings the spans into the order of time, apart from each other.  O(n log n). */
void fid_op_busy_merge (struct fid_op_busy *b);

void fid_op_busy_clear (struct fid_op_busy *b);

/* --- operators */

/* Operators at most: names that count on, such as "copy 17", would fill the memory. */
#define FID_OP_STATS_MAX 500000

struct fid_op_stat {
    char *name;              /* owned; without escapes */
    size_t category, number; /* number: by appearance */
    enum fid_op_role role;
    uint64_t n;
    double total_us, min_us, max_us, mean_us, m2; /* m2: sum of squares around the mean */
    double lost;                                  /* what total_us lost to rounding */
};

struct fid_op_category {
    char *name; /* owned */
    uint64_t n, operator_n;
    double total_us;
    const char
        *longest;      /* borrowed; the operator of the largest mean, the first of equal ones */
    double longest_us; /* that mean */
};

/* What all operators of a role were for.  Their time is counted once where they overlap, for
 * each file (rank) by itself. */
struct fid_op_role_time {
    uint64_t n;
    double busy_us;
};

struct fid_op_stats {
    struct fid_op_stat *at; /* owned; in order of appearance */
    size_t n, cap;
    FID_LIST (struct fid_op_category, category); /* owned; likewise */
    uint64_t span_n;
    struct fid_op_source {
        char *path; /* owned */
        struct fid_trace_findings found;
    } * source; /* owned; the files */
    size_t source_n;
    struct fid_op_role_time role[FID_OP_ROLE_N];
    double length_us; /* from the first start to the last end of the spans, summed over files */
    /* private */
    struct fid_op_busy busy[FID_OP_ROLE_N];
    int64_t first_ns, last_ns; /* of the current file */
    struct fid_index index, categories;
    char *made; /* a name being put together */
    size_t made_cap;
};

struct fid_op_stats_opts {
    bool no_partitions; /* queues of all partitions are one operator */
};

/* Reads a trace, or those of all ranks of a folder (op_place.h), whose names then begin with
 * "rank0.", into *s, which the caller clears, even after a failure.  -1 with FID_EINPUT
 * "path: reason", also if there is no span or there are too many operators, or FID_EINTERNAL.
 * Time: one pass; memory: the operators, and 16 bytes for each gap between the spans of a role
 * (twice that if they are not in order of time). */
int fid_op_stats_read (struct fid_op_stats *s, const char *path,
                       const struct fid_op_stats_opts *opts, struct fid_error *err);

/* The operators by falling mean; equal ones stay in order. */
void fid_op_stats_sort (struct fid_op_stats *s);

void fid_op_stats_clear (struct fid_op_stats *s);

/* What the training did by one or two (b NULL) traces: roles, busy times, shares.  The caller
 * clears c. */
void fid_op_roles_cells (const struct fid_op_stats *a, const struct fid_op_stats *b,
                         enum fid_format format, struct fid_cells *c);
