/* SPDX-License-Identifier: GPL-3.0-or-later */
/* a run built of records; memory does not grow with the number of events */
#include <malloc.h>
#include "tests/tap.h"
#include "tests/run/sketch_quantile.h"
#include "run/build.h"

#define S INT64_C (1000000000)

static struct fid_run *start (size_t source_n)
{
    struct fid_run *run = calloc (1, sizeof *run);
    run->source = calloc (source_n, sizeof *run->source);
    run->source_n = source_n;
    for (size_t i = 0; i < source_n; i++) {
        run->source[i].clock = FID_CLOCK_UTC;
        run->source[i].reader = "test";
        run->source[i].complete = true;
        run->source[i].path = strdup ("file");
    }
    return run;
}

static void must (int rc, const struct fid_error *err)
{
    if (rc) {
        diag ("%s", err->text);
        abort ();
    }
}

static struct fid_event event (enum fid_op op, int64_t t_ns, int64_t pid, uint64_t bytes)
{
    return (struct fid_event){.start_ns = t_ns,
                              .dur_ns = 1000000,
                              .bytes = bytes,
                              .pid = pid,
                              .op = op,
                              .offset = FID_NO_OFFSET,
                              .comm = fid_span_of ("python3"),
                              .file = fid_span_of ("data.npz"),
                              .device = fid_span_of ("vda")};
}

/* Puts an event among the rows of a file. */
static void put (struct fid_events *rows, const struct fid_event *ev)
{
    struct fid_error err;
    must (fid_events_add (rows, ev, &err), &err);
}

/* Takes the rows of a source. */
static void take (struct fid_build *b, size_t source, struct fid_events *rows, bool blocks)
{
    struct fid_error err;
    must (fid_build_take (b, source, rows, blocks, &err), &err);
    fid_events_clear (rows);
}

/* Phases in source 0, VFS events in 1, block events in 2. */
static void test_passes (void)
{
    struct fid_error err;
    struct fid_run *run = start (3);
    run->source[0].used = run->source[0].gives = FID_GIVES_PHASES;
    run->source[1].used = run->source[1].gives = FID_GIVES_VFS;
    run->source[2].used = run->source[2].gives = FID_GIVES_BLOCK;
    struct fid_build *b = fid_build_create (run, &err);
    struct fid_events rows = {0};
    struct fid_collector c;
    struct fid_sink sink = fid_build_collect (b, 0, &c);
    struct fid_phase p = {.kind = FID_PHASE_TRAINING,
                          .name = FID_NAME_EPOCH,
                          .start_ns = 100 * S,
                          .end_ns = 200 * S,
                          .epoch = 1};
    must (fid_put_phase (&sink, &p, &err), &err);
    struct fid_phase insane = p;
    insane.end_ns = INT64_MAX;
    must (fid_put_phase (&sink, &insane, &err), &err);
    must (fid_build_solve (b, &err), &err);
    ok (run->phases.phase_n == 1 && run->phases.end_ns == 200 * S,
        "a phase at the end of all time is none");

    struct fid_event list[] = {
        event (FID_OP_READ, 90 * S, 10, 100),   event (FID_OP_READ, 110 * S, 10, 4096),
        event (FID_OP_READ, 112 * S, 10, 8192), event (FID_OP_READ, 111 * S, 11, 4096),
        event (FID_OP_READ, 120 * S, 10, 0),    event (FID_OP_WRITE, 130 * S, 10, 1000)};
    list[4].flags = FID_EVENT_ERROR;
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        put (&rows, &list[i]);
    struct fid_event odd = event (FID_OP_READ, 115 * S, 10, 50);
    odd.file = fid_span_of ("");
    put (&rows, &odd);
    odd = event (FID_OP_READ, INT64_MAX, 10, 50);
    odd.dur_ns = INT64_MAX;
    put (&rows, &odd);
    odd = event (FID_OP_READ, 9999 * S, 10, 50);
    put (&rows, &odd);
    take (b, 1, &rows, false);
    must (fid_build_roles (b, &err), &err);
    must (fid_build_files_end (b, &err), &err);
    const struct fid_stream *r = &run->stream[FID_STREAM_DATA_READ];
    const struct fid_tally *t = &r->part[FID_PART_TRAINING];
    ok (t->op_n == 4 && t->byte_n == 16384 && t->error_n == 1 && t->sized_n == 3,
        "four reads of the training, one failed");
    ok_int ((long long)t->busy_ns, 4000000, "busy for 4 ms");
    ok (r->part[FID_PART_BEFORE].op_n == 1, "one before it");
    const struct fid_role_use *pipe = &run->role[FID_ROLE_DEVICE][FID_ROLE_BY_KIND];
    ok (pipe->op_n == 1 && pipe->read_byte_n == 50, "a pipe is no file");
    ok (r->unplaced_n == 2, "two events are nowhere near the run");
    /* gaps in order of start: 20 1 1 8 s */
    ok (t->gap.total == 4 && sketch_quantile (&t->gap, 0.5) == 1 &&
            sketch_quantile (&t->gap, 0.75) == 8 && sketch_quantile (&t->gap, 1) == 20,
        "gaps are between starts in order of time");
    ok (r->first_ns == 90 * S && r->last_ns == 120 * S + 1000000, "first start, last end");

    struct fid_event own = event (FID_OP_BLOCK_READ, 110 * S, 11, 512),
                     foreign = event (FID_OP_BLOCK_READ, 110 * S, 99, 512),
                     back = event (FID_OP_BLOCK_WRITE, 140 * S, 5, 1024);
    back.comm = fid_span_of ("kworker/u2:1");
    put (&rows, &own);
    put (&rows, &foreign);
    put (&rows, &back);
    take (b, 2, &rows, true);
    must (fid_build_finish (b, &err), &err);
    ok (run->stream[FID_STREAM_BLOCK_READ].part[FID_PART_TRAINING].op_n == 1 &&
            run->stream[FID_STREAM_BLOCK_READ].owner_op_n[FID_OWNER_FOREIGN] == 1,
        "foreign block reads are counted apart");
    ok (run->stream[FID_STREAM_BLOCK_WRITE].owner_byte_n[FID_OWNER_WRITEBACK] == 1024 &&
            run->stream[FID_STREAM_BLOCK_WRITE].part[FID_PART_TRAINING].op_n == 1,
        "write-back of what was written 10 s before is the run's");
    ok (run->stream[FID_STREAM_DATA_OPEN].traced && run->stream[FID_STREAM_BLOCK_WRITE].traced,
        "a trace of calls that saw no open tells that there was none");
    fid_build_destroy (b);
    fid_run_destroy (run);
}

/* Gaps are within a source, whatever the others did at that time. */
static void test_sources (void)
{
    struct fid_error err;
    struct fid_run *run = start (2);
    run->source[0].used = run->source[0].gives = FID_GIVES_VFS;
    run->source[1].used = run->source[1].gives = FID_GIVES_VFS;
    struct fid_build *b = fid_build_create (run, &err);
    run->source[0].first_ns = run->source[1].first_ns = 0;
    run->source[0].last_ns = run->source[1].last_ns = 1;
    must (fid_build_solve (b, &err), &err);
    for (size_t k = 0; k < 2; k++) {
        struct fid_events rows = {0};
        for (int j = 0; j < 1000; j++) {
            struct fid_event ev = event (FID_OP_READ, j * S / 3 + (int64_t)k * 50 * S,
                                         10 + j % 7 + (int64_t)k, 100 + (uint64_t)j);
            put (&rows, &ev);
        }
        take (b, k, &rows, false);
    }
    must (fid_build_roles (b, &err), &err);
    must (fid_build_files_end (b, &err), &err);
    const struct fid_tally *t = &run->stream[FID_STREAM_DATA_READ].part[FID_PART_BETWEEN];
    ok_int ((long long)t->op_n, 2000, "all events of both sources are in");
    ok_int ((long long)t->gap.total, 1998, "gaps are within a source");
    ok (run->events.row_n == 2000 && run->events.file_n == 1, "the run keeps their rows");
    fid_build_destroy (b);
    fid_run_destroy (run);
}

/* A run of one source with reads at the given times; dur_ns NULL: 1 ms each. */
static struct fid_run *run_of_reads (const int64_t *t_ns, const int64_t *dur_ns, size_t n)
{
    struct fid_error err;
    struct fid_run *run = start (1);
    run->source[0].used = run->source[0].gives = FID_GIVES_VFS;
    struct fid_build *b = fid_build_create (run, &err);
    run->source[0].first_ns = 0;
    run->source[0].last_ns = 1;
    must (fid_build_solve (b, &err), &err);
    struct fid_events rows = {0};
    for (size_t i = 0; i < n; i++) {
        struct fid_event ev = event (FID_OP_READ, t_ns[i], 1, 4096);
        ev.dur_ns = dur_ns ? dur_ns[i] : ev.dur_ns;
        put (&rows, &ev);
    }
    take (b, 0, &rows, false);
    must (fid_build_roles (b, &err), &err);
    must (fid_build_files_end (b, &err), &err);
    fid_build_destroy (b);
    return run;
}

/* Gaps are between starts in order of time, as far as the buffer of 256 can sort; a
 * start that comes later than that gives no gap, and does not move the clock back. */
static void test_gap_order (void)
{
    int64_t t_ns[400];
    size_t n = 0;
    for (int i = 0; i < 300; i++)
        t_ns[n++] = i * S;
    t_ns[n++] = 50 * S + S / 2; /* starts up to 127 s are counted by now */
    t_ns[n++] = 299 * S;        /* two at once: 1 ns apart */
    struct fid_run *run = run_of_reads (t_ns, NULL, n);
    const struct fid_tally *t = &run->stream[FID_STREAM_DATA_READ].part[FID_PART_BETWEEN];
    ok_int ((long long)t->op_n, 302, "every read is counted");
    ok_int ((long long)t->gap.total, 300, "a start that comes too late gives no gap");
    ok (sketch_quantile (&t->gap, 0.5) == 1 && sketch_quantile (&t->gap, 1) == 1,
        "  and spoils none");
    ok (sketch_quantile (&t->gap, 1e-3) < 1.1e-9, "two at once are a gap of 1 ns");
    fid_run_destroy (run);

    n = 0;
    for (int i = 0; i < 256; i++) /* the buffer sorts 256 starts in any order */
        t_ns[n++] = (255 - i) * S / 2;
    t_ns[n++] = 256 * S / 2;
    run = run_of_reads (t_ns, NULL, n);
    t = &run->stream[FID_STREAM_DATA_READ].part[FID_PART_BETWEEN];
    ok (t->gap.total == 256 && sketch_quantile (&t->gap, 1e-3) == 0.5 &&
            sketch_quantile (&t->gap, 1) == 0.5,
        "starts in reverse order within the buffer give all their gaps");
    fid_run_destroy (run);
}

static void test_durations (void)
{
    const int64_t t_ns[] = {0, 5 * S, 6 * S}, dur_ns[] = {10 * S, 10 * S, 0};
    struct fid_run *run = run_of_reads (t_ns, dur_ns, 3);
    const struct fid_stream *s = &run->stream[FID_STREAM_DATA_READ];
    const struct fid_tally *t = &s->part[FID_PART_BETWEEN];
    ok (s->first_ns == 0 && s->last_ns == 15 * S, "the last end is not that of the last start");
    ok (t->latency.total == 3 && t->busy_ns == 20 * (uint64_t)S, "a latency of 0 counts");
    fid_run_destroy (run);
}

/* Memory in use after n events over the same hour. */
static size_t memory_of (int n)
{
    struct fid_error err;
    struct fid_run *run = start (1);
    run->source[0].used = run->source[0].gives = FID_GIVES_VFS;
    struct fid_build *b = fid_build_create (run, &err);
    run->source[0].first_ns = 0;
    run->source[0].last_ns = 1;
    must (fid_build_solve (b, &err), &err);
    struct fid_events rows = {0};
    struct fid_event ev;
    uint32_t seed = 1;
    for (int i = 0; i < n; i++) {
        seed = seed * 1664525u + 1013904223u;
        ev = event (i % 3 ? FID_OP_READ : FID_OP_WRITE, 3600 * S / n * i, 1 + (seed >> 28),
                    seed >> 12);
        ev.dur_ns = 1 + (seed >> 8);
        put (&rows, &ev);
    }
    take (b, 0, &rows, false);
    must (fid_build_roles (b, &err), &err);
    must (fid_build_files_end (b, &err), &err);
    size_t used = mallinfo2 ().uordblks + mallinfo2 ().hblkhd;
    ok_int ((long long)(run->stream[FID_STREAM_DATA_READ].part[FID_PART_BETWEEN].op_n +
                        run->stream[FID_STREAM_OTHER_IO].part[FID_PART_BETWEEN].op_n),
            n, "every event is counted");
    fid_build_destroy (b);
    fid_run_destroy (run);
    return used;
}

int main (void)
{
    test_passes ();
    test_sources ();
    test_gap_order ();
    test_durations ();
    size_t few = memory_of (100000), many = memory_of (1000000);
    if (few)
        ok (many < few + 900000 * 45, "an event takes at most 45 bytes (%zu, %zu)", many, few);
    else
        skip ("memory of a million events", "this allocator does not tell");
    return tap_done ();
}
