/* events.h - the events of one file or of one run, as columns
 *
 * Rows stand in the order in which they were added, in chunks of FID_EVENT_CHUNK, 30 bytes a
 * row.  Files and processes are numbered, and their names kept once.  What does not fit into a
 * column (a call of more than 4 s or 4 GiB, an offset of 1 TiB, or several calls in one row) is
 * in a second, small table.
 *
 * Memory is bounded: once rows and names take more than limit_n bytes, rows of one process,
 * file and kind that follow each other within merged_ns become one, which counts its events.
 * merged_ns begins at FID_EVENT_MERGE_NS and grows; where a second is not enough, those of
 * several processes are merged, too, and at last those of several files. */
#ifndef FID_EVENTS_H
#define FID_EVENTS_H

#include "base/error.h"
#include "base/index.h"
#include "base/span.h"
#include "model/roles.h"
#include "run/record.h"

#define FID_EVENT_CHUNK    8192
#define FID_EVENT_MERGE_NS INT64_C (1000000)
#define FID_EVENT_RECENT   1024

/* Flags of rows, beside FID_EVENT_ERROR and so on. */
enum {
    FID_EVENT_WIDE = 8,    /* the rest of the row is in `wide` */
    FID_EVENT_FOREIGN = 16 /* of another process than the run's (--all-processes) */
};

/* Bits of an operation beside the flags, and of an offset; all set: it is not known. */
#define FID_EVENT_OP_BITS     3
#define FID_EVENT_OFFSET_BITS 40
#define FID_EVENT_OFFSET_MAX  ((UINT64_C (1) << FID_EVENT_OFFSET_BITS) - 1)

#define FID_EVENT_COLUMN(F, T, type, kind, name) type name[FID_EVENT_CHUNK];

struct fid_event_chunk {
    FID_EVENT_ALIKE (FID_EVENT_COLUMN, , )
    uint32_t offset[FID_EVENT_CHUNK]; /* its lower half */
    uint32_t dur_ns[FID_EVENT_CHUNK];
    uint32_t byte_n[FID_EVENT_CHUNK];
    uint32_t file[FID_EVENT_CHUNK]; /* block requests: the device */
    uint32_t process[FID_EVENT_CHUNK];
    uint8_t offset_high[FID_EVENT_CHUNK];
    uint8_t kind[FID_EVENT_CHUNK]; /* enum fid_op, above it FID_EVENT_... */
};

/* What a number of a file stands for.  Traces have calls on what they cannot name: pipes in
 * those that name files, anything in others. */
enum fid_event_file_kind {
    FID_FILE_NAMED,
    FID_FILE_DEVICE,
    FID_FILE_PIPE,
    FID_FILE_UNNAMED_OPEN, /* that failed */
    FID_FILE_UNNAMED_WRITE,
    FID_FILE_UNNAMED_READ
};

/* A file, as the trace names it, or a device. */
struct fid_event_file {
    size_t path_at, name_at; /* in the texts */
    uint32_t path_n, name_n; /* path_n 0: the trace has no path */
    uint8_t kind;            /* enum fid_event_file_kind */
    uint8_t role;            /* enum fid_role_id, what it is used for; only of a whole run */
};

/* A process, under one of the names that its threads have. */
struct fid_event_process {
    int64_t pid;   /* -1: unknown; FID_PID_OF_RANK (rank); of a whole run FID_PID_ON_HOST */
    unsigned host; /* its number; only of a whole run */
    char comm[16];
    uint8_t comm_n;
};

struct fid_event_wide {
    size_t row;
    int64_t dur_ns;   /* the sum */
    uint64_t byte_n;  /* the sum */
    uint64_t event_n; /* events in the row; 1 */
    uint64_t offset;
    int64_t span_ns; /* from the first start to the last end */
};

/* Whose rows are merged. */
enum fid_event_merge {
    FID_MERGE_CALLS,     /* of one process, file and kind */
    FID_MERGE_PROCESSES, /* of one file and kind */
    FID_MERGE_FILES      /* of one kind; the row names the first of the files */
};

struct fid_events {
    struct fid_event_chunk **chunk; /* owned, each as well; all but the last are full */
    size_t chunk_n, chunk_cap;
    struct fid_event_chunk *spare; /* owned; the next one, or NULL */
    size_t row_n;
    uint64_t event_n;            /* at least row_n */
    struct fid_event_wide *wide; /* owned; by row */
    size_t wide_n, wide_cap;
    struct fid_event_file *file; /* owned */
    size_t file_n, file_cap;
    struct fid_event_process *process; /* owned */
    size_t process_n, process_cap;
    char *text; /* owned; names of files */
    size_t text_n, text_cap;
    struct fid_index file_index, process_index;
    /* found last, by a part of their names */
    struct fid_recent_file {
        uint64_t end[2]; /* of the name */
        uint32_t file;
    } recent_file[FID_EVENT_RECENT];
    uint32_t recent_process[FID_EVENT_RECENT];
    size_t limit_n;    /* bytes of rows and names; 0: no limit */
    int64_t merged_ns; /* rows that are so close were merged; 0: none */
    enum fid_event_merge merged;
};

/* One row, whole. */
struct fid_event_row {
    FID_EVENT_MEMBERS
    int64_t dur_ns, span_ns;
    uint64_t offset, byte_n, event_n;
    uint32_t file, process;
    enum fid_op op;
    unsigned flags;
};

/* Its members in a digest (base/fields.h). */
#define FID_EVENT_FIELD(F, T, type, kind, name) F (T, kind, name)
#define FID_EVENT_ROW(F, T)                                                                    \
    FID_EVENT_ALIKE (FID_EVENT_FIELD, F, T)                                                    \
    F (T, SIGNED, dur_ns)                                                                      \
    F (T, SIGNED, span_ns)                                                                     \
    F (T, NUMBER, offset)                                                                      \
    F (T, NUMBER, byte_n)                                                                      \
    F (T, NUMBER, event_n)                                                                     \
    F (T, NUMBER, file)                                                                        \
    F (T, NUMBER, process)                                                                     \
    F (T, NUMBER, op, FID_BELOW (FID_OP_N))                                                    \
    F (T, NUMBER, flags, FID_BELOW (2 * FID_EVENT_FOREIGN))

/* Adds an event.  O(1) amortised.  -1 without memory. */
int fid_events_add (struct fid_events *e, const struct fid_event *ev, struct fid_error *err);

/* Room for rows behind the last one; the rest of a row that is wide. */
int fid_events_add_chunk (struct fid_events *e, struct fid_error *err);
int fid_events_add_wide (struct fid_events *e, const struct fid_event_row *row,
                         struct fid_error *err);

/* Copy the members that are alike: FROM and TO are events or rows, C a chunk whose row is i. */
#define FID_EVENT_COPY(FROM, TO, type, kind, name) (TO)->name = (FROM)->name;
#define FID_EVENT_STORE(FROM, C, type, kind, name) (C)->name[i] = (FROM)->name;
#define FID_EVENT_RESTORE(TO, C, type, kind, name) (TO)->name = (C)->name[i];

/* Adds a row whose file and process have numbers of e.  O(1) amortised.  -1 without memory. */
static inline int
fid_events_add_row (struct fid_events *e, const struct fid_event_row *r, struct fid_error *err)
{
    size_t i = e->row_n % FID_EVENT_CHUNK;
    /* FID_NO_OFFSET + 1 is 0, and its lower bits are those that stand for it */
    bool wide = ((uint64_t)r->dur_ns | r->byte_n) > UINT32_MAX || r->event_n > 1 ||
                r->offset + 1 > FID_EVENT_OFFSET_MAX;
    if ((e->row_n == e->chunk_n * FID_EVENT_CHUNK && fid_events_add_chunk (e, err)) ||
        (wide && fid_events_add_wide (e, r, err)))
        return -1;
    struct fid_event_chunk *c = e->chunk[e->row_n / FID_EVENT_CHUNK];
    FID_EVENT_ALIKE (FID_EVENT_STORE, r, c)
    c->offset[i] = (uint32_t)r->offset;
    c->offset_high[i] = (uint8_t)(r->offset >> 32);
    c->dur_ns[i] = wide ? 0 : (uint32_t)r->dur_ns;
    c->byte_n[i] = wide ? 0 : (uint32_t)r->byte_n;
    c->file[i] = r->file;
    c->process[i] = r->process;
    c->kind[i] =
        (uint8_t)(r->op | (r->flags | (wide ? FID_EVENT_WIDE : 0)) << FID_EVENT_OP_BITS);
    e->row_n++;
    e->event_n += r->event_n;
    return 0;
}

/* The numbers in e of a file and of a process of `from` on a host, added at first. */
int fid_events_number_file (struct fid_events *e, const struct fid_events *from, uint32_t file,
                            enum fid_event_file_kind kind, uint32_t *out,
                            struct fid_error *err);
int fid_events_number_process (struct fid_events *e, const struct fid_events *from,
                               uint32_t process, unsigned host, uint32_t *out,
                               struct fid_error *err);

/* Gives up the chunk of `from` that ends with this row, if it ends one, as room for rows of
 * `to`: whoever moves rows needs memory once.  Such rows must not be asked for again. */
void fid_events_release (struct fid_events *from, size_t row, struct fid_events *to);

/* What the wide table has of a row. */
void fid_events_widen (const struct fid_events *e, size_t row, struct fid_event_row *r);

static inline enum fid_op
fid_event_kind_op (uint8_t kind)
{
    return (enum fid_op) (kind & ((1u << FID_EVENT_OP_BITS) - 1));
}

static inline enum fid_op
fid_events_op (const struct fid_events *e, size_t row)
{
    return fid_event_kind_op (e->chunk[row / FID_EVENT_CHUNK]->kind[row % FID_EVENT_CHUNK]);
}

/* Writes the row of that number to *r; O(log wide_n) if it is wide, else O(1).  In place: a
 * copy of a row made just before stalls the processor. */
static inline void
fid_events_get (const struct fid_events *e, size_t row, struct fid_event_row *r)
{
    const struct fid_event_chunk *c = e->chunk[row / FID_EVENT_CHUNK];
    size_t i = row % FID_EVENT_CHUNK;
    uint64_t offset = (uint64_t)c->offset_high[i] << 32 | c->offset[i];
    FID_EVENT_ALIKE (FID_EVENT_RESTORE, r, c)
    r->dur_ns = r->span_ns = c->dur_ns[i];
    r->offset = offset == FID_EVENT_OFFSET_MAX ? FID_NO_OFFSET : offset;
    r->byte_n = c->byte_n[i];
    r->event_n = 1;
    r->file = c->file[i];
    r->process = c->process[i];
    r->op = fid_events_op (e, row);
    r->flags = c->kind[i] >> FID_EVENT_OP_BITS;
    if (r->flags & FID_EVENT_WIDE)
        fid_events_widen (e, row, r);
}

static inline struct fid_event_row
fid_events_row (const struct fid_events *e, size_t row)
{
    struct fid_event_row r;
    fid_events_get (e, row, &r);
    return r;
}

/* A row as an event: the sums of its events where it has several. */
struct fid_event fid_events_event (const struct fid_events *e, const struct fid_event_row *r);

/* A hash of a file's path, or of its name where that is all, for sampling. */
uint64_t fid_events_file_hash (const struct fid_events *e, uint32_t file);

struct fid_span fid_events_path (const struct fid_events *e, uint32_t file);
struct fid_span fid_events_name (const struct fid_events *e, uint32_t file);

void fid_events_clear (struct fid_events *e);

#endif
