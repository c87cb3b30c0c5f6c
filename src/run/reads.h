/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reads.h - where successive reads fall, and how many processes read at a time
 *
 * Follows the reads of a run in the order of their starts.  Memory: 40 bytes a file, and 328
 * bytes for each of at most 65536 processes; beyond that all are forgotten. */
#pragma once

#include "run/run.h"

struct fid_reads_process; /* reads.c */

#define FID_READS_FILES  8 /* files of a process whose ends are known */
#define FID_READS_RECENT 64

struct fid_reads {
    struct fid_stream *all;                       /* borrowed; gets reuse and readers */
    FID_LIST (struct fid_reads_process, process); /* owned */
    struct fid_index by_pid;
    uint32_t recent[FID_READS_RECENT]; /* numbers of the processes that read last, by pid */
    /* uses of files in order of time */
    uint32_t *last_use;      /* owned; by file: 1 + the place of its last use, 0: none */
    size_t file_cap, used_n; /* used_n: files used so far, which are the live places */
    uint32_t *user;          /* owned; by place: the file */
    uint64_t *live;          /* owned; bits, by place */
    uint32_t *live_n;        /* owned; see reads.c */
    size_t place_n, place_cap;
    /* the second being counted */
    int64_t second, second_end_ns;
    enum fid_part second_part;
    size_t reader_n;
};

/* Bytes.  A read that starts less than this from the end of the last one counts as sequential:
 * records are padded, headers skipped. */
#define FID_NEAR_N 4096

#define FID_WAITS_NS INT64_C (50000) /* longer reads wait for a disk */

/* Whether reads are so small and fast that memory served them: how many there are depends on
 * libraries (headers, buffers), and says nothing of a storage. */
static inline bool fid_read_is_small (uint64_t byte_n, int64_t dur_ns, uint64_t event_n,
                                      unsigned flags)
{
    return byte_n <= FID_NEAR_N * event_n && !(flags & FID_EVENT_NO_DUR) &&
           dur_ns <= FID_WAITS_NS * (int64_t)event_n;
}

/* Takes a row of reads of a process in `part`.  Its jump goes into *own; reuse and readers go
 * into r->all, for reads of all files. */
int fid_reads_add (struct fid_reads *r, const struct fid_event_row *row, int64_t pid,
                   enum fid_part part, struct fid_access *own, struct fid_error *err);

/* Counts a jump from `end` to `offset` in *a. */
int fid_access_jump (struct fid_access *a, uint64_t end, uint64_t offset,
                     struct fid_error *err);

/* Counts the last second. */
int fid_reads_end (struct fid_reads *r, struct fid_error *err);

void fid_reads_clear (struct fid_reads *r);
