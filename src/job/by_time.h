/* SPDX-License-Identifier: GPL-3.0-or-later */
/* by_time.h - the rows of a run, or some of them, in the order of their starts
 *
 *     for (size_t i; fid_by_time_next (&b, &i);)
 *
 * Each trace is almost in order, so stretches in order are merged: that takes 16 bytes for each
 * of these, not for each row.  Rows that start together come in the order in which they stand.
 */
#pragma once

#include "run/events.h"

/* A row of the run's events, with what this one has to do with it. */
struct fid_call {
    uint32_t row;
    uint32_t of; /* opens: number of the file; files of checkpoints: of the name; reads: of the
                    file, then of the use; requests: of the read that made it, or NO_READ */
};

struct fid_by_time {
    const struct fid_events *events; /* borrowed */
    const struct fid_call *call;     /* borrowed; NULL: all rows */
    struct fid_in_order {
        int64_t start_ns; /* of the one at its beginning */
        uint32_t at, end;
    } * heap; /* owned; the earliest first */
    size_t heap_n, heap_cap;
};

/* Begins with the n calls, or, where call is NULL, all rows.  -1 without memory, or if there
 * are more than 2^32 - 2 of them.  Clear *b even after a failure. */
int fid_by_time_init (struct fid_by_time *b, const struct fid_events *events,
                      const struct fid_call *call, size_t n, struct fid_error *err);

/* The place of the next one: in call, or the row. */
bool fid_by_time_next (struct fid_by_time *b, size_t *i);

void fid_by_time_clear (struct fid_by_time *b);

/* Orders an array of calls. */
int fid_by_time_sort (struct fid_call *call, size_t n, const struct fid_events *events,
                      struct fid_error *err);
