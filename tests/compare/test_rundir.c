/* run directories from end to end: good, odd, broken; pairs of them */
#include "config.h"
#include <locale.h>
#include <time.h>
#include "base/array.h"
#include "tests/compare/rundir.h"

static const struct fid_run_opts run_opts = {0};
static const struct fid_compare_opts compare_opts = {.penalty = -1, .tolerance_s = -1};

static struct fid_run *
load (const struct rundir *r, struct fid_error *err)
{
    return fid_run_load (r->dir, &run_opts, err);
}

/* How a made-up run differs from the plain one. */
struct shape {
    double step_s; /* 0: 0.5 */
    int reads;     /* a step; 0: 4 */
    bool no_write, no_read, no_phases, no_checkpoint, no_gauges, idle_disk;
    int epochs;      /* 0: 3 */
    int silent_from; /* epoch from which on nothing is read; 0: never */
};

/* A training: 2 s of INIT, epochs of 20 steps, 3 s of evaluation, a checkpoint
 * of 2 s in each epoch; monitors every second. */
static void
training (struct rundir *r, const char *name, struct shape s)
{
    static struct buffer ev, ph, g;
    double step_s = s.step_s > 0 ? s.step_s : 0.5, t = 10;
    int reads = s.reads ? s.reads : 4, epochs = s.epochs ? s.epochs : 3;
    ev.n = ph.n = g.n = 0;
    put (&ev, "time_s,op,bytes,latency_s,pid,device\n");
    put (&ph, "start_s,end_s,phase,epoch\n");
    put (&g, "time_s,cpu.user,cpu.sys,cpu.iowait,cpu.idle,disk.read:vda,disk.write:vda\n");
    for (int i = 0; i < 40; i++) /* libraries */
        put (&ev, "%.3f,read,832,0.0001,7,\n%.3f,block_read,131072,0.001,7,vda\n", 7 + i * .05,
             7 + i * .05);
    if (s.no_write) /* a stray one: writes are traced */
        put (&ev, "9,write,100,0.001,7,\n9,block_write,512,0.01,7,vda\n");
    put (&ph, "8,10,INIT,\n");
    for (int e = 1; e <= epochs; e++) {
        double from = t;
        for (int k = 0; k < 20; k++, t += step_s)
            for (int i = 0; i < reads; i++) {
                if (s.no_read || (s.silent_from && e >= s.silent_from))
                    continue;
                put (&ev, "%.4f,read,%d,%.6f,7,\n", t + i * 0.01, 65536 << (i & 1),
                     0.002 + 0.0001 * i);
                put (&ev, "%.4f,block_read,131072,0.0015,7,vda\n", t + i * 0.01 + 0.0005);
            }
        put (&ph, "%.3f,%.3f,TRAINING,%d\n", from, t, e);
        if (!s.no_checkpoint) {
            for (int i = 0; i < 16 && !s.no_write; i++)
                put (&ev, "%.4f,write,1048576,0.001,7,\n%.4f,block_write,1048576,0.01,7,vda\n",
                     t + i * 0.1, t + i * 0.1 + 0.05);
            put (&ph, "%.3f,%.3f,CHECKPOINT,%d\n", t, t + 2, e);
            t += 2;
        }
        put (&ph, "%.3f,%.3f,EVAL,%d\n", t, t + 3, e);
        t += 3;
    }
    for (int i = 6; i < t + 4; i++) {
        double busy = i % 3 * 20, mib = i % 5 == 0 ? 40 : 10;
        put (&g, "%d.25,%.2f,%.2f,1,%.2f,%.2f,%.2f\n", i, busy, busy / 4, 99 - busy * 1.25,
             s.idle_disk ? 0 : mib, i % 7 == 0 ? 30. : 2.);
    }
    rundir_make (r, name);
    rundir_text (r, "events.csv", ev.text);
    if (!s.no_phases)
        rundir_text (r, "phases.csv", ph.text);
    if (!s.no_gauges)
        rundir_text (r, "gauges.csv", g.text);
}

static cJSON *
compare_dirs (const struct rundir *a, const struct rundir *b,
              const struct fid_compare_opts *opts, struct fid_error *err)
{
    struct fid_run *ra = load (a, err), *rb = ra ? load (b, err) : NULL;
    cJSON *doc = ra && rb ? fid_compare (ra, rb, &run_opts, opts, err) : NULL;
    fid_run_destroy (ra);
    fid_run_destroy (rb);
    return doc;
}

/* --- walking result documents */

static const char *
text_of (const cJSON *o, const char *key)
{
    const char *s = cJSON_GetStringValue (cJSON_GetObjectItem (o, key));
    return s ? s : "";
}

static const cJSON *
resource (const cJSON *doc, const char *name)
{
    const cJSON *r;
    cJSON_ArrayForEach (
        r, cJSON_GetObjectItem (doc, "resources")) if (strcmp (text_of (r, "resource"), name) ==
                                                       0) return r;
    return NULL;
}

static bool
doc_says (const cJSON *doc, const char *text)
{
    char *s = cJSON_PrintUnformatted (doc);
    bool found = s && strstr (s, text);
    free (s);
    return found;
}

static void
ok_says (const cJSON *doc, const char *text, const char *what)
{
    const cJSON *f;
    if (ok (doc && doc_says (doc, text), "%s", what))
        return;
    cJSON_ArrayForEach (f, cJSON_GetObjectItem (doc, "findings"))
        diag ("%s: %s", text_of (f, "resource"), text_of (f, "text"));
    cJSON_ArrayForEach (f, cJSON_GetObjectItem (doc, "warnings"))
        diag ("%s", cJSON_GetStringValue (f));
}

static double
similarity (const cJSON *doc, const char *name)
{
    const cJSON *s = cJSON_GetObjectItem (resource (doc, name), "similarity");
    return cJSON_IsNumber (s) ? s->valuedouble : -1;
}

/* Call f for every facet of every window. */
static void
each_facet (const cJSON *doc, void (*f) (const cJSON *, const char *, void *), void *arg)
{
    const cJSON *r, *w, *facet;
    char where[100];
    cJSON_ArrayForEach (r, cJSON_GetObjectItem (doc, "resources"))
    {
        cJSON_ArrayForEach (facet, cJSON_GetObjectItem (r, "facets"))
        {
            snprintf (where, sizeof where, "%s", text_of (r, "resource"));
            f (facet, where, arg);
        }
        cJSON_ArrayForEach (w, cJSON_GetObjectItem (r, "windows"))
            cJSON_ArrayForEach (facet, cJSON_GetObjectItem (w, "facets"))
        {
            snprintf (where, sizeof where, "%s/%s", text_of (r, "resource"),
                      text_of (w, "window"));
            f (facet, where, arg);
        }
    }
}

struct tally {
    int facet_n, wrong_n;
    const cJSON *other;
};

static void
is_one (const cJSON *f, const char *where, void *arg)
{
    struct tally *t = arg;
    const cJSON *s = cJSON_GetObjectItem (f, "similarity");
    if (!cJSON_IsNumber (s))
        return;
    t->facet_n++;
    if (s->valuedouble == 1 && cJSON_GetObjectItem (f, "distance")->valuedouble == 0)
        return;
    t->wrong_n++;
    diag ("%s %s %s: %.17g", where, text_of (f, "measure"), text_of (f, "quantity"),
          s->valuedouble);
}

/* The same facet of another document; NULL: not there. */
struct wanted {
    const char *where, *measure, *quantity;
    const cJSON *found;
};

static void
is_wanted (const cJSON *f, const char *where, void *arg)
{
    struct wanted *w = arg;
    if (strcmp (where, w->where) == 0 && strcmp (text_of (f, "measure"), w->measure) == 0 &&
        strcmp (text_of (f, "quantity"), w->quantity) == 0)
        w->found = f;
}

/* Measures that take nothing from the reference: no full scale, no band. */
static bool
own_scale (const char *measure, const char *where)
{
    return strcmp (measure, "dtw") == 0 || strcmp (measure, "coupling") == 0 ||
           (strcmp (measure, "w1") == 0 && strncmp (where, "disk", 4) == 0);
}

static void
is_same_swapped (const cJSON *f, const char *where, void *arg)
{
    struct tally *t = arg;
    struct wanted w = {where, text_of (f, "measure"), text_of (f, "quantity"), NULL};
    const struct fid_metric *m = fid_metric_find (w.measure);
    if (!m->symmetric || own_scale (w.measure, where))
        return;
    each_facet (t->other, is_wanted, &w);
    const cJSON *d = cJSON_GetObjectItem (f, "distance");
    const cJSON *e = w.found ? cJSON_GetObjectItem (w.found, "distance") : NULL;
    t->facet_n++;
    if (e && ((cJSON_IsNull (d) && cJSON_IsNull (e)) ||
              (cJSON_IsNumber (d) && cJSON_IsNumber (e) && d->valuedouble == e->valuedouble)))
        return;
    t->wrong_n++;
    diag ("%s %s %s: %.17g, swapped %.17g", where, w.measure, w.quantity,
          d ? d->valuedouble : NAN, e ? e->valuedouble : NAN);
}

static int
bad_numbers (const cJSON *o)
{
    int n = cJSON_IsNumber (o) && !isfinite (o->valuedouble);
    const cJSON *child;
    cJSON_ArrayForEach (child, o) n += bad_numbers (child);
    return n;
}

/* --- pairs */

static void
test_pairs (void)
{
    struct rundir a, b, c;
    struct fid_error err;
    struct tally t = {0};
    training (&a, "A", (struct shape){0});
    training (&b, "B", (struct shape){.step_s = 1.3, .reads = 3});
    cJSON *aa = compare_dirs (&a, &a, &compare_opts, &err);
    cJSON *ab = compare_dirs (&a, &b, &compare_opts, &err);
    cJSON *ba = compare_dirs (&b, &a, &compare_opts, &err);
    ok (aa && ab && ba, "three pairs compared");
    each_facet (aa, is_one, &t);
    ok (t.facet_n > 60 && t.wrong_n == 0,
        "a run against itself: similarity exactly 1 in all of %d facets", t.facet_n);
    ok_close (
        cJSON_GetObjectItem (cJSON_GetObjectItem (aa, "overall"), "similarity")->valuedouble, 1,
        0, "and overall");
    t = (struct tally){.other = ba};
    each_facet (ab, is_same_swapped, &t);
    ok (t.facet_n > 50 && t.wrong_n == 0,
        "swapped sides: %d symmetric measures give the very same distance", t.facet_n);
    ok (bad_numbers (ab) + bad_numbers (ba) + bad_numbers (aa) == 0, "no NaN, no infinity");
    double far = similarity (ab, "vfs.read");
    ok (far > 0 && far < 1, "different runs differ: %.3f", far);
    cJSON_Delete (aa);
    cJSON_Delete (ab);
    cJSON_Delete (ba);

    training (&c, "C",
              (struct shape){.no_write = true, .no_checkpoint = true, .idle_disk = true});
    cJSON *ac = compare_dirs (&a, &c, &compare_opts, &err);
    const cJSON *w = resource (ac, "vfs.write");
    ok_close (similarity (ac, "vfs.write"), 0, 0, "writes in one run only: similarity 0");
    ok_str (text_of (w, "reason"), "active in the real run only", "and says so");
    ok_close (similarity (ac, "disk.read"), 0, 0, "a disk that idles in one run only: 0");
    ok_says (ac, "never in the emulation", "a phase of one run only is a finding");
    ok (bad_numbers (ac) == 0, "no NaN in it");
    cJSON_Delete (ac);
    cJSON *cc = compare_dirs (&c, &c, &compare_opts, &err);
    ok_str (text_of (resource (cc, "vfs.write"), "status"), "idle",
            "idle in both is agreement");
    ok_close (similarity (cc, "vfs.write"), 1, 0, "of similarity 1");
    cJSON_Delete (cc);
    rundir_remove (&a);
    rundir_remove (&b);
    rundir_remove (&c);
}

static void
test_windows (void)
{
    static const char *const names[] = {"job",      "whole", "startup",    "INIT",
                                        "TRAINING", "EVAL",  "CHECKPOINT", NULL};
    struct rundir a, b, n;
    struct fid_error err;
    training (&a, "A", (struct shape){0});
    training (&b, "B", (struct shape){.no_checkpoint = true});
    training (&n, "N", (struct shape){.no_phases = true, .no_gauges = true});
    for (int i = 0; names[i]; i++) {
        struct fid_compare_opts o = compare_opts;
        o.window = names[i];
        cJSON *doc = compare_dirs (&a, &a, &o, &err);
        ok (doc && strcmp (text_of (resource (doc, "vfs.read"), "window"), names[i]) == 0,
            "headline window %s", names[i]);
        cJSON_Delete (doc);
    }
    struct fid_compare_opts o = compare_opts;
    o.window = "lunch";
    ok (!compare_dirs (&a, &a, &o, &err) && err.status == FID_EUSAGE &&
            strstr (err.text, "lunch"),
        "an unknown window is a usage error");
    o.window = "CHECKPOINT";
    ok (!compare_dirs (&b, &b, &o, &err) && err.status == FID_EINPUT &&
            strstr (err.text, "nothing is comparable"),
        "a window neither run has: a sentence, no similarity");
    diag ("%s", err.text);
    o.window = "TRAINING";
    ok (!compare_dirs (&n, &n, &o, &err) && err.status == FID_EINPUT,
        "phase windows need phases");
    cJSON *doc = compare_dirs (&n, &n, &compare_opts, &err);
    if (!doc)
        diag ("%s", err.text);
    ok (doc != NULL, "without phases the job is the whole run");
    ok_says (doc, "no log tells phases", "and that is told");
    cJSON_Delete (doc);
    rundir_remove (&a);
    rundir_remove (&b);
    rundir_remove (&n);
}

static void
test_findings (void)
{
    struct rundir a, b;
    struct fid_error err;
    training (&a, "A", (struct shape){.epochs = 5});
    training (&b, "B", (struct shape){.epochs = 5, .silent_from = 3});
    cJSON *doc = compare_dirs (&a, &b, &compare_opts, &err);
    ok_says (doc, "silent in the emulation from epoch 3 of 5 on", "from which epoch on");
    cJSON_Delete (doc);
    doc = compare_dirs (&b, &a, &compare_opts, &err);
    ok_says (doc, "silent in the real run from epoch 3 of 5 on", "on either side");
    cJSON_Delete (doc);
    rundir_remove (&b);
    training (&b, "B", (struct shape){.epochs = 2});
    doc = compare_dirs (&a, &b, &compare_opts, &err);
    ok_says (doc, "the real run has 5 epochs, the emulation 2", "missing epochs");
    cJSON_Delete (doc);
    rundir_remove (&b);
    training (&b, "B", (struct shape){.epochs = 1, .no_gauges = true, .no_phases = true});
    doc = compare_dirs (&a, &b, &compare_opts, &err);
    ok_says (doc, "not recorded in the emulation", "absent is not zero");
    ok (similarity (doc, "cpu") < 0, "and has no similarity");
    cJSON_Delete (doc);
    rundir_remove (&a);
    rundir_remove (&b);
}

/* --- single runs */

static void
put_reads (struct buffer *b, double from_s, int n, int pid)
{
    put (b, "Attaching 6 probes...\nTIMESTAMP         PID      OFFSET           RET(B)       "
            "LAT(ns)      FILENAME\n");
    for (int i = 0; i < n; i++)
        put (b, "%.0f     %d    %d                4096         5040         data.npz\n",
             (from_s + i * 0.01) * 1e9, pid, i * 4096);
}

static void
test_damage (void)
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
            strstr (err.text, "vfs.read: not traced in either run"),
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
    ok (s && s->event_n == 1000 && s->reject_n == 12 && s->whole,
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
    ok (s && s->event_n > 200 && s->event_n < 1900 && !s->whole &&
            run_says (run, "could only be read in part"),
        "half a gzip file: what it gives (%d events), and a finding", s ? (int)s->event_n : 0);
    ok (run && run->stream[FID_STREAM_VFS_READ].traced &&
            !run->stream[FID_STREAM_VFS_WRITE].traced,
        "reads are traced, writes not");
    fid_run_destroy (run);
    rundir_remove (&r);
}

/* One file that gives events, phases and steps is read in two passes. */
static void
test_dftracer (void)
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
        ok_int ((long long)run->stream[FID_STREAM_VFS_READ].part[FID_PART_TRAINING].op_n, 50,
                "all reads lie in the training");
    fid_run_destroy (run);
    rundir_remove (&r);
}

/* Clocks that nothing relates: events are left out, told, and no zero. */
static void
test_clocks (void)
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
    const struct fid_stream *s = run ? &run->stream[FID_STREAM_VFS_READ] : NULL;
    ok (s && run->phases.known && s->unplaced_n == 500 && s->first_ns > s->last_ns,
        "events of an unrelated clock are left out");
    if (!ok (run_says (run, "500 events could not be placed in time"), "and told"))
        run_diag (run);
    fid_run_destroy (run);
    training (&good, "good", (struct shape){0});
    cJSON *doc = compare_dirs (&good, &r, &compare_opts, &err);
    ok (doc && similarity (doc, "vfs.read") < 0, "they are not compared as silence");
    ok_says (doc, "no event of the emulation could be placed in time", "but with a reason");
    cJSON_Delete (doc);
    rundir_remove (&r);
    rundir_remove (&good);

    rundir_make (&r, "boot"); /* nothing but the boot clock: it is the axis */
    rundir_text (&r, "trace_read.out", b.text);
    run = load (&r, &err);
    ok (run && run->clocks.axis == FID_CLOCK_BOOT &&
            run->stream[FID_STREAM_VFS_READ].part[FID_PART_BETWEEN].op_n == 500,
        "a run of the boot clock alone is a run");
    fid_run_destroy (run);
    doc = compare_dirs (&r, &r, &compare_opts, &err);
    ok (doc && similarity (doc, "vfs.read") == 1, "and comparable");
    cJSON_Delete (doc);
    rundir_remove (&r);
}

/* A stamp that lost its first digits must not stretch the axis. */
static void
test_stray (void)
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
    const struct fid_stream *s = run ? &run->stream[FID_STREAM_VFS_READ] : NULL;
    ok (s && s->grid.bin_ns == FID_GRID_BIN_NS && s->unplaced_n == 1,
        "an event 58 days before the run is left out; bins stay narrow");
    ok (run_says (run, "1 events lie more than an hour before or after"), "and told");
    fid_run_destroy (run);
    rundir_remove (&r);
}

static void
test_hash (void)
{
    struct rundir a, b;
    struct fid_error err;
    uint64_t h = 0, hb = 1;
    training (&a, "A", (struct shape){0});
    struct fid_run *run = load (&a, &err);
    ok (run && fid_run_hash (a.dir, &h, &err) == 0 && h == run->hash && h,
        "hashing without reading gives the hash of the read run");
    fid_run_destroy (run);
    rundir_text (&a, "notes.txt", "nothing a reader knows");
    ok (fid_run_hash (a.dir, &hb, &err) == 0 && hb == h, "unknown files do not count");
    training (&b, "B", (struct shape){.reads = 5});
    ok (fid_run_hash (b.dir, &hb, &err) == 0 && hb != h, "other contents, other hash");
    rundir_remove (&a);
    rundir_remove (&b);
}

/* Bytes that are no UTF-8, from a file into the result. */
static void
test_text (void)
{
    struct rundir a;
    struct fid_error err;
    training (&a, "A", (struct shape){0});
    rundir_text (&a, "meta.json",
                 "{\"run\": \"A\", \"workload\": \"b\xff\xc3(\xc3\xa9\xed\xa0\x80\", "
                 "\"kind\": \"real\", \"exit_code\": 0, \"start_utc\": "
                 "\"2023-11-14T22:13:20Z\"}");
    cJSON *doc = compare_dirs (&a, &a, &compare_opts, &err);
    ok_str (text_of (cJSON_GetObjectItem (doc, "real"), "workload"), "b?" "?(\xc3\xa9???",
            "bytes that are no UTF-8 become question marks");
    cJSON_Delete (doc);
    rundir_remove (&a);
}

static char *
result_text (const struct rundir *a, const struct rundir *b)
{
    struct fid_error err;
    cJSON *doc = compare_dirs (a, b, &compare_opts, &err);
    char *s = cJSON_Print (doc);
    cJSON_Delete (doc);
    return s;
}

static void
test_environment (void)
{
    static const char *const zones[] = {"Asia/Kolkata", "America/St_Johns", ":/no/such"};
    static const char *const locales[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8",
                                          "C.UTF-8"};
    struct rundir a, b, c;
    training (&a, "A", (struct shape){0});
    training (&b, "B", (struct shape){.step_s = 0.7});
    char *want = result_text (&a, &b);
    for (size_t i = 0; i < sizeof zones / sizeof *zones; i++) {
        setenv ("TZ", zones[i], 1);
        tzset ();
        char *got = result_text (&a, &b);
        ok_str (got, want, "the same bytes in another time zone");
        free (got);
    }
    unsetenv ("TZ");
    size_t i = 0;
    while (i < sizeof locales / sizeof *locales && !setlocale (LC_ALL, locales[i]))
        i++;
    char *got = result_text (&a, &b);
    ok_str (got, want, "the same bytes in another locale");
    diag ("%s", i < sizeof locales / sizeof *locales ? locales[i] : "no other locale here");
    setlocale (LC_ALL, "C");
    free (got);
    /* files made in the other order: readdir may list them so */
    rundir_remove (&a);
    static struct rundir tmp;
    training (&tmp, "T", (struct shape){0});
    rundir_make (&c, "A");
    for (size_t k = tmp.n; k-- > 0;) {
        FILE *f = fopen (tmp.file[k], "rb");
        static char text[1 << 19];
        size_t n = fread (text, 1, sizeof text, f);
        fclose (f);
        rundir_bytes (&c, strrchr (tmp.file[k], '/') + 1, text, n);
    }
    got = result_text (&c, &b);
    ok_str (got, want, "the same bytes whatever order the files were made in");
    free (got);
    free (want);
    rundir_remove (&tmp);
    rundir_remove (&b);
    rundir_remove (&c);
}

int
main (void)
{
    rundir_begin ();
    test_pairs ();
    test_windows ();
    test_findings ();
    test_damage ();
    test_dftracer ();
    test_clocks ();
    test_stray ();
    test_hash ();
    test_text ();
    test_environment ();
    rundir_end ();
    return tap_done ();
}
