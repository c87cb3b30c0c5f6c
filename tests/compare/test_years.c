/* SPDX-License-Identifier: GPL-3.0-or-later */
/* runs without a log whose files or stamps lie years apart: what is no part of the run is left
 * out and named, and comparing takes no longer than that of the rest; what lies days apart
 * counts */
#include <time.h>
#include "tests/compare/made_run.h"

#define BEGIN   INT64_C (1700000000) /* seconds of UTC */
#define DAY_S   INT64_C (86400)
#define YEARS_S (4 * 365 * DAY_S)

/* The stamp of a processed tree. */
static void put_stamp (struct buffer *b, int64_t utc_s)
{
    time_t t = (time_t)utc_s;
    struct tm tm;
    char text[40];
    gmtime_r (&t, &tm);
    strftime (text, sizeof text, "%Y-%m-%dT%H:%M:%S", &tm);
    put (b, "%s", text);
}

/* Calls in the format of processed trees, `every_s` seconds apart. */
static void put_calls (struct buffer *b, int64_t from_s, int n, int64_t every_s,
                       const char *file)
{
    for (int i = 0; i < n; i++) {
        put_stamp (b, from_s + i * every_s);
        put (b, ".000000000 7 0 4096 5040 %s%d\n", file, i % 5);
    }
}

static void put_cpu (struct buffer *b, int64_t from_s, int n, int64_t every_s)
{
    for (int i = 0; i < n; i++) {
        put_stamp (b, from_s + i * every_s);
        put (b, " 4.21 0.00 1.93 1.74 0.00 0.23 0.00 0.00 0.00 91.90\n");
    }
}

static void write_out (struct rundir *r, const char *name, struct buffer *b)
{
    rundir_text (r, name, b->text);
    b->n = 0;
}

/* How long the run's I/O lasts, seconds. */
static double length_s (const struct fid_run *run)
{
    struct fid_error err;
    return run ? fid_window_length (run, FID_WINDOW_WHOLE, &err) : -1;
}

static void test_trace (int64_t away_s)
{
    static struct buffer b;
    struct rundir r;
    struct fid_error err;
    char text[80];
    bool far = llabs (away_s) > 30 * DAY_S, days = !far && llabs (away_s) > DAY_S;
    rundir_make (&r, "trace");
    put_calls (&b, BEGIN, 300, 1, "part");
    write_out (&r, "read.out", &b);
    put_calls (&b, BEGIN + away_s, 40, 1, "model.pt");
    write_out (&r, "write.out", &b);
    struct fid_run *run = load (&r, &err);
    snprintf (text, sizeof text, "write.out: 40 events lie more than an hour %s the rest",
              away_s < 0 ? "before" : "after");
    if (!ok (run && run_says (run, text) == far, "a trace %lld s away: %s", (long long)away_s,
             far ? "its events are named" : "nothing is said"))
        run_diag (run);
    ok (run_says (run, "write.out: trace incomplete") == far,
        "the trace is incomplete, or not");
    ok (run && (length_s (run) < 400) == far, "the run lasts as long as the rest of it");
    ok (run && run->stream[FID_STREAM_DATA_READ].unplaced_n == 0, "all reads are there");
    ok (run && run->stream[FID_STREAM_CHECKPOINT_WRITE].unplaced_n == (far ? 40 : 0),
        "and all writes, or none");
    ok (run_says (run, "40 events lie days ") == days, "days without records are named");
    fid_run_destroy (run);
    rundir_remove (&r);
}

static void test_samples (void)
{
    static struct buffer b;
    struct rundir r;
    struct fid_error err;
    rundir_make (&r, "samples");
    put_cpu (&b, BEGIN, 60, 1);
    put_cpu (&b, BEGIN + YEARS_S, 1, 1);
    put_cpu (&b, BEGIN + 2 * YEARS_S, 1, 1);
    write_out (&r, "cpu.out", &b);
    put_calls (&b, BEGIN, 60, 1, "part");
    write_out (&r, "read.out", &b);
    struct fid_run *run = load (&r, &err);
    const struct fid_gauge *g = run ? &run->gauge[FID_GAUGE_CPU] : NULL;
    if (!ok (g && g->n == 60 && g->t_ns[59] - g->t_ns[0] == 59 * INT64_C (1000000000),
             "samples years after the others are left out"))
        run_diag (run);
    ok (run_says (run, "cpu.out: 8 samples lie more than an hour after the rest of the run, by "
                       "up to 2919 days"),
        "and named, with how far they are");
    fid_run_destroy (run);
    rundir_remove (&r);
}

/* Within a file nothing shows which stamps are right: they count, and it is said. */
static void test_stray (bool monitored)
{
    static struct buffer b;
    struct rundir r;
    struct fid_error err;
    rundir_make (&r, "stray");
    put (&b, "start_s,op,bytes,latency_s,file,pid\n");
    for (int i = 0; i < 200; i++)
        put (&b, "%lld,read,4096,0.001,part%d.npz,7\n",
             (long long)(BEGIN + i + (i == 199 ? YEARS_S : 0)), i % 5);
    write_out (&r, "events.csv", &b);
    put_cpu (&b, BEGIN, monitored ? 200 : 0, 1);
    if (monitored)
        write_out (&r, "cpu.out", &b);
    struct fid_run *run = load (&r, &err);
    if (monitored)
        ok (run_says (run, "events.csv: 1 events lie more than an hour after the rest") &&
                length_s (run) < 400,
            "beside a monitor it is left out");
    else if (!ok (run_says (run, "1 events lie days after most events, by up to 1459 days") ||
                      run_says (run, "1 events lie days after most events, by up to 1460 days"),
                  "an event years after the others of its file is named"))
        run_diag (run);
    fid_run_destroy (run);
    rundir_remove (&r);
}

/* What is left of a pair is compared. */
static void test_pair (void)
{
    static struct buffer b;
    struct rundir r[2];
    struct fid_error err;
    for (int k = 0; k < 2; k++) {
        rundir_make (&r[k], k ? "emulation" : "real");
        put_calls (&b, BEGIN, 300 + k, 1, "part");
        write_out (&r[k], "read.out", &b);
        put_calls (&b, BEGIN + YEARS_S, 40 + k, 1, "model.pt");
        write_out (&r[k], "write.out", &b);
    }
    cJSON *doc = compare_dirs (&r[0], &r[1], &compare_opts, &err);
    ok (doc && grade (doc, "data.read") > 0.9, "reads are compared");
    ok (doc && grade (doc, "checkpoint.write") < 0, "writes, years later, are not");
    ok_says (doc, "no event of the real run could be placed in time", "with a reason");
    ok_says (doc, "by up to 1459 days", "and with how far they are");
    cJSON_Delete (doc);
    rundir_remove (&r[0]);
    rundir_remove (&r[1]);
}

/* A run of five days whose monitor ran in two parts of it, and one that ends after 13 h; a run
 * that goes on after two days, and its first part: all counts, and they differ. */
static void test_gaps (bool resumed)
{
    static struct buffer b;
    struct rundir r[2];
    struct fid_error err;
    for (int k = 0; k < 2; k++) {
        rundir_make (&r[k], k ? "emulation" : "real");
        put_calls (&b, BEGIN, resumed ? 300 : k ? 260 : 2400, resumed ? 60 : 180, "part");
        if (resumed && k == 0)
            put_calls (&b, BEGIN + 2 * DAY_S, 300, 60, "part");
        write_out (&r[k], "read.out", &b);
        put_cpu (&b, BEGIN, resumed ? 300 : 720, 60);
        if (!resumed || k == 0)
            put_cpu (&b, BEGIN + (resumed ? 2 : 4) * DAY_S, 300, 60);
        write_out (&r[k], "cpu.out", &b);
    }
    struct fid_run *run = load (&r[0], &err);
    if (!ok (run && run->stream[FID_STREAM_DATA_READ].unplaced_n == 0 &&
                 run->gauge[FID_GAUGE_CPU].n == (resumed ? 600 : 1020),
             "%s: all reads and samples count",
             resumed ? "a resumed run" : "monitors that ran in parts of it"))
        run_diag (run);
    ok (length_s (run) > (resumed ? 2 : 4) * DAY_S, "it is as long as it was");
    ok (run_says (run, " events lie days ") == resumed, "only a gap in all records is named");
    fid_run_destroy (run);
    cJSON *doc = compare_dirs (&r[0], &r[1], &compare_opts, &err);
    ok (doc && similarity (doc) >= 0 && similarity (doc) < 0.9,
        "and differs from its first part: %.2f", similarity (doc));
    ok (doc && grade (doc, "data.read") < 0.9, "so do its reads");
    cJSON_Delete (doc);
    rundir_remove (&r[0]);
    rundir_remove (&r[1]);
}

/* More stale samples than of the run: its I/O shows which are which. */
static void test_stale (int64_t away_s)
{
    static struct buffer b;
    struct rundir r;
    struct fid_error err;
    bool far = llabs (away_s) > 30 * DAY_S;
    rundir_make (&r, "stale");
    put_calls (&b, BEGIN, 600, 1, "part");
    write_out (&r, "read.out", &b);
    put_cpu (&b, BEGIN + away_s, 600, 1);
    put_cpu (&b, BEGIN, 60, 1);
    write_out (&r, "cpu.out", &b);
    struct fid_run *run = load (&r, &err);
    const struct fid_gauge *g = run ? &run->gauge[FID_GAUGE_CPU] : NULL;
    ok (g && run->stream[FID_STREAM_DATA_READ].unplaced_n == 0 &&
            !run->stream[FID_STREAM_DATA_READ].incomplete && length_s (run) < 700,
        "samples %lld s away: all reads count", (long long)away_s);
    if (!ok (g && g->n == (far ? 60 : 660) && (!far || g->incomplete),
             "the samples are left out, and their monitor is incomplete, or they count"))
        run_diag (run);
    ok (run_says (run, "cpu.out: 2400 samples lie more than an hour before") == far &&
            run_says (run, "cpu.out: trace incomplete: ") == far,
        "which is said");
    fid_run_destroy (run);
    rundir_remove (&r);
}

/* Monitors all the time: no write is apart. */
static void test_covered (void)
{
    static struct buffer b;
    struct rundir r;
    struct fid_error err;
    rundir_make (&r, "covered");
    put_calls (&b, BEGIN, 60, 60, "part");
    write_out (&r, "read.out", &b);
    for (int i = 1; i < 4; i++)
        put_calls (&b, BEGIN + i * 30 * INT64_C (3600), 40, 1, "model.pt");
    write_out (&r, "write.out", &b);
    put_cpu (&b, BEGIN, 1800, 240);
    write_out (&r, "cpu.out", &b);
    struct fid_run *run = load (&r, &err);
    if (!ok (run && run->stream[FID_STREAM_CHECKPOINT_WRITE].unplaced_n == 0 &&
                 !run_says (run, "events lie"),
             "a checkpoint every 30 h of a run that is monitored is not apart"))
        run_diag (run);
    fid_run_destroy (run);
    rundir_remove (&r);
}

int main (void)
{
    rundir_begin ();
    test_trace (YEARS_S);
    test_trace (-YEARS_S);
    test_trace (3 * DAY_S);
    test_trace (DAY_S / 2); /* nothing shows that it is no long run */
    test_samples ();
    test_stray (false);
    test_stray (true);
    test_pair ();
    test_gaps (false);
    test_gaps (true);
    test_stale (-3 * DAY_S);
    test_stale (-YEARS_S);
    test_covered ();
    rundir_end ();
    return tap_done ();
}
