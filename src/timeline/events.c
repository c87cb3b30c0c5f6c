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
                                                [FID_OP_READ] = FID_STREAM_DATA_READ,
                                                [FID_OP_WRITE] = FID_STREAM_CHECKPOINT_WRITE,
                                                [FID_OP_OPEN] = FID_STREAM_DATA_OPEN,
                                                [FID_OP_CLOSE] = FID_STREAM_N,
                                                [FID_OP_META] = FID_STREAM_N};
    return stream[op];
}

/* Whether a VFS event moves data between processes, not to or from storage. */
static bool
is_ipc (const struct fid_event *ev, bool names_files)
{
    static const char *const name[] = {"UNIX", "UNIX-STREAM", "UNIX-DGRAM", "TCP", "TCPv6",
                                       "UDP",  "UDPv6",       "NETLINK",    "PIPE"};
    if (!ev->file.n)
        return names_files; /* pipes have no name, in traces with names */
    switch (ev->file.p[0]) {
    case '[':
        return fid_span_is (ev->file, "[eventfd]") || fid_span_is (ev->file, "[eventpoll]") ||
               fid_span_is (ev->file, "[timerfd]") || fid_span_is (ev->file, "[signalfd]");
    case 'U':
    case 'T':
    case 'N':
    case 'P':
        for (size_t i = 0; i < sizeof name / sizeof *name; i++)
            if (fid_span_is (ev->file, name[i]))
                return true;
        return false;
    case 'p':
        return fid_span_starts (ev->file, "pipe:[");
    case 's':
        return fid_span_starts (ev->file, "socket:[");
    default:
        return false;
    }
}

/* The part of the run t_ns lies in; nearly always that of the event before. */
static inline enum fid_part
part_at (const struct fid_feed *f, struct fid_part_span *at, int64_t t_ns)
{
    if ((uint64_t)t_ns - (uint64_t)at->from_ns >= at->length_ns) {
        int64_t to_ns;
        at->part = fid_phases_part_span (&f->b->run->phases, t_ns, &at->from_ns, &to_ns);
        at->length_ns = (uint64_t)to_ns - (uint64_t)at->from_ns;
    }
    return at->part;
}

/* The gap before one start, counted where the start lies. */
static int
put_gap (struct fid_feed *f, enum fid_stream_id id, int64_t start_ns, struct fid_error *err)
{
    struct fid_order *o = &f->order[id];
    int64_t last = o->last_ns;
    if (last != INT64_MIN && start_ns < last)
        return 0; /* out of order by more than the buffer holds: no gap */
    o->last_ns = start_ns;
    if (last == INT64_MIN)
        return 0;
    enum fid_part part = part_at (f, &f->gap_at, start_ns);
    double gap_s = (double)(start_ns - last) / 1e9;
    /* two at once: one ns apart, the resolution */
    return fid_sketch_add (&f->stream[id].part[part].gap, gap_s > 0 ? gap_s : 1e-9, err);
}

/* Put a start in order; the oldest leaves when the buffer is full. */
static int
order_start (struct fid_feed *f, enum fid_stream_id id, int64_t start_ns, struct fid_error *err)
{
    struct fid_order *o = &f->order[id];
    if (o->n == FID_ORDER_MAX) {
        /* half at a time, so that the move costs little an event */
        for (size_t i = 0; i < FID_ORDER_MAX / 2; i++)
            if (put_gap (f, id, o->start_ns[i], err))
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

/* Count one event of the run. */
static int
tally (struct fid_feed *f, enum fid_stream_id id, const struct fid_event *ev, int64_t start_ns,
       struct fid_error *err)
{
    struct fid_stream *s = &f->stream[id];
    struct fid_tally *t = &s->part[part_at (f, &f->at, start_ns)];
    t->op_n++;
    t->byte_n += ev->bytes;
    if (ev->flags & FID_EVENT_ERROR)
        t->error_n++;
    if (!(ev->flags & FID_EVENT_NO_DUR)) {
        s->timed = true;
        t->busy_ns += (uint64_t)ev->dur_ns;
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
    if (fid_grid_add (&s->grid, start_ns - f->origin_ns, ev->bytes, err))
        return -1;
    return order_start (f, id, start_ns, err);
}

void
fid_feed_events_begin (struct fid_feed *f)
{
    const struct fid_run *run = f->b->run;
    const struct fid_clock_map *map = &run->clocks.map[f->src->clock];
    f->map = map->known ? map : NULL;
    f->shift_ns = f->b->clock[f->source].shift_ns;
    f->origin_ns = run->phases.known ? run->phases.origin_ns : 0;
    for (int op = 0; op < FID_OP_N; op++) {
        unsigned gives = fid_op_gives ((enum fid_op)op);
        f->wants[op] =
            (f->src->used & gives) && (gives == FID_GIVES_BLOCK) == (f->pass == FID_PASS_BLOCK);
    }
    for (int i = 0; i < FID_STREAM_N; i++) {
        f->order[i].last_ns = INT64_MIN;
        f->stream[i].first_ns = INT64_MAX;
        f->stream[i].last_ns = INT64_MIN;
    }
}

int
fid_feed_events_end (struct fid_feed *f, struct fid_error *err)
{
    for (int id = 0; id < FID_STREAM_N; id++) {
        for (size_t i = 0; i < f->order[id].n; i++)
            if (put_gap (f, (enum fid_stream_id)id, f->order[id].start_ns[i], err))
                return -1;
        f->order[id].n = 0;
    }
    return 0;
}

static enum fid_owner
owner (struct fid_feed *f, const struct fid_event *ev, int64_t start_ns)
{
    struct fid_build *b = f->b;
    if (f->pass == FID_PASS_BLOCK)
        return fid_owner_of (&b->owner, ev, start_ns - f->origin_ns);
    /* VFS tracers filter by the name of the process, so others of that name slip
     * in; only a list of the run's processes can tell them apart */
    bool listed = !b->listed_pids.n || ev->pid < 0 || fid_pidset_has (&b->listed_pids, ev->pid);
    return listed ? FID_OWNER_SELF : FID_OWNER_FOREIGN;
}

/* The start of an event on the axis; false if it has no place there. */
static inline bool
place (struct fid_feed *f, const struct fid_event *ev, int64_t *start_ns)
{
    struct fid_source *src = f->src;
    bool sane = fid_build_sane (ev->start_ns) && fid_build_sane (ev->dur_ns);
    if (sane && ev->start_ns < src->first_ns)
        src->first_ns = ev->start_ns;
    if (sane && ev->start_ns + ev->dur_ns > src->last_ns)
        src->last_ns = ev->start_ns + ev->dur_ns;
    if (sane && !f->map) {
        f->unmapped_n++;
        return false;
    }
    *start_ns = sane ? fid_clock_map_ns (f->map, ev->start_ns + f->shift_ns) : 0;
    if (!sane || *start_ns < f->b->near_from_ns || *start_ns > f->b->near_to_ns) {
        f->far_n++;
        return false;
    }
    return true;
}

int
fid_feed_event (void *self, const struct fid_event *ev, struct fid_error *err)
{
    struct fid_feed *f = self;
    if (!f->wants[ev->op])
        return 0;
    f->src->event_n++;
    f->src->seen |= fid_op_gives (ev->op);
    enum fid_stream_id id = stream_of (ev->op);
    int64_t start_ns;
    if (!place (f, ev, &start_ns)) {
        if (id != FID_STREAM_N)
            f->stream[id].unplaced_n++;
        return 0;
    }
    f->names_files |= ev->file.n > 0;
    enum fid_owner who = owner (f, ev, start_ns);
    bool block = f->pass == FID_PASS_BLOCK;
    if (!block && who == FID_OWNER_SELF && fid_pidset_add (&f->pids, ev->pid, err))
        return -1;
    if (id == FID_STREAM_N)
        return 0;
    struct fid_stream *s = &f->stream[id];
    if (!block && ev->op != FID_OP_OPEN && is_ipc (ev, f->names_files)) {
        s->ipc_op_n++;
        s->ipc_byte_n += ev->bytes;
        return 0;
    }
    s->owner_op_n[who]++;
    s->owner_byte_n[who] += ev->bytes;
    if (who == FID_OWNER_FOREIGN && !f->b->opts.all_processes)
        return 0;
    const struct fid_watcher *watcher = f->b->watcher;
    if (watcher && watcher->event (watcher->self, id, ev, start_ns, err))
        return -1;
    return tally (f, id, ev, start_ns, err);
}
