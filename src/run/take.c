/* SPDX-License-Identifier: GPL-3.0-or-later */
/* take.c - see take.h */
#include "run/count.h"
#include "run/near.h"
#include "run/zone.h"

#define NO_NUMBER   UINT32_MAX
#define LARGE_WRITE 32768
#define ORDER_MAX   ((size_t)256) /* rows that are sorted at a time */
#define WAIT_MAX_NS (2 * FID_S)   /* few requests take longer; they would fill many bins */

/* One file while its rows are taken. */
struct taking {
    struct fid_taken *to;                  /* borrowed */
    struct fid_run *run;                   /* borrowed */
    struct fid_source *src;                /* borrowed */
    struct fid_events *from;               /* borrowed; its rows, in its own clock */
    const struct fid_host_collected *host; /* borrowed; of its host */
    const struct fid_counted *counted;     /* borrowed; NULL: calls are taken, else requests */
    struct fid_ownership *owner;           /* borrowed */
    struct fid_host_taken *seen;           /* borrowed; NULL: there are no samples */
    struct fid_near_time near;
    const struct fid_clock_map *map; /* borrowed; NULL: its clock is unrelated */
    int64_t shift_ns, origin_ns;
    int64_t first_ns, last_ns, own_first_ns, own_last_ns; /* of the source */
    uint64_t event_n;
    unsigned ops; /* bits: there are such */
    struct fid_part_span at;
    bool names_files;
    bool wants[FID_OP_N];
    uint32_t *file, *process; /* owned; their numbers in the run, NO_NUMBER: not yet */
    uint8_t *who;             /* owned; by process: 1 + its enum fid_owner, 0: not yet known */
    uint64_t *far_byte_n;     /* owned; by file: what is read of it far from the run */
    uint64_t near_byte_n;     /* what is read in the run */
    uint32_t unnamed[FID_FILE_UNNAMED_READ + 1];
    uint32_t device_file; /* the device found last, by number of a file */
    size_t device;
    /* rows wait until they are in the order of their starts, which are on the axis: the lines of
     * a trace are ordered by completion and come from the buffers of several CPUs */
    struct fid_columns_batch rows;
    size_t first; /* of them */
};

/* What the process is called on the host, if its number is one inside a pid namespace; else its
 * number.  *inside, *outside: counts whether it is a number of either. */
static int64_t pid_on_host (const struct fid_host_collected *h, int64_t pid, size_t *inside,
                            size_t *outside)
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

static int begin_taking (struct taking *t, struct fid_taken *to, struct fid_run *run,
                         size_t source, struct fid_events *from, const struct fid_take_by *by,
                         struct fid_error *err)
{
    const bool blocks = by->counted != NULL;
    struct fid_source *src = &run->source[source];
    const struct fid_clock_map *map = &run->hosts.at[src->host].map[src->clock];
    *t = (struct taking){.to = to,
                         .run = run,
                         .src = src,
                         .from = from,
                         .map = map->known ? map : NULL,
                         .host = &by->collected->host[src->host],
                         .counted = by->counted,
                         .owner = &by->owner[src->host],
                         .seen = by->monitored ? &to->host[src->host] : NULL,
                         .near = *by->near,
                         .device_file = NO_NUMBER,
                         .shift_ns = src->shift_ns,
                         .origin_ns = run->phases.known ? run->phases.origin_ns : 0,
                         .first_ns = src->first_ns,
                         .last_ns = src->last_ns,
                         .own_first_ns = src->own_first_ns,
                         .own_last_ns = src->own_last_ns,
                         .who = calloc (from->process_n + 1, sizeof *t->who),
                         .far_byte_n = calloc (from->file_n + 1, sizeof *t->far_byte_n),
                         .file = malloc ((from->file_n + 1) * sizeof *t->file),
                         .process = malloc ((from->process_n + 1) * sizeof *t->process)};
    FID_NEED (t->file && t->process && t->who && t->far_byte_n, err);
    if (!blocks) {
        /* Calls that were traced inside a pid namespace have its numbers; those of the host
         * are known where the recorder noted both. */
        size_t inside = 0, outside = 0;
        for (size_t i = 0; i < from->process_n; i++)
            pid_on_host (t->host, from->process[i].pid, &inside, &outside);
        for (size_t i = 0; i < from->process_n && inside > outside; i++)
            from->process[i].pid =
                pid_on_host (t->host, from->process[i].pid, &inside, &outside);
    }
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

static void end_taking (struct taking *t)
{
    t->src->first_ns = t->first_ns;
    t->src->last_ns = t->last_ns;
    t->src->own_first_ns = t->own_first_ns;
    t->src->own_last_ns = t->own_last_ns;
    t->src->event_n += t->event_n;
    for (int op = 0; op < FID_OP_N; op++)
        t->src->seen |= t->ops >> op & 1 ? fid_op_gives ((enum fid_op)op) : 0;
    struct fid_source_taken *s = &t->to->source[t->src - t->run->source];
    for (size_t i = 0; t->file && t->far_byte_n && i < t->from->file_n; i++)
        s->again_byte_n += t->file[i] == NO_NUMBER ? 0 : t->far_byte_n[i];
    s->near_byte_n += t->near_byte_n;
    FID_FREE (t->far_byte_n, t->file, t->process, t->who);
}

/* The start of a row on the axis; false if it has no place there. */
static inline bool place_row (struct taking *t, int64_t *start_ns, int64_t span_ns,
                              uint64_t event_n)
{
    if (!fid_stamp_is_sane (*start_ns) || !fid_stamp_is_sane (span_ns))
        return false;
    int64_t end_ns = *start_ns + span_ns;
    t->first_ns = *start_ns < t->first_ns ? *start_ns : t->first_ns;
    t->last_ns = end_ns > t->last_ns ? end_ns : t->last_ns;
    if (!t->map) {
        t->to->unmapped_n += event_n;
        return false;
    }
    *start_ns = fid_clock_map_ns (t->map, *start_ns + t->shift_ns);
    return *start_ns >= t->near.from_ns && *start_ns <= t->near.to_ns;
}

/* Puts the rows from the one given on the axis, and leaves out those that do not count. */
static void place_rows (struct taking *t, size_t from)
{
    struct fid_columns_batch *b = &t->rows;
    size_t n = from;
    for (size_t i = from; i < b->n; i++) {
        enum fid_op op = fid_event_kind_op (b->of[FID_COLUMN_KIND][i]);
        int64_t start_ns = (int64_t)b->of[FID_COLUMN_start_ns][i];
        int64_t span_ns = (int64_t)(b->of[FID_COLUMN_DUR][i] + b->of[FID_COLUMN_SPAN][i]);
        if (!t->wants[op])
            continue;
        t->event_n += b->of[FID_COLUMN_EVENTS][i];
        t->ops |= 1u << op;
        if (!place_row (t, &start_ns, span_ns, b->of[FID_COLUMN_EVENTS][i])) {
            struct fid_event_row r;
            fid_events_unpack (&t->rows, i, &r);
            static const enum fid_stream_id stream[] = {
                [FID_OP_BLOCK_READ] = FID_STREAM_BLOCK_READ,
                [FID_OP_BLOCK_WRITE] = FID_STREAM_BLOCK_WRITE,
                [FID_OP_READ] = FID_STREAM_DATA_READ,
                [FID_OP_WRITE] = FID_STREAM_CHECKPOINT_WRITE,
                [FID_OP_OPEN] = FID_STREAM_DATA_OPEN,
                [FID_OP_CLOSE] = FID_STREAM_N,
                [FID_OP_META] = FID_STREAM_N};
            enum fid_stream_id id = stream[r.op];
            t->src->far_n += r.event_n;
            t->far_byte_n[r.file] += r.op == FID_OP_READ ? r.byte_n : 0;
            if (id != FID_STREAM_N)
                t->run->stream[id].unplaced_n += r.event_n;
            continue;
        }
        if (n < i)
            fid_columns_move (b, i, n);
        b->of[FID_COLUMN_start_ns][n++] = (uint64_t)start_ns;
    }
    b->n = n;
}

/* Notes when the run's events of the file are. */
static inline void note_time (struct taking *t, int64_t start_ns, int64_t span_ns)
{
    int64_t end_ns = start_ns + span_ns;
    t->own_first_ns = start_ns < t->own_first_ns ? start_ns : t->own_first_ns;
    t->own_last_ns = end_ns > t->own_last_ns ? end_ns : t->own_last_ns;
}

/* number_row for a file or process that has no number there yet, or a file without a name. */
static int number_new (struct taking *t, enum fid_op op, uint64_t *file, uint64_t *process,
                       struct fid_error *err)
{
    struct fid_events *e = &t->run->events;
    const struct fid_event_file *f = &t->from->file[*file];
    enum fid_event_file_kind kind = f->kind;
    uint32_t *in_run = &t->file[*file], *its_process = &t->process[*process];
    if (kind == FID_FILE_NAMED && !f->name_n) {
        kind = op == FID_OP_OPEN    ? FID_FILE_UNNAMED_OPEN
               : t->names_files     ? FID_FILE_PIPE
               : op == FID_OP_WRITE ? FID_FILE_UNNAMED_WRITE
                                    : FID_FILE_UNNAMED_READ;
        in_run = &t->unnamed[kind];
    }
    if (*in_run == NO_NUMBER) {
        FID_TRY (fid_events_number_file (e, t->from, (uint32_t)*file, kind, in_run, err));
        if (!t->counted) {
            if (e->file_n > t->to->use_cap)
                FID_TRY (fid_array_grow (&t->to->use, &t->to->use_cap, e->file_n,
                                         sizeof *t->to->use, err));
            while (t->to->use_n < e->file_n)
                fid_file_uses_init (&t->to->use[t->to->use_n++]);
        }
    }
    if (*its_process == NO_NUMBER)
        FID_TRY (fid_events_number_process (e, t->from, (uint32_t)*process, t->src->host,
                                            its_process, err));
    *file = *in_run;
    *process = *its_process;
    return 0;
}

/* Gives a row the numbers that its file and process have in the run. */
static inline int number_row (struct taking *t, enum fid_op op, uint64_t *file,
                              uint64_t *process, struct fid_error *err)
{
    uint32_t in_run = t->file[*file], its_process = t->process[*process];
    if (in_run == NO_NUMBER || its_process == NO_NUMBER)
        return number_new (t, op, file, process, err);
    *file = in_run;
    *process = its_process;
    return 0;
}

/* --- calls on files */

/* Counts how a file is used, which shows the role of those that no rule knows. */
static inline void count_use (struct taking *t, struct fid_file_uses *u, enum fid_file_op op,
                              int64_t start_ns, int64_t pid, uint64_t byte_n, uint64_t event_n)
{
    const struct fid_phases *p = &t->run->phases;
    if (pid >= 0 && (t->to->first_pid < 0 || start_ns < t->to->first_ns)) {
        t->to->first_ns = start_ns;
        t->to->first_pid = pid;
    }
    u->op_n[op] += event_n;
    u->byte_n[op] += byte_n;
    enum fid_part part = fid_part_at (p, &t->at, start_ns);
    if (op == FID_FILE_WRITE) {
        u->saves |=
            byte_n >= LARGE_WRITE * event_n && (!p->known || start_ns >= t->at.saves_ns);
    } else if (fid_part_trains (p, part)) {
        u->of[op].amount += byte_n + event_n;
        u->of[op].spans |= p->known ? UINT64_C (1) << (t->at.segment & 63) : 0;
        fid_file_use_pid (&u->of[op], pid);
    }
}

/* Gives the first n rows their numbers in the run, and notes who called for what; *kept_n: those
 * that are the run's, which are now the first. */
static int take_calls (struct taking *t, size_t n, size_t *kept_n, struct fid_error *err)
{
    struct fid_columns_batch *rows = &t->rows;
    size_t kept = t->first;
    for (size_t i = t->first; i < t->first + n; i++) {
        uint64_t *file = &rows->of[FID_COLUMN_FILE][i];
        uint64_t *process = &rows->of[FID_COLUMN_PROCESS][i], from = *process;
        uint64_t byte_n = rows->of[FID_COLUMN_BYTES][i];
        uint64_t event_n = rows->of[FID_COLUMN_EVENTS][i];
        int64_t start_ns = (int64_t)rows->of[FID_COLUMN_start_ns][i];
        int64_t pid = FID_PID_ON_HOST (t->from->process[from].pid, t->src->host);
        enum fid_op op = fid_event_kind_op (rows->of[FID_COLUMN_KIND][i]);
        enum fid_file_op file_op = fid_file_op_of (op);
        if (!t->who[from])
            FID_TRY (fid_owner_note (t->owner, &t->host->listed_pids, pid, &t->who[from], err));
        FID_TRY (number_row (t, op, file, process, err));
        if (t->who[from] == 1 + FID_OWNER_FOREIGN) {
            if (file_op != FID_FILE_OP_N) {
                FID_TRY (fid_array_grow (&t->to->foreign, &t->to->foreign_cap, *file + 1,
                                         sizeof *t->to->foreign, err));
                for (; t->to->foreign_n <= *file; t->to->foreign_n++)
                    t->to->foreign[t->to->foreign_n] = (struct fid_foreign){0};
                t->to->foreign[*file].op_n[file_op] += event_n;
                t->to->foreign[*file].byte_n[file_op] += byte_n;
            }
            if (!t->run->opts.all_processes)
                continue;
            rows->of[FID_COLUMN_KIND][i] |= FID_EVENT_FOREIGN << FID_EVENT_OP_BITS;
        }
        note_time (t, start_ns,
                   (int64_t)(rows->of[FID_COLUMN_DUR][i] + rows->of[FID_COLUMN_SPAN][i]));
        t->near_byte_n += op == FID_OP_READ ? byte_n : 0;
        if (file_op != FID_FILE_OP_N)
            count_use (t, &t->to->use[*file], file_op, start_ns, pid, byte_n, event_n);
        uint64_t offset = rows->of[FID_COLUMN_OFFSET][i]; /* plus 1; 0: none */
        if (op == FID_OP_READ && offset && offset - 1 + byte_n > t->to->use[*file].end)
            t->to->use[*file].end = offset - 1 + byte_n;
        if (kept < i)
            fid_columns_move (rows, i, kept);
        kept++;
    }
    *kept_n = kept - t->first;
    return 0;
}

/* --- block requests */

/* What monitors see of a request, of whomever: the bytes when it ends, and for how long a
 * process may wait for it. */
static int add_monitored (struct taking *t, const struct fid_event_row *r,
                          struct fid_error *err)
{
    int64_t from_ns = r->start_ns - t->origin_ns, end_ns = from_ns + r->dur_ns;
    FID_TRY (fid_grid_add (&t->seen->moved, end_ns, r->byte_n, err));
    if (r->op != FID_OP_BLOCK_READ || r->dur_ns > WAIT_MAX_NS)
        return 0; /* for few writes a process waits */
    while (from_ns < end_ns) {
        int64_t to_ns = from_ns - from_ns % FID_GRID_BIN_NS;
        to_ns += to_ns <= from_ns ? FID_GRID_BIN_NS : 0;
        to_ns = to_ns < end_ns ? to_ns : end_ns;
        FID_TRY (fid_grid_add (&t->seen->waiting, from_ns, (uint64_t)(to_ns - from_ns), err));
        from_ns = to_ns;
    }
    return 0;
}

/* Whose request it is; *keep: whether it is a row of the run. */
static int take_request (struct taking *t, struct fid_event_row *r, bool *keep,
                         struct fid_error *err)
{
    struct fid_run *run = t->run;
    const struct fid_event_process *p = &t->from->process[r->process];
    if (t->device_file != r->file) {
        t->device = fid_device (&t->owner->devices, fid_events_name (t->from, r->file));
        t->device_file = r->file;
    }
    const struct fid_request q = {.start_ns = r->start_ns - t->origin_ns,
                                  .pid = FID_PID_ON_HOST (p->pid, t->src->host),
                                  .comm = {p->comm, p->comm_n},
                                  .device = t->device,
                                  .byte_n = r->byte_n,
                                  .op = r->op};
    bool write = r->op == FID_OP_BLOCK_WRITE;
    struct fid_stream *s = &run->stream[write ? FID_STREAM_BLOCK_WRITE : FID_STREAM_BLOCK_READ];
    enum fid_owner who = fid_owner_of (t->owner, &t->counted->written[t->src->host], &q);
    s->owner_op_n[who] += r->event_n;
    s->owner_byte_n[who] += r->byte_n;
    if (who == FID_OWNER_SELF)
        run->block_byte_n[write][fid_block_role (&t->counted->uses, q.pid, write,
                                                 r->start_ns)] += r->byte_n;
    note_time (t, r->start_ns, r->span_ns); /* of whomever: gauges see all, too */
    *keep = who != FID_OWNER_FOREIGN || run->opts.all_processes;
    return t->seen ? add_monitored (t, r, err) : 0;
}

/* take_calls for block requests. */
static int take_requests (struct taking *t, size_t n, size_t *kept_n, struct fid_error *err)
{
    struct fid_columns_batch *rows = &t->rows;
    size_t kept = t->first;
    for (size_t i = t->first; i < t->first + n; i++) {
        struct fid_event_row r;
        bool keep;
        fid_events_unpack (rows, i, &r);
        FID_TRY (take_request (t, &r, &keep, err));
        if (keep)
            FID_TRY (number_row (t, r.op, &rows->of[FID_COLUMN_FILE][i],
                                 &rows->of[FID_COLUMN_PROCESS][i], err));
        if (keep && kept < i)
            fid_columns_move (rows, i, kept);
        kept += keep;
    }
    *kept_n = kept - t->first;
    return 0;
}

/* --- all rows */

/* Takes the first n rows that wait. */
static int take_ordered (struct taking *t, size_t n, struct fid_error *err)
{
    size_t kept_n;
    FID_TRY ((t->counted ? take_requests : take_calls) (t, n, &kept_n, err));
    FID_TRY (fid_events_append (&t->run->events, &t->rows, t->first, kept_n, err));
    t->first += n;
    return 0;
}

/* Puts the rows from the one given on behind those that wait in order. */
static void order_rows (struct taking *t, size_t from)
{
    struct fid_columns_batch *b = &t->rows;
    uint64_t *start_ns = b->of[FID_COLUMN_start_ns], moved[FID_COLUMNS_BATCH];
    uint16_t at[FID_COLUMNS_BATCH];
    size_t first = b->n; /* of those that move */
    for (size_t i = from > t->first ? from : from + 1; i < b->n; i++) {
        uint64_t now = start_ns[i];
        size_t k = i;
        if ((int64_t)start_ns[i - 1] <= (int64_t)now) {
            at[i] = (uint16_t)i;
            continue;
        }
        if (first == b->n)
            for (size_t j = t->first; j < i; j++)
                at[j] = (uint16_t)j;
        for (; k > t->first && (int64_t)start_ns[k - 1] > (int64_t)now; k--) {
            start_ns[k] = start_ns[k - 1];
            at[k] = at[k - 1];
        }
        start_ns[k] = now;
        at[k] = (uint16_t)i;
        first = k < first ? k : first;
    }
    for (size_t c = 0; c < FID_COLUMN_N && first < b->n; c++) {
        if (c == FID_COLUMN_start_ns)
            continue;
        for (size_t i = first; i < b->n; i++)
            moved[i] = b->of[c][at[i]];
        memcpy (b->of[c] + first, moved + first, (b->n - first) * sizeof *moved);
    }
}

int fid_take_rows (struct fid_taken *to, struct fid_run *run, size_t source,
                   struct fid_events *from, const struct fid_take_by *by, struct fid_error *err)
{
    struct taking t;
    const bool blocks = by->counted != NULL;
    const unsigned other = blocks ? FID_GIVES_VFS : FID_GIVES_BLOCK;
    bool last = blocks || !(run->source[source].used & other);
    size_t first_row = run->events.row_n;
    int rc = begin_taking (&t, to, run, source, from, by, err);
    for (size_t i = 0; i < from->row_n && !rc;) {
        if (t.first + ORDER_MAX > FID_COLUMNS_BATCH) {
            size_t n = t.rows.n - t.first;
            for (size_t k = 0; k < FID_COLUMN_N; k++)
                memmove (t.rows.of[k], t.rows.of[k] + t.first, n * sizeof *t.rows.of[k]);
            t.rows.n = n;
            t.first = 0;
        }
        size_t had = t.rows.n, most = ORDER_MAX - (had - t.first), left = from->row_n - i;
        i += fid_columns_load (&from->rows, i, left < most ? left : most, &t.rows);
        place_rows (&t, had);
        order_rows (&t, had);
        if (last)
            fid_columns_release (&from->rows, i - 1);
        if (t.rows.n - t.first == ORDER_MAX) /* half at a time: the others may still move */
            rc = take_ordered (&t, ORDER_MAX / 2, err);
    }
    rc = rc || take_ordered (&t, t.rows.n - t.first, err) ? -1 : 0;
    end_taking (&t);
    if (from->merged_ns > run->events.merged_ns)
        run->events.merged_ns = from->merged_ns;
    if (from->merged > run->events.merged)
        run->events.merged = from->merged;
    if (last)
        fid_events_clear (from);
    if (rc || run->events.row_n == first_row)
        return rc;
    return FID_PUSH (to->rows, err,
                     (struct fid_source_rows){source, first_row, run->events.row_n, blocks});
}

int fid_taken_init (struct fid_taken *t, const struct fid_run *run, struct fid_error *err)
{
    *t = (struct fid_taken){.first_pid = FID_PID_NONE,
                            .source = calloc (run->source_n + 1, sizeof *t->source),
                            .host = calloc (run->hosts.n + 1, sizeof *t->host)};
    FID_NEED (t->source && t->host, err);
    return 0;
}

void fid_taken_clear (struct fid_taken *t, size_t host_n)
{
    for (size_t i = 0; t->host && i < host_n; i++) {
        fid_grid_clear (&t->host[i].moved);
        fid_grid_clear (&t->host[i].waiting);
    }
    FID_FREE (t->rows, t->foreign, t->use, t->source, t->host);
}
