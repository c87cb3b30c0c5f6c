/* runs whose files or stamps lie years apart: what is no part of the run is left out and named,
 * and comparing takes no longer than that of the rest */
#include "config.h"
#include <time.h>
#include "tests/compare/made_run.h"

#define BEGIN   INT64_C (1700000000) /* seconds of UTC */
#define DAY_S   INT64_C (86400)
#define YEARS_S (4 * 365 * DAY_S)

/* The stamp of a processed tree. */
static void
put_stamp (struct buffer *b, int64_t utc_s)
{
    time_t t = (time_t)utc_s;
    struct tm tm;
    char text[40];
    gmtime_r (&t, &tm);
    strftime (text, sizeof text, "%Y-%m-%dT%H:%M:%S", &tm);
    put (b, "%s", text);
}

/* Calls in the format of processed trees, `every_s` seconds apart. */
static void
put_calls (struct buffer *b, int64_t from_s, int n, int64_t every_s, const char *file)
{
    for (int i = 0; i < n; i++) {
        put_stamp (b, from_s + i * every_s);
        put (b, ".000000000 7 0 4096 5040 %s%d\n", file, i % 5);
    }
}

static void
put_cpu (struct buffer *b, int64_t from_s, int n)
{
    for (int i = 0; i < n; i++) {
        put_stamp (b, from_s + i);
        put (b, " 4.21 0.00 1.93 1.74 0.00 0.23 0.00 0.00 0.00 91.90\n");
    }
}

static void
write_out (struct rundir *r, const char *name, struct buffer *b)
{
    rundir_text (r, name, b->text);
    b->n = 0;
}

/* How long the run's I/O lasts, seconds. */
static double
length_s (const struct fid_run *run)
{
    struct fid_error err;
    return run ? fid_window_length (run, FID_WINDOW_WHOLE, &err) : -1;
}

static void
test_trace (int64_t away_s)
{
    static struct buffer b;
    struct rundir r;
    struct fid_error err;
    char text[80];
    bool far = llabs (away_s) > DAY_S;
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
    fid_run_destroy (run);
    rundir_remove (&r);
}

static void
test_samples (void)
{
    static struct buffer b;
    struct rundir r;
    struct fid_error err;
    rundir_make (&r, "samples");
    put_cpu (&b, BEGIN, 60);
    put_cpu (&b, BEGIN + YEARS_S, 1);
    put_cpu (&b, BEGIN + 2 * YEARS_S, 1);
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
static void
test_stray (void)
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
    struct fid_run *run = load (&r, &err);
    if (!ok (run_says (run, "1 events lie days after most others, by up to 1459 days") ||
                 run_says (run, "1 events lie days after most others, by up to 1460 days"),
             "an event years after the others of its file is named"))
        run_diag (run);
    fid_run_destroy (run);
    rundir_remove (&r);
}

/* What is left of a pair is compared. */
static void
test_pair (void)
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

int
main (void)
{
    rundir_begin ();
    test_trace (YEARS_S);
    test_trace (-YEARS_S);
    test_trace (2 * DAY_S);
    test_trace (DAY_S / 2); /* nothing shows that it is no long run */
    test_samples ();
    test_stray ();
    test_pair ();
    rundir_end ();
    return tap_done ();
}
