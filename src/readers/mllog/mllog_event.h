/* mllog_event.h - what one MLLOG object means, in a log or in an array
 *
 *     {"namespace": "", "time_ms": 1676121200110, "event_type": "INTERVAL_START",
 *      "key": "init_start", "value": null, "metadata": {"epoch_num": 1}}
 *
 * time_ms counts from the UNIX epoch (UTC); the array form has a text of the
 * same instant instead.  The suffix of the key decides between start and stop, because
 * DLRM logs training_stop as INTERVAL_START. */
#ifndef FID_MLLOG_EVENT_H
#define FID_MLLOG_EVENT_H

#include "base/json.h"
#include "readers/phase_log.h"

/* Precedes each object in a log; a tag may come before it. */
#define FID_MLLOG_MARK ":::MLLOG"

/* Removes a tag and the mark from *line and sets *rank (0 without a tag).  False, *line
 * unchanged, if there is no mark. */
bool fid_mllog_take_mark (struct fid_span *line, uint64_t *rank);

/* One object. */
struct fid_mllog_item {
    int64_t t_ns;
    bool timed;
    struct fid_span key, value; /* value: without its quotes; p is NULL where there is none */
    double duration_s;          /* of a value that has one; else FID_STEP_NONE */
    int epoch;                  /* -1: unknown */
};

/* Parses the next object of j; false if it is not an object or not complete. */
bool fid_mllog_item_read (struct fid_json *j, struct fid_mllog_item *it);

struct fid_mllog {
    struct fid_phase_log spans;
    struct fid_step step; /* what is known of the step that runs */
    int epoch, block;     /* counted; 0 before the first */
    unsigned facts;       /* bits of those passed on already */
};

void fid_mllog_init (struct fid_mllog *m, const struct fid_sink *sink);

/* Reads the next object of j.  *t_ns becomes its time, or INT64_MIN if it is not such an
 * object; then it is rejected.  Returns 0, or -1 from the sink. */
int fid_mllog_event (struct fid_mllog *m, struct fid_json *j, size_t line, int64_t *t_ns,
                     struct fid_error *err);

/* The end of the log: spans left open. */
int fid_mllog_finish (struct fid_mllog *m, struct fid_error *err);

#endif
