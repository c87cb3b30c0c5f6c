/* SPDX-License-Identifier: GPL-3.0-or-later */
/* trace_events.h - the events of an operator trace: Chrome's trace events, as profilers write
 * them
 *
 *     {"traceEvents": [{"ph": "X", "name": "aten::conv2d", "cat": "cpu_op", "pid": 7, "tid": 7,
 *                       "ts": 5000000.250, "dur": 120.5, "args": {...}}, ...]}
 *     [{"ph": "B", "name": "NCCL_ALLREDUCE", "ts": 812460, "pid": 1},
 *      {"ph": "E", "ts": 813900, "pid": 1},
 *
 * The array is the file, or the member traceEvents of an object; the file may be gzip, may lack
 * the end of the array and have commas too many or too few, as live profilers leave it.  ts and
 * dur are us whatever displayTimeUnit says; a fraction keeps ns.  Numbers may stand in quotes.
 * A "B" and its "E" (or "b" and "e") give one span, where the end stands.
 *
 *     struct fid_trace t;
 *     struct fid_trace_event ev;
 *     if (fid_trace_open (&t, path, FID_TRACE_SPAN, NULL, err))
 *         return -1;
 *     while ((rc = fid_trace_next (&t, &ev, err)) > 0)
 *         ...
 *     fid_trace_close (&t);
 *
 * Memory: a block of the file, the largest event and the spans that are open, at most
 * FID_TRACE_OPEN_MAX; time: one pass.  Format: "Trace Event Format", Google 2016. */
#pragma once

#include "base/index.h"
#include "base/json.h"
#include "readers/reader.h"

#define FID_TRACE_ARGS     8
#define FID_TRACE_OPEN_MAX ((size_t)1 << 20)

enum fid_trace_kind {
    FID_TRACE_SPAN = 1,    /* X, or B and E, or b and e */
    FID_TRACE_FLOW = 2,    /* s, t, f: begin, step and end of an arrow named by id */
    FID_TRACE_NAME = 4,    /* M: names and places of processes and threads */
    FID_TRACE_INSTANT = 8, /* i, I, R, n */
};

/* Texts are as written, with their escapes, and without quotes; n 0: missing or null. */
struct fid_trace_event {
    enum fid_trace_kind kind;
    char ph; /* of a pair: 'B' or 'b' */
    struct fid_span name, cat, pid, tid, id;
    int64_t ts_ns, dur_ns; /* rounded to ns; ts as written, which may count from anywhere */
    double dur_us;         /* as written, if its digits go beyond ns, too */
    bool timed, timed_dur; /* whether ts and dur are there; of a FID_TRACE_SPAN they are */
    bool tid_text;         /* tid stands in quotes */
    struct fid_span args;  /* the object with its brackets; of a pair: the beginning's, or the
                              end's if that has none */
    struct fid_span arg[FID_TRACE_ARGS]; /* members of args that are wanted, in their order; an
                                            object or list: its JSON */
    size_t line;                         /* where it starts, of a pair: where the end starts */
};

/* What is wrong with a trace that can be used all the same; each with its first line. */
struct fid_trace_findings {
    uint64_t event_n; /* objects in all, whatever they are */
    uint64_t begin_n; /* beginnings without end */
    uint64_t end_n;   /* ends without beginning */
    uint64_t
        untimed_n; /* spans without ts or dur, or with one below zero or beyond all reason */
    uint64_t broken_n; /* objects that are not JSON, or lack ph */
    size_t begin_line, end_line, untimed_line, broken_line;
    bool cut; /* the text ends in the middle, or the array has no end */
};

struct fid_trace {
    struct fid_trace_findings found;
    /* private */
    struct fid_text text;
    struct fid_json_items items;
    const char *const *wanted; /* borrowed */
    unsigned kinds;
    FID_LIST (struct fid_trace_open, open); /* owned; spans that are open, and free places */
    size_t free_p1;
    FID_LIST (struct fid_trace_track, track); /* owned */
    struct fid_index tracks;                  /* of track */
    char *held;                               /* owned; texts of the pair given last */
};

/* Opens a trace.  kinds: what fid_trace_next gives, of enum fid_trace_kind; wanted: names of
 * members of args, at most FID_TRACE_ARGS, ended with NULL (NULL: none), borrowed until the
 * end. -1 with FID_EINPUT "path: reason", or FID_EINTERNAL. */
int fid_trace_open (struct fid_trace *t, const char *path, unsigned kinds,
                    const char *const *wanted, struct fid_error *err);

/* The next event, whose texts are valid until the next call: 1, 0 at the end, -1 with
 * FID_EINPUT "path:line: reason" if the text is not JSON or has no array of events.  At the end
 * t->found is complete. */
int fid_trace_next (struct fid_trace *t, struct fid_trace_event *ev, struct fid_error *err);

void fid_trace_close (struct fid_trace *t);

/* How a reader of a run takes the spans of a file. */
struct fid_trace_spans {
    const struct fid_sink *sink; /* borrowed; what is no event, or has no time, is rejected */
    void *self;                  /* borrowed */
    const char *const *wanted;   /* as of fid_trace_open */
    /* Whether the text of an object may be wanted, and whether an event is; NULL: all are. */
    bool (*may_want) (struct fid_span object);
    bool (*wants) (const struct fid_trace_event *ev);
    int (*span) (void *self, const struct fid_trace_event *ev, struct fid_error *err);
    bool cut;        /* set: the file ends in the middle, which is noted */
    bool based;      /* set: it has the member baseTimeNanoseconds (Kineto) */
    int64_t base_ns; /* from which ts counts then, if that is not since 1970 */
    int64_t rank;    /* set: that distributedInfo declares, else that of the name; -1: none */
};

/* The number behind a word in a name, with at most one of "-_." between; -1: none. */
int fid_number_behind (struct fid_span name, const char *word);

/* The number behind "rank" in the name of a file, or of its folder; -1: none. */
int fid_rank_in_name (const char *path);

/* Calls `span` for each span ("X") with a time and a length that are not negative.  -1 from it,
 * or if the text is not JSON. */
int fid_trace_spans_read (struct fid_trace_spans *t, struct fid_input *in,
                          struct fid_error *err);

/* Instants from here on (2001) count since 1970: no trace is so long. */
#define FID_TRACE_ABSOLUTE_NS INT64_C (1000000000000000000)

/* "3 spans without time (first: line 7)": the i-th finding to buf; false if there are no more.
 */
bool fid_trace_finding (const struct fid_trace_findings *f, size_t i, char *buf, size_t size);
