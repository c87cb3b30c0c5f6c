/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mllog_event.h - one MLLOG object, in a log or in an array
 *
 *     {"namespace": "", "time_ms": 1676121200110, "event_type": "INTERVAL_START",
 *      "key": "init_start", "value": null, "metadata": {"epoch_num": 1}}
 *
 * time_ms counts from the UNIX epoch (UTC) and may have a fraction; the array form has a text
 * of the same instant instead; some logs have time_s, in seconds.  0 means that the time is
 * not known. */
#pragma once

#include "base/json.h"
#include "readers/logtag.h"
#include "run/record.h"

/* Precedes each object in a log; tags of launchers and other text may come before it. */
#define FID_MLLOG_MARK ":::MLLOG"

/* Removes the mark and all before it from *line, and says what the tags there were.  False,
 * *line unchanged, if there is no mark, or if it is quoted or in the middle of other text
 * without an object behind it. */
bool fid_mllog_take_mark (struct fid_span *line, struct fid_log_tag *tag);

/* The same for an object that no mark precedes: a line of JSON alone.  Moves *line to the
 * object; false if the line has no object with a key and a time. */
bool fid_mllog_take_bare (struct fid_span *line, struct fid_log_tag *tag);

/* What the metadata of an object say. */
struct fid_mllog_said {
    int epoch;     /* -1: unknown */
    double number; /* of the epoch or block, possibly a fraction; -1: unknown */
    double step;   /* number of a step, or of the first; -1: unknown */
    bool success;  /* its status is "success" */
};

/* One object. */
struct fid_mllog_item {
    int64_t t_ns;
    bool timed, zero;           /* zero: time_ms is 0, so the line has no time */
    struct fid_span key, value; /* value: without its quotes; p is NULL where there is none */
    double duration_s;          /* of a value that has one; else FID_ABSENT */
    struct fid_mllog_said said;
};

/* Metadata of recent objects: those of one line of a program are mostly alike. */
struct fid_mllog_recent {
    struct fid_mllog_text {
        char p[128];
        size_t n; /* bytes of the text; 0: free */
        struct fid_mllog_said said;
    } text[4];
    size_t next;
};

/* Parses the next object of j; false if it is not an object or not complete.  recent, of the
 * same log, may be NULL. */
bool fid_mllog_item_read (struct fid_json *j, struct fid_mllog_recent *recent,
                          struct fid_mllog_item *it);
