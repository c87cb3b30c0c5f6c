/* SPDX-License-Identifier: GPL-3.0-or-later */
/* demand.c - bytes and calls of each batch, and the stretches of files that it reads */
#include "job/find_priv.h"

#define READERS_MOST 4096 /* processes that are looked for */
#define MOST_WORK    2
#define PAGE         4096

/* Of a file in a batch: a header, a directory at its end, what lies between. */
#define STRETCHES_MOST 4

/* A stretch of the file that a call goes on with, as the client's read-ahead sees it: what a
 * stretch has already, or a page that it has begun, is read from memory, and a call goes on
 * where the one before ended, or in the page after it.  A header that is read again, or a
 * directory at the end of the file, does not make the calls jump. */
static bool continues_read (const struct fid_job_read *s, uint64_t offset)
{
    uint64_t last = s->offset + (s->byte_n ? s->byte_n - 1 : 0);
    return s->sequential && offset / PAGE >= s->offset / PAGE &&
           offset / PAGE <= last / PAGE + 1;
}

static void extend_stretch (struct fid_job_read *s, uint64_t offset, uint64_t byte_n)
{
    uint64_t end = s->offset + s->byte_n, to = offset + byte_n;
    s->call_n += to > end;
    s->offset = offset < s->offset ? offset : s->offset;
    s->byte_n = (to > end ? to : end) - s->offset;
}

/* After so many jumps it is not known which bytes of a file were read: one stretch has all. */
static void join_stretches (struct fid_job_read *s, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        s->call_n += s[i].call_n;
        s->offset = s[i].offset < s->offset ? s[i].offset : s->offset;
        s->byte_n += s[i].byte_n;
    }
    s->sequential = false;
}

/* What is read ahead after a call: storage serves in order, so a call that waits has all that
 * was asked for before it; another takes its bytes of what is read ahead. */
static double late_after (double late_n, const struct fid_data_read *r)
{
    if (r->waits)
        return (double)r->late_n;
    double left = late_n - (double)r->byte_n;
    return (left > 0 ? left : 0) + (double)r->late_n;
}

/* Adds a read of a file that the last n stretches of the job are of to one of them; false if it
 * begins a stretch of its own. */
static bool goes_on_with (struct fid_job_read *s, size_t n, uint64_t offset, uint64_t byte_n)
{
    for (size_t i = n; i-- > 0;)
        if (continues_read (&s[i], offset)) {
            extend_stretch (&s[i], offset, byte_n);
            return true;
        }
    return false;
}

/* Adds one read to a batch and the stretch that it continues, or to a new one. */
static int add_read (struct fid_finder *f, struct fid_batch *b, const struct fid_data_read *r,
                     struct fid_error *err)
{
    const struct fid_data_use *use = &f->ev->io.use[r->use];
    struct fid_job *job = f->job;
    struct fid_job_read *last = b->read_n ? &job->read[b->read_first + b->read_n - 1] : NULL;
    b->byte_n += (double)r->byte_n;
    b->stored_n += (double)r->stored_n;
    b->wait_n += r->waits;
    b->request_n += r->request_n;
    b->busy_ns += r->dur_ns > 0 ? (double)r->dur_ns : 0;
    b->meta_n += use->opened && fid_start_of (&f->ev->io, use->row) == r->start_ns;
    uint64_t offset = r->offset == FID_NO_OFFSET && last ? last->offset + last->byte_n
                      : r->offset == FID_NO_OFFSET       ? 0
                                                         : r->offset;
    size_t n = 0;
    while (n < b->read_n && n < STRETCHES_MOST && last[-(ptrdiff_t)n].file == r->file)
        n++;
    if (n && goes_on_with (last - (n - 1), n, offset, r->byte_n))
        return 0;
    if (n && (!last->sequential || n == STRETCHES_MOST)) {
        last -= n - 1;
        join_stretches (last, n);
        last->call_n++;
        last->offset = offset < last->offset ? offset : last->offset;
        last->byte_n += r->byte_n;
        b->read_n -= n - 1;
        job->read_n -= n - 1;
        return 0;
    }
    FID_TRY (
        fid_array_grow (&job->read, &job->read_cap, job->read_n + 1, sizeof *job->read, err));
    if (!b->read_n++)
        b->read_first = job->read_n;
    job->read[job->read_n++] = (struct fid_job_read){.file = r->file,
                                                     .call_n = 1,
                                                     .offset = offset,
                                                     .byte_n = r->byte_n,
                                                     .first_n = r->byte_n,
                                                     .sequential = true};
    return 0;
}

/* The reads of a side's batches, those of a batch together and in order.  (*begin)[k], owned,
 * is where batch k begins: batch k is counted at k + 2 first, and placed from k + 1 on, which
 * is where batch k + 1 begins in the end.  NULL without memory. */
static uint32_t *reads_by_batch (const struct fid_finder *f, enum fid_side side, size_t **begin,
                                 struct fid_error *err)
{
    const struct fid_data_io *io = &f->ev->io;
    size_t n = f->batch_n[side], *at = calloc (n + 2, sizeof *at);
    uint32_t *read = NULL;
    for (int pass = 0; pass < 2 && at; pass++) {
        for (size_t i = 0; i < io->read_n; i++)
            if (f->batch_of[i] < n && io->file[fid_file_of_read (io, i)].side == side) {
                if (pass)
                    read[at[f->batch_of[i] + 1]++] = (uint32_t)i;
                else
                    at[f->batch_of[i] + 2]++;
            }
        for (size_t k = 2; k < n + 2 && !pass; k++)
            at[k] += at[k - 1];
        if (!pass && !(read = malloc ((at[n + 1] + 1) * sizeof *read)))
            break;
    }
    *begin = at;
    if (!read)
        fid_error_nomem (err);
    return read;
}

/* --- what readers do besides */

static int64_t start_of_batch (const struct fid_batch *b)
{
    return b->first_ns < b->done_ns ? b->first_ns : b->done_ns;
}

/* The shortest pause of a process between two of its batches, and the shortest time from the
 * end of one to the end of the next that it was not in calls; false if none has two. */
static bool shortest_pause (const struct fid_batch *b, size_t n, double *gap_ns,
                            double *cycle_ns)
{
    bool any = false;
    *gap_ns = *cycle_ns = HUGE_VAL;
    for (size_t i = 1; i < n; i++)
        for (size_t k = i; k-- > 0 && i - k < READERS_MOST;)
            if (b[k].pid == b[i].pid) {
                *gap_ns = fmin (*gap_ns, (double)(start_of_batch (&b[i]) - b[k].done_ns));
                *cycle_ns =
                    fmin (*cycle_ns, (double)(b[i].done_ns - b[k].done_ns) - b[i].busy_ns);
                any = true;
                break;
            }
    *gap_ns = fmax (0, *gap_ns);
    return any;
}

/* The time that the reader of each batch needs besides reading.  A reader that has to wait
 * until it is asked does so between two batches: what it needs there is what the shortest
 * pause of any has.  Some wait amid a batch, with its first files read: a batch takes at most
 * MOST_WORK times as long for a byte as the lower quartile. */
static int find_work (struct fid_finder *f, enum fid_side side, struct fid_error *err)
{
    struct fid_batch *b = f->batch[side];
    size_t n = f->batch_n[side], m = 0;
    double *rate = malloc ((n + 1) * sizeof *rate), gap_ns, cycle_ns;
    FID_NEED (rate, err);
    for (size_t i = 0; i < n; i++) {
        b[i].work_ns = fmax (0, (double)(b[i].done_ns - start_of_batch (&b[i])) - b[i].busy_ns);
        if (b[i].byte_n > 0)
            rate[m++] = b[i].work_ns / b[i].byte_n;
    }
    FID_SORT (rate, m, fid_order_doubles);
    for (size_t i = 0; i < n && m; i++)
        b[i].work_ns = fmin (b[i].work_ns, MOST_WORK * rate[m / 4] * b[i].byte_n);
    free (rate);
    bool again = shortest_pause (b, n, &gap_ns, &cycle_ns);
    for (size_t k = 0; k < n && again; k++)
        b[k].work_ns = fmax (b[k].work_ns + gap_ns, cycle_ns);
    return 0;
}

int fid_sum_batches (struct fid_finder *f, struct fid_error *err)
{
    const struct fid_data_io *io = &f->ev->io;
    int rc = 0;
    for (int side = 0; side < FID_SIDE_N && !rc; side++) {
        size_t *begin;
        FID_FREED uint32_t *read = reads_by_batch (f, (enum fid_side)side, &begin, err);
        double late_n = 0;
        rc = read ? 0 : -1;
        for (size_t k = 0; k < f->batch_n[side] && !rc; k++) {
            struct fid_batch *b = &f->batch[side][k];
            for (size_t i = begin[k]; i < begin[k + 1] && !rc; i++) {
                const struct fid_data_read r = fid_read_of (io, read[i]);
                rc = add_read (f, b, &r, err);
                late_n = late_after (late_n, &r);
            }
            b->late_n = late_n; /* a batch that reads nothing waits for nothing, either */
        }
        free (begin);
        const struct fid_job_rank *r = &f->job->rank[f->rank];
        double depth = side == FID_SIDE_EVAL ? r->eval_loader.depth : r->loader.depth;
        if (!rc && depth >= 0.5 && f->batch_from[side] != FID_BATCH_TIME)
            rc = find_work (f, (enum fid_side)side, err);
    }
    return rc;
}

/* When a call begins, in seconds of the job. */
static double row_seconds (const struct fid_finder *f, uint32_t row)
{
    return fid_finder_seconds (f, fid_start_of (&f->ev->io, row));
}

/* The reads of data, of all ranks, that begin in a part of the job; for each rank its share. */
static struct fid_job_step sum_of_reads (const struct fid_finder *f,
                                         const struct fid_job_segment *g)
{
    const struct fid_data_io *io = &f->ev->io;
    enum fid_side side = g->kind == FID_JOB_EVALUATION ? FID_SIDE_EVAL : FID_SIDE_TRAIN;
    struct fid_job_step sum = {0};
    size_t first = 0, behind = io->read_n;
    while (first < behind) { /* reads are in order */
        size_t middle = first + (behind - first) / 2;
        if (row_seconds (f, io->read[middle].row) < g->start_s)
            first = middle + 1;
        else
            behind = middle;
    }
    for (size_t i = first; i < io->read_n && row_seconds (f, io->read[i].row) < g->end_s; i++) {
        if (!fid_is_of_side (io, fid_file_of_read (io, i), side))
            continue;
        const struct fid_data_read r = fid_read_of (io, i);
        sum.byte_n += (double)r.byte_n / f->rank_n;
        sum.stored_n += (double)r.stored_n / f->rank_n;
        sum.wait_n += r.waits / f->rank_n;
        sum.request_n += r.request_n / f->rank_n;
        sum.busy_s += (double)(r.dur_ns > 0 ? r.dur_ns : 0) / 1e9 / f->rank_n;
    }
    for (size_t i = 0; i < io->open_n; i++) {
        double at_s = row_seconds (f, io->open[i].row);
        sum.meta_n += (at_s >= g->start_s && at_s < g->end_s &&
                       fid_is_of_side (io, io->open[i].of, side)) /
                      f->rank_n;
    }
    return sum;
}

void fid_sum_stepless (struct fid_finder *f)
{
    struct fid_job_rank *r = &f->job->rank[0];
    for (size_t i = 0; i < r->segment_n; i++) {
        struct fid_job_segment *g = &r->segment[i];
        if ((g->kind == FID_JOB_TRAINING || g->kind == FID_JOB_EVALUATION) &&
            !fid_job_step_n (r, g->kind))
            g->sum = sum_of_reads (f, g);
    }
}

/* The step of a segment in which something happens at a time: the first that ends after it. */
static struct fid_job_step *step_at (const struct fid_job_rank *r,
                                     const struct fid_job_segment *g, double at_s)
{
    size_t from = g->step_first, to = g->step_first + g->step_n - 1;
    while (from < to) {
        size_t middle = from + (to - from) / 2;
        if (r->step[middle].end_s > at_s)
            to = middle;
        else
            from = middle + 1;
    }
    return &r->step[from];
}

/* The segment of a time: the last that began, or the first. */
static struct fid_job_segment *segment_at (const struct fid_job_rank *r, double at_s)
{
    struct fid_job_segment *g = r->segment;
    for (size_t i = 1; i < r->segment_n && r->segment[i].start_s <= at_s; i++)
        g = &r->segment[i];
    return g;
}

void fid_add_asked (struct fid_finder *f)
{
    const struct fid_data_io *io = &f->ev->io;
    for (size_t i = 0; i < io->asked_n; i++)
        f->job->asked_n += (double)fid_call_of (io, io->asked[i]).event_n;
    FID_EACH_OF (struct fid_job_rank, r, f->job->rank, f->logged_n) {
        for (size_t i = 0; i < io->asked_n && r->segment_n; i++) {
            const struct fid_event_row call = fid_call_of (io, io->asked[i]);
            double at_s = (double)(call.start_ns - f->origin_ns) / 1e9;
            struct fid_job_segment *g = segment_at (r, at_s);
            struct fid_job_step *to = g->step_n ? step_at (r, g, at_s) : &g->sum;
            to->meta_n += (double)call.event_n / f->rank_n;
        }
    }
}
