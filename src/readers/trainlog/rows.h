/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rows.h - what a training log says, line by line, and which steps its rows are */
#pragma once

#include "readers/trainlog/lines.h"

#define FID_LOG_PRECISE .05 /* half of the last digit, as a share */

struct fid_log_mark {
    enum fid_log_kind kind;
    size_t line;
    uint64_t rank;
    int64_t t_ns, quantum_ns;           /* INT64_MIN: no stamp */
    int64_t epoch, epochs, step, total; /* -1: unknown */
    double at[FID_VALUE_N];             /* seconds, or numbers; FID_ABSENT: not told */
    double mean_half, elapsed_half;     /* of a unit of their last digits */
    unsigned bare;
    bool each;         /* its time is said to be of one step (loop.h) */
    char before;       /* what stands before the number of the step */
    bool group;        /* its time is that of all steps behind the row before */
    int64_t n, rest_n; /* steps of the row; behind it until the end of its epoch */
    double len_s, load_s,
        rest_s;     /* of each, of its wait for data, of each behind; -1: unknown */
    double other_s; /* of evaluations that the elapsed time holds */
};

struct fid_trainlog {
    const struct fid_sink *sink;
    const struct fid_log_line *layout;
    enum fid_clock clock;
    int64_t main_total; /* of progress bars of the training; 0: none yet */
    int64_t day_ns, last_ns;
    bool samples;                         /* rows count them, not steps */
    bool cut;                             /* the last line is */
    FID_LIST (struct fid_log_mark, mark); /* owned */
    /* while it is put out */
    int64_t first_ns, now_ns; /* of the log; where the next step without a stamp begins */
    int64_t interval, base;   /* steps from row to row; of the first of an epoch: 0 or 1 */
    size_t step_n, unplaced_n, phase_n[FID_PHASE_N];
};

/* Takes what a line says, and its stamp, or INT64_MIN; -1 without memory. */
int fid_trainlog_line (struct fid_trainlog *g, struct fid_span line, size_t line_n, bool ended,
                       int64_t *t_ns, struct fid_error *err);

/* Gives a step the next number if other text runs into its own ("loss: 0.5137 step training"), and
 * drops it if the next number is unknown.  Returns the count of such steps; *line: the first one's. */
size_t fid_trainlog_number (struct fid_trainlog *g, size_t *line);

/* Once all lines are read: numbers epochs, drops what other ranks and earlier attempts say, finds
 * units, and how many steps each row is, and how long these take.  -1 without memory. */
int fid_trainlog_settle (struct fid_trainlog *g, struct fid_error *err);
