/* SPDX-License-Identifier: GPL-3.0-or-later */
/* books.c - whether what a run read adds up (job.h) */
#include "base/units.h"
#include "job/finder.h"

#define UNSIZED_MOST  0.01 /* share of the reads that may lack a size */
#define UNREAD_MOST   0.75 /* share of opens without reads: some programs open a file twice */
#define BLOCKS_MOST   2.   /* times the bytes of calls that may come from disk: read-ahead */
#define BLOCKS_SLACK  67108864. /* bytes that come besides */
#define UNCALLED_MOST 0.05      /* share of the disk's bytes that no call may ask for */
#define DEVICE_LEAST  0.02 /* share of the calls' bytes from disk, unless they were fast: */
#define CACHE_RATE    1073741824. /* bytes a second that the page cache gives at least */
#define SAMPLES_LEAST 0.5         /* share of the consumed samples that has to be read; */
#define FILES_LEAST   0.95 /* of files that are read as a whole, exactly in 60 recordings */
#define SAMPLES_MOST                                                                           \
    1.5 /* times the consumed: another run, or ranks without a log, read more */
#define AGAIN_MOST   0.1  /* share of the calls' bytes that may be read twice at once */
#define LENGTH_LEAST 0.25 /* as SAMPLES_LEAST, in bytes: samples may be compressed */
#define REACH_LEAST  0.5 /* share read of files, up to their furthest reads; else steps read: */
#define HOLES_MOST   0.02 /* share of the bytes that readers pass by */
#define HOLES_SOME   1048576.
#define CALLS_SOME   100 /* fewer reads may have the same latencies in two runs */
#define WHOLE_LEAST  0.3 /* share of the uses that are whole, where files are read so */
#define UNTAKEN_MOST 0.1 /* share of the data; .03 in 95 recordings with more than a few MB */
#define READS_LEAST  0.5 /* calls a step, of a program that reads samples here and there */

#define GAP_NAME(id, name) name,
const char *const fid_books_gap_names[] = {FID_BOOKS_GAPS (GAP_NAME)};

/* Samples that had to be read: a program may keep those that it has read; -1: unknown. */
static double needed_samples (const struct fid_books *b)
{
    return b->consumed_n > 0 && b->set_n > 0 ? fmin (b->consumed_n, b->set_n) : FID_ABSENT;
}

/* Bytes of so many samples; -1. */
static double bytes_of_samples (const struct fid_books *b, double n)
{
    return n > 0 && b->sample_byte_n > 0 ? n * b->sample_byte_n : FID_ABSENT;
}

/* Bytes that the disk delivered beyond what calls read. */
static double beyond_calls (const struct fid_books *b)
{
    return b->block_n < 0 ? 0 : b->block_n - b->loose_n - b->data_n - b->other_n;
}

static enum fid_books_gap find_gap (const struct fid_books *b)
{
    double need = needed_samples (b);
    if (b->unsized_n > UNSIZED_MOST * b->call_n)
        return FID_BOOKS_UNSIZED;
    if (!(b->data_n >= FID_BOOKS_SOME))
        return b->none && (b->none_certain || !(b->step_n > 0)) ? FID_BOOKS_BALANCED
                                                                : FID_BOOKS_NO_READS;
    if (b->open_n > 0 && b->read_open_n < (1 - UNREAD_MOST) * b->open_n)
        return FID_BOOKS_UNREAD;
    if (b->again_n > AGAIN_MOST * b->data_n)
        return FID_BOOKS_AGAIN;
    /* the client reads ahead, and for a page fault of a mapped file some MiB around, but no
     * more than calls ask for of these files */
    double most_n =
        fmax (BLOCKS_MOST * (b->data_n + b->other_n), fmin (b->called_n, b->reach_n));
    if (b->block_n >= 0 && b->block_n - b->loose_n > most_n + BLOCKS_SLACK)
        return FID_BOOKS_BLOCKS;
    if (b->uncalled_n > fmax (UNCALLED_MOST * (b->block_n - b->loose_n), BLOCKS_SLACK))
        return FID_BOOKS_UNCALLED;
    if (b->block_n >= 0 && b->block_n < DEVICE_LEAST * b->data_n && b->data_n > BLOCKS_SLACK &&
        b->data_n < CACHE_RATE * b->busy_s)
        return FID_BOOKS_DEVICE;
    if (need > 0 && b->sample_n >= 0 && b->sample_n < SAMPLES_LEAST * need)
        return FID_BOOKS_SAMPLES;
    /* of whole files a program keeps all, or none; the last batch of an epoch may be small, and
     * the log may have the steps of ranks that were not traced */
    if (need > 0 && b->last_n >= 0 && b->sample_n > SAMPLES_LEAST * b->consumed_n &&
        b->sample_n < FILES_LEAST * (b->consumed_n - b->last_n) &&
        (b->sample_n < FILES_LEAST * need || b->sample_n > b->set_n / FILES_LEAST))
        return FID_BOOKS_SAMPLES;
    if (b->consumed_n > 0 && b->sample_n > SAMPLES_MOST * b->consumed_n)
        return FID_BOOKS_SURPLUS;
    if (b->data_n < LENGTH_LEAST * bytes_of_samples (b, need))
        return FID_BOOKS_LENGTH;
    if (b->step_n > 0 && b->read_n < READS_LEAST * b->step_n &&
        b->train_n < REACH_LEAST * b->reach_n)
        return FID_BOOKS_SKIPPED;
    if (b->hole_n > HOLES_MOST * b->passed_n + HOLES_SOME)
        return FID_BOOKS_HOLES;
    if (b->untaken_n > UNTAKEN_MOST * b->data_n + HOLES_SOME)
        return FID_BOOKS_UNTAKEN;
    return FID_BOOKS_BALANCED;
}

void fid_books_judge (struct fid_books *b)
{
    b->gap = find_gap (b);
    b->missing_n = 0;
    if (b->gap == FID_BOOKS_BALANCED || b->gap == FID_BOOKS_SURPLUS ||
        b->gap == FID_BOOKS_AGAIN || b->gap == FID_BOOKS_UNTAKEN)
        return;
    b->missing_n = FID_ABSENT;
    double need =
        bytes_of_samples (b, b->gap == FID_BOOKS_NO_READS ? b->consumed_n : needed_samples (b));
    if (need > b->data_n)
        b->missing_n = need - b->data_n;
    else if (beyond_calls (b) > BLOCKS_SLACK)
        b->missing_n = beyond_calls (b);
    else if (b->gap == FID_BOOKS_UNCALLED)
        b->missing_n = b->uncalled_n;
    else if (b->gap == FID_BOOKS_SAMPLES && b->sample_n > 0)
        b->missing_n = b->data_n * ((b->sample_n < needed_samples (b) ? needed_samples (b)
                                                                      : b->consumed_n) /
                                        b->sample_n -
                                    1);
    else if (b->gap == FID_BOOKS_HOLES)
        b->missing_n = b->hole_n;
    else if (b->gap == FID_BOOKS_SKIPPED)
        b->missing_n = b->reach_n - b->train_n;
}

const char *fid_books_text (const struct fid_books *b, char *out, size_t n)
{
    static const char *const likely[FID_BOOKS_GAP_N] = {
        [FID_BOOKS_NO_READS] = "mapped files, or a store that was not traced?",
        [FID_BOOKS_UNREAD] = "files were opened and hardly read: mapped files, or io_uring?",
        [FID_BOOKS_BLOCKS] = "the disk delivered more than calls read: mapped files?",
        [FID_BOOKS_UNCALLED] = "the disk delivered them while no call was under way: were all "
                               "calls traced?",
        [FID_BOOKS_DEVICE] =
            "calls waited for them: a different file system, or processes of a different "
            "pid namespace?",
        [FID_BOOKS_SAMPLES] = "steps took more samples than were read: processes or files that "
                              "were not traced?",
        [FID_BOOKS_LENGTH] = "less was read of each sample than its length: mapped files?",
        [FID_BOOKS_HOLES] =
            "they lie between reads of files that are read as a whole: were calls lost?",
        [FID_BOOKS_SKIPPED] = "reads skip most of their files, and most steps have none: were "
                              "all calls traced?"};
    const char *why = likely[b->gap];
    char bytes[FID_UNITS_TEXT];
    *out = '\0';
    if (b->gap == FID_BOOKS_BALANCED)
        return out;
    if (b->gap == FID_BOOKS_NO_READS && b->pattern_n > FID_BOOKS_SOME)
        why = "do patterns of roles say that the files read are not data?";
    else if (b->gap == FID_BOOKS_NO_READS && !b->traced)
        why = "nothing recorded reads: run it with fidlio record, strace or DFTracer";
    else if (b->gap == FID_BOOKS_NO_READS && !(b->open_n > 0))
        why = "a store or processes (workers of a loader?) that were not traced?";
    double byte_n = b->gap == FID_BOOKS_AGAIN     ? b->again_n
                    : b->gap == FID_BOOKS_UNTAKEN ? b->untaken_n
                                                  : b->missing_n;
    snprintf (bytes, sizeof bytes, "much");
    if (byte_n > 0)
        fid_format_bytes (byte_n, bytes, sizeof bytes);
    bool consumed = bytes_of_samples (b, b->consumed_n) > 0;
    if (b->gap == FID_BOOKS_UNSIZED)
        snprintf (out, n, "%.0f of %.0f reads of data have no size: %s", b->unsized_n,
                  b->call_n,
                  b->by_dftracer ? "set DFTRACER_INC_METADATA=1 when recording"
                                 : "record them with a tracer that has sizes");
    else if (b->gap == FID_BOOKS_DEVICE)
        snprintf (out, n, "no block request of its processes brought the data (%s)", why);
    else if (b->gap == FID_BOOKS_AGAIN)
        snprintf (out, n,
                  "%s of the data were read by processes that were reading the same bytes "
                  "already: every call twice in the traces?",
                  bytes);
    else if (b->gap == FID_BOOKS_UNTAKEN)
        snprintf (out, n, "%s of the data were read, and no step takes them", bytes);
    else if (b->gap == FID_BOOKS_SURPLUS)
        snprintf (
            out, n,
            "%.0f samples were read, and its steps took %.0f: several runs at once, or steps "
            "that its log lacks?",
            b->sample_n, b->consumed_n);
    else if (b->gap == FID_BOOKS_NO_READS && b->none && b->consumed_n > 0)
        snprintf (out, n,
                  "%.0f samples are logged, and no data was opened or read, though both were "
                  "traced to the end",
                  b->consumed_n);
    else if (b->gap != FID_BOOKS_NO_READS)
        snprintf (out, n, "%s of the data %s not read by calls that were traced (%s)", bytes,
                  b->missing_n > 0 ? "were" : "was", why);
    else if (b->missing_n > 0)
        snprintf (out, n, "no reads of data were traced; the %s about %s (%s)",
                  consumed ? "steps consumed" : "disk delivered", bytes, why);
    else
        snprintf (out, n, "no reads of data were traced: %s", why);
    return out;
}

/* --- the accounts of a run: calls, block requests, opens, samples of steps */

/* Calls read such a small header also of a file whose rest is mapped. */
#define HEADER 4096.

/* Bytes that starting a program reads from disk, where nothing says when its work begins. */
#define LOOSE 1073741824.

/* When a run works: in training and evaluations, if phases are known; else from the first use
 * of a data file on. */
struct work {
    const struct fid_run *run; /* borrowed */
    int64_t from_ns;
    bool known;
    struct fid_part_span at;
};

static bool is_work (struct work *w, int64_t t_ns)
{
    const struct fid_phases *p = &w->run->phases;
    return p->known ? fid_part_trains (p, fid_part_at (p, &w->at, t_ns))
                    : !w->known || t_ns >= w->from_ns;
}

/* The last call of each hash, and when it ends.  Calls that are far apart in the events, as in
 * two traces one after the other, are not compared. */
#define READING_MAX 4096

struct reading {
    uint64_t what;
    int64_t end_ns;
};

/* Whether, for half the time of a call, its process was reading the same bytes already (without
 * offsets: as many, from the same instant on).  Keeps the call for the next ones. */
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

/* --- waiting that no block request explains */

/* The time in which some block request was out, as intervals in order. */
struct disk_busy {
    struct busy {
        int64_t from_ns, to_ns, before_ns;
    } * at;
    size_t n, cap;
};

static void clear_busy (struct disk_busy *d)
{
    free (d->at);
}

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
        struct busy *last = d->n ? &d->at[d->n - 1] : NULL;
        if (row.event_n != 1)
            continue;
        if (last && row.start_ns <= last->to_ns) {
            last->to_ns = end_ns > last->to_ns ? end_ns : last->to_ns;
            continue;
        }
        int64_t before_ns = last ? last->before_ns + last->to_ns - last->from_ns : 0;
        FID_TRY (FID_PUSH_TO (d->at, d->n, d->cap, err,
                              (struct busy){row.start_ns, end_ns, before_ns}));
    }
    return 0;
}

static int64_t disk_busy_until (const struct disk_busy *d, int64_t t_ns)
{
    size_t n = FID_FIRST_AFTER (d->at, d->n, struct busy, from_ns, t_ns);
    if (!n)
        return 0;
    const struct busy *last = &d->at[n - 1];
    return last->before_ns + (last->to_ns < t_ns ? last->to_ns : t_ns) - last->from_ns;
}

/* Counts the bytes that readers of whole files pass by, up to what any use of the file reads, and
 * the bytes that they leave out.  A byte that is read twice counts twice, so holes are found too
 * small rather than too large.  Where calls were lost, some uses are still whole. */
static int count_holes (const struct fid_finder *f, struct fid_books *b, struct fid_error *err)
{
    const struct fid_data_io *io = &f->ev->io;
    double use_n = 0, whole_n = 0;
    struct range {
        uint64_t from, to;
        bool any, unplaced; /* some read has no offset, or stands for several */
    };
    FID_FREED struct range *range = calloc (io->file_n + 1, sizeof *range);
    FID_NEED (range, err);
    for (size_t i = 0; i < io->read_n; i++) {
        const struct fid_data_read r = fid_read_of (io, i);
        struct range *at = &range[r.file];
        at->unplaced |= r.offset == FID_NO_OFFSET || r.call_n != 1;
        at->from = !at->any || r.offset < at->from ? r.offset : at->from;
        at->to = r.offset + r.byte_n > at->to ? r.offset + r.byte_n : at->to;
        at->any = true;
    }
    FID_EACH (const struct fid_data_use, u, io->use) {
        const struct range *of = &range[u->file];
        if (of->unplaced || !fid_is_of_side (io, u->file, FID_SIDE_TRAIN))
            continue;
        double passed_n = (double)(of->to - of->from), hole_n = passed_n - (double)u->byte_n;
        b->passed_n += passed_n;
        b->hole_n += fmax (0, hole_n);
        whole_n += hole_n <= HOLES_MOST * passed_n;
        use_n++;
    }
    if (f->ev->side[FID_SIDE_TRAIN].layout != FID_LAYOUT_WHOLE && whole_n < WHOLE_LEAST * use_n)
        b->passed_n = b->hole_n = 0;
    return 0;
}

/* Counts calls; also how long reads of data take while no block request is out. */
static int count_calls (const struct fid_finder *f, struct work *w, struct fid_books *b,
                        struct fid_error *err)
{
    const struct fid_events *e = &f->run->events;
    const struct fid_data_io *io = &f->ev->io;
    FID_FREED struct reading *reading = calloc (READING_MAX, sizeof *reading);
    FID_SCOPED (clear_busy) struct disk_busy d = {.n = 0};
    struct fid_event_row row;
    uint64_t calls = 0;
    size_t call_n = 0;
    FID_NEED (reading, err);
    FID_TRY (count_requests (e, w, b, &d, err));
    for (size_t i = 0; fid_events_next_of (e, FID_OP_READ, &i, &row);) {
        bool data = e->file[row.file].role == FID_ROLE_DATA;
        calls += fid_hash_number (row.offset + (row.byte_n << 32), (uint64_t)row.dur_ns);
        call_n++;
        if ((row.flags & FID_EVENT_ERROR) || !is_work (w, row.start_ns))
            continue;
        b->call_n += data ? row.event_n : 0;
        b->unsized_n += data && (row.flags & FID_EVENT_NO_BYTES) ? row.event_n : 0;
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
    f->job->calls = call_n < CALLS_SOME ? 0 : calls;
    FID_EACH (const struct fid_call, c, io->open)
        b->open_n += is_work (w, fid_start_of (io, c->row));
    FID_EACH (const struct fid_data_use, u, io->use) {
        const struct fid_data_file *file = &io->file[u->file];
        /* of a mapped array, calls read only the header */
        bool header = (double)u->byte_n <= HEADER && (double)file->end_byte <= HEADER &&
                      fid_span_ends (fid_span_of (file->name), ".npy");
        b->read_open_n +=
            u->opened && u->byte_n && !header && is_work (w, fid_start_of (io, u->row));
    }
    /* how far the files of training were read, by how many calls: a buffer leaves nothing out */
    for (size_t i = 0; i < io->file_n; i++)
        if (io->file[i].used && fid_is_of_side (io, (uint32_t)i, FID_SIDE_TRAIN))
            b->reach_n += (double)io->file[i].end_byte;
    for (size_t i = 0; i < io->read_n; i++)
        if (fid_is_of_side (io, fid_file_of_read (io, i), FID_SIDE_TRAIN)) {
            b->read_n += (uint32_t)fid_events_cell (e, io->read[i].row, FID_COLUMN_EVENTS);
            b->train_n += (double)fid_bytes_of (io, io->read[i].row);
        }
    return 0;
}

/* --- block requests that no traced call explains */

/* Longest delay between a call and its request: a worker of the kernel hands it to the disk,
 * and waits where a job runs at real-time priority. */
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

/* Counts what the disk delivered to processes in their traced calls, and to those that were in
 * none.  Those that open much code start a program, and then map its libraries. */
static int count_uncalled (const struct fid_finder *f, struct work *w, struct fid_books *b,
                           struct fid_error *err)
{
    const struct fid_run *run = f->run;
    const struct fid_events *e = &run->events;
    if (b->block_n < 0)
        return 0;
    /* only traces with one clock show to the microsecond what was under way; a processed tree
     * that lacks nothing is of such traces */
    bool tree = !run->processed && fid_run_fact (run, "tree.events_late_ns");
    for (size_t i = 0; !tree && i < run->source_n; i++)
        if ((run->source[i].seen & FID_GIVES_EVENTS) && run->source[i].clock != FID_CLOCK_BOOT)
            return 0;
    FID_FREED struct caller *c = calloc (e->process_n + 1, sizeof *c);
    FID_FREED uint32_t *first = fid_first_processes (e, err);
    FID_SCOPED (fid_by_time_clear) struct fid_by_time rows = {0};
    FID_TRY (!first);
    FID_NEED (c, err);
    FID_TRY (fid_by_time_init (&rows, e, NULL, e->row_n, err));
    for (size_t i = 0; i < e->process_n; i++) {
        c[i].to_ns = INT64_MIN / 2;
        first[i] = e->process[i].pid < 0 ? (uint32_t)i : first[i];
    }
    for (size_t i; fid_by_time_next (&rows, &i);) {
        struct fid_event_row row = fid_events_row (e, i);
        struct caller *of = &c[first[row.process]];
        if (row.op == FID_OP_BLOCK_READ) {
            bool called = row.start_ns <= of->to_ns + HANDED_NS;
            if (is_work (w, row.start_ns))
                *(called ? &b->called_n : &of->uncalled_n) += (double)row.byte_n;
        } else if (row.op != FID_OP_BLOCK_WRITE) {
            int64_t end_ns = row.start_ns + row.span_ns;
            of->calls = true;
            of->to_ns = end_ns > of->to_ns ? end_ns : of->to_ns;
            if (row.op == FID_OP_OPEN && e->file[row.file].role == FID_ROLE_CODE)
                of->code_n += (double)row.event_n;
        }
    }
    for (size_t i = 0; i < e->process_n; i++)
        if (c[i].calls)
            b->uncalled_n += fmax (0, c[i].uncalled_n - (c[i].code_n < CODE_OPENS ? 0 : LOOSE));
    return 0;
}

int fid_books_fill (struct fid_finder *f, struct fid_error *err)
{
    const struct fid_job *job = f->job;
    const struct fid_run *run = f->run;
    const struct fid_data_io *io = &f->ev->io;
    const struct fid_side_facts *train = &f->ev->side[FID_SIDE_TRAIN];
    const char *length = "workload.dataset.record_length_bytes";
    struct work w = {.run = run, .from_ns = INT64_MAX};
    struct fid_books *b = &f->job->books;
    double taken_n = 0;
    *b = (struct fid_books){.block_n = fid_run_saw (run, FID_GIVES_BLOCK) ? 0 : FID_ABSENT,
                            .cache_n = FID_ABSENT,
                            .consumed_n = FID_ABSENT,
                            .set_n = FID_ABSENT,
                            .sample_n = FID_ABSENT,
                            .last_n = FID_ABSENT,
                            .sample_byte_n = FID_ABSENT};
    if (io->open_n)
        w.from_ns = fid_start_of (io, io->open[0].row);
    if (io->read_n && fid_start_of (io, io->read[0].row) < w.from_ns)
        w.from_ns = fid_start_of (io, io->read[0].row);
    w.known = run->phases.known || w.from_ns != INT64_MAX;
    FID_TRY (count_calls (f, &w, b, err));
    FID_TRY (count_holes (f, b, err));
    b->loose_n = w.known ? 0 : LOOSE;
    if (job->cache_seen)
        b->cache_n = job->cached * b->data_n;
    FID_EACH (const struct fid_job_rank, r, job->rank) {
        b->step_n += (double)fid_job_step_n (r, FID_JOB_TRAINING);
        FID_EACH (const struct fid_job_step, s, r->step)
            taken_n += s->byte_n;
        FID_EACH (const struct fid_job_segment, s, r->segment)
            taken_n += s->sum.byte_n;
    }
    b->untaken_n = b->data_n - taken_n;
    if (f->log_batch > 0 && b->step_n > 0 && job->steps.from == FID_JOB_LOG)
        b->consumed_n = b->step_n * f->log_batch;
    if (fid_run_fact_number (run, "train_samples") > 0)
        b->set_n = fid_run_fact_number (run, "train_samples");
    if (fid_run_fact_number (run, length) > 0)
        b->sample_byte_n = fid_run_fact_number (run, length);
    if (train->layout == FID_LAYOUT_WHOLE || io->dlio) {
        if (train->item_n > 0)
            b->sample_n = train->item_n;
        if (train->layout == FID_LAYOUT_WHOLE)
            b->last_n = fmax (1, job->epoch_n) * f->log_batch * f->rank_n;
    } else if (train->layout == FID_LAYOUT_RECORDS && train->item_n < b->step_n / 2)
        /* a record that is read at once may be a sample or a whole batch: where most steps have
         * one, both are possible */
        b->sample_n = train->item_n * f->log_batch;
    for (int r = 0; r < FID_ROLE_N; r++)
        if (r != FID_ROLE_DATA && r != FID_ROLE_CHECKPOINT)
            b->pattern_n += (double)run->role[r][FID_ROLE_BY_USER].read_byte_n;
    FID_EACH (const struct fid_source, s, run->source) {
        bool reads = (s->seen & FID_GIVES_VFS) && (s->gives & FID_GIVES_READ);
        b->traced |= reads;
        b->by_dftracer |= reads && strcmp (s->reader, "dftracer") == 0;
    }
    FID_TRY (count_uncalled (f, &w, b, err));
    b->none = fid_run_saw (run, FID_GIVES_OPEN) && fid_run_saw (run, FID_GIVES_READ) &&
              !(b->open_n > 0) && !(b->call_n > 0) && b->other_n <= BLOCKS_SLACK &&
              beyond_calls (b) <= BLOCKS_SLACK;
    const char *attached = fid_run_fact (run, "all_tracers_attached");
    b->none_certain = b->none && b->block_n >= 0 && attached && strcmp (attached, "true") == 0;
    fid_books_judge (b);
    return 0;
}
