/* take.c - the event passes of a build: tallies, gaps, owners (see build.h) */
#include <stdlib.h>
#include <string.h>
#include "base/timeparse.h"
#include "run/build_priv.h"

#define SAVES_NS    (5 * FID_S) /* so long before a checkpoint */
#define LARGE_WRITE 32768
#define WAIT_MAX_NS (2 * FID_S) /* few requests take longer; they would fill many bins */

/* The part of the run t_ns lies in; nearly always that of the event before. */
static inline enum fid_part
part_at (const struct fid_feed *f, struct fid_part_span *at, int64_t t_ns)
{
    if ((uint64_t)t_ns - (uint64_t)at->from_ns >= at->length_ns) {
        const struct fid_phases *p = &f->b->run->phases;
        const struct fid_segment *s = fid_phases_segment (p, t_ns);
        int64_t to_ns;
        at->part = fid_phases_part_span (p, t_ns, &at->from_ns, &to_ns);
        at->length_ns = (uint64_t)to_ns - (uint64_t)at->from_ns;
        at->epoch = s ? s->epoch : -1;
        at->segment = s ? (size_t)(s - p->segment) : 0;
        bool before =
            s && s + 1 < p->segment + p->segment_n && s[1].part == FID_PART_CHECKPOINT;
        at->saves_ns = at->part == FID_PART_CHECKPOINT ? INT64_MIN
                       : before                        ? to_ns - SAVES_NS
                                                       : INT64_MAX;
    }
    return at->part;
}

/* The stream of an operation that was put in order. */
static struct fid_stream *
ordered_stream (struct fid_feed *f, enum fid_order_id id, const struct fid_ordered *o)
{
    if (id == FID_ORDER_BLOCK_READ)
        return &f->stream[FID_STREAM_BLOCK_READ];
    if (id == FID_ORDER_BLOCK_WRITE)
        return &f->stream[FID_STREAM_BLOCK_WRITE];
    return f->files.class[o->what].stream[o->op];
}

/* The jump of a block request from the end of the one before on its device. */
static int
put_sector (struct fid_feed *f, struct fid_access *a, const struct fid_ordered *o,
            struct fid_error *err)
{
    if (o->offset == FID_NO_OFFSET || !o->bytes)
        return 0;
    uint64_t *end = &f->device_end[o->what];
    if (*end && fid_access_jump (a, *end, o->offset, err))
        return -1;
    *end = o->offset + o->bytes;
    return 0;
}

/* The gap before one start, counted where the start lies. */
static int
put_gap (struct fid_feed *f, enum fid_order_id id, const struct fid_ordered *now,
         struct fid_error *err)
{
    struct fid_order *o = &f->order[id];
    int64_t last = o->last_ns;
    if (last != INT64_MIN && now->start_ns < last)
        return 0; /* out of order by more than the buffer holds: no gap */
    o->last_ns = now->start_ns;
    enum fid_part part = part_at (f, &f->gap_at, now->start_ns);
    struct fid_tally *t = &ordered_stream (f, id, now)->part[part];
    if (id <= FID_ORDER_BLOCK_WRITE && put_sector (f, &t->access, now, err))
        return -1;
    if (last == INT64_MIN)
        return 0;
    double gap_s = (double)(now->start_ns - last) / 1e9;
    /* two at once: one ns apart, the resolution */
    return fid_sketch_add (&t->gap, gap_s > 0 ? gap_s : 1e-9, err);
}

/* Put a start in order; the oldest leaves when the buffer is full. */
static int
order_start (struct fid_feed *f, enum fid_order_id id, struct fid_ordered now,
             struct fid_error *err)
{
    struct fid_order *o = &f->order[id];
    if (!o->at && !(o->at = malloc (FID_ORDER_MAX * sizeof *o->at)))
        return fid_error_nomem (err);
    if (o->n == FID_ORDER_MAX) {
        /* half at a time, so that the move costs little an event */
        for (size_t i = 0; i < FID_ORDER_MAX / 2; i++)
            if (put_gap (f, id, &o->at[i], err))
                return -1;
        o->n -= FID_ORDER_MAX / 2;
        memmove (o->at, o->at + FID_ORDER_MAX / 2, o->n * sizeof *o->at);
    }
    size_t at = o->n++;
    for (; at && o->at[at - 1].start_ns > now.start_ns; at--)
        o->at[at] = o->at[at - 1];
    o->at[at] = now;
    return 0;
}

/* Count one event of the run. */
static int
tally (struct fid_feed *f, struct fid_stream *s, const struct fid_event *ev, int64_t start_ns,
       struct fid_error *err)
{
    struct fid_tally *t = &s->part[part_at (f, &f->at, start_ns)];
    t->op_n++;
    t->byte_n += ev->bytes;
    if (ev->flags & FID_EVENT_ERROR)
        t->error_n++;
    if (!(ev->flags & FID_EVENT_NO_DUR)) {
        s->timed = true;
        t->busy_ns += (uint64_t)ev->dur_ns;
        double latency_s = ev->dur_ns ? (double)ev->dur_ns / 1e9 : 1e-9;
        if (fid_sketch_add (&t->latency, latency_s, err) ||
            (ev->bytes &&
             fid_sketch2_add (&t->size_latency, (double)ev->bytes, latency_s, err)) ||
            (ev->op != FID_OP_OPEN &&
             fid_stream_busy (s, start_ns - f->origin_ns, ev->dur_ns, err)))
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
    return fid_grid_add (&s->grid, start_ns - f->origin_ns, ev->bytes, err);
}

void
fid_feed_events_begin (struct fid_feed *f)
{
    const struct fid_run *run = f->b->run;
    const struct fid_clock_map *map = &run->clocks.map[f->src->clock];
    f->map = map->known ? map : NULL;
    f->shift_ns = f->b->clock[f->source].shift_ns;
    f->origin_ns = run->phases.known ? run->phases.origin_ns : 0;
    fid_file_table_init (&f->files, f->pass == FID_PASS_VFS ? &f->b->opened : NULL,
                         &f->b->rules);
    /* among them reads of files of another role that only their use shows later */
    f->reads.all = &f->stream[FID_STREAM_DATA_READ];
    for (int op = 0; op < FID_OP_N; op++) {
        unsigned gives = fid_op_gives ((enum fid_op)op);
        f->wants[op] =
            (f->src->used & gives) && (gives == FID_GIVES_BLOCK) == (f->pass == FID_PASS_BLOCK);
    }
    for (int i = 0; i < FID_ORDER_N; i++)
        f->order[i].last_ns = INT64_MIN;
    for (int i = 0; i < FID_STREAM_N; i++) {
        f->stream[i].first_ns = INT64_MAX;
        f->stream[i].last_ns = INT64_MIN;
    }
}

int
fid_feed_events_end (struct fid_feed *f, struct fid_error *err)
{
    for (int id = 0; id < FID_ORDER_N; id++) {
        for (size_t i = 0; i < f->order[id].n; i++)
            if (put_gap (f, (enum fid_order_id)id, &f->order[id].at[i], err))
                return -1;
        f->order[id].n = 0;
    }
    return fid_reads_end (&f->reads, err);
}

/* Whether it is the number of a process, not of a rank or unknown. */
static bool
is_pid (int64_t pid)
{
    return pid >= 0 && pid < FID_PID_RANKS;
}

static enum fid_owner
owner (struct fid_feed *f, const struct fid_event *ev, int64_t start_ns)
{
    struct fid_build *b = f->b;
    if (f->pass == FID_PASS_BLOCK)
        return fid_owner_of (&b->owner, ev, start_ns - f->origin_ns);
    /* VFS tracers filter by the name of the process, so others of that name slip
     * in; only a list of the run's processes can tell them apart */
    bool listed =
        !b->listed_pids.n || !is_pid (ev->pid) || fid_pidset_has (&b->listed_pids, ev->pid);
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
    return sane && *start_ns >= f->b->near_from_ns && *start_ns <= f->b->near_to_ns;
}

/* Whether an event of that owner counts. */
static bool
counts (const struct fid_feed *f, enum fid_owner who)
{
    return who != FID_OWNER_FOREIGN || f->b->opts.all_processes;
}

/* Note when the run's events of the file are. */
static void
note_time (struct fid_source *s, const struct fid_event *ev, int64_t start_ns)
{
    int64_t end_ns = start_ns + ev->dur_ns;
    s->own_first_ns = start_ns < s->own_first_ns ? start_ns : s->own_first_ns;
    s->own_last_ns = end_ns > s->own_last_ns ? end_ns : s->own_last_ns;
}

/* Keeps an own event, on the axis. */
static int
keep_event (struct fid_feed *f, const struct fid_event *ev, int64_t start_ns,
            struct fid_error *err)
{
    struct fid_event kept = *ev;
    kept.start_ns = start_ns;
    return fid_events_add (&f->events, &kept, err);
}

static int
watch (struct fid_feed *f, enum fid_stream_id id, const struct fid_event *ev, int64_t start_ns,
       struct fid_error *err)
{
    const struct fid_watcher *watcher = f->b->watcher;
    return watcher ? watcher->event (watcher->self, id, ev, start_ns, err) : 0;
}

/* Whether the tools that make processed trees leave the event out: what ended before INIT,
 * reads that failed, writes to logs and terminals, closes and changes of names. */
static bool
left_out (const struct fid_feed *f, const struct fid_event *ev, int64_t start_ns)
{
    static const char *const terminal[] = {"0", "1", "2", "ptmx"};
    const struct fid_phases *p = &f->b->run->phases;
    bool drop = (p->known && start_ns + ev->dur_ns < p->first_ns) || ev->op == FID_OP_CLOSE ||
                ev->op == FID_OP_META ||
                (ev->op == FID_OP_READ && (ev->flags & FID_EVENT_ERROR));
    if (ev->op != FID_OP_WRITE || drop)
        return drop;
    for (size_t i = 0; i < sizeof terminal / sizeof *terminal; i++)
        drop |= fid_span_is (ev->file, terminal[i]);
    return drop || fid_span_starts (ev->file, "tty") || fid_span_ends (ev->file, ".log");
}

/* What monitors see of a request, of whomever: the bytes when it ends, and for how long a
 * process may wait for it. */
static int
monitored (struct fid_feed *f, const struct fid_event *ev, int64_t start_ns,
           struct fid_error *err)
{
    int64_t from_ns = start_ns - f->origin_ns, end_ns = from_ns + ev->dur_ns;
    if (fid_grid_add (&f->moved, end_ns, ev->bytes, err))
        return -1;
    if (ev->op != FID_OP_BLOCK_READ || ev->dur_ns > WAIT_MAX_NS)
        return 0; /* for few writes a process waits */
    while (from_ns < end_ns) {
        int64_t to_ns = from_ns - from_ns % FID_GRID_BIN_NS;
        to_ns += to_ns <= from_ns ? FID_GRID_BIN_NS : 0;
        to_ns = to_ns < end_ns ? to_ns : end_ns;
        if (fid_grid_add (&f->waiting, from_ns, (uint64_t)(to_ns - from_ns), err))
            return -1;
        from_ns = to_ns;
    }
    return 0;
}

static int
take_block (struct fid_feed *f, const struct fid_event *ev, int64_t start_ns,
            struct fid_error *err)
{
    bool read = ev->op == FID_OP_BLOCK_READ;
    enum fid_stream_id id = read ? FID_STREAM_BLOCK_READ : FID_STREAM_BLOCK_WRITE;
    enum fid_order_id order = read ? FID_ORDER_BLOCK_READ : FID_ORDER_BLOCK_WRITE;
    struct fid_stream *s = &f->stream[id];
    enum fid_owner who = owner (f, ev, start_ns);
    if (who == FID_OWNER_WRITEBACK && f->b->opts.no_writeback)
        return 0;
    s->owner_op_n[who]++;
    s->owner_byte_n[who] += ev->bytes;
    if (who == FID_OWNER_SELF)
        f->role_byte_n[!read][fid_block_role (&f->b->uses, ev->pid, !read, start_ns)] +=
            ev->bytes;
    note_time (f->src, ev, start_ns); /* of whomever: gauges see all, too */
    if (f->b->sample_n && monitored (f, ev, start_ns, err))
        return -1;
    if (!counts (f, who))
        return 0;
    if (keep_event (f, ev, start_ns, err))
        return -1;
    struct fid_ordered now = {.start_ns = start_ns,
                              .offset = ev->offset,
                              .bytes = ev->bytes,
                              .what = (uint32_t)fid_device (&f->b->owner.devices, ev->device)};
    return watch (f, id, ev, start_ns, err) || tally (f, s, ev, start_ns, err) ||
                   order_start (f, order, now, err)
               ? -1
               : 0;
}

/* The file operation of an event; FID_FILE_OP_N: none (close, metadata). */
static enum fid_file_op
file_op (enum fid_op op)
{
    return op == FID_OP_READ    ? FID_FILE_READ
           : op == FID_OP_WRITE ? FID_FILE_WRITE
           : op == FID_OP_OPEN  ? FID_FILE_OPEN
                                : FID_FILE_OP_N;
}

static enum fid_order_id
order_of (const struct fid_file_class *c, enum fid_file_op op)
{
    bool saved = c->decided && c->role.role == FID_ROLE_CHECKPOINT;
    if (c->decided && c->role.role == FID_ROLE_OTHER)
        return FID_ORDER_OTHER;
    if (op == FID_FILE_READ)
        return saved ? FID_ORDER_CHECKPOINT_READ : FID_ORDER_READ;
    if (op == FID_FILE_OPEN)
        return saved ? FID_ORDER_OTHER : FID_ORDER_OPEN;
    return c->decided && !saved ? FID_ORDER_OTHER : FID_ORDER_WRITE;
}

/* How files are used, which shows the role of those that no rule knows by their names; and who
 * reads them. */
static int
take_use (struct fid_feed *f, struct fid_file_slot *slot, enum fid_file_op op,
          const struct fid_event *ev, int64_t start_ns, struct fid_error *err)
{
    struct fid_file_class *c = &f->files.class[slot->class];
    enum fid_part part = part_at (f, &f->at, start_ns);
    bool known = f->b->run->phases.known;
    bool trains = !known || part == FID_PART_TRAINING || part == FID_PART_EVAL;
    if (op == FID_FILE_WRITE) {
        c->saves |= ev->bytes >= LARGE_WRITE && start_ns >= f->at.saves_ns;
        return 0;
    }
    if (op == FID_FILE_READ && order_of (c, op) != FID_ORDER_READ)
        return 0;
    if (trains) {
        c->use[op].amount += ev->bytes + 1;
        if (known)
            c->use[op].spans |= UINT64_C (1) << (f->at.segment & 63);
        fid_file_use_pid (&c->use[op], ev->pid);
    }
    if (op == FID_FILE_OPEN)
        return 0;
    struct fid_file *file = fid_file_of (&f->files, slot, err);
    if (file && ev->offset != FID_NO_OFFSET && ev->bytes) {
        fid_file_extend (file, start_ns, ev->offset + ev->bytes);
        if (fid_places_add (&c->stream[op]->places, start_ns, slot->hash, ev->offset, err))
            return -1;
    }
    if (!file || (trains && fid_file_read (&f->files, file, ev->bytes, part, f->at.epoch, err)))
        return -1;
    return fid_reads_add (&f->reads, ev, slot->file, start_ns, part,
                          &c->stream[op]->part[part].access, err);
}

/* Counts an own operation on a file, whatever its role. */
static int
count_file (struct fid_feed *f, struct fid_file_class *c, enum fid_file_op op,
            const struct fid_event *ev, int64_t start_ns, struct fid_error *err)
{
    fid_file_table_first (&f->files, ev->pid, start_ns);
    c->op_n[op]++;
    c->byte_n[op] += ev->bytes;
    if (op == FID_FILE_OPEN && !(ev->flags & FID_EVENT_ERROR))
        return fid_grid_add (fid_class_counts_only (c) ? &f->opened_any : &f->opened_data,
                             start_ns - f->origin_ns, 0, err);
    if (fid_class_counts_only (c) && op != FID_FILE_OPEN && c->role.role != FID_ROLE_DEVICE &&
        fid_grid_add (&c->moved, start_ns - f->origin_ns, ev->bytes, err))
        return -1;
    if (op == FID_FILE_WRITE && c->role.role != FID_ROLE_DEVICE)
        return fid_grid_add (&f->written, start_ns - f->origin_ns, ev->bytes, err);
    return 0;
}

/* An operation on a file: counts it for its role, and in its stream. */
static int
take_file (struct fid_feed *f, const struct fid_event *ev, int64_t start_ns,
           struct fid_error *err)
{
    enum fid_file_op op = file_op (ev->op);
    enum fid_owner who = owner (f, ev, start_ns);
    bool mine = counts (f, who);
    if (who == FID_OWNER_SELF && is_pid (ev->pid) && fid_pidset_add (&f->pids, ev->pid, err))
        return -1;
    if (mine)
        note_time (f->src, ev, start_ns);
    if (mine && keep_event (f, ev, start_ns, err))
        return -1;
    if (ev->op == FID_OP_META)
        return 0;
    struct fid_file_slot *slot = fid_file_table_get (&f->files, ev, err);
    if (!slot)
        return -1;
    struct fid_file_class *c = &f->files.class[slot->class];
    bool streamed = !fid_class_counts_only (c);
    if (ev->op == FID_OP_CLOSE)
        return mine && streamed
                   ? fid_grid_add (&c->closed, start_ns + ev->dur_ns - f->origin_ns, 0, err)
                   : 0;
    if (mine && (count_file (f, c, op, ev, start_ns, err) ||
                 (op != FID_FILE_OPEN &&
                  fid_block_uses_add (&f->uses, ev->pid, op == FID_FILE_WRITE, start_ns,
                                      start_ns + ev->dur_ns, slot->class, err))))
        return -1;
    if (!streamed)
        return 0;
    struct fid_stream *s = fid_class_stream (c, op, err);
    if (!s)
        return -1;
    s->owner_op_n[who]++;
    s->owner_byte_n[who] += ev->bytes;
    if (!mine)
        return 0;
    struct fid_ordered now = {.start_ns = start_ns, .what = slot->class, .op = op};
    return tally (f, s, ev, start_ns, err) || order_start (f, order_of (c, op), now, err) ||
                   take_use (f, slot, op, ev, start_ns, err)
               ? -1
               : 0;
}

/* The second time, for the watcher: roles are known. */
static int
watch_file (struct fid_feed *f, const struct fid_event *ev, int64_t start_ns,
            struct fid_error *err)
{
    enum fid_file_op op = file_op (ev->op);
    const struct fid_file_slot *slot =
        fid_file_table_find (&f->b->files, ev, f->files.names_files);
    if (op == FID_FILE_OP_N || !slot || !counts (f, owner (f, ev, start_ns)))
        return 0;
    const struct fid_watcher *w = f->b->watcher;
    if (op == FID_FILE_OPEN && w && w->open && w->open (w->self, ev, start_ns, err))
        return -1;
    enum fid_stream_id id = fid_role_stream (f->b->files.class[slot->class].role.role, op);
    return id == FID_STREAM_N ? 0 : watch (f, id, ev, start_ns, err);
}

/* Where events without a place on the axis are counted. */
static enum fid_stream_id
unplaced_stream (enum fid_op op)
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

int
fid_feed_event (void *self, const struct fid_event *ev, struct fid_error *err)
{
    struct fid_feed *f = self;
    int64_t start_ns;
    if (!f->wants[ev->op])
        return 0;
    if (f->pass == FID_PASS_WATCH) {
        if (!place (f, ev, &start_ns) ||
            (f->b->opts.as_processed && left_out (f, ev, start_ns)))
            return 0;
        f->files.names_files |= ev->file.n > 0;
        return watch_file (f, ev, start_ns, err);
    }
    f->src->event_n++;
    f->src->seen |= fid_op_gives (ev->op);
    if (!place (f, ev, &start_ns)) {
        f->src->far_n++;
        enum fid_stream_id id = unplaced_stream (ev->op);
        if (id != FID_STREAM_N)
            f->stream[id].unplaced_n++;
        return 0;
    }
    if (f->b->opts.as_processed && left_out (f, ev, start_ns))
        return 0;
    if (f->pass == FID_PASS_BLOCK)
        return take_block (f, ev, start_ns, err);
    f->files.names_files |= ev->file.n > 0;
    return take_file (f, ev, start_ns, err);
}
