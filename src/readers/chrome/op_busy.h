/* SPDX-License-Identifier: GPL-3.0-or-later */
/* op_busy.h - how long any of many spans was there, counted once where they overlap
 *
 * Spans come in any order.  They are merged when there are many, so that memory grows with the
 * gaps between them, not with their number. */
#pragma once

#include "base/base.h"

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

/* The time covered so far, in ns. */
double fid_op_busy_ns (struct fid_op_busy *b);

void fid_op_busy_clear (struct fid_op_busy *b);
