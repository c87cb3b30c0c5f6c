/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mllog_log.h - what the objects of an MLLOG log say together: phases, steps and facts
 *
 * Spans are paired when the whole log is known.  Of each name, either a stop closes the
 * start with its number (evaluations may overlap), or the start before it (some programs
 * number stops differently): whichever leaves fewer starts and stops alone.  The suffix of
 * the key decides between start and stop, because DLRM logs training_stop as INTERVAL_START.
 *
 * Of several processes in one log, the lowest rank that logs a span counts (one rank may train
 * and another evaluate), together with lines that tell no rank; of several hosts or containers,
 * the one with the most spans.  Steps are those of all ranks; those of the lowest rank lead.
 *
 * Memory: the spans and steps of the log. */
#pragma once

#include "base/index.h"
#include "readers/mllog/mllog_event.h"
#include "run/sink.h"

enum fid_mllog_mark_kind { FID_MLLOG_START, FID_MLLOG_STOP, FID_MLLOG_STEP, FID_MLLOG_POINT };

/* The start or the stop of a span, a step, or the result of an evaluation. */
struct fid_mllog_mark {
    enum fid_mllog_mark_kind kind;
    enum fid_phase_name name;
    int64_t t_ns;
    double number;   /* -1: unknown */
    double step_num; /* of a step, or of the first of a start; -1: unknown */
    int epoch;       /* -1: unknown */
    int block;
    bool repeated; /* a start that an earlier one of its number stands for */
    bool success;  /* a stop with the status "success" */
    size_t with;   /* the start of a stop, and the reverse; SIZE_MAX: none */
    size_t line;
    size_t source;
    uint64_t rank;
    struct fid_step step;
};

/* Start with {.sink = ...}. */
struct fid_mllog {
    const struct fid_sink *sink;     /* borrowed */
    struct fid_mllog_mark *mark;     /* owned; in the order of the log */
    struct fid_mllog_source *source; /* owned; [0]: lines that tell no rank */
    struct fid_mllog_rank *rank;     /* owned; those that log steps */
    size_t mark_n, mark_cap, source_n, source_cap, rank_n, rank_cap;
    struct fid_index rank_index;
    struct fid_mllog_recent recent;
    uint64_t zero_n;  /* objects whose time is 0 */
    size_t zero_line; /* the first of them */
    bool others;      /* lines of other ranks were left out */
};

/* Reads the next object of j, in a line with these tags.  *t_ns becomes its time, or
 * INT64_MIN if it has none or is of another rank.  Returns 0, or -1 without memory. */
int fid_mllog_event (struct fid_mllog *m, const struct fid_log_tag *tag, struct fid_json *j,
                     size_t line, int64_t *t_ns, struct fid_error *err);

/* Whether an object of a line with these tags counts, when all of the log has been read. */
bool fid_mllog_counts (const struct fid_mllog *m, const struct fid_log_tag *tag,
                       struct fid_span object);

/* The end of the log: everything goes to the sink.  Returns 0, or -1 from the sink. */
int fid_mllog_finish (struct fid_mllog *m, struct fid_error *err);

void fid_mllog_clear (struct fid_mllog *m);

/* Pairs starts and stops of all names (mllog_pairs.c).  -1 without memory. */
int fid_mllog_pair (struct fid_mllog *m, struct fid_error *err);

/* mllog_phases.c: gives phases and steps to the sink (last_ns: the latest stamp), a fact, a
 * remark. */
int fid_mllog_phases (struct fid_mllog *m, int64_t last_ns, struct fid_error *err);
int fid_mllog_put_fact (const struct fid_mllog *m, const char *key, const char *value,
                        struct fid_error *err); /* ignores an empty value */
void fid_mllog_note (const struct fid_mllog *m, size_t line, enum fid_remark_code code,
                     uint64_t number);

/* Writes a log as a JSON array (mllog.c): the objects that count, one a line, unchanged except
 * time_ms, which becomes the text "YYYY-MM-DDTHH:MM:SS.mmm" in UTC.  Text that is not an object,
 * or has no time, is skipped.  The caller detects write errors when it closes f.  Returns -1 if
 * the text cannot be read. */
int fid_mllog_copy (struct fid_text *text, FILE *f, struct fid_error *err);
