/* SPDX-License-Identifier: GPL-3.0-or-later */
/* runs that are odd or broken: what is read of them, and what is said */
#include "model/profile.h"
#include "tests/compare/made_run.h"

static void put_reads (struct buffer *b, double from_s, int n, int pid)
{
    put (b, "Attaching 6 probes...\nTIMESTAMP         PID      OFFSET           RET(B)       "
            "LAT(ns)      FILENAME\n");
    for (int i = 0; i < n; i++)
        put (b, "%.0f     %d    %d                4096         5040         data.npz\n",
             (from_s + i * 0.01) * 1e9, pid, i * 4096);
}

static void test_damage (void)
{
    static struct buffer b;
    struct rundir r;
    struct fid_error err;
    char junk[4000];
    for (size_t i = 0; i < sizeof junk; i++)
        junk[i] = (char)(i * 7919 >> 3);

    rundir_make (&r, "empty");
    ok (!load (&r, &err) && err.status == FID_EINPUT, "an empty directory");
    rundir_text (&r, "trace_read.out", "");
    rundir_bytes (&r, "trace_bio.out", junk, sizeof junk);
    ok (!compare_dirs (&r, &r, &compare_opts, &err) && err.status == FID_EINPUT &&
            strstr (err.text, "data.read: not traced in either run"),
        "an empty trace is no trace of silence; a binary file none at all");
    rundir_remove (&r);

    /* damage in the middle of a good trace */
    rundir_make (&r, "middle");
    b.n = 0;
    put_reads (&b, 100, 500, 7);
    for (int i = 0; i < 12; i++)
        put (&b, "garbage %d garbage\n", i);
    for (int i = 0; i < 500; i++)
        put (&b, "%.0f     7    0                4096         5040         data.npz\n",
             (110 + i * 0.01) * 1e9);
    rundir_text (&r, "trace_read.out", b.text);
    struct fid_run *run = load (&r, &err);
    const struct fid_source *s = run ? run_source (run, "trace_read.out") : NULL;
    ok (s && s->event_n == 1000 && s->reject_n == 12 && s->complete,
        "12 lines of garbage between 1000 events are skipped and counted");
    ok (s && s->reject[0].line == 503 && s->reject[9].line == 512,
        "the first ten with their lines");
    ok (run_says (run, "12 malformed lines were skipped; the first is line 503"), "and told");
    fid_run_destroy (run);
    rundir_remove (&r);

    /* more than half */
    rundir_make (&r, "half");
    b.n = 0;
    put_reads (&b, 100, 20, 7);
    for (int i = 0; i < 23; i++)
        put (&b, "garbage\n");
    rundir_text (&r, "trace_read.out", b.text);
    ok (!load (&r, &err) && err.status == FID_EINPUT &&
            strstr (err.text, "half/trace_read.out") && strstr (err.text, "more than half"),
        "23 bad lines of 45: an error that names the file");
    rundir_remove (&r);
    rundir_make (&r, "half");
    b.n = 0;
    put_reads (&b, 100, 21, 7);
    for (int i = 0; i < 23; i++)
        put (&b, "garbage\n");
    rundir_text (&r, "trace_read.out", b.text);
    run = load (&r, &err);
    ok (run != NULL, "23 of 46: not yet");
    fid_run_destroy (run);
    rundir_remove (&r);

    /* gzip cut in the middle, and right behind its header */
    rundir_make (&r, "gz");
    b.n = 0;
    put_reads (&b, 100, 2000, 7);
    static unsigned char packed[1 << 18];
    z_stream z = {0};
    deflateInit2 (&z, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
    z.next_in = (unsigned char *)b.text;
    z.avail_in = (unsigned)b.n;
    z.next_out = packed;
    z.avail_out = sizeof packed;
    deflate (&z, Z_FINISH);
    size_t packed_n = z.total_out;
    deflateEnd (&z);
    rundir_bytes (&r, "trace_read.out.gz", packed, packed_n / 2);
    run = load (&r, &err);
    s = run ? run_source (run, "trace_read.out.gz") : NULL;
    ok (s && s->event_n > 200 && s->event_n < 1900 && !s->complete &&
            run_says (run, "only a part could be read"),
        "half a gzip file: what it gives (%d events), and a finding", s ? (int)s->event_n : 0);
    ok (run && run->stream[FID_STREAM_DATA_READ].traced &&
            !run->stream[FID_STREAM_CHECKPOINT_WRITE].traced,
        "reads are traced, writes not");
    fid_run_destroy (run);
    rundir_remove (&r);
}

/* One file that gives events, phases and steps is read in two passes. */
static void test_dftracer (void)
{
    static struct buffer b;
    struct rundir r;
    struct fid_error err;
    b.n = 0;
    put (&b, "[\n");
    put (&b, "{\"id\":1,\"name\":\"train\",\"cat\":\"pipeline\",\"pid\":3,\"tid\":3,"
             "\"ts\":1700000000000000,\"dur\":9000000,\"ph\":\"X\",\"args\":{\"epoch\":1}}\n");
    for (int i = 0; i < 50; i++)
        put (
            &b,
            "{\"id\":%d,\"name\":\"read\",\"cat\":\"POSIX\",\"pid\":3,\"tid\":3,\"ts\":%" PRId64
            ",\"dur\":191,\"ph\":\"X\",\"args\":{\"fname\":\"/d/a.npz\",\"ret\":4096}}\n",
            i + 2, 1700000000000000 + i * INT64_C (100000));
    for (int i = 0; i < 4; i++)
        put (&b, "{\"id\":9,\"name\":\"read\",\"cat\":\"POSIX\",\"ph\":\"X\",\"ts\":\"x\"}\n");
    rundir_make (&r, "pfw");
    rundir_text (&r, "trace.pfw", b.text);
    struct fid_run *run = load (&r, &err);
    const struct fid_source *s = run ? run_source (run, "trace.pfw") : NULL;
    ok (s && s->event_n == 50 && s->phase_n == 1,
        "events and phases of a file are counted once");
    ok (s && s->reject_n == 4, "and its malformed lines, though it is read twice");
    if (s)
        ok_int ((long long)run->stream[FID_STREAM_DATA_READ].part[FID_PART_TRAINING].op_n, 50,
                "all reads lie in the training");
    fid_run_destroy (run);
    rundir_remove (&r);
}

/* Clocks that nothing relates: events are left out, told, and no zero. */
static void test_clocks (void)
{
    static struct buffer b;
    struct rundir r, good;
    struct fid_error err;
    rundir_make (&r, "unrelated");
    b.n = 0;
    put_span (&b, 10, 60, "epoch", 1);
    rundir_text (&r, "app.log", b.text);
    b.n = 0;
    put_reads (&b, 3000, 500, 7); /* boot clock; no time_align, no write of the log */
    rundir_text (&r, "trace_read.out", b.text);
    struct fid_run *run = load (&r, &err);
    const struct fid_stream *s = run ? &run->stream[FID_STREAM_DATA_READ] : NULL;
    ok (s && run->phases.known && s->unplaced_n == 500 && s->first_ns > s->last_ns,
        "events of an unrelated clock are left out");
    if (!ok (run_says (run, "500 events are left out: their clock"), "and told"))
        run_diag (run);
    fid_run_destroy (run);
    training (&good, "good", (struct shape){0});
    cJSON *doc = compare_dirs (&good, &r, &compare_opts, &err);
    ok (doc && grade (doc, "data.read") < 0, "they are not compared as silence");
    ok_says (doc, "no event of the emulation could be placed in time", "but with a reason");
    cJSON_Delete (doc);
    rundir_remove (&r);
    rundir_remove (&good);

    rundir_make (&r, "boot"); /* nothing but the boot clock: it is the axis */
    rundir_text (&r, "trace_read.out", b.text);
    run = load (&r, &err);
    ok (run && run->clocks.axis == FID_CLOCK_BOOT &&
            run->stream[FID_STREAM_DATA_READ].part[FID_PART_BETWEEN].op_n == 500,
        "a run of the boot clock alone is a run");
    fid_run_destroy (run);
    doc = compare_dirs (&r, &r, &compare_opts, &err);
    ok (doc && grade (doc, "data.read") == 1, "and comparable");
    cJSON_Delete (doc);
    rundir_remove (&r);
}

/* Traces without sizes: what a profile asks for most cannot be compared. */
static void test_no_sizes (void)
{
    static struct buffer b[2];
    static const char *const first[2] = {"time_s,op,latency_s,pid\n",
                                         "time_s,op,bytes,latency_s,pid\n"};
    struct rundir r[2];
    struct fid_error err;
    for (int k = 0; k < 2; k++) {
        b[k].n = 0;
        put (&b[k], "%s", first[k]);
        for (int i = 0; i < 400; i++)
            put (&b[k], k ? "%.2f,read,4096,0.001,7\n" : "%.2f,read,0.001,7\n", 10 + i * 0.1);
        rundir_make (&r[k], k ? "sizes" : "none");
        rundir_text (&r[k], "events.csv", b[k].text);
        rundir_text (&r[k], "phases.csv", "start_s,end_s,phase,epoch\n10,50,TRAINING,1\n");
    }
    struct fid_compare_opts opts = compare_opts;
    opts.profile = fid_profile_shipped (1); /* read */
    static const char *const lacks[2][2] = {
        {"no sizes in the trace of either run", "no sizes in the trace of the real run"},
        {"no sizes in the trace of the emulation", NULL}};
    for (int k = 0; k < 4; k++) {
        cJSON *doc = compare_dirs (&r[k / 2], &r[k % 2], &opts, &err);
        const char *want = lacks[k / 2][k % 2];
        if (want)
            ok_says (doc, want, want);
        else
            ok (doc && !doc_says (doc, "no sizes"), "sizes in both");
        ok (strcmp (text_of (cJSON_GetObjectItem (doc, "overall"), "verdict"), "valid") != 0,
            "  %s", text_of (cJSON_GetObjectItem (doc, "overall"), "verdict"));
        cJSON_Delete (doc);
    }
    struct fid_profile bytes = {.name = "bytes", .hash = 1, .answer = -1};
    bytes.clause[FID_RESOURCE_DATA_READ][FID_QUANTITY_BYTES] =
        (struct fid_profile_clause){true, true, 0.1};
    bytes.clause[FID_RESOURCE_DATA_READ][FID_QUANTITY_WHEN] =
        (struct fid_profile_clause){true, true, 0.1};
    opts.profile = &bytes;
    for (int k = 0; k < 2; k++) {
        cJSON *doc = compare_dirs (&r[k], &r[k], &opts, &err);
        const cJSON *p;
        double met = -1, of = 0;
        cJSON_ArrayForEach (p, cJSON_GetObjectItem (doc, "profiles"))
        {
            if (strcmp (text_of (p, "profile"), "bytes") == 0) {
                met = cJSON_GetNumberValue (cJSON_GetObjectItem (p, "met"));
                of = cJSON_GetNumberValue (cJSON_GetObjectItem (p, "of"));
            }
        }
        ok (met == k + 1 && of == met, "bytes are %s there: %g of %g met", k ? "" : "not", met,
            of);
        cJSON_Delete (doc);
    }
    rundir_remove (&r[0]);
    rundir_remove (&r[1]);
}

/* A stamp that lost its first digits must not stretch the axis. */
static void test_stray (void)
{
    static struct buffer b;
    struct rundir r;
    struct fid_error err;
    rundir_make (&r, "stray");
    b.n = 0;
    put (&b, "time_s,op,bytes,latency_s,pid\n");
    for (int i = 0; i < 100; i++)
        put (&b, "%d,read,4096,0.001,7\n", 5000000 + i);
    put (&b, "12,read,4096,0.001,7\n");
    rundir_text (&r, "events.csv", b.text);
    rundir_text (&r, "phases.csv", "start_s,end_s,phase,epoch\n5000000,5000100,TRAINING,1\n");
    struct fid_run *run = load (&r, &err);
    const struct fid_stream *s = run ? &run->stream[FID_STREAM_DATA_READ] : NULL;
    ok (s && s->grid.bin_ns == FID_GRID_BIN_NS && s->unplaced_n == 1,
        "an event 58 days before the run is left out; bins stay narrow");
    ok (run_says (run, "events.csv: 1 events lie more than an hour before the rest of the run, "
                       "by up to 57 days"),
        "and told, with its file");
    fid_run_destroy (run);
    rundir_remove (&r);
}

int main (void)
{
    rundir_begin ();
    test_damage ();
    test_dftracer ();
    test_clocks ();
    test_no_sizes ();
    test_stray ();
    rundir_end ();
    return tap_done ();
}
