/* watcher.c - see watcher.h */
#include "run/file_classes.h"
#include "run/watcher.h"

static enum fid_stream_id
stream_of (const struct fid_events *e, const struct fid_event_row *r)
{
    if (r->op == FID_OP_BLOCK_READ)
        return FID_STREAM_BLOCK_READ;
    if (r->op == FID_OP_BLOCK_WRITE)
        return FID_STREAM_BLOCK_WRITE;
    enum fid_file_op op = fid_file_op_of (r->op);
    return op == FID_FILE_OP_N ? FID_STREAM_N : fid_role_stream (e->file[r->file].role, op);
}

int
fid_run_watch (const struct fid_run *run, const struct fid_watcher *w, struct fid_error *err)
{
    const struct fid_events *e = &run->events;
    if (w->begin (w->self, run, err))
        return -1;
    for (size_t i = 0; i < e->row_n; i++) {
        struct fid_event_row r = fid_events_row (e, i);
        struct fid_event ev = fid_events_event (e, &r);
        enum fid_stream_id id = stream_of (e, &r);
        if ((r.op == FID_OP_OPEN && w->open && w->open (w->self, &ev, r.start_ns, err)) ||
            (id != FID_STREAM_N && w->event (w->self, id, &ev, r.start_ns, err)))
            return -1;
    }
    return 0;
}
