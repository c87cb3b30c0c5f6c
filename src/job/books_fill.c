/* SPDX-License-Identifier: GPL-3.0-or-later */
/* books_fill.c - the accounts of a run: calls, block requests, opens, samples of steps */
#include "job/find_priv.h"

/* A small header is read also of a file whose rest is mapped. */
#define HEADER 4096.

/* Bytes that starting a program reads from disk, where nothing says when its work begins. */
#define LOOSE 1073741824.

/* When a run works: in training and evaluations, if phases are known; else from the first use
 * of a data file on. */
struct work {
    const struct fid_run *run; /* borrowed */
    int64_t from_ns;
    bool known;
    int64_t same_from_ns, same_to_ns; /* between these it is as the last answer was */
    bool same;
};

static struct work find_work (const struct fid_finder *f)
{
    const struct fid_data_io *io = &f->ev->io;
    struct work w = {.run = f->run, .from_ns = INT64_MAX, .known = true};
    if (io->open_n)
        w.from_ns = fid_start_of (io, io->open[0].row);
    if (io->read_n && fid_start_of (io, io->read[0].row) < w.from_ns)
        w.from_ns = fid_start_of (io, io->read[0].row);
    w.known = f->run->phases.known || w.from_ns != INT64_MAX;
    return w;
}

static bool is_work (struct work *w, int64_t t_ns)
{
    if (!w->run->phases.known)
        return !w->known || t_ns >= w->from_ns;
    if (t_ns < w->same_from_ns || t_ns >= w->same_to_ns) {
        enum fid_part part =
            fid_phases_part_span (&w->run->phases, t_ns, &w->same_from_ns, &w->same_to_ns);
        w->same = part == FID_PART_TRAINING || part == FID_PART_EVAL;
    }
    return w->same;
}

/* Whether a file is mapped beyond what calls read of it: an array of which only the header was.
 */
static bool is_header (const struct fid_data_io *io, const struct fid_data_use *u)
{
    struct fid_span name = fid_span_of (io->file[u->file].name);
    return (double)u->byte_n <= HEADER && fid_span_ends (name, ".npy") &&
           (double)io->file[u->file].end_byte <= HEADER;
}

/* The last call of each hash, and when it ends: calls that stand far apart in the events, as
 * those of two traces one after the other do, are not held against each other. */
#define READING_MAX 4096

struct reading {
    uint64_t what;
    int64_t end_ns;
};

/* Whether the process of a call was reading the same bytes for half of its time (where no
 * offset tells which: from the same instant on); it is kept. */
static bool reads_again (struct reading *reading, const struct fid_events *e,
                         const struct fid_event_row *row)
{
    if (row->event_n != 1 || e->process[row->process].pid < 0)
        return false;
    uint64_t place = row->offset == FID_NO_OFFSET ? (uint64_t)row->start_ns : row->offset;
    uint64_t file = (uint64_t)row->process << 32 | row->file;
    uint64_t what = fid_hash_number (place + (row->byte_n << 32), file) | 1; /* 0: none */
    struct reading *at = &reading[what >> 1 & (READING_MAX - 1)];
    bool again = at->what == what && row->start_ns + row->dur_ns / 2 < at->end_ns;
    *at = (struct reading){what, row->start_ns + row->dur_ns};
    return again;
}

/* How far the files of training were read, by how many calls: a buffer leaves nothing out. */
static void count_reach (const struct fid_finder *f, struct fid_books *b)
{
    const struct fid_data_io *io = &f->ev->io;
    for (size_t i = 0; i < io->file_n; i++)
        if (io->file[i].used && fid_is_of_side (io, (uint32_t)i, FID_SIDE_TRAIN))
            b->reach_n += (double)io->file[i].end_byte;
    for (size_t i = 0; i < io->read_n; i++)
        if (fid_is_of_side (io, fid_file_of_read (io, i), FID_SIDE_TRAIN)) {
            b->read_n +=
                (uint32_t)fid_events_cell (io->events, io->read[i].row, FID_COLUMN_EVENTS);
            b->train_n += (double)fid_bytes_of (io, io->read[i].row);
        }
}

/* --- waiting that no block request explains */

#define NEAR 8 /* intervals that are looked at before all are searched */

/* Time in which some block request was out, as intervals in order; upto: of those before. */
struct disk_busy {
    struct busy {
        int64_t from_ns, to_ns, before_ns;
    } * at;
    size_t n, cap;
    size_t near; /* how many begin before the instant that was asked for last */
};

/* Counts block reads, and finds when some was out: those that were not seen to end are as long
 * as the others are in the mean. */
static int count_requests (const struct fid_events *e, struct work *w, struct fid_books *b,
                           struct disk_busy *d, struct fid_error *err)
{
    double sum = 0, n = 0;
    struct fid_event_row row;
    for (size_t i = 0; fid_events_next_of (e, FID_OP_BLOCK_READ, &i, &row);) {
        bool seen = !(row.flags & FID_EVENT_NO_DUR);
        sum += seen ? (double)row.dur_ns : 0;
        n += seen;
        if (is_work (w, row.start_ns)) {
            b->block_n = fmax (0, b->block_n) + (double)row.byte_n;
            b->block_s += (double)row.dur_ns / 1e9;
        }
    }
    int64_t usual_ns = n > 0 ? (int64_t)(sum / n) : 0;
    for (size_t i = 0;
         b->block_n >= 0 && fid_events_next_of (e, FID_OP_BLOCK_READ, &i, &row);) {
        int64_t end_ns = row.start_ns + (row.flags & FID_EVENT_NO_DUR ? usual_ns : row.dur_ns);
        if (row.event_n != 1)
            continue;
        if (d->n && row.start_ns <= d->at[d->n - 1].to_ns) {
            if (end_ns > d->at[d->n - 1].to_ns)
                d->at[d->n - 1].to_ns = end_ns;
            continue;
        }
        FID_TRY (fid_array_grow (&d->at, &d->cap, d->n + 1, sizeof *d->at, err));
        d->at[d->n].before_ns =
            d->n ? d->at[d->n - 1].before_ns + d->at[d->n - 1].to_ns - d->at[d->n - 1].from_ns
                 : 0;
        d->at[d->n].from_ns = row.start_ns;
        d->at[d->n++].to_ns = end_ns;
    }
    return 0;
}

static void disk_busy_clear (struct disk_busy *d)
{
    free (d->at);
}

static int64_t disk_busy_until (struct disk_busy *d, int64_t t_ns)
{
    size_t n = d->near;
    while (n && d->near - n < NEAR && d->at[n - 1].from_ns > t_ns)
        n--;
    while (n < d->n && n < d->near + NEAR && d->at[n].from_ns <= t_ns)
        n++;
    if ((n && d->at[n - 1].from_ns > t_ns) || (n < d->n && d->at[n].from_ns <= t_ns))
        n = FID_FIRST_AFTER (d->at, d->n, struct busy, from_ns, t_ns);
    d->near = n;
    if (!n)
        return 0;
    const struct busy *last = &d->at[n - 1];
    return last->before_ns + (last->to_ns < t_ns ? last->to_ns : t_ns) - last->from_ns;
}

/* Counts calls; also how long reads of data take while no block request is out. */
static int count_calls (const struct fid_finder *f, struct work *w, struct fid_books *b,
                        struct fid_error *err)
{
    const struct fid_events *e = &f->run->events;
    const struct fid_data_io *io = &f->ev->io;
    FID_FREED struct reading *reading = calloc (READING_MAX, sizeof *reading);
    FID_SCOPED (disk_busy_clear) struct disk_busy d = {.n = 0};
    struct fid_event_row row;
    FID_NEED (reading, err);
    FID_TRY (count_requests (e, w, b, &d, err));
    for (size_t i = 0; fid_events_next_of (e, FID_OP_READ, &i, &row);) {
        bool data = e->file[row.file].role == FID_ROLE_DATA;
        if ((row.flags & FID_EVENT_ERROR) || !is_work (w, row.start_ns))
            continue;
        *(data ? &b->data_n : &b->other_n) += (double)row.byte_n;
        if (!data)
            continue;
        b->busy_s += (double)row.dur_ns / 1e9;
        b->again_n += reads_again (reading, e, &row) ? (double)row.byte_n : 0;
        if (!d.n || row.event_n != 1)
            continue;
        int64_t busy_ns = disk_busy_until (&d, row.start_ns + row.dur_ns) -
                          disk_busy_until (&d, row.start_ns);
        b->idle_s += (double)(row.dur_ns - busy_ns) / 1e9;
        b->idle_byte_n += (double)row.byte_n;
    }
    for (size_t i = 0; i < io->open_n; i++)
        b->open_n += is_work (w, fid_start_of (io, io->open[i].row));
    for (size_t i = 0; i < io->use_n; i++)
        b->read_open_n += io->use[i].opened && is_work (w, fid_start_of (io, io->use[i].row)) &&
                          io->use[i].byte_n && !is_header (io, &io->use[i]);
    return 0;
}

/* --- block requests that no traced call explains */

/* A request may be handed to the disk so late after the call that made it: by a worker of the
 * kernel, which has to wait where a job runs at real-time priority. */
#define HANDED_NS INT64_C (10000000)

/* Opens of code by which a process has started a program, whose libraries it maps: Python and a
 * framework take 400 and more, workers that it forks import a few modules. */
#define CODE_OPENS 100.

/* What is known of a process. */
struct caller {
    bool calls;        /* it makes some */
    int64_t to_ns;     /* when its calls so far have ended */
    double code_n;     /* opens of code */
    double uncalled_n; /* bytes that the disk delivered to it while it was in no call */
};

/* Whether all traces of calls have the stamps of those of the disk, to the microsecond. */
static bool of_one_clock (const struct fid_run *run)
{
    for (size_t i = 0; i < run->source_n; i++)
        if ((run->source[i].seen & FID_GIVES_EVENTS) && run->source[i].clock != FID_CLOCK_BOOT)
            return false;
    return true;
}

/* What the disk delivered to processes in their traced calls, and to those that were in none.
 * Those that open much code start a program, and then map its libraries. */
static int count_uncalled (const struct fid_finder *f, struct work *w, struct fid_books *b,
                           struct fid_error *err)
{
    const struct fid_events *e = &f->run->events;
    if (b->block_n < 0 || !of_one_clock (f->run))
        return 0;
    FID_FREED struct caller *c = calloc (e->process_n + 1, sizeof *c);
    FID_FREED uint32_t *first = fid_first_processes (e, err);
    FID_SCOPED (fid_by_time_clear) struct fid_by_time rows = {0};
    int rc = !first ? -1
             : !c   ? fid_error_nomem (err)
                    : fid_by_time_init (&rows, e, NULL, e->row_n, err);
    for (size_t i = 0; i < e->process_n && !rc; i++) {
        c[i].to_ns = INT64_MIN / 2;
        first[i] = e->process[i].pid < 0 ? (uint32_t)i : first[i];
    }
    for (size_t i; !rc && fid_by_time_next (&rows, &i);) {
        struct fid_event_row row = fid_events_row (e, i);
        struct caller *of = &c[first[row.process]];
        if (row.op == FID_OP_BLOCK_READ) {
            if (is_work (w, row.start_ns))
                *(row.start_ns <= of->to_ns + HANDED_NS ? &b->called_n : &of->uncalled_n) +=
                    (double)row.byte_n;
        } else if (row.op != FID_OP_BLOCK_WRITE) {
            int64_t end_ns = row.start_ns + row.span_ns;
            of->calls = true;
            of->to_ns = end_ns > of->to_ns ? end_ns : of->to_ns;
            if (row.op == FID_OP_OPEN && e->file[row.file].role == FID_ROLE_CODE)
                of->code_n += (double)row.event_n;
        }
    }
    for (size_t i = 0; i < e->process_n && !rc; i++)
        if (c[i].calls)
            b->uncalled_n += fmax (0, c[i].uncalled_n - (c[i].code_n < CODE_OPENS ? 0 : LOOSE));
    return rc;
}

/* Samples of training that calls read; -1: not known.  A record that is read at once may be a
 * sample or a whole batch: where most steps have one, both are possible. */
static double samples_read (const struct fid_finder *f, const struct fid_books *b)
{
    const struct fid_side_facts *train = &f->ev->side[FID_SIDE_TRAIN];
    if (train->layout == FID_LAYOUT_WHOLE || f->ev->io.dlio)
        return train->item_n > 0 ? train->item_n : FID_BOOKS_UNKNOWN;
    if (train->layout == FID_LAYOUT_RECORDS && train->item_n < b->step_n / 2)
        return train->item_n * f->log_batch;
    return FID_BOOKS_UNKNOWN;
}

int fid_books_fill (struct fid_finder *f, struct fid_error *err)
{
    const struct fid_job *job = f->job;
    const struct fid_run *run = f->run;
    struct work w = find_work (f);
    struct fid_books *b = &f->job->books;
    *b = (struct fid_books){.block_n = FID_BOOKS_UNKNOWN,
                            .cache_n = FID_BOOKS_UNKNOWN,
                            .consumed_n = FID_BOOKS_UNKNOWN,
                            .set_n = FID_BOOKS_UNKNOWN,
                            .sample_byte_n = FID_BOOKS_UNKNOWN};
    if (fid_run_saw (run, FID_GIVES_BLOCK))
        b->block_n = 0;
    FID_TRY (count_calls (f, &w, b, err));
    count_reach (f, b);
    b->loose_n = w.known ? 0 : LOOSE;
    if (job->cache_seen)
        b->cache_n = job->cached * b->data_n;
    for (size_t i = 0; i < job->rank_n; i++)
        b->step_n += (double)fid_job_step_n (&job->rank[i], FID_JOB_TRAINING);
    if (f->log_batch > 0 && b->step_n > 0 && job->steps.from == FID_JOB_LOG)
        b->consumed_n = b->step_n * f->log_batch;
    if (fid_run_fact_number (run, "train_samples") > 0)
        b->set_n = fid_run_fact_number (run, "train_samples");
    if (fid_run_fact_number (run, "workload.dataset.record_length_bytes") > 0)
        b->sample_byte_n = fid_run_fact_number (run, "workload.dataset.record_length_bytes");
    b->sample_n = samples_read (f, b);
    for (int r = 0; r < FID_ROLE_N; r++)
        if (r != FID_ROLE_DATA && r != FID_ROLE_CHECKPOINT)
            b->pattern_n += (double)run->role[r][FID_ROLE_BY_USER].read_byte_n;
    FID_TRY (count_uncalled (f, &w, b, err));
    fid_books_judge (b);
    return 0;
}
