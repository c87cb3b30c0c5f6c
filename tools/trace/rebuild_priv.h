/* rebuild_priv.h - what rebuild.c and rebuild_comm.c share (rebuild_out.c) */
#ifndef FID_REBUILD_PRIV_H
#define FID_REBUILD_PRIV_H

#include "readers/chrome/trace_events.h"
#include "tools/trace/dag.h"
#include "tools/trace/rebuild.h"

struct rebuild {
    const char *dir;
    FILE *f;
    bool begun; /* something is in f */
    struct fid_dag dag;
    struct fid_dag_list into; /* edges into its nodes */
    int64_t first_ns, end_ns; /* of the operators; end: of the last STEP, INT64_MAX: none */
    struct fid_rebuilt n;
};

/* Begins an event, and writes its end: args with the name of a node and those before it (node
 * SIZE_MAX: none). */
void rebuild_begin (struct rebuild *r, struct fid_span name, int64_t ts_ns, int64_t dur_ns);
void rebuild_end (struct rebuild *r, struct fid_span name, size_t node);

/* A member of the event that was begun; none if the value is empty. */
void rebuild_member (struct rebuild *r, const char *key, struct fid_span value);

/* An event as it is. */
void rebuild_copy (struct rebuild *r, const struct fid_trace_event *ev);

/* The path of a file in the GPU's folder or, if up, in the one above; NULL in *path if it is
 * not there.  -1: an error of the system. */
int rebuild_find (const struct rebuild *r, const char *name, bool up, char **path,
                  struct fid_error *err);

/* Writes the events of comm.json (rebuild_comm.c). */
int rebuild_comm (struct rebuild *r, struct fid_error *err);

#endif
