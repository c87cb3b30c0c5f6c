/* SPDX-License-Identifier: GPL-3.0-or-later */
/* count.c - see count.h */
#include "run/count.h"
#include "run/file_roles.h"
#include "run/reads.h"

#define PIECES_MAX 1000 /* of a merged row */
#define BATCH      FID_COLUMNS_BATCH

/* Rows of a batch, by their places. */
struct pick {
    size_t n;
    uint16_t at[BATCH];
};

/* Single operations of one kind in one part of the run, which are tallied together. */
struct alike {
    size_t n;
    enum fid_part part;
    uint64_t kind;                          /* FID_COLUMN_KIND */
    int64_t start_ns[BATCH], gap_ns[BATCH]; /* gap_ns -1: none */
    uint32_t dur_ns[BATCH], byte_n[BATCH];
};

/* The rows of the run, one source after the other. */
struct counting {
    struct fid_counted *to; /* borrowed; NULL: block requests are counted */
    struct fid_run *run;    /* borrowed */
    int64_t origin_ns;
    struct fid_part_span at;
    int64_t last_ns[FID_STREAM_N]; /* the start counted last; INT64_MIN: none */
    struct fid_reads reads;
    struct fid_columns_batch rows;
    struct pick pick[FID_STREAM_N]; /* of the rows, by stream */
    struct alike alike;
    int64_t issued_ns[FID_STREAM_N];      /* the same of block requests */
    uint64_t device_end[FID_DEVICES_MAX]; /* of the block requests before; 0: none */
    uint32_t device_file;                 /* the device found last, by number of a file */
    size_t device;
    struct fid_devices devices;
    struct fid_file_state *file; /* owned; by number */
    size_t source;
};

static enum fid_part part_at (struct counting *c, int64_t t_ns)
{
    return fid_part_at (&c->run->phases, &c->at, t_ns);
}

/* --- gaps */

/* The gap before the start of row i, counted where the start lies; -1: none. */
static inline int64_t find_gap (struct counting *c, enum fid_stream_id id, size_t i)
{
    int64_t last = c->last_ns[id], start_ns = (int64_t)c->rows.of[FID_COLUMN_start_ns][i];
    if (id == FID_STREAM_DATA_READ &&
        fid_read_is_small (c->rows.of[FID_COLUMN_BYTES][i],
                           (int64_t)c->rows.of[FID_COLUMN_DUR][i],
                           c->rows.of[FID_COLUMN_EVENTS][i],
                           (unsigned)(c->rows.of[FID_COLUMN_KIND][i] >> FID_EVENT_OP_BITS)))
        return -1;
    if (start_ns < last)
        return -1; /* out of order by more than is sorted (take.c) */
    c->last_ns[id] = start_ns;
    return last == INT64_MIN ? -1 : start_ns - last;
}

/* Seconds; two at once are one ns apart, the resolution. */
static inline double seconds_of (int64_t ns)
{
    return ns ? (double)ns / 1e9 : 1e-9;
}

/* --- tallies */

/* Counts n events of equal lengths and sizes; r has the sums. */
static inline int tally_events (struct counting *c, struct fid_stream *s,
                                const struct fid_event_row *r, struct fid_tally *t, uint64_t n,
                                struct fid_error *err)
{
    double bytes = (double)r->byte_n / (double)n;
    t->op_n += n;
    t->byte_n += r->byte_n;
    t->error_n += r->flags & FID_EVENT_ERROR ? n : 0;
    if (!(r->flags & FID_EVENT_NO_DUR)) {
        s->timed = true;
        t->busy_ns += (uint64_t)r->dur_ns;
        double latency_s = r->dur_ns ? (double)r->dur_ns / (double)n / 1e9 : 1e-9;
        FID_TRY (fid_sketch_add_n (&t->latency, latency_s, n, err));
        if (r->op != FID_OP_OPEN)
            FID_TRY (fid_stream_busy (s, r->start_ns - c->origin_ns, r->dur_ns, err));
    }
    s->sized |= !(r->flags & FID_EVENT_NO_BYTES);
    if (!(r->flags & FID_EVENT_NO_BYTES) && r->byte_n) {
        t->sized_n += n;
        FID_TRY (fid_sketch_add_n (&t->size, bytes, n, err));
    }
    s->first_ns = r->start_ns < s->first_ns ? r->start_ns : s->first_ns;
    int64_t end_ns = r->start_ns + r->span_ns;
    s->last_ns = end_ns > s->last_ns ? end_ns : s->last_ns;
    return fid_grid_add_n (&s->grid, r->start_ns - c->origin_ns, n, r->byte_n, err);
}

/* Counts a row of several events in pieces of a bin each, spread evenly over its time. */
static int tally_merged (struct counting *c, struct fid_stream *s,
                         const struct fid_event_row *r, struct fid_error *err)
{
    uint64_t piece_n = (uint64_t)(r->span_ns / FID_GRID_BIN_NS) + 1;
    piece_n = piece_n < PIECES_MAX ? piece_n : PIECES_MAX;
    piece_n = piece_n < r->event_n ? piece_n : r->event_n;
    struct fid_event_row left = *r, piece = *r;
    piece.span_ns = r->span_ns / (int64_t)piece_n;
    for (uint64_t k = piece_n; k > 0; k--) {
        piece.event_n = left.event_n / k;
        piece.byte_n = left.byte_n / k;
        piece.dur_ns = left.dur_ns / (int64_t)k;
        struct fid_tally *t = &s->part[part_at (c, piece.start_ns)];
        FID_TRY (tally_events (c, s, &piece, t, piece.event_n, err));
        piece.start_ns += piece.span_ns;
        left.event_n -= piece.event_n;
        left.byte_n -= piece.byte_n;
        left.dur_ns -= piece.dur_ns;
    }
    double gap_s = (double)r->span_ns / (double)r->event_n / 1e9;
    return fid_sketch_add_n (&s->part[part_at (c, r->start_ns)].gap, gap_s > 0 ? gap_s : 1e-9,
                             r->event_n - 1, err);
}

/* Counts each value in its bin; a value without one has a bin below 0, and is left out. */
static int count_bins (struct fid_sketch *s, const int64_t *bin, size_t n,
                       struct fid_error *err)
{
    for (size_t i = 0; i < n; i++) {
        if (bin[i] < 0)
            continue;
        if ((uint64_t)(bin[i] - s->first) >= s->n)
            FID_TRY (fid_sketch_cover (s, bin[i], bin[i], err));
        s->count[bin[i] - s->first]++;
        s->total++;
    }
    return 0;
}

static inline int64_t bin_of (double value)
{
    int64_t bits;
    memcpy (&bits, &value, sizeof bits);
    return bits >> FID_SKETCH_SHIFT;
}

/* Sizes, times and gaps. */
static int tally_values (struct counting *c, struct fid_stream *s, struct fid_tally *t,
                         struct fid_error *err)
{
    const struct alike *a = &c->alike;
    unsigned flags = (unsigned)(a->kind >> FID_EVENT_OP_BITS);
    bool timed = !(flags & FID_EVENT_NO_DUR), sized = !(flags & FID_EVENT_NO_BYTES);
    int64_t size[BATCH], latency[BATCH];
    for (size_t i = 0; i < a->n; i++) {
        size[i] = a->byte_n[i] ? bin_of (a->byte_n[i]) : -1;
        t->byte_n += a->byte_n[i];
    }
    for (size_t i = 0; i < a->n && timed; i++) {
        latency[i] = bin_of (seconds_of (a->dur_ns[i]));
        t->busy_ns += a->dur_ns[i];
    }
    uint64_t sized_n = t->size.total;
    s->timed |= timed;
    s->sized |= sized;
    if (timed)
        FID_TRY (count_bins (&t->latency, latency, a->n, err));
    if (sized)
        FID_TRY (count_bins (&t->size, size, a->n, err));
    t->sized_n += t->size.total - sized_n;
    for (size_t i = 0; i < a->n; i++)
        size[i] = a->gap_ns[i] < 0 ? -1 : bin_of (seconds_of (a->gap_ns[i]));
    return count_bins (&t->gap, size, a->n, err);
}

/* Tallies what is alike, and forgets it. */
static int tally_alike (struct counting *c, struct fid_stream *s, struct fid_error *err)
{
    struct alike *a = &c->alike;
    struct fid_tally *t = &s->part[a->part];
    unsigned flags = (unsigned)(a->kind >> FID_EVENT_OP_BITS);
    bool busy = !(flags & FID_EVENT_NO_DUR) && fid_event_kind_op (a->kind) != FID_OP_OPEN;
    if (!a->n)
        return 0;
    t->op_n += a->n;
    t->error_n += flags & FID_EVENT_ERROR ? a->n : 0;
    FID_TRY (tally_values (c, s, t, err));
    for (size_t i = 0; i < a->n && busy; i++)
        FID_TRY (fid_stream_busy (s, a->start_ns[i] - c->origin_ns, a->dur_ns[i], err));
    for (size_t i = 0; i < a->n; i++) {
        int64_t start_ns = a->start_ns[i], end_ns = start_ns + a->dur_ns[i];
        s->first_ns = start_ns < s->first_ns ? start_ns : s->first_ns;
        s->last_ns = end_ns > s->last_ns ? end_ns : s->last_ns;
        FID_TRY (fid_grid_add (&s->grid, start_ns - c->origin_ns, a->byte_n[i], err));
    }
    a->n = 0;
    return 0;
}

/* Adds the rows picked for a stream to the use of their hosts. */
static void add_to_hosts (struct counting *c, enum fid_stream_id id)
{
    const struct fid_columns_batch *rows = &c->rows;
    for (size_t k = 0; k < c->pick[id].n; k++) {
        size_t i = c->pick[id].at[k];
        uint64_t kind = rows->of[FID_COLUMN_KIND][i];
        bool timed = !(kind >> FID_EVENT_OP_BITS & FID_EVENT_NO_DUR);
        unsigned host = c->run->events.process[rows->of[FID_COLUMN_PROCESS][i]].host;
        struct fid_host_use *use = &c->run->hosts.at[host].use[id];
        use->byte_n += rows->of[FID_COLUMN_BYTES][i];
        use->busy_ns += timed ? rows->of[FID_COLUMN_DUR][i] : 0;
    }
}

/* Counts the rows picked for a stream. */
static int tally_stream (struct counting *c, enum fid_stream_id id, struct fid_error *err)
{
    const struct fid_columns_batch *rows = &c->rows;
    struct pick *pick = &c->pick[id];
    struct fid_stream *s = &c->run->stream[id];
    struct alike *a = &c->alike;
    if (c->run->hosts.n > 1)
        add_to_hosts (c, id);
    for (size_t k = 0; k < pick->n; k++) {
        size_t i = pick->at[k];
        int64_t start_ns = (int64_t)rows->of[FID_COLUMN_start_ns][i];
        uint64_t dur_ns = rows->of[FID_COLUMN_DUR][i], byte_n = rows->of[FID_COLUMN_BYTES][i];
        uint64_t kind = rows->of[FID_COLUMN_KIND][i];
        enum fid_part part = part_at (c, start_ns);
        struct fid_tally *t = &s->part[part];
        bool odd = (rows->of[FID_COLUMN_EVENTS][i] - 1) | (dur_ns | byte_n) >> 32 |
                   rows->of[FID_COLUMN_SPAN][i];
        int64_t gap_ns = find_gap (c, id, i);
        if (odd) { /* it stands for several events, or has long numbers */
            struct fid_event_row r;
            fid_events_unpack (rows, i, &r);
            FID_TRY (r.event_n == 1 ? tally_events (c, s, &r, t, 1, err)
                                    : tally_merged (c, s, &r, err));
            if (gap_ns >= 0)
                FID_TRY (fid_sketch_add (&t->gap, seconds_of (gap_ns), err));
            continue;
        }
        if (a->part != part || a->kind != kind)
            FID_TRY (tally_alike (c, s, err));
        a->part = part;
        a->kind = kind;
        a->start_ns[a->n] = start_ns;
        a->gap_ns[a->n] = gap_ns;
        a->dur_ns[a->n] = (uint32_t)dur_ns;
        a->byte_n[a->n++] = (uint32_t)byte_n;
    }
    pick->n = 0;
    return tally_alike (c, s, err);
}

/* --- reads of data */

/* The reads of a file in an epoch that ends. */
static int end_epoch (struct counting *c, struct fid_file_state *f, struct fid_error *err)
{
    struct fid_access *a = &c->run->stream[FID_STREAM_DATA_READ].part[f->epoch_part].access;
    double n = f->epoch_read_n;
    f->epoch_read_n = 0;
    return fid_sketch_add (&a->file_reads, n, err);
}

static int count_read (struct counting *c, const struct fid_event_row *r, struct fid_error *err)
{
    struct fid_stream *s = &c->run->stream[FID_STREAM_DATA_READ];
    struct fid_file_state *f = &c->file[r->file];
    enum fid_part part = part_at (c, r->start_ns);
    f->read = true;
    if (fid_part_trains (&c->run->phases, part)) {
        bool ends = f->epoch != c->at.epoch || f->epoch_part != part || f->source != c->source;
        f->byte_n[part == FID_PART_EVAL] += r->byte_n;
        if (f->epoch_read_n && ends)
            FID_TRY (end_epoch (c, f, err));
        f->epoch = c->at.epoch;
        f->epoch_part = part;
        f->source = c->source;
        bool small = fid_read_is_small (r->byte_n, r->dur_ns, r->event_n, r->flags);
        f->epoch_read_n += small ? 0 : (uint32_t)r->event_n;
    }
    return fid_reads_add (&c->reads, r, c->run->events.process[r->process].pid, part,
                          &s->part[part].access, err);
}

/* --- rows */

/* A call that belongs to no stream, and what all calls tell of who uses the disk. */
static int count_effects (struct counting *c, const struct fid_event_row *r,
                          enum fid_role_id role, enum fid_file_op op, struct fid_error *err)
{
    struct fid_counted *to = c->to;
    bool streamed = fid_role_stream (role, FID_FILE_READ) != FID_STREAM_N;
    int64_t at_ns = r->start_ns - c->origin_ns;
    if (op == FID_FILE_OPEN)
        return r->flags & FID_EVENT_ERROR
                   ? 0
                   : fid_grid_add_n (streamed ? &to->opened_data : &to->opened_any, at_ns,
                                     r->event_n, 0, err);
    if (op == FID_FILE_WRITE && role != FID_ROLE_DEVICE)
        FID_TRY (fid_grid_add_n (&to->written[c->run->events.process[r->process].host], at_ns,
                                 r->event_n, r->byte_n, err));
    return fid_block_uses_add (&to->uses, c->run->events.process[r->process].pid,
                               op == FID_FILE_WRITE, r->start_ns, r->start_ns + r->span_ns,
                               role, err);
}

/* Counts a call, and picks it if it belongs to a stream. */
static inline int count_call (struct counting *c, size_t i, struct fid_error *err)
{
    struct fid_event_row r;
    fid_events_unpack (&c->rows, i, &r);
    enum fid_role_id role = c->run->events.file[r.file].role;
    enum fid_file_op op = fid_file_op_of (r.op);
    FID_TRY (fid_calls_add (&c->to->calls, &c->run->events, &r, err));
    if (r.op == FID_OP_CLOSE && fid_role_stream (role, FID_FILE_READ) != FID_STREAM_N)
        return fid_grid_add_n (role == FID_ROLE_DATA ? &c->to->closed_data : &c->to->closed,
                               r.start_ns + r.span_ns - c->origin_ns, r.event_n, 0, err);
    if (op == FID_FILE_OP_N)
        return 0;
    FID_TRY (count_effects (c, &r, role, op, err));
    enum fid_stream_id id = fid_role_stream (role, op);
    if (id == FID_STREAM_N)
        return 0;
    struct fid_stream *s = &c->run->stream[id];
    if (!(r.flags & FID_EVENT_FOREIGN)) {
        s->owner_op_n[FID_OWNER_SELF] += r.event_n;
        s->owner_byte_n[FID_OWNER_SELF] += r.byte_n;
    }
    c->pick[id].at[c->pick[id].n++] = (uint16_t)i;
    return id == FID_STREAM_DATA_READ ? count_read (c, &r, err) : 0;
}

static int count_request (struct counting *c, size_t i, struct fid_error *err)
{
    bool read = fid_event_kind_op (c->rows.of[FID_COLUMN_KIND][i]) == FID_OP_BLOCK_READ;
    enum fid_stream_id id = read ? FID_STREAM_BLOCK_READ : FID_STREAM_BLOCK_WRITE;
    c->pick[id].at[c->pick[id].n++] = (uint16_t)i;
    /* the jump of a block request from the end of the one before on its device; of those in
     * order */
    int64_t start_ns = (int64_t)c->rows.of[FID_COLUMN_start_ns][i];
    uint64_t offset = c->rows.of[FID_COLUMN_OFFSET][i] - 1;
    uint64_t byte_n = c->rows.of[FID_COLUMN_BYTES][i];
    uint32_t file = (uint32_t)c->rows.of[FID_COLUMN_FILE][i];
    if (start_ns < c->issued_ns[id])
        return 0;
    c->issued_ns[id] = start_ns;
    if (offset == FID_NO_OFFSET || !byte_n)
        return 0;
    if (c->device_file != file) {
        c->device = fid_device (&c->devices, fid_events_name (&c->run->events, file));
        c->device_file = file;
    }
    uint64_t before = c->device_end[c->device];
    c->device_end[c->device] = offset + byte_n;
    enum fid_part part = part_at (c, start_ns);
    return before ? fid_access_jump (&c->run->stream[id].part[part].access, before, offset, err)
                  : 0;
}

/* --- all rows */

/* Counts the rows of one source, if they are requests or calls as asked. */
static int count_source (struct counting *c, const struct fid_source_rows *rows, bool blocks,
                         struct fid_error *err)
{
    int rc = 0;
    if (rows->blocks != blocks)
        return 0;
    c->source = rows->source;
    for (int id = 0; id < FID_STREAM_N; id++)
        c->last_ns[id] = c->issued_ns[id] = INT64_MIN;
    c->device_file = UINT32_MAX;
    c->devices.n = c->devices.last = 0;
    memset (c->device_end, 0, sizeof c->device_end);
    for (size_t at = rows->from; at < rows->to && !rc; at += c->rows.n) {
        c->rows.n = 0;
        fid_columns_load (&c->run->events.rows, at, rows->to - at, &c->rows);
        for (size_t i = 0; i < c->rows.n && !rc; i++)
            rc = blocks ? count_request (c, i, err) : count_call (c, i, err);
        for (int id = 0; id < FID_STREAM_N && !rc; id++)
            rc = tally_stream (c, (enum fid_stream_id)id, err);
    }
    rc = rc || blocks ? rc : fid_reads_end (&c->reads, err);
    fid_reads_clear (&c->reads);
    c->reads.all = &c->run->stream[FID_STREAM_DATA_READ];
    return rc;
}

/* Counts the rows of calls, or of block requests. */
static int count_rows (struct counting *c, const struct fid_taken *taken, struct fid_error *err)
{
    c->origin_ns = c->run->phases.known ? c->run->phases.origin_ns : 0;
    c->reads.all = &c->run->stream[FID_STREAM_DATA_READ];
    for (size_t i = 0; i < taken->rows_n; i++)
        FID_TRY (count_source (c, &taken->rows[i], !c->to, err));
    return 0;
}

int fid_count_files (struct fid_counted *to, const struct fid_taken *taken,
                     const struct fid_file_classes *classes, struct fid_run *run,
                     struct fid_error *err)
{
    const struct fid_events *e = &run->events;
    FID_FREED struct fid_file_state *file = calloc (e->file_n + 1, sizeof *file);
    struct counting c = {.to = to, .run = run, .file = file};
    to->written = calloc (run->hosts.n, sizeof *to->written);
    FID_NEED (file && to->written, err);
    for (size_t i = 0; i < e->file_n; i++)
        file[i] =
            (struct fid_file_state){.hash = fid_events_file_hash (e, (uint32_t)i), .epoch = -1};
    FID_TRY (count_rows (&c, taken, err));
    for (size_t i = 0; i < e->file_n; i++)
        if (file[i].epoch_read_n)
            FID_TRY (end_epoch (&c, &file[i], err));
    /* calls of other processes, now that the roles of files are known */
    for (size_t i = 0; i < taken->foreign_n; i++)
        for (int op = 0; op < FID_FILE_OP_N; op++) {
            enum fid_stream_id id =
                fid_role_stream (run->events.file[i].role, (enum fid_file_op)op);
            if (id == FID_STREAM_N)
                continue;
            run->stream[id].owner_op_n[FID_OWNER_FOREIGN] += taken->foreign[i].op_n[op];
            run->stream[id].owner_byte_n[FID_OWNER_FOREIGN] += taken->foreign[i].byte_n[op];
        }
    FID_TRY (fid_file_roles_add (run, classes, file, &to->closed_data, err));
    return fid_grid_merge (&to->closed, &to->closed_data, err);
}

int fid_count_blocks (const struct fid_taken *taken, struct fid_run *run, struct fid_error *err)
{
    struct counting c = {.run = run};
    return count_rows (&c, taken, err);
}

void fid_counted_clear (struct fid_counted *c, size_t host_n)
{
    fid_block_uses_clear (&c->uses);
    fid_calls_clear (&c->calls);
    fid_grid_clear (&c->opened_data);
    fid_grid_clear (&c->opened_any);
    fid_grid_clear (&c->closed);
    fid_grid_clear (&c->closed_data);
    for (size_t i = 0; c->written && i < host_n; i++)
        fid_grid_clear (&c->written[i]);
    free (c->written);
}
