/* SPDX-License-Identifier: GPL-3.0-or-later */
/* op_stats.h - how often and how long each operator of a trace ran
 *
 * The time of an operator is the sum of its spans' lengths, whether they overlap or not; mean
 * and variance (divisor n) are those of its spans.  An operator is a name in a category
 * (op_names.h).
 *
 * Sources: Welford 1962, doi:10.1080/00401706.1962.10490022 (variance in one pass);
 * Neumaier 1974, doi:10.1002/zamm.19740540106 (sums). */
#pragma once

#include "readers/chrome/op_busy.h"
#include "readers/chrome/op_names.h"
#include "readers/chrome/op_roles.h"

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
    struct fid_op_text made;
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

double fid_op_variance (const struct fid_op_stat *o); /* us^2 */

/* The operators by falling mean; equal ones stay in order. */
void fid_op_stats_sort (struct fid_op_stats *s);

void fid_op_stats_clear (struct fid_op_stats *s);
