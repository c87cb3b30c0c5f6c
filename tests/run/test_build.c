/* a run built of records; memory does not grow with the number of events */
#include "config.h"
#include <malloc.h>
#include "tests/tap.h"
#include "tests/run/sketch_quantile.h"
#include "run/build.h"

#define S INT64_C (1000000000)

static struct fid_run *
start (size_t source_n)
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

static void
must (int rc, const struct fid_error *err)
{
    if (rc) {
        diag ("%s", err->text);
        abort ();
    }
}

static struct fid_event
event (enum fid_op op, int64_t t_ns, int64_t pid, uint64_t bytes)
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

static struct fid_feed *
feed (struct fid_build *b, size_t source, enum fid_pass pass)
{
    struct fid_error err;
    struct fid_feed *f = fid_feed_create (b, source, pass, &err);
    must (f ? 0 : -1, &err);
    return f;
}

/* Phases in source 0, VFS events in 1, block events in 2. */
static void
test_passes (void)
{
    static const struct fid_run_opts opts = {0};
    struct fid_error err;
    struct fid_run *run = start (3);
    run->source[0].used = run->source[0].gives = FID_GIVES_PHASES;
    run->source[1].used = run->source[1].gives = FID_GIVES_VFS;
    run->source[2].used = run->source[2].gives = FID_GIVES_BLOCK;
    struct fid_build *b = fid_build_create (run, &opts, &err);
    struct fid_feed *f = feed (b, 0, FID_PASS_COLLECT);
    struct fid_sink sink = fid_feed_sink (f);
    struct fid_phase p = {.kind = FID_PHASE_TRAINING,
                          .name = FID_NAME_EPOCH,
                          .start_ns = 100 * S,
                          .end_ns = 200 * S,
                          .epoch = 1};
    must (fid_put_phase (&sink, &p, &err), &err);
    struct fid_phase insane = p;
    insane.end_ns = INT64_MAX;
    must (fid_put_phase (&sink, &insane, &err), &err);
    must (fid_feed_end (f, &err), &err);
    must (fid_build_solve (b, &err), &err);
    ok (run->phases.phase_n == 1 && run->phases.end_ns == 200 * S,
        "a phase at the end of all time is none");

    f = feed (b, 1, FID_PASS_VFS);
    sink = fid_feed_sink (f);
    struct fid_event list[] = {
        event (FID_OP_READ, 90 * S, 10, 100),   event (FID_OP_READ, 110 * S, 10, 4096),
        event (FID_OP_READ, 112 * S, 10, 8192), event (FID_OP_READ, 111 * S, 11, 4096),
        event (FID_OP_READ, 120 * S, 10, 0),    event (FID_OP_WRITE, 130 * S, 10, 1000)};
    list[4].flags = FID_EVENT_ERROR;
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        must (fid_put_event (&sink, &list[i], &err), &err);
    struct fid_event odd = event (FID_OP_READ, 115 * S, 10, 50);
    odd.file = fid_span_of ("");
    must (fid_put_event (&sink, &odd, &err), &err);
    odd = event (FID_OP_READ, INT64_MAX, 10, 50);
    odd.dur_ns = INT64_MAX;
    must (fid_put_event (&sink, &odd, &err), &err);
    odd = event (FID_OP_READ, 9999 * S, 10, 50);
    must (fid_put_event (&sink, &odd, &err), &err);
    must (fid_feed_end (f, &err), &err);
    must (fid_build_vfs_end (b, &err), &err);
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

    f = feed (b, 2, FID_PASS_BLOCK);
    sink = fid_feed_sink (f);
    struct fid_event own = event (FID_OP_BLOCK_READ, 110 * S, 11, 512),
                     foreign = event (FID_OP_BLOCK_READ, 110 * S, 99, 512),
                     back = event (FID_OP_BLOCK_WRITE, 140 * S, 5, 1024);
    back.comm = fid_span_of ("kworker/u2:1");
    must (fid_put_event (&sink, &own, &err), &err);
    must (fid_put_event (&sink, &foreign, &err), &err);
    must (fid_put_event (&sink, &back, &err), &err);
    must (fid_feed_end (f, &err), &err);
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

/* Two sources read by two feeds at once, and one after the other: the run is the same. */
static void
test_feeds (void)
{
    static const struct fid_run_opts opts = {0};
    struct fid_error err;
    uint64_t sum[2][4];
    for (int at_once = 0; at_once < 2; at_once++) {
        struct fid_run *run = start (2);
        struct fid_feed *f[2] = {NULL, NULL};
        run->source[0].used = run->source[0].gives = FID_GIVES_VFS;
        run->source[1].used = run->source[1].gives = FID_GIVES_VFS;
        struct fid_build *b = fid_build_create (run, &opts, &err);
        must (fid_feed_end (feed (b, 0, FID_PASS_COLLECT), &err), &err);
        run->source[0].first_ns = run->source[1].first_ns = 0;
        run->source[0].last_ns = run->source[1].last_ns = 1;
        must (fid_build_solve (b, &err), &err);
        for (int i = 0; i < 2000; i++) {
            int k = at_once ? i % 2 : i / 1000, j = at_once ? i / 2 : i % 1000;
            if (!f[k])
                f[k] = feed (b, (size_t)k, FID_PASS_VFS);
            struct fid_sink sink = fid_feed_sink (f[k]);
            struct fid_event ev =
                event (FID_OP_READ, j * S / 3 + k * 50 * S, 10 + j % 7 + k, 100 + (uint64_t)j);
            must (fid_put_event (&sink, &ev, &err), &err);
            if (j == 999 && !at_once)
                must (fid_feed_end (f[k], &err), &err);
        }
        for (int k = 0; k < 2 && at_once; k++)
            must (fid_feed_end (f[k], &err), &err);
        must (fid_build_vfs_end (b, &err), &err);
        const struct fid_stream *s = &run->stream[FID_STREAM_DATA_READ];
        const struct fid_tally *t = &s->part[FID_PART_BETWEEN];
        sum[at_once][0] = t->op_n * 1000003 + t->byte_n;
        sum[at_once][1] = t->gap.total * 1000003 + t->busy_ns;
        sum[at_once][2] = (uint64_t)s->grid.first;
        sum[at_once][3] = 0;
        for (size_t i = 0; i < s->grid.n; i++)
            sum[at_once][3] = sum[at_once][3] * 31 + s->grid.byte_n[i];
        ok_int ((long long)t->op_n, 2000, "all events of both sources are in");
        ok_int ((long long)t->gap.total, 1998, "gaps are within a source");
        fid_build_destroy (b);
        fid_run_destroy (run);
    }
    ok (memcmp (sum[0], sum[1], sizeof sum[0]) == 0, "whether read at once does not matter");
}

/* A run of one source with reads at the given times; dur_ns NULL: 1 ms each. */
static struct fid_run *
run_of_reads (const int64_t *t_ns, const int64_t *dur_ns, size_t n)
{
    static const struct fid_run_opts opts = {0};
    struct fid_error err;
    struct fid_run *run = start (1);
    run->source[0].used = run->source[0].gives = FID_GIVES_VFS;
    struct fid_build *b = fid_build_create (run, &opts, &err);
    must (fid_feed_end (feed (b, 0, FID_PASS_COLLECT), &err), &err);
    run->source[0].first_ns = 0;
    run->source[0].last_ns = 1;
    must (fid_build_solve (b, &err), &err);
    struct fid_feed *f = feed (b, 0, FID_PASS_VFS);
    struct fid_sink sink = fid_feed_sink (f);
    for (size_t i = 0; i < n; i++) {
        struct fid_event ev = event (FID_OP_READ, t_ns[i], 1, 100);
        ev.dur_ns = dur_ns ? dur_ns[i] : ev.dur_ns;
        must (fid_put_event (&sink, &ev, &err), &err);
    }
    must (fid_feed_end (f, &err), &err);
    must (fid_build_vfs_end (b, &err), &err);
    fid_build_destroy (b);
    return run;
}

/* Gaps are between starts in order of time, as far as the buffer of 256 can sort; a
 * start that comes later than that gives no gap, and does not move the clock back. */
static void
test_gap_order (void)
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

static void
test_durations (void)
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
static size_t
memory_of (int n)
{
    static const struct fid_run_opts opts = {0};
    struct fid_error err;
    struct fid_run *run = start (1);
    run->source[0].used = run->source[0].gives = FID_GIVES_VFS;
    run->source[0].first_ns = 0;
    struct fid_build *b = fid_build_create (run, &opts, &err);
    struct fid_feed *f = feed (b, 0, FID_PASS_COLLECT);
    struct fid_sink sink = fid_feed_sink (f);
    struct fid_event ev = event (FID_OP_READ, 0, 1, 1);
    must (fid_put_event (&sink, &ev, &err), &err);
    must (fid_feed_end (f, &err), &err);
    must (fid_build_solve (b, &err), &err);
    f = feed (b, 0, FID_PASS_VFS);
    sink = fid_feed_sink (f);
    uint32_t seed = 1;
    for (int i = 0; i < n; i++) {
        seed = seed * 1664525u + 1013904223u;
        ev = event (i % 3 ? FID_OP_READ : FID_OP_WRITE, 3600 * S / n * i, 1 + (seed >> 28),
                    seed >> 12);
        ev.dur_ns = 1 + (seed >> 8);
        must (fid_put_event (&sink, &ev, &err), &err);
    }
    must (fid_feed_end (f, &err), &err);
    must (fid_build_vfs_end (b, &err), &err);
    size_t used = mallinfo2 ().uordblks + mallinfo2 ().hblkhd;
    ok_int ((long long)(run->stream[FID_STREAM_DATA_READ].part[FID_PART_BETWEEN].op_n +
                        run->stream[FID_STREAM_OTHER_IO].part[FID_PART_BETWEEN].op_n),
            n, "every event is counted");
    fid_build_destroy (b);
    fid_run_destroy (run);
    return used;
}

int
main (void)
{
    test_passes ();
    test_feeds ();
    test_gap_order ();
    test_durations ();
    size_t few = memory_of (100000), many = memory_of (1000000);
    if (few)
        ok (many < few + 900000 * 45, "an event takes at most 45 bytes (%zu, %zu)", many, few);
    else
        skip ("memory of a million events", "this allocator does not tell");
    return tap_done ();
}
