/* take.c - the rows of one file become rows of the run: placed on the axis, without those of
 * other processes (see build.h) */
#include <stdlib.h>
#include "base/array.h"
#include "base/timeparse.h"
#include "run/build_priv.h"

#define NO_NUMBER   UINT32_MAX
#define SAVES_NS    (5 * FID_S) /* so long before a checkpoint */
#define LARGE_WRITE 32768
#define WAIT_MAX_NS (2 * FID_S) /* few requests take longer; they would fill many bins */
#define ORDER_MAX   256         /* rows that are sorted at a time */

/* One file while its rows are taken. */
struct taking {
    struct fid_build *b;             /* borrowed */
    struct fid_source *src;          /* borrowed */
    struct fid_events *from;         /* borrowed; its rows, in its own clock */
    const struct fid_clock_map *map; /* borrowed; NULL: its clock is unrelated */
    int64_t shift_ns, origin_ns;
    int64_t first_ns, last_ns, own_first_ns, own_last_ns; /* of the source */
    uint64_t event_n;
    unsigned ops; /* bits: there are such */
    struct fid_part_span at;
    bool names_files;
    bool wants[FID_OP_N];
    uint32_t *file, *process; /* owned; their numbers in the run, NO_NUMBER: not yet */
    uint8_t *owner;           /* owned; by process: 1 + its enum fid_owner, 0: not yet known */
    uint64_t *far_byte_n;     /* owned; by file: what is read of it far from the run */
    uint64_t near_byte_n;     /* what is read in the run */
    uint32_t unnamed[FID_FILE_UNNAMED_READ + 1];
    bool blocks; /* requests are taken; else calls */
    /* rows wait until they are in the order of their starts: the lines of a trace are ordered
     * by completion and come from the buffers of several CPUs */
    struct fid_event_row ordered[ORDER_MAX]; /* their starts are on the axis */
    size_t ordered_n;
};

/* What the process is called on the host, if its number is one inside a pid namespace; else its
 * number.  *inside, *outside: counts whether it is a number of either. */
static int64_t
pid_on_host (const struct fid_host_build *h, int64_t pid, size_t *inside, size_t *outside)
{
    int64_t on_host = pid;
    for (size_t k = 0; k < h->inner_n; k++) {
        *outside += pid == h->inner[k].pid;
        if (pid == h->inner[k].inner) {
            on_host = h->inner[k].pid;
            ++*inside;
        }
    }
    return on_host;
}

/* Calls that were traced inside a pid namespace have its numbers; those of the host are known
 * where the recorder noted both. */
static void
leave_namespace (const struct fid_host_build *h, struct fid_events *from)
{
    size_t inside = 0, outside = 0;
    for (size_t i = 0; i < from->process_n; i++)
        pid_on_host (h, from->process[i].pid, &inside, &outside);
    for (size_t i = 0; i < from->process_n && inside > outside; i++)
        from->process[i].pid = pid_on_host (h, from->process[i].pid, &inside, &outside);
}

static int
begin_taking (struct taking *t, struct fid_build *b, size_t source, struct fid_events *from,
              bool blocks, struct fid_error *err)
{
    struct fid_run *run = b->run;
    struct fid_source *src = &run->source[source];
    const struct fid_clock_map *map = &run->hosts.at[src->host].map[src->clock];
    *t = (struct taking){.b = b,
                         .src = src,
                         .from = from,
                         .map = map->known ? map : NULL,
                         .blocks = blocks,
                         .shift_ns = b->clock[source].shift_ns,
                         .origin_ns = run->phases.known ? run->phases.origin_ns : 0,
                         .first_ns = src->first_ns,
                         .last_ns = src->last_ns,
                         .own_first_ns = src->own_first_ns,
                         .own_last_ns = src->own_last_ns,
                         .owner = calloc (from->process_n + 1, sizeof *t->owner),
                         .far_byte_n = calloc (from->file_n + 1, sizeof *t->far_byte_n),
                         .file = malloc ((from->file_n + 1) * sizeof *t->file),
                         .process = malloc ((from->process_n + 1) * sizeof *t->process)};
    if (!t->file || !t->process || !t->owner || !t->far_byte_n)
        return fid_error_nomem (err);
    if (!blocks)
        leave_namespace (&b->host[src->host], from);
    for (int op = 0; op < FID_OP_N; op++) {
        unsigned gives = fid_op_gives ((enum fid_op)op);
        t->wants[op] = (t->src->used & gives) && (gives == FID_GIVES_BLOCK) == blocks;
    }
    for (size_t i = 0; i < from->file_n; i++) {
        t->file[i] = NO_NUMBER;
        t->names_files |= from->file[i].kind == FID_FILE_NAMED && from->file[i].name_n;
    }
    for (size_t i = 0; i < from->process_n; i++)
        t->process[i] = NO_NUMBER;
    for (int i = 0; i <= FID_FILE_UNNAMED_READ; i++)
        t->unnamed[i] = NO_NUMBER;
    return 0;
}

static void
end_taking (struct taking *t)
{
    t->src->first_ns = t->first_ns;
    t->src->last_ns = t->last_ns;
    t->src->own_first_ns = t->own_first_ns;
    t->src->own_last_ns = t->own_last_ns;
    t->src->event_n += t->event_n;
    for (int op = 0; op < FID_OP_N; op++)
        t->src->seen |= t->ops >> op & 1 ? fid_op_gives ((enum fid_op)op) : 0;
    struct fid_clock_source *c = &t->b->clock[t->src - t->b->run->source];
    for (size_t i = 0; t->file && t->far_byte_n && i < t->from->file_n; i++)
        c->again_byte_n += t->file[i] == NO_NUMBER ? 0 : t->far_byte_n[i];
    c->near_byte_n += t->near_byte_n;
    free (t->far_byte_n);
    free (t->file);
    free (t->process);
    free (t->owner);
}

/* The start of a row on the axis; false if it has no place there. */
static inline bool
place_row (struct taking *t, int64_t *start_ns, int64_t span_ns, uint64_t event_n)
{
    if (!fid_build_sane (*start_ns) || !fid_build_sane (span_ns))
        return false;
    int64_t end_ns = *start_ns + span_ns;
    t->first_ns = *start_ns < t->first_ns ? *start_ns : t->first_ns;
    t->last_ns = end_ns > t->last_ns ? end_ns : t->last_ns;
    if (!t->map) {
        t->b->unmapped_n += event_n;
        return false;
    }
    *start_ns = fid_clock_map_ns (t->map, *start_ns + t->shift_ns);
    return *start_ns >= t->b->near_from_ns && *start_ns <= t->b->near_to_ns;
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

/* Puts a row on the axis if it counts; false if it is left out. */
static inline bool
next_row (struct taking *t, size_t row, struct fid_event_row *r)
{
    if (!t->wants[fid_events_op (t->from, row)])
        return false;
    fid_events_get (t->from, row, r);
    t->event_n += r->event_n;
    t->ops |= 1u << r->op;
    if (place_row (t, &r->start_ns, r->span_ns, r->event_n))
        return true;
    enum fid_stream_id id = unplaced_stream (r->op);
    t->src->far_n += r->event_n;
    t->far_byte_n[r->file] += r->op == FID_OP_READ ? r->byte_n : 0;
    if (id != FID_STREAM_N)
        t->b->run->stream[id].unplaced_n += r->event_n;
    return false;
}

/* Notes when the run's events of the file are. */
static void
note_time (struct taking *t, const struct fid_event_row *r)
{
    int64_t end_ns = r->start_ns + r->span_ns;
    t->own_first_ns = r->start_ns < t->own_first_ns ? r->start_ns : t->own_first_ns;
    t->own_last_ns = end_ns > t->own_last_ns ? end_ns : t->own_last_ns;
}

/* number_row for a file or process that has no number there yet, or a file without a name. */
static int
number_new (struct taking *t, struct fid_event_row *r, struct fid_error *err)
{
    struct fid_events *e = &t->b->run->events;
    const struct fid_event_file *f = &t->from->file[r->file];
    enum fid_event_file_kind kind = f->kind;
    uint32_t *file = &t->file[r->file], *process = &t->process[r->process];
    if (kind == FID_FILE_NAMED && !f->name_n) {
        kind = r->op == FID_OP_OPEN    ? FID_FILE_UNNAMED_OPEN
               : t->names_files        ? FID_FILE_PIPE
               : r->op == FID_OP_WRITE ? FID_FILE_UNNAMED_WRITE
                                       : FID_FILE_UNNAMED_READ;
        file = &t->unnamed[kind];
    }
    if ((*file == NO_NUMBER && fid_events_number_file (e, t->from, r->file, kind, file, err)) ||
        (*process == NO_NUMBER &&
         fid_events_number_process (e, t->from, r->process, t->src->host, process, err)))
        return -1;
    r->file = *file;
    r->process = *process;
    return 0;
}

/* Gives the row the numbers that its file and process have in the run. */
static int
number_row (struct taking *t, struct fid_event_row *r, struct fid_error *err)
{
    uint32_t file = t->file[r->file], process = t->process[r->process];
    if (file == NO_NUMBER || process == NO_NUMBER)
        return number_new (t, r, err);
    r->file = file;
    r->process = process;
    return 0;
}

/* --- calls on files */

/* Whether it is the number of a process, not of a rank or unknown. */
static bool
is_pid (int64_t pid)
{
    return pid >= 0 && (pid & (FID_PID_HOSTS - 1)) < FID_PID_RANKS;
}

/* VFS tracers filter by the name of the process, so others of that name slip in; only a list of
 * the run's processes can tell them apart. */
static int
owner_of_call (struct taking *t, uint32_t process, int64_t pid, enum fid_owner *out,
               struct fid_error *err)
{
    struct fid_host_build *h = &t->b->host[t->src->host];
    if (!t->owner[process]) {
        bool own = !h->listed_pids.n || !is_pid (pid) || fid_pidset_has (&h->listed_pids, pid);
        if (own && is_pid (pid) && fid_pidset_add (&h->owner.pids, pid, err))
            return -1;
        t->owner[process] = 1 + (own ? FID_OWNER_SELF : FID_OWNER_FOREIGN);
    }
    *out = (enum fid_owner) (t->owner[process] - 1);
    return 0;
}

enum fid_part
fid_part_move (const struct fid_phases *p, struct fid_part_span *at, int64_t t_ns)
{
    const struct fid_segment *s = fid_phases_segment (p, t_ns);
    int64_t to_ns;
    at->part = fid_phases_part_span (p, t_ns, &at->from_ns, &to_ns);
    at->length_ns = (uint64_t)to_ns - (uint64_t)at->from_ns;
    at->epoch = s ? s->epoch : -1;
    at->segment = s ? (size_t)(s - p->segment) : 0;
    bool before = s && s + 1 < p->segment + p->segment_n && s[1].part == FID_PART_CHECKPOINT;
    at->saves_ns = at->part == FID_PART_CHECKPOINT ? INT64_MIN
                   : before                        ? to_ns - SAVES_NS
                                                   : INT64_MAX;
    return at->part;
}

int
fid_build_cover_uses (struct fid_build *b, size_t file_n, struct fid_error *err)
{
    if (file_n > b->use_cap &&
        fid_array_grow (&b->use, &b->use_cap, file_n, sizeof *b->use, err))
        return -1;
    while (b->use_n < file_n)
        fid_file_uses_init (&b->use[b->use_n++]);
    return 0;
}

/* Counts how a file is used, which shows the role of those that no rule knows. */
static int
count_use (struct taking *t, const struct fid_event_row *r, int64_t pid, struct fid_error *err)
{
    struct fid_build *b = t->b;
    const struct fid_phases *p = &b->run->phases;
    enum fid_file_op op = fid_file_op_of (r->op);
    if (r->file >= b->use_n && fid_build_cover_uses (b, r->file + (size_t)1, err))
        return -1;
    if (op == FID_FILE_OP_N)
        return 0;
    if (pid >= 0 && (b->first_pid < 0 || r->start_ns < b->first_ns)) {
        b->first_ns = r->start_ns;
        b->first_pid = pid;
    }
    struct fid_file_uses *u = &b->use[r->file];
    u->op_n[op] += r->event_n;
    u->byte_n[op] += r->byte_n;
    enum fid_part part = fid_part_at (p, &t->at, r->start_ns);
    if (op == FID_FILE_WRITE) {
        u->saves |= r->byte_n / r->event_n >= LARGE_WRITE && r->start_ns >= t->at.saves_ns;
    } else if (fid_part_trains (p, part)) {
        u->of[op].amount += r->byte_n + r->event_n;
        u->of[op].spans |= p->known ? UINT64_C (1) << (t->at.segment & 63) : 0;
        fid_file_use_pid (&u->of[op], pid);
    }
    return 0;
}

/* Counts a call of another process on a file. */
static int
count_foreign (struct fid_build *b, const struct fid_event_row *r, struct fid_error *err)
{
    enum fid_file_op op = fid_file_op_of (r->op);
    if (op == FID_FILE_OP_N)
        return 0;
    if (fid_array_grow (&b->foreign, &b->foreign_cap, r->file + (size_t)1, sizeof *b->foreign,
                        err))
        return -1;
    for (; b->foreign_n <= r->file; b->foreign_n++)
        b->foreign[b->foreign_n] = (struct fid_foreign){0};
    b->foreign[r->file].op_n[op] += r->event_n;
    b->foreign[r->file].byte_n[op] += r->byte_n;
    return 0;
}

static int
take_call (struct taking *t, struct fid_event_row *r, struct fid_error *err)
{
    struct fid_build *b = t->b;
    int64_t pid = FID_PID_ON_HOST (t->from->process[r->process].pid, t->src->host);
    enum fid_owner who;
    if (owner_of_call (t, r->process, pid, &who, err) || number_row (t, r, err) ||
        (who == FID_OWNER_FOREIGN && count_foreign (b, r, err)))
        return -1;
    if (who == FID_OWNER_FOREIGN && !b->opts.all_processes)
        return 0;
    r->flags |= who == FID_OWNER_FOREIGN ? FID_EVENT_FOREIGN : 0;
    note_time (t, r);
    t->near_byte_n += r->op == FID_OP_READ ? r->byte_n : 0;
    return count_use (t, r, pid, err) || fid_events_add_row (&b->run->events, r, err) ? -1 : 0;
}

/* --- block requests */

/* What monitors see of a request, of whomever: the bytes when it ends, and for how long a
 * process may wait for it. */
static int
add_monitored (struct taking *t, const struct fid_event_row *r, struct fid_error *err)
{
    int64_t from_ns = r->start_ns - t->origin_ns, end_ns = from_ns + r->dur_ns;
    if (fid_grid_add (&t->b->host[t->src->host].moved, end_ns, r->byte_n, err))
        return -1;
    if (r->op != FID_OP_BLOCK_READ || r->dur_ns > WAIT_MAX_NS)
        return 0; /* for few writes a process waits */
    while (from_ns < end_ns) {
        int64_t to_ns = from_ns - from_ns % FID_GRID_BIN_NS;
        to_ns += to_ns <= from_ns ? FID_GRID_BIN_NS : 0;
        to_ns = to_ns < end_ns ? to_ns : end_ns;
        if (fid_grid_add (&t->b->host[t->src->host].waiting, from_ns,
                          (uint64_t)(to_ns - from_ns), err))
            return -1;
        from_ns = to_ns;
    }
    return 0;
}

static int
take_request (struct taking *t, struct fid_event_row *r, struct fid_error *err)
{
    struct fid_build *b = t->b;
    struct fid_event ev = fid_events_event (t->from, r);
    ev.pid = FID_PID_ON_HOST (ev.pid, t->src->host);
    bool write = r->op == FID_OP_BLOCK_WRITE;
    struct fid_stream *s =
        &b->run->stream[write ? FID_STREAM_BLOCK_WRITE : FID_STREAM_BLOCK_READ];
    enum fid_owner who =
        fid_owner_of (&b->host[t->src->host].owner, &ev, r->start_ns - t->origin_ns);
    s->owner_op_n[who] += r->event_n;
    s->owner_byte_n[who] += r->byte_n;
    if (who == FID_OWNER_SELF)
        b->run->block_byte_n[write][fid_block_role (&b->uses, ev.pid, write, r->start_ns)] +=
            r->byte_n;
    note_time (t, r); /* of whomever: gauges see all, too */
    if (b->sample_n && add_monitored (t, r, err))
        return -1;
    if (who == FID_OWNER_FOREIGN && !b->opts.all_processes)
        return 0;
    return number_row (t, r, err) || fid_events_add_row (&b->run->events, r, err) ? -1 : 0;
}

/* --- all rows */

/* Takes the first n rows that wait. */
static int
take_ordered (struct taking *t, size_t n, struct fid_error *err)
{
    for (size_t i = 0; i < n; i++)
        if (t->blocks ? take_request (t, &t->ordered[i], err)
                      : take_call (t, &t->ordered[i], err))
            return -1;
    t->ordered_n -= n;
    memmove (t->ordered, t->ordered + n, t->ordered_n * sizeof *t->ordered);
    return 0;
}

/* Puts the row behind those that wait in order; the oldest leave when there is no room for
 * another. */
static inline int
order_row (struct taking *t, struct fid_error *err)
{
    size_t i = t->ordered_n++;
    if (i && t->ordered[i - 1].start_ns > t->ordered[i].start_ns) {
        struct fid_event_row r = t->ordered[i];
        for (; i && t->ordered[i - 1].start_ns > r.start_ns; i--)
            t->ordered[i] = t->ordered[i - 1];
        t->ordered[i] = r;
    }
    /* half at a time, so that the move costs little a row */
    return t->ordered_n == ORDER_MAX ? take_ordered (t, ORDER_MAX / 2, err) : 0;
}

int
fid_build_take (struct fid_build *b, size_t source, struct fid_events *from, bool blocks,
                struct fid_error *err)
{
    struct taking t;
    struct fid_run *run = b->run;
    const unsigned other = blocks ? FID_GIVES_VFS : FID_GIVES_BLOCK;
    bool last = blocks || !(run->source[source].used & other);
    size_t first_row = run->events.row_n;
    int rc = begin_taking (&t, b, source, from, blocks, err);
    for (size_t i = 0; i < from->row_n && !rc; i++) {
        if (next_row (&t, i, &t.ordered[t.ordered_n]))
            rc = order_row (&t, err);
        if (last)
            fid_columns_release (&from->rows, i);
    }
    rc = rc || take_ordered (&t, t.ordered_n, err) ? -1 : 0;
    end_taking (&t);
    if (from->merged_ns > run->events.merged_ns)
        run->events.merged_ns = from->merged_ns;
    if (from->merged > run->events.merged)
        run->events.merged = from->merged;
    if (last)
        fid_events_clear (from);
    if (rc || run->events.row_n == first_row)
        return rc;
    return FID_PUSH (b->rows, err,
                     (struct fid_source_rows){source, first_row, run->events.row_n, blocks});
}
