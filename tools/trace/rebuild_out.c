/* rebuild_out.c - events of a rebuilt trace as they are written, and its files (see
 * rebuild_priv.h) */
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/text.h"
#include "tools/trace/op_write.h"
#include "tools/trace/rebuild_priv.h"

void
rebuild_begin (struct rebuild *r, struct fid_span name, int64_t ts_ns, int64_t dur_ns)
{
    fputs (r->begun ? ",\n {\"name\": " : "\n {\"name\": ", r->f);
    r->begun = true;
    fid_op_put_text (r->f, name);
    fputs (", \"ph\": \"X\", \"ts\": ", r->f);
    fid_op_put_us (r->f, ts_ns);
    fputs (", \"dur\": ", r->f);
    fid_op_put_us (r->f, dur_ns);
}

void
rebuild_end (struct rebuild *r, struct fid_span name, size_t node)
{
    fputs (", \"args\": {\"name\": ", r->f);
    fid_op_put_text (r->f, name);
    for (size_t k = node == SIZE_MAX ? 0 : r->into.first[node], i = 0;
         node != SIZE_MAX && k < r->into.first[node + 1]; k++, i++) {
        fprintf (r->f, ", \"input%zu\": ", i);
        fid_op_put_text (r->f, fid_span_of (r->dag.name[r->dag.edge[r->into.at[k]].from]));
    }
    fputs ("}}", r->f);
}

void
rebuild_member (struct rebuild *r, const char *key, struct fid_span value)
{
    if (!value.n)
        return;
    fprintf (r->f, ", \"%s\": ", key);
    fid_op_put_value (r->f, value);
}

void
rebuild_copy (struct rebuild *r, const struct fid_trace_event *ev)
{
    fputs (r->begun ? ",\n {\"name\": \"" : "\n {\"name\": \"", r->f);
    r->begun = true;
    fid_op_put_written (r->f, ev->name);
    fputs ("\", \"ph\": \"X\", \"ts\": ", r->f);
    fid_op_put_us (r->f, ev->ts_ns);
    fputs (", \"dur\": ", r->f);
    fid_op_put_us (r->f, ev->dur_ns);
    rebuild_member (r, "cat", ev->cat);
    rebuild_member (r, "pid", ev->pid);
    if (ev->tid_text) {
        fputs (", \"tid\": \"", r->f);
        fid_op_put_written (r->f, ev->tid);
        putc ('"', r->f);
    } else {
        rebuild_member (r, "tid", ev->tid);
    }
    if (ev->args.n) {
        fputs (", \"args\": ", r->f);
        fid_op_put_written (r->f, ev->args);
    }
    putc ('}', r->f);
}

int
rebuild_find (const struct rebuild *r, const char *name, bool up, char **path,
              struct fid_error *err)
{
    *path = NULL;
    for (int k = 0; k <= up; k++) {
        bool missing = true;
        char *at = fid_format (err, "%s/%s%s", r->dir, k ? "../" : "", name);
        if (!at || fid_file_missing (at, &missing, err)) {
            free (at);
            return -1;
        }
        if (!missing) {
            *path = at;
            return 0;
        }
        free (at);
    }
    return 0;
}
