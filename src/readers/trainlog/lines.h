/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lines.h - the lines of training logs: their stamps, and the layout that they are of */
#pragma once

#include "readers/logtag.h"
#include "readers/reader.h"
#include "readers/trainlog/layouts.h"

#define FID_LOG_LINE_MOST 4096

struct fid_log_text {
    bool timed;
    enum fid_clock clock; /* APP, UTC or TOD */
    int64_t t_ns, quantum_ns;
    struct fid_log_tag tag;
    struct fid_span text;
    struct fid_span rest; /* behind a row that comes anywhere in a line; n 0: nothing */
};

/* Copies a line without what steers the terminal. */
struct fid_span fid_log_plain (struct fid_span line, char buf[FID_LOG_LINE_MOST]);

/* The next piece of a line; pieces end at carriage returns and backspaces. */
bool fid_log_piece (struct fid_span *rest, struct fid_span *piece);

/* The layout of that name. */
const struct fid_log_line *fid_log_layout (const char *name);

/* The row of a layout that a plain line is of, of several in it the first; NULL: none, and *v is
 * empty. */
const struct fid_log_line *fid_log_row (const struct fid_log_line *layout,
                                        struct fid_span plain, struct fid_log_text *l,
                                        struct fid_log_values *v);

/* What the line tells by words alone; FID_LOG_PROOF: nothing. */
enum fid_log_kind fid_log_words_of (struct fid_span text);

/* The clock of its stamp; RELATIVE: it has none. */
enum fid_clock fid_log_clock (const struct fid_log_text *l, const struct fid_log_values *v);

/* The layout that the beginning of a file is of: one of the user (own.h), else a known one. */
struct fid_log_fit {
    const struct fid_log_line *layout; /* NULL: none */
    size_t row_n, timed_n, bar_n, proof_n, word_n, epoch_n, weight;
    bool own;          /* the layout is the user's */
    bool whole, falls; /* a row is the last one of its steps; epochs do not count up */
    int64_t epoch, step;
    uint64_t rank;
    size_t back_n;        /* rows whose step is not behind the one before */
    enum fid_clock clock; /* of the first row */
    const char *rival;    /* name of another layout that fits as well */
};
void fid_log_fit (const struct fid_head *head, struct fid_log_fit *best);
