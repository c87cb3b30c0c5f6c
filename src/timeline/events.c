/* events.c - the event passes of a build: tallies, gaps, owners (see build.h) */
#include <string.h>
#include "base/timeparse.h"
#include "timeline/build_priv.h"

/* The stream an operation belongs to; FID_STREAM_N: none (close, metadata). */
static enum fid_stream_id
stream_of (enum fid_op op)
{
    static const enum fid_stream_id stream[] = {[FID_OP_BLOCK_READ] = FID_STREAM_BLOCK_READ,
                                                [FID_OP_BLOCK_WRITE] = FID_STREAM_BLOCK_WRITE,
                                                [FID_OP_READ] = FID_STREAM_VFS_READ,
                                                [FID_OP_WRITE] = FID_STREAM_VFS_WRITE,
                                                [FID_OP_OPEN] = FID_STREAM_VFS_OPEN,
                                                [FID_OP_CLOSE] = FID_STREAM_N,
                                                [FID_OP_META] = FID_STREAM_N};
    return stream[op];
}

/* Whether a VFS event moves data between processes, not to or from storage. */
static bool
is_ipc (const struct fid_event *ev, bool names_told)
{
    static const char *const name[] = {"UNIX", "UNIX-STREAM", "UNIX-DGRAM", "TCP", "TCPv6",
                                       "UDP",  "UDPv6",       "NETLINK",    "PIPE"};
    if (!ev->file.n)
        return names_told; /* pipes have no name, in traces that tell names */
    if (ev->file.p[0] == '[')
        return fid_span_is (ev->file, "[eventfd]") || fid_span_is (ev->file, "[eventpoll]") ||
               fid_span_is (ev->file, "[timerfd]") || fid_span_is (ev->file, "[signalfd]");
    for (size_t i = 0; i < sizeof name / sizeof *name; i++)
        if (fid_span_is (ev->file, name[i]))
            return true;
    return fid_span_starts (ev->file, "pipe:[") || fid_span_starts (ev->file, "socket:[");
}

/* The gap before one start, counted where the start lies. */
static int
put_gap (struct fid_build *b, enum fid_stream_id id, int64_t start_ns, struct fid_error *err)
{
    struct fid_order *o = &b->order[id];
    int64_t last = o->last_ns;
    if (last != INT64_MIN && start_ns < last)
        return 0; /* out of order by more than the buffer holds: no gap */
    o->last_ns = start_ns;
    if (last == INT64_MIN)
        return 0;
    enum fid_part part = fid_phases_part (&b->run->phases, start_ns);
    double gap_s = (double)(start_ns - last) / 1e9;
    /* two at once: one ns apart, the resolution */
    return fid_sketch_add (&b->run->stream[id].part[part].gap, gap_s > 0 ? gap_s : 1e-9, err);
}

/* Put a start in order; the oldest leaves when the buffer is full. */
static int
order_start (struct fid_build *b, enum fid_stream_id id, int64_t start_ns,
             struct fid_error *err)
{
    struct fid_order *o = &b->order[id];
    if (o->n == FID_ORDER_MAX) {
        /* half at a time, so that the move costs little an event */
        for (size_t i = 0; i < FID_ORDER_MAX / 2; i++)
            if (put_gap (b, id, o->start_ns[i], err))
                return -1;
        o->n -= FID_ORDER_MAX / 2;
        memmove (o->start_ns, o->start_ns + FID_ORDER_MAX / 2, o->n * sizeof *o->start_ns);
    }
    size_t at = o->n++;
    for (; at && o->start_ns[at - 1] > start_ns; at--)
        o->start_ns[at] = o->start_ns[at - 1];
    o->start_ns[at] = start_ns;
    return 0;
}

/* Where the time of the grids counts from. */
static int64_t
origin (const struct fid_build *b)
{
    return b->run->phases.known ? b->run->phases.origin_ns : 0;
}

/* Count one event of the run. */
static int
tally (struct fid_build *b, enum fid_stream_id id, const struct fid_event *ev, int64_t start_ns,
       struct fid_error *err)
{
    struct fid_stream *s = &b->run->stream[id];
    struct fid_tally *t = &s->part[fid_phases_part (&b->run->phases, start_ns)];
    t->op_n++;
    t->byte_n += ev->bytes;
    if (ev->flags & FID_EVENT_ERROR)
        t->error_n++;
    if (!(ev->flags & FID_EVENT_NO_DUR)) {
        s->timed = true;
        t->busy_s += (double)ev->dur_ns / 1e9;
        if (fid_sketch_add (&t->latency, ev->dur_ns ? (double)ev->dur_ns / 1e9 : 1e-9, err))
            return -1;
    }
    s->sized |= !(ev->flags & FID_EVENT_NO_BYTES);
    if (!(ev->flags & FID_EVENT_NO_BYTES) && ev->bytes) {
        t->sized_n++;
        if (fid_sketch_add (&t->size, (double)ev->bytes, err))
            return -1;
    }
    if (start_ns < s->first_ns)
        s->first_ns = start_ns;
    if (start_ns + ev->dur_ns > s->last_ns)
        s->last_ns = start_ns + ev->dur_ns;
    if (fid_grid_add (&s->grid, start_ns - origin (b), ev->bytes, err))
        return -1;
    return order_start (b, id, start_ns, err);
}

void
fid_build_events_begin (struct fid_build *b)
{
    b->names_told = false;
    for (int i = 0; i < FID_STREAM_N; i++) {
        b->order[i].n = 0;
        b->order[i].last_ns = INT64_MIN;
    }
}

int
fid_build_events_end (struct fid_build *b, struct fid_error *err)
{
    for (int id = 0; id < FID_STREAM_N; id++) {
        for (size_t i = 0; i < b->order[id].n; i++)
            if (put_gap (b, (enum fid_stream_id)id, b->order[id].start_ns[i], err))
                return -1;
        b->order[id].n = 0;
    }
    return 0;
}

static enum fid_owner
owner (struct fid_build *b, const struct fid_event *ev, int64_t start_ns)
{
    if (b->pass == FID_PASS_BLOCK)
        return fid_owner_of (&b->owner, ev, start_ns - origin (b));
    /* VFS tracers filter by the name of the process, so others of that name slip
     * in; only a list of the run's processes can tell them apart */
    bool listed = !b->listed_pids.n || ev->pid < 0 || fid_pidset_has (&b->listed_pids, ev->pid);
    return listed ? FID_OWNER_SELF : FID_OWNER_FOREIGN;
}

/* The start of an event on the axis; false if it has no place there. */
static bool
place (struct fid_build *b, const struct fid_event *ev, int64_t *start_ns)
{
    struct fid_source *src = &b->run->source[b->source];
    bool sane = fid_build_sane (ev->start_ns) && fid_build_sane (ev->dur_ns);
    if (sane && ev->start_ns < src->first_ns)
        src->first_ns = ev->start_ns;
    if (sane && ev->start_ns + ev->dur_ns > src->last_ns)
        src->last_ns = ev->start_ns + ev->dur_ns;
    *start_ns = ev->start_ns;
    if (sane && !fid_build_map (b, b->source, start_ns)) {
        b->unmapped_n++;
        return false;
    }
    if (!sane || *start_ns < b->near_from_ns || *start_ns > b->near_to_ns) {
        b->far_n++;
        return false;
    }
    return true;
}

int
fid_build_event (void *self, const struct fid_event *ev, struct fid_error *err)
{
    struct fid_build *b = self;
    struct fid_source *src = &b->run->source[b->source];
    bool block = fid_op_gives (ev->op) == FID_GIVES_BLOCK;
    if (!(src->used & fid_op_gives (ev->op)) || block != (b->pass == FID_PASS_BLOCK))
        return 0;
    src->event_n++;
    src->seen |= fid_op_gives (ev->op);
    enum fid_stream_id id = stream_of (ev->op);
    int64_t start_ns;
    if (!place (b, ev, &start_ns)) {
        if (id != FID_STREAM_N)
            b->run->stream[id].unplaced_n++;
        return 0;
    }
    b->names_told |= ev->file.n > 0;
    enum fid_owner who = owner (b, ev, start_ns);
    if (!block && who == FID_OWNER_SELF && fid_pidset_add (&b->owner.pids, ev->pid, err))
        return -1;
    if (id == FID_STREAM_N)
        return 0;
    struct fid_stream *s = &b->run->stream[id];
    if (!block && ev->op != FID_OP_OPEN && is_ipc (ev, b->names_told)) {
        s->ipc_op_n++;
        s->ipc_byte_n += ev->bytes;
        return 0;
    }
    s->owner_op_n[who]++;
    s->owner_byte_n[who] += ev->bytes;
    if (who == FID_OWNER_FOREIGN && !b->opts.all_processes)
        return 0;
    return tally (b, id, ev, start_ns, err);
}
