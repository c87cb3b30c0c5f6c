/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pairs, resuming, failures, cancelling and progress of a batch */
#include <dirent.h>
#include "base/outfile.h"
#include "batch/batch.h"
#include "batch/cache.h"
#include "tests/compare/made_run.h"

#define OLD "0123456789abcdef" /* methods */
#define NEW "fedcba9876543210"

static struct rundir a, b, c;
static char results[400];

/* What the hooks saw. */
static struct seen {
    size_t progress_n, done_n, total_n, kept_n, failed_n, message_n, begin_n, end_n;
    size_t cancel_at; /* cancel when so many pairs are done; 0: never */
    bool ordered;     /* done_n never fell */
    char message[300];
} seen;

static void progress (void *ctx, const struct fid_batch_progress *p)
{
    struct seen *s = ctx;
    s->ordered &= p->done_n == s->progress_n;
    s->progress_n++;
    s->done_n = p->done_n;
    s->total_n = p->total_n;
    s->kept_n = p->kept_n;
    s->failed_n = p->failed_n;
}

static bool cancelled (void *ctx)
{
    struct seen *s = ctx;
    return s->cancel_at && s->done_n >= s->cancel_at;
}

static void message (void *ctx, const char *text)
{
    struct seen *s = ctx;
    s->message_n++;
    snprintf (s->message, sizeof s->message, "%s", text);
}

static void begin_file (void)
{
    __atomic_add_fetch (&seen.begin_n, 1, __ATOMIC_SEQ_CST);
}

static void end_file (void)
{
    __atomic_add_fetch (&seen.end_n, 1, __ATOMIC_SEQ_CST);
}

static struct fid_batch_opts options (const char *method)
{
    struct fid_batch_opts o = FID_BATCH_DEFAULTS;
    o.no_digests = true; /* results are a flat folder */
    o.results = results;
    o.no_calibration = true;
    o.thread_n = 2;
    o.method = method;
    o.hooks = (struct fid_batch_hooks){&seen, progress, cancelled, message};
    return o;
}

/* Each of a, b and c with each other one. */
static struct fid_batch *six_pairs (struct fid_error *err)
{
    const struct rundir *all[] = {&a, &b, &c};
    struct fid_batch *batch = fid_batch_create (err);
    for (int i = 0; i < 9; i++)
        if (i / 3 != i % 3 && fid_batch_add_pair (batch, all[i / 3]->dir, all[i % 3]->dir, err))
            abort ();
    return batch;
}

/* Runs the six pairs; "compared/kept/failed", or the error. */
static const char *run (const struct fid_batch_opts *o)
{
    static char text[1100];
    struct fid_error err;
    struct fid_batch_summary s;
    struct fid_batch *batch = six_pairs (&err);
    int rc = fid_batch_run (batch, o, &s, &err);
    snprintf (text, sizeof text, "%zu/%zu/%zu%s%s", s.compared_n, s.kept_n, s.failed_n,
              rc ? " " : "", rc ? err.text : "");
    fid_batch_destroy (batch);
    return text;
}

static const char *run_method (const char *method)
{
    struct fid_batch_opts o = options (method);
    return run (&o);
}

/* The bytes of a file of the results, or "". */
static const char *contents (const char *name)
{
    static char text[1 << 20];
    char path[800];
    snprintf (path, sizeof path, "%s/%s", results, name);
    FILE *f = fopen (path, "rb");
    size_t n = f ? fread (text, 1, sizeof text - 1, f) : 0;
    if (f)
        fclose (f);
    text[n] = '\0';
    return text;
}

static void overwrite (const char *name, const char *text)
{
    char path[800];
    snprintf (path, sizeof path, "%s/%s", results, name);
    FILE *f = fopen (path, "wb");
    if (!f || fputs (text, f) < 0 || fclose (f))
        abort ();
}

static void remove_results (void)
{
    char path[800];
    DIR *d = opendir (results);
    const struct dirent *e;
    while (d && (e = readdir (d))) {
        snprintf (path, sizeof path, "%s/%s", results, e->d_name);
        unlink (path);
    }
    if (d)
        closedir (d);
    rmdir (results);
}

static void test_resume (void)
{
    seen = (struct seen){.ordered = true};
    ok_str (run_method (OLD), "6/0/0", "six pairs are compared");
    ok (seen.ordered && seen.progress_n == 7 && seen.done_n == 6 && seen.total_n == 6,
        "progress counts from 0 to 6");
    ok (seen.begin_n >= 13 && seen.end_n == seen.begin_n, "every file is announced and ended");
    char *cache = strdup (contents (FID_CACHE_FILE)), *first = strdup (contents ("A__B.json"));
    ok_str (run_method (OLD), "0/6/0", "the same again: all are kept");
    ok_str (contents (FID_CACHE_FILE), cache, "and the cache is as before");
    ok_str (run_method (NEW), "6/0/0", "another method: none is kept");
    ok_str (run_method (NEW), "0/6/0", "until it has compared them");
    ok_str (run_method (OLD), "6/0/0", "nor does the first method keep those of the second");
    ok_str (run_method (NULL), "6/0/0", "the method of this build is another");
    ok_str (contents ("A__B.json"), first, "results do not name the method");
    ok_int ((long long)strlen (fid_method ()), 16, "a method has 16 digits");

    /* each of these makes one result unfit */
    run_method (OLD);
    overwrite ("A__B.json", "{}");
    ok_str (run_method (OLD), "1/5/0", "a result that something else wrote");
    overwrite ("A__B.json", first);
    ok_str (run_method (OLD), "0/6/0", "the same bytes are the same result");
    char *cut = strdup (cache);
    *strrchr (cut, 'C') = '\0'; /* "C__B.json\n": the last line loses its name */
    overwrite (FID_CACHE_FILE, cut);
    ok_str (run_method (OLD), "1/5/0", "a cut line of the cache");
    overwrite (FID_CACHE_FILE, "no cache\n\n\tat\tall\n");
    ok_str (run_method (OLD), "6/0/0", "a cache that is not one");
    ok_str (contents (FID_CACHE_FILE), cache, "is replaced");
    struct fid_batch_opts o = options (OLD);
    o.compare.dt_s = 0.25;
    ok_str (run (&o), "6/0/0", "other options");
    o.force = true;
    ok_str (run (&o), "6/0/0", "force");
    o.force = false;
    o.series.size.point_n = 100;
    ok_str (run (&o), "6/0/0", "series of another size");
    o.series.none = true;
    ok_str (run (&o), "0/6/0", "no series: results are kept");
    rundir_text (&a, "gauges.csv", "time_s,cpu.user,cpu.sys,cpu.iowait,cpu.idle\n1,1,1,1,97\n");
    ok_str (run (&o), "4/2/0", "changed traces: the pairs of that run");
    rundir_remove (&a);
    training (&a, "A", (struct shape){0});
    free (cut);
    free (first);
    free (cache);
    remove_results ();
}

static void test_threads (void)
{
    struct fid_batch_opts o = options (OLD);
    o.no_calibration = false;
    run (&o);
    char *cache = strdup (contents (FID_CACHE_FILE)), *doc = strdup (contents ("C__A.json"));
    remove_results ();
    o.thread_n = 1;
    run (&o);
    ok_str (contents (FID_CACHE_FILE), cache, "one thread and two: the same cache");
    ok_str (contents ("C__A.json"), doc, "and the same results");
    free (cache);
    free (doc);
    remove_results ();
}

static void test_cancel (void)
{
    struct fid_batch_opts o = options (OLD);
    o.thread_n = 1;
    seen = (struct seen){.ordered = true, .cancel_at = 2};
    ok_str (run (&o), "2/0/0 cancelled: 4 of 6 pairs are not compared", "cancelled after two");
    seen = (struct seen){.ordered = true};
    ok_str (run (&o), "4/2/0", "the next batch keeps the two");
    ok (seen.kept_n == 2 && seen.total_n == 4, "which progress shows");

    /* the same batch can be run again */
    struct fid_error err;
    struct fid_batch_summary s;
    struct fid_batch *batch = six_pairs (&err);
    seen = (struct seen){.cancel_at = 1};
    o.force = true;
    int rc = fid_batch_run (batch, &o, &s, &err);
    ok (rc == -1 && err.status == FID_EPARTIAL && s.pair_n == 6 && s.compared_n == 1,
        "cancelled: FID_EPARTIAL and a summary");
    ok (fid_batch_pair_n (batch) == 6 && fid_batch_pair (batch, 5).state == FID_BATCH_TODO,
        "the last pair is still to do");
    seen = (struct seen){0};
    o.force = false;
    ok (fid_batch_run (batch, &o, &s, &err) == 0 && s.compared_n + s.kept_n == 6,
        "the same batch goes on");
    struct fid_batch_pair last = fid_batch_pair (batch, 5);
    ok (strcmp (last.real, "C") == 0 && strcmp (last.emulation, "B") == 0 &&
            strcmp (last.file, "C__B.json") == 0 && last.state == FID_BATCH_KEPT,
        "the last pair is C with B");
    fid_batch_destroy (batch);
    remove_results ();
}

static void test_both_sides (void)
{
    struct fid_error err;
    struct fid_batch_summary s;
    struct fid_batch_opts o = options (OLD);
    struct fid_batch *batch = fid_batch_create (&err);
    fid_batch_add_real (batch, a.dir, &err);
    fid_batch_add_real (batch, b.dir, &err);
    fid_batch_add_emulation (batch, b.dir, &err);
    ok (fid_batch_run (batch, &o, &s, &err) == -1 && err.status == FID_EUSAGE &&
            strstr (err.text, "/B stands on both sides") && !*contents ("A__B.json"),
        "a run of both sides is refused with its name");
    ok (fid_batch_add_pair (batch, a.dir, a.dir, &err) == -1 && err.status == FID_EUSAGE,
        "and so is a pair of a run with itself");
    fid_batch_destroy (batch);
}

static void test_failures (void)
{
    struct fid_error err;
    struct fid_batch_summary s;
    struct fid_batch_opts o = options (OLD);
    char none[400];
    snprintf (none, sizeof none, "%s/none", rundir_root);
    ok (mkdir (none, 0777) == 0, "a run without files");
    struct fid_batch *batch = fid_batch_create (&err);
    ok (fid_batch_is_empty (batch) && fid_batch_run (batch, &o, &s, &err) == -1 &&
            err.status == FID_EUSAGE,
        "an empty batch is refused");
    fid_batch_add_pair (batch, none, a.dir, &err);
    fid_batch_add_pair (batch, b.dir, a.dir, &err);
    fid_batch_add_pair (batch, b.dir, a.dir, &err);
    seen = (struct seen){0};
    ok (fid_batch_run (batch, &o, &s, &err) == 0 && s.compared_n == 1 && s.failed_n == 1 &&
            s.broken.status == FID_OK && s.pair_n == 2,
        "one pair of two fails");
    ok_int ((long long)seen.failed_n, 1, "progress counts it");
    ok (strncmp (contents ("failed.tsv"), "none\tA\tnone: ", 13) == 0, "failed.tsv names it");
    fid_batch_destroy (batch);
    batch = fid_batch_create (&err);
    fid_batch_add_pair (batch, b.dir, a.dir, &err);
    fid_batch_add_pair (batch, none, a.dir, &err);
    seen = (struct seen){.cancel_at = 1};
    o.force = true;
    o.thread_n = 1;
    fid_batch_run (batch, &o, &s, &err);
    ok (s.failed_n == 0 && strncmp (contents ("failed.tsv"), "none\tA\t", 7) == 0,
        "a failed pair stays on the list if a cancelled batch does not reach it");
    fid_batch_destroy (batch);
    seen = (struct seen){0};
    o = options (OLD);
    run (&o); /* does not try it again */
    ok (strncmp (contents ("failed.tsv"), "none\tA\t", 7) == 0, "and still does afterwards");
    overwrite ("none__A.json", "{}");
    run (&o);
    ok_str (contents ("failed.tsv"), "", "until the pair has a result");

    /* a folder where a file has to be: not the fault of the input */
    char path[800];
    remove_results ();
    mkdir (results, 0700);
    snprintf (path, sizeof path, "%s/A__B.json", results);
    mkdir (path, 0700);
    batch = six_pairs (&err);
    ok (fid_batch_run (batch, &o, &s, &err) == 0 && s.failed_n == 1 &&
            s.broken.status == FID_EINTERNAL,
        "a result that cannot be written breaks nothing else, and is told");
    fid_batch_destroy (batch);
    rmdir (path);
    snprintf (path, sizeof path, "%s/" FID_CACHE_FILE, results);
    unlink (path);
    mkdir (path, 0700);
    batch = six_pairs (&err);
    ok (fid_batch_run (batch, &o, &s, &err) == -1 && strstr (err.text, FID_CACHE_FILE),
        "a cache that cannot be read is an error");
    fid_batch_destroy (batch);
    rmdir (path);
    remove_results ();
    rmdir (none);
    batch = fid_batch_create (&err);
    fid_batch_add_pair (batch, none, a.dir, &err);
    fid_batch_add_pair (batch, b.dir, a.dir, &err);
    ok (fid_batch_run (batch, &o, &s, &err) == 0 && s.failed_n == 1 &&
            fid_batch_pair (batch, 0).unlisted && !fid_batch_pair (batch, 1).unlisted,
        "a run that is nowhere is not listed among what failed");
    fid_batch_destroy (batch);
    remove_results ();
}

int main (void)
{
    fid_outfile_watch (begin_file, end_file);
    rundir_begin ();
    snprintf (results, sizeof results, "%s/results", rundir_root);
    training (&a, "A", (struct shape){0});
    training (&b, "B", (struct shape){.step_s = 0.6});
    training (&c, "C", (struct shape){.reads = 3});
    test_resume ();
    test_threads ();
    test_cancel ();
    test_both_sides ();
    test_failures ();
    rundir_remove (&a);
    rundir_remove (&b);
    rundir_remove (&c);
    rundir_end ();
    return tap_done ();
}
