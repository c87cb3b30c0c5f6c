/* SPDX-License-Identifier: GPL-3.0-or-later */
/* io.h - a run's file I/O as the model of its job needs it: data files and how they were read,
 * batches that loader processes hand over, files of checkpoints */
#pragma once

#include "run/events.h"
#include "run/reads.h"

/* --- rows of a run in the order of their starts
 *
 *     for (size_t i; fid_by_time_next (&b, &i);)
 *
 * Each trace is almost in order, so stretches in order are merged: that takes 16 bytes for each
 * of these, not for each row.  Rows that start together keep their order. */

/* A row of the run's events, and the number of what it belongs to. */
struct fid_call {
    uint32_t row;
    uint32_t of; /* opens: number of the file; files of checkpoints: of the name; reads: of the
                    file, then of the use; requests: of the read that made it, or FID_NO_READ */
};

struct fid_by_time {
    const struct fid_events *events; /* borrowed */
    const struct fid_call *call;     /* borrowed; NULL: all rows */
    struct fid_in_order {
        int64_t start_ns; /* of the one at its beginning */
        uint32_t at, end;
    } * heap; /* owned; the earliest first */
    size_t heap_n, heap_cap;
};

/* Begins with the n calls, or, where call is NULL, all rows.  -1 without memory, or if there
 * are more than 2^32 - 2 of them.  Clear *b even after a failure. */
int fid_by_time_init (struct fid_by_time *b, const struct fid_events *events,
                      const struct fid_call *call, size_t n, struct fid_error *err);

/* Sets *i to the place of the next call, or to the next row; false at the end. */
bool fid_by_time_next (struct fid_by_time *b, size_t *i);

void fid_by_time_clear (struct fid_by_time *b);

/* Orders an array of calls. */
int fid_by_time_sort (struct fid_call *call, size_t n, const struct fid_events *events,
                      struct fid_error *err);

/* --- files and calls */

enum fid_side { FID_SIDE_TRAIN, FID_SIDE_EVAL, FID_SIDE_N };

/* A file of samples.  Files of one name in two folders differ if opens tell the folder. */
struct fid_data_file {
    char *name, *folder;                             /* owned; folder "": unknown */
    uint64_t end_byte;                               /* the largest end of a read; 0: unknown */
    uint64_t byte_n[FID_SIDE_N], read_n[FID_SIDE_N]; /* while training, evaluating */
    uint64_t open_n;
    enum fid_side side;
    bool index;     /* holds positions of samples of the file `of` */
    size_t of;      /* SIZE_MAX: that file is not there */
    bool used;      /* read, or its index is */
    int64_t part_n; /* "_of_80": 80; -1: none */
};

struct fid_data_read {
    int64_t start_ns, dur_ns, pid, reader; /* dur_ns -1: unknown */
    uint64_t offset, byte_n;               /* offset FID_NO_OFFSET: unknown */
    uint64_t stored_n, late_n; /* bytes of the block requests that it made; of those that end
                                  after it */
    uint32_t file, use, call_n, request_n; /* request_n: how many those are */
    bool waits;                            /* for the storage */
};

/* Block requests of a read, as traced. */
struct fid_joined {
    uint64_t stored_n, late_n;
    uint32_t request_n;
    bool waits;
};

/* Reads of one file by one process between two opens, or, where opens are not traced, between
 * two returns to its start. */
struct fid_data_use {
    uint32_t row; /* the first read */
    uint32_t file;
    uint64_t byte_n;
    int epoch;    /* -1: unknown */
    uint8_t part; /* enum fid_part */
    bool opened;  /* an open began it */
};

struct fid_opened_path {
    char *path; /* owned */
    int64_t start_ns, pid;
};

struct fid_data_io {
    FID_LIST (struct fid_data_file, file); /* owned */
    const struct fid_events *events;       /* borrowed; the rows are of it */
    FID_LIST (struct fid_call, read);      /* owned; by start */
    uint32_t *joined_of; /* owned; of each read 1 + its place there; 0: no requests */
    FID_LIST (struct fid_joined, joined); /* owned */
    struct {
        double share;    /* of the bytes beyond requests that the storage delivered, too */
        double stored_n; /* bytes of all requests of reads, as traced; */
        double late_n;   /* of these, bytes that come late, as the same share of the missed */
    } missed;
    FID_LIST (struct fid_call, open);    /* owned; by start */
    FID_LIST (struct fid_data_use, use); /* owned; by start */
    FID_LIST (struct fid_call, save);    /* owned; by start: opens, reads, writes and closes */
    char **saved;                        /* owned; paths or names of checkpoint files */
    size_t saved_n, saved_cap;
    size_t write_n;          /* writes among save */
    struct fid_call *handed; /* owned; by start: a loader process hands a tensor over */
    size_t handed_n, handed_cap;
    struct fid_call *asked; /* owned: calls on metadata besides opens, on files that a storage
                               holds for the job */
    size_t asked_n, asked_cap;
    size_t request_n;                        /* block reads */
    uint64_t request_most_n;                 /* bytes of the largest */
    int64_t first_ns, last_ns;               /* of all own calls; INT64_MAX, INT64_MIN: none */
    FID_LIST (struct fid_opened_path, path); /* owned; of files that are not the system's */
    int64_t main_pid;                        /* -1: unknown */
    int64_t *reader;   /* owned; of each process of events: who reads (tell_readers) */
    int64_t *rank_pid; /* owned; ascending: processes that are ranks, if known */
    size_t rank_n, rank_cap;
    bool torch, tensorflow, dlio; /* their files are opened */
    struct fid_index by_name;     /* of files */
};

/* Takes what the run's own events show.  Clear *io even after a failure. */
int fid_data_io_fill (struct fid_data_io *io, const struct fid_run *run, struct fid_error *err);

void fid_data_io_clear (struct fid_data_io *io);

static inline int64_t fid_start_of (const struct fid_data_io *io, uint32_t row)
{
    return (int64_t)fid_events_cell (io->events, row, FID_COLUMN_start_ns);
}

static inline uint64_t fid_bytes_of (const struct fid_data_io *io, uint32_t row)
{
    return fid_events_cell (io->events, row, FID_COLUMN_BYTES);
}

static inline uint32_t fid_process_of (const struct fid_data_io *io, uint32_t row)
{
    return (uint32_t)fid_events_cell (io->events, row, FID_COLUMN_PROCESS);
}

static inline int64_t fid_pid_of (const struct fid_data_io *io, uint32_t row)
{
    return io->events->process[fid_process_of (io, row)].pid;
}

/* What the traces show a process to be: a rank, or the main process where ranks are not known; or
 * a loader that hands batches over. */
enum fid_process_kind { FID_PROCESS_UNKNOWN, FID_PROCESS_MAIN, FID_PROCESS_WORKER };
enum fid_process_kind fid_process_kind (const struct fid_data_io *io, int64_t pid);

/* The process that reads, or its thread where several of them do. */
static inline int64_t fid_reader_of (const struct fid_data_io *io, uint32_t row)
{
    return io->reader[fid_process_of (io, row)];
}

static inline __attribute__ ((always_inline)) struct fid_event_row fid_call_of (
    const struct fid_data_io *io, struct fid_call c)
{
    return fid_events_row (io->events, c.row);
}

/* Read i.  Inline, since most callers need little of it. */
static inline __attribute__ ((always_inline)) struct fid_data_read fid_read_of (
    const struct fid_data_io *io, size_t i)
{
    struct fid_event_row row = fid_call_of (io, io->read[i]);
    struct fid_data_read r = {.start_ns = row.start_ns,
                              .dur_ns = row.flags & FID_EVENT_NO_DUR ? -1 : row.span_ns,
                              .pid = io->events->process[row.process].pid,
                              .reader = io->reader[row.process],
                              .offset = row.offset,
                              .byte_n = row.byte_n,
                              .file = io->use[io->read[i].of].file,
                              .use = io->read[i].of,
                              .call_n = (uint32_t)row.event_n};
    if (!io->request_n)
        r.request_n = r.waits = r.dur_ns > FID_WAITS_NS;
    else if (io->joined_of[i]) {
        const struct fid_joined *j = &io->joined[io->joined_of[i] - 1];
        r.stored_n = j->stored_n;
        r.late_n = j->late_n;
        r.request_n = j->request_n;
        r.waits = j->waits;
    }
    if (io->missed.share > 0 && r.stored_n < r.byte_n) {
        double more_n = io->missed.share * (double)(r.byte_n - r.stored_n);
        r.stored_n += (uint64_t)more_n;
        r.late_n += (uint64_t)(more_n * io->missed.late_n / io->missed.stored_n);
    }
    return r;
}

/* How many reads begin before an instant. */
size_t fid_reads_before (const struct fid_data_io *io, int64_t t_ns);

static inline uint32_t fid_file_of_read (const struct fid_data_io *io, size_t i)
{
    return io->use[io->read[i].of].file;
}

/* Whether a read or use belongs to a side's samples. */
static inline bool fid_is_of_side (const struct fid_data_io *io, uint32_t file,
                                   enum fid_side side)
{
    return !io->file[file].index && io->file[file].side == side;
}

#define FID_NO_READ UINT32_MAX /* fid_call.of of a request that no read of data made */

/* requests.c: joins reads to the n block requests of the run, which are in order. */
int fid_requests_join (struct fid_data_io *io, const struct fid_run *run,
                       struct fid_call *request, size_t n, struct fid_error *err);
