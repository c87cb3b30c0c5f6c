/* SPDX-License-Identifier: GPL-3.0-or-later */
/* requests.c - joins reads of data to the block requests that they made (io.h) */
#include "job/io.h"
#include "run/run.h"

#define NEAR_BYTES (8 << 20) /* on the disk: read ahead of one file or the next */

struct request {
    int64_t start_ns, end_ns, pid; /* end_ns INT64_MAX: no program saw it end */
    uint64_t byte_n, offset;       /* on its disk; FID_NO_OFFSET */
};

static struct request request_of (const struct fid_data_io *io, struct fid_call c)
{
    struct fid_event_row row = fid_call_of (io, c);
    return (struct request){.start_ns = row.start_ns,
                            .end_ns = row.flags & FID_EVENT_NO_DUR ? INT64_MAX
                                                                   : row.start_ns + row.span_ns,
                            .pid = io->events->process[row.process].pid,
                            .byte_n = row.byte_n,
                            .offset = row.offset};
}

/* Adds a request to those of a read. */
static int join_request (struct fid_data_io *io, size_t read, struct fid_call *call,
                         const struct request *q, bool late, struct fid_error *err)
{
    if (!io->joined_of[read]) {
        FID_TRY (FID_PUSH (io->joined, err, (struct fid_joined){0}));
        io->joined_of[read] = (uint32_t)io->joined_n;
    }
    struct fid_joined *j = &io->joined[io->joined_of[read] - 1];
    j->stored_n += q->byte_n;
    j->late_n += late ? q->byte_n : 0;
    j->waits |= !late;
    j->request_n++;
    call->of = (uint32_t)read;
    return 0;
}

/* Joins reads of data to the requests of their process that begin during them.  A read waits
 * for a request that ends before it does or, where its end was not seen, if the read lasts
 * longer than one that does not wait; other requests only read ahead. */
static int join_during (struct fid_data_io *io, struct fid_call *call, size_t n,
                        struct fid_error *err)
{
    size_t first = 0;
    for (size_t i = 0; i < io->read_n; i++) {
        struct fid_event_row r = fid_call_of (io, io->read[i]);
        int64_t pid = io->events->process[r.process].pid;
        int64_t end_ns = r.start_ns + (r.flags & FID_EVENT_NO_DUR ? 0 : r.span_ns);
        while (first < n && fid_start_of (io, call[first].row) < r.start_ns)
            first++;
        for (size_t k = first; k < n && fid_start_of (io, call[k].row) <= end_ns; k++) {
            struct request q = request_of (io, call[k]);
            bool waits = q.end_ns == INT64_MAX ? end_ns - q.start_ns > FID_WAITS_NS
                                               : q.end_ns <= end_ns + 1000;
            if (q.pid < 0 || pid < 0 || q.pid == pid)
                FID_TRY (join_request (io, i, &call[k], &q, !waits, err));
        }
    }
    return 0;
}

/* Read-ahead may start after its call, since it waits in the queue of the disk: a request that
 * begins on the disk where an earlier request of that process ended belongs to the same call. */
static int join_later (struct fid_data_io *io, struct fid_call *call, size_t n,
                       struct fid_error *err)
{
    FID_SCOPED (fid_index_clear) struct fid_index by_end = {0};
    for (size_t k = 0; k < n; k++) {
        struct request q = request_of (io, call[k]);
        if (q.offset == FID_NO_OFFSET)
            continue;
        for (size_t at = 0, j;
             call[k].of == FID_NO_READ &&
             fid_index_next (&by_end, fid_hash_number (q.offset, 0), &at, &j);) {
            struct request before = request_of (io, call[j]);
            if (before.offset + before.byte_n == q.offset && before.pid == q.pid)
                FID_TRY (join_request (io, call[j].of, &call[k], &q, true, err));
        }
        if (call[k].of != FID_NO_READ)
            FID_TRY (fid_index_put (&by_end, fid_hash_number (q.offset + q.byte_n, 0), k, err));
    }
    return 0;
}

/* Whether one of n places on the disk, in order, is near another. */
static bool is_near (const uint64_t *place, size_t n, uint64_t at)
{
    size_t low = 0, high = n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (place[middle] < at)
            low = middle + 1;
        else
            high = middle;
    }
    return (low < n && place[low] - at <= NEAR_BYTES) ||
           (low > 0 && at - place[low - 1] <= NEAR_BYTES);
}

/* A request near the data on the disk belongs to the last read of its process: some read ahead
 * in several goes, or for another process, after the call and elsewhere. */
static int join_ahead (struct fid_data_io *io, struct fid_call *call, size_t n,
                       struct fid_error *err)
{
    const struct fid_events *e = io->events;
    FID_FREED uint64_t *place = malloc ((n + 1) * sizeof *place);
    FID_FREED uint32_t *first = fid_first_processes (e, err);
    FID_FREED size_t *last = malloc ((e->process_n + 1) * sizeof *last); /* reads */
    size_t place_n = 0, next = 0;
    FID_TRY (!first);
    FID_NEED (place && last, err);
    for (size_t i = 0; i < e->process_n; i++)
        last[i] = SIZE_MAX;
    for (size_t k = 0; k < n; k++) {
        uint64_t offset = fid_call_of (io, call[k]).offset;
        if (call[k].of != FID_NO_READ && offset != FID_NO_OFFSET)
            place[place_n++] = offset;
    }
    fid_sort_u64s (place, place_n);
    for (size_t k = 0; k < n && place_n; k++) {
        struct request q = request_of (io, call[k]);
        for (; next < io->read_n && fid_start_of (io, io->read[next].row) <= q.start_ns; next++)
            last[first[fid_process_of (io, io->read[next].row)]] = next;
        size_t read = last[first[fid_process_of (io, call[k].row)]];
        if (call[k].of == FID_NO_READ && q.offset != FID_NO_OFFSET && read != SIZE_MAX &&
            is_near (place, place_n, q.offset))
            FID_TRY (join_request (io, read, &call[k], &q, true, err));
    }
    return 0;
}

int fid_requests_join (struct fid_data_io *io, const struct fid_run *run,
                       struct fid_call *request, size_t n, struct fid_error *err)
{
    double stored_n = 0, late_n = 0, left_n = 0;
    for (size_t k = 0; k < n; k++) {
        uint64_t byte_n = fid_call_of (io, request[k]).byte_n;
        io->request_most_n = byte_n > io->request_most_n ? byte_n : io->request_most_n;
    }
    io->request_n = n;
    if (!n)
        return 0;
    FID_NEED (io->joined_of = calloc (io->read_n + 1, sizeof *io->joined_of), err);
    FID_TRY (join_during (io, request, n, err));
    FID_TRY (join_later (io, request, n, err));
    FID_TRY (join_ahead (io, request, n, err));
    /* bytes of requests that the tracer missed go to reads that have fewer bytes of requests than
     * of their own */
    for (size_t i = 0; i < io->read_n; i++) {
        struct fid_data_read r = fid_read_of (io, i);
        stored_n += (double)r.stored_n;
        late_n += (double)r.late_n;
        left_n += r.stored_n < r.byte_n ? (double)(r.byte_n - r.stored_n) : 0;
    }
    io->missed.stored_n = stored_n;
    io->missed.late_n = late_n;
    if (left_n > 0)
        io->missed.share = fmin (1, stored_n * (fid_run_missed (run) - 1) / left_n);
    return 0;
}
