/* SPDX-License-Identifier: GPL-3.0-or-later */
/* loganchor.h - clock anchors from an application's own log
 *
 * A logger stamps a line and writes it at once; the VFS trace sees that write
 * on the tracer's clock.  Matching the bytes of the log with the writes into it
 * (by offset, or by sizes in order) relates the two clocks to well under a
 * millisecond over the whole run, far better than second ticks: the stamp is at
 * most its resolution before, or at, the start of the write. */
#pragma once

#include "run/record.h"

/* A write that comes later than this after the stamp of its line has no influence. */
#define FID_LOG_DELAY_NS INT64_C (2000000)

/* A write into the file of the log, as traced. */
struct fid_logwrite {
    int64_t start_ns;
    uint64_t offset; /* FID_NO_OFFSET: unknown */
    uint64_t bytes;
};

/* Match lines with writes and append anchors (from: the trace's clock, to: the
 * log's) to *anchor (grown with fid_array_grow).  to_min = stamp, to_max =
 * stamp + quantum + FID_LOG_DELAY_NS.  Lines without
 * a stamp count for the offsets.  Adds nothing if fewer than half of the
 * writes fit line boundaries. Cost O((lines + writes) log lines). */
int fid_loganchors (const struct fid_logline *line, size_t line_n, enum fid_clock log_clock,
                    const struct fid_logwrite *write, size_t write_n,
                    enum fid_clock trace_clock, struct fid_anchor **anchor, size_t *anchor_n,
                    size_t *anchor_cap, struct fid_error *err);
