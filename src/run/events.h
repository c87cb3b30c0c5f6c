/* SPDX-License-Identifier: GPL-3.0-or-later */
/* events.h - the events of one file or of one run, as columns
 *
 * Rows stand in the order in which they were added, packed (run/columns.h): about 14 bytes a
 * row.  Files and processes are numbered, and their names kept once.
 *
 * Memory is bounded: once rows and names take more than limit_n bytes, of which a row takes
 * FID_EVENT_BYTES, rows of one process, file and kind that follow each other within merged_ns
 * become one, which counts its events.  merged_ns begins at FID_EVENT_MERGE_NS and grows; where
 * a second is not enough, those of several processes are merged, too, and at last those of
 * several files. */
#pragma once

#include "base/index.h"
#include "model/roles.h"
#include "run/columns.h"

#define FID_EVENT_CHUNK    FID_COLUMNS_CHUNK
#define FID_EVENT_MERGE_NS INT64_C (1000000)
#define FID_EVENT_RECENT   1024 /* processes */
#define FID_EVENT_FILES    65536
#define FID_EVENT_BYTES    30 /* of a row, with what the job needs of it later */

/* Flags of rows, beside FID_EVENT_ERROR and so on. */
enum {
    FID_EVENT_FOREIGN = 16 /* of another process than the run's (--all-processes) */
};

#define FID_EVENT_OP_BITS 3 /* of the kind; the flags are above them */

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

/* A process, under one of the names that its threads have; of threads that a trace tells apart,
 * each. */
struct fid_event_process {
    int64_t pid;   /* -1: unknown; FID_PID_OF_RANK (rank); of a whole run FID_PID_ON_HOST */
    int64_t tid;   /* 0: unknown, or the first */
    unsigned host; /* its number; only of a whole run */
    char comm[16];
    uint8_t comm_n;
};

/* Whose rows are merged. */
enum fid_event_merge {
    FID_MERGE_CALLS,     /* of one process, file and kind */
    FID_MERGE_PROCESSES, /* of one file and kind */
    FID_MERGE_FILES      /* of one kind; the row names the first of the files */
};

struct fid_events {
    struct fid_columns rows;
    size_t row_n;
    uint64_t event_n;                             /* at least row_n */
    FID_LIST (struct fid_event_file, file);       /* owned */
    FID_LIST (struct fid_event_process, process); /* owned */
    FID_LIST (char, text);                        /* owned; names of files */
    struct fid_index file_index, process_index;
    /* found last, by a part of their names */
    struct fid_recent_file {
        uint64_t end[2]; /* of the name */
        uint32_t file;
    } * recent_file; /* owned */
    size_t recent_n; /* a power of two; 0: no files yet */
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

/* Its members in a digest (base/record.h). */
#define FID_EVENT_FIELD(F, T, type, kind, name) F (T, kind, name),
#define FID_EVENT_ROW(F, A, T)                                                                 \
    FID_EVENT_ALIKE (FID_EVENT_FIELD, F, T)                                                    \
    F (T, INT, dur_ns), F (T, INT, span_ns), F (T, COUNT, offset), F (T, COUNT, byte_n),       \
        F (T, COUNT, event_n), F (T, COUNT, file), F (T, COUNT, process),                      \
        F (T, COUNT, op, FID_BELOW (FID_OP_N)),                                                \
        F (T, COUNT, flags, FID_BELOW (2 * FID_EVENT_FOREIGN))

/* Adds an event.  O(1) amortised.  -1 without memory. */
int fid_events_add (struct fid_events *e, const struct fid_event *ev, struct fid_error *err);

/* Members that are alike: from events to rows and back, into a row of columns, and out of the
 * packed row `at'. */
#define FID_EVENT_STORE(FROM, TO, type, kind, name)                                            \
    fid_columns_set (TO, FID_COLUMN_##name, (uint64_t)(FROM)->name);
#define FID_EVENT_RESTORE(TO, CHUNK, type, kind, name)                                         \
    (TO)->name = (type)fid_columns_at (CHUNK, FID_COLUMN_##name, at);
#define FID_EVENT_OF_BATCH(TO, BATCH, type, kind, name)                                        \
    (TO)->name = (type)(BATCH)->of[FID_COLUMN_##name][i];

/* Adds a row whose file and process have numbers of e.  O(1) amortised.  -1 without memory. */
static inline int fid_events_add_row (struct fid_events *e, const struct fid_event_row *r,
                                      struct fid_error *err)
{
    struct fid_columns *c = &e->rows;
    FID_TRY (!fid_columns_has_room (c) && fid_columns_grow (c, err));
    uint64_t *to = fid_columns_next (c);
    FID_EVENT_ALIKE (FID_EVENT_STORE, r, to)
    fid_columns_set (to, FID_COLUMN_DUR, (uint64_t)r->dur_ns);
    fid_columns_set (to, FID_COLUMN_SPAN, (uint64_t)(r->span_ns - r->dur_ns));
    fid_columns_set (to, FID_COLUMN_OFFSET, r->offset + 1);
    fid_columns_set (to, FID_COLUMN_BYTES, r->byte_n);
    fid_columns_set (to, FID_COLUMN_EVENTS, r->event_n);
    fid_columns_set (to, FID_COLUMN_FILE, r->file);
    fid_columns_set (to, FID_COLUMN_PROCESS, r->process);
    fid_columns_set (to, FID_COLUMN_KIND, r->op | r->flags << FID_EVENT_OP_BITS);
    e->row_n = ++c->row_n;
    e->event_n += r->event_n;
    return 0;
}

/* Adds n rows of a batch, whose files and processes have numbers of e. */
static inline int fid_events_append (struct fid_events *e, const struct fid_columns_batch *b,
                                     size_t from, size_t n, struct fid_error *err)
{
    FID_TRY (fid_columns_append (&e->rows, b, from, n, err));
    e->row_n = e->rows.row_n;
    for (size_t i = from; i < from + n; i++)
        e->event_n += b->of[FID_COLUMN_EVENTS][i];
    return 0;
}

/* The numbers in e of a file and of a process of `from` on a host, added at first. */
int fid_events_number_file (struct fid_events *e, const struct fid_events *from, uint32_t file,
                            enum fid_event_file_kind kind, uint32_t *out,
                            struct fid_error *err);
int fid_events_number_process (struct fid_events *e, const struct fid_events *from,
                               uint32_t process, unsigned host, uint32_t *out,
                               struct fid_error *err);

/* One number of a row; the kind is fid_events_op and flags. */
static inline uint64_t fid_events_cell (const struct fid_events *e, size_t row,
                                        enum fid_event_column column)
{
    return fid_columns_in (e->rows.chunk[row / FID_EVENT_CHUNK], column, row % FID_EVENT_CHUNK);
}

static inline enum fid_op fid_event_kind_op (uint64_t kind)
{
    return (enum fid_op) (kind & ((1u << FID_EVENT_OP_BITS) - 1));
}

static inline enum fid_op fid_events_op (const struct fid_events *e, size_t row)
{
    return fid_event_kind_op (fid_events_cell (e, row, FID_COLUMN_KIND));
}

/* Writes the row of that number to *r.  In place: a copy of a row made just before stalls the
 * processor.  Always inline, so that what the caller does not use is not unpacked. */
static inline __attribute__ ((always_inline)) void fid_events_get (const struct fid_events *e,
                                                                   size_t row,
                                                                   struct fid_event_row *r)
{
    const struct fid_columns_chunk *c = e->rows.chunk[row / FID_EVENT_CHUNK];
    const unsigned char *at = c->byte + row % FID_EVENT_CHUNK * c->row_bytes;
    uint64_t kind = fid_columns_at (c, FID_COLUMN_KIND, at);
    FID_EVENT_ALIKE (FID_EVENT_RESTORE, r, c)
    r->dur_ns = (int64_t)fid_columns_at (c, FID_COLUMN_DUR, at);
    r->span_ns = r->dur_ns + (int64_t)fid_columns_at (c, FID_COLUMN_SPAN, at);
    r->offset = fid_columns_at (c, FID_COLUMN_OFFSET, at) - 1;
    r->byte_n = fid_columns_at (c, FID_COLUMN_BYTES, at);
    r->event_n = fid_columns_at (c, FID_COLUMN_EVENTS, at);
    r->file = (uint32_t)fid_columns_at (c, FID_COLUMN_FILE, at);
    r->process = (uint32_t)fid_columns_at (c, FID_COLUMN_PROCESS, at);
    r->op = fid_event_kind_op (kind);
    r->flags = (unsigned)(kind >> FID_EVENT_OP_BITS);
}

/* Row i of a batch. */
static inline void fid_events_unpack (const struct fid_columns_batch *b, size_t i,
                                      struct fid_event_row *r)
{
    uint64_t kind = b->of[FID_COLUMN_KIND][i];
    FID_EVENT_ALIKE (FID_EVENT_OF_BATCH, r, b)
    r->dur_ns = (int64_t)b->of[FID_COLUMN_DUR][i];
    r->span_ns = r->dur_ns + (int64_t)b->of[FID_COLUMN_SPAN][i];
    r->offset = b->of[FID_COLUMN_OFFSET][i] - 1;
    r->byte_n = b->of[FID_COLUMN_BYTES][i];
    r->event_n = b->of[FID_COLUMN_EVENTS][i];
    r->file = (uint32_t)b->of[FID_COLUMN_FILE][i];
    r->process = (uint32_t)b->of[FID_COLUMN_PROCESS][i];
    r->op = fid_event_kind_op (kind);
    r->flags = (unsigned)(kind >> FID_EVENT_OP_BITS);
}

static inline __attribute__ ((always_inline)) struct fid_event_row fid_events_row (
    const struct fid_events *e, size_t row)
{
    struct fid_event_row r;
    fid_events_get (e, row, &r);
    return r;
}

/* Finds the next row of an operation from *i on, or returns false.  Of other rows the operation
 * alone is read, and of chunks that have only others nothing. */
bool fid_events_next_of (const struct fid_events *e, enum fid_op op, size_t *i,
                         struct fid_event_row *row);

/* A hash of a file's path, or of its name where that is all, for sampling. */
uint64_t fid_events_file_hash (const struct fid_events *e, uint32_t file);

struct fid_span fid_events_path (const struct fid_events *e, uint32_t file);
struct fid_span fid_events_name (const struct fid_events *e, uint32_t file);

void fid_events_clear (struct fid_events *e);

/* Of each process the first that has its number: its threads, and its names, are one.  Owned by
 * the caller; NULL without memory. */
uint32_t *fid_first_processes (const struct fid_events *e, struct fid_error *err);
