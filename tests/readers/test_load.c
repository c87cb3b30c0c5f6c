/* test_load.c - run directories: files that tell the same count once, odd files */
#include "config.h"
#include <dirent.h>
#include <errno.h>
#include <ftw.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/array.h"
#include "base/path_order.h"
#include "readers/choose.h"
#include "readers/load.h"
#include "readers/several.h"
#include "readers/sources.h"
#include "tests/readers/check.h"

/* One block of training with n steps, and the line a copy on standard error has before it. */
static char *
dlio_log (int n, const char *before)
{
    char *text = malloc (4096);
    size_t at =
        (size_t)sprintf (text,
                         "%s[OUTPUT] 2026-11-21T00:00:00.000000 Running DLIO [Training] with "
                         "1 process(es)\n"
                         "[OUTPUT] 2026-11-21T00:00:10.000000 Starting epoch 1: 5 steps\n"
                         "[OUTPUT] 2026-11-21T00:00:10.000000 Starting block 1\n",
                         before);
    for (int i = 1; i <= n; i++)
        at += (size_t)sprintf (
            text + at,
            "[INFO] 2026-11-21T00:00:%d.000000 Rank 0 step %d: loaded 4 samples in 0.25 s\n"
            "[INFO] 2026-11-21T00:00:%d.500000 Rank 0 step %d: processed 4 samples in 0.5 s\n",
            10 + i, i, 10 + i, i);
    sprintf (text + at,
             "[OUTPUT] 2026-11-21T00:00:%d.000000 Ending block 1 - %d steps\n"
             "[OUTPUT] 2026-11-21T00:00:%d.000000 Ending epoch 1 - %d steps\n",
             12 + n, n, 12 + n, n);
    return text;
}

struct named {
    const char *name;
    char *text; /* freed by load */
};

static void
put (const char *dir, const char *name, const char *text)
{
    char *path = fid_format (NULL, "%s/%s", dir, name), *slash = strrchr (path, '/');
    *slash = '\0';
    mkdir (path, 0700);
    *slash = '/';
    FILE *f = fopen (path, "w");
    if (!f || fputs (text, f) < 0 || fclose (f))
        abort ();
    free (path);
}

/* Load a directory of the files, which ends with a NULL name; NULL: why tells. */
static struct fid_run *
try_load (struct named *files, struct fid_error *err)
{
    char dir[] = "/tmp/fidlio-load.XXXXXX";
    struct fid_run_opts opts = {0};
    if (!mkdtemp (dir))
        abort ();
    for (struct named *f = files; f->name; f++)
        put (dir, f->name, f->text);
    struct fid_run *run = fid_run_load (dir, &opts, err);
    for (struct named *f = files; f->name; f++) {
        char *path = fid_format (NULL, "%s/%s", dir, f->name);
        unlink (path);
        *strrchr (path, '/') = '\0';
        rmdir (path); /* of a subdirectory that is empty now */
        free (path);
        free (f->text);
    }
    rmdir (dir);
    return run;
}

static struct fid_run *
load (struct named *files)
{
    struct fid_error err = {0};
    struct fid_run *run = try_load (files, &err);
    if (!run)
        diag ("%s", err.text);
    return run;
}

static char *
copy (const char *text)
{
    return fid_strdup (text, NULL);
}

/* What is used of a file, as "phases steps clock". */
static void
ok_used (const struct fid_run *run, const char *path, const char *want, const char *what)
{
    char got[40] = "no such file";
    for (size_t i = 0; run && i < run->source_n; i++)
        if (strcmp (run->source[i].path, path) == 0)
            snprintf (got, sizeof got, "%s%s%s",
                      run->source[i].used & FID_GIVES_PHASES ? "phases " : "",
                      run->source[i].used & FID_GIVES_STEPS ? "steps " : "",
                      run->source[i].used & FID_GIVES_CLOCK ? "clock " : "");
    ok_str (got, want, what);
}

static void
ok_counts (const struct fid_run *run, size_t phase_n, size_t step_n, const char *what)
{
    size_t phases = 0;
    for (size_t i = 0; run && i < run->source_n; i++)
        phases += run->source[i].phase_n;
    if (!ok (run && phases == phase_n && run->steps.n == step_n, "%s", what))
        diag ("%zu phases, %zu steps", phases, run ? run->steps.n : 0);
}

static void
test_copy (void)
{
    struct fid_run *run = load ((struct named[]){
        {"stderr.txt", dlio_log (5, "WARNING:root\n")}, {"dlio.log", dlio_log (5, "")}, {0}});
    ok_counts (run, 3, 5, "a copy of the log on standard error does not count again");
    ok_used (run, "dlio.log", "phases steps clock ", "dlio.log is the log");
    ok_used (run, "stderr.txt", "", "and standard error is not");
    fid_run_destroy (run);

    run = load (
        (struct named[]){{"out.txt", dlio_log (5, "")}, {"dlio.log", dlio_log (2, "")}, {0}});
    ok_used (run, "dlio.log", "phases clock ", "of as many phases, dlio.log");
    ok_used (run, "out.txt", "steps ", "the steps from where there are more");
    fid_run_destroy (run);

    run =
        load ((struct named[]){{"a.txt", dlio_log (3, "")}, {"z.log", dlio_log (3, "")}, {0}});
    ok_used (run, "z.log", "phases steps clock ", "of copies, the one that is called a log");
    fid_run_destroy (run);

    run = load ((struct named[]){
        {"dlio.log", copy ("[OUTPUT] 2026-11-21T00:00:00.000000 Running DLIO with 1 "
                           "process(es)\n")},
        {"stderr.txt", dlio_log (4, "")},
        {0}});
    ok_used (run, "stderr.txt", "phases steps clock ", "a log that was cut early gives way");
    ok_counts (run, 3, 4, "to its copy");
    fid_run_destroy (run);
}

static void
test_ranks (void)
{
    struct fid_run *run = load ((struct named[]){{"rank10.log", dlio_log (5, "")},
                                                 {"rank2.log", dlio_log (4, "")},
                                                 {"rank3.log", dlio_log (6, "")},
                                                 {0}});
    ok_counts (run, 3, 4, "of several ranks the lowest counts, by number");
    ok_used (run, "rank2.log", "phases steps clock ", "which is 2");
    fid_run_destroy (run);

    run = load ((struct named[]){
        {"dlio.log", dlio_log (0, "")},
        {"0_output.json", copy ("{\"1\": {\"load\": {\"block1\": [1, 2]}, \"proc\": "
                                "{\"block1\": [2, 3]}}, \"hostname\": \"a\"}")},
        {"1_output.json", copy ("{\"1\": {\"load\": {\"block1\": [1, 2]}, \"proc\": "
                                "{\"block1\": [2, 3]}}, \"hostname\": \"a\"}")},
        {0}});
    ok_counts (run, 3, 2, "steps of rank 0 only, from its results");
    ok_used (run, "0_output.json", "steps ", "as the log has none");
    fid_run_destroy (run);
}

static void
test_tables (void)
{
    struct fid_run *run = load ((struct named[]){
        {"gauges.csv", copy ("time_s,cpu.user,cpu.idle\n0,1,99\n1,2,98\n")}, {0}});
    ok (run && !run->stream[FID_STREAM_BLOCK_READ].traced &&
            !run->stream[FID_STREAM_DATA_OPEN].traced,
        "a table of gauges is no trace without events");
    ok (run && run->source[0].used == FID_GIVES_CPU && run->source[0].sample_n == 4,
        "but one of gauges");
    fid_run_destroy (run);
}

#define BPF_READ "TIMESTAMP PID OFFSET RET(B) LAT(ns) FILENAME\n"

/* Traces that hold nothing, hold nonsense, or are half nonsense. */
static void
test_odd (void)
{
    struct fid_error err;
    struct fid_run *run = load ((struct named[]){{"trace_read.out", copy (BPF_READ)}, {0}});
    ok (run && run->stream[FID_STREAM_DATA_READ].traced &&
            run->stream[FID_STREAM_DATA_READ].first_ns == INT64_MAX &&
            !run->stream[FID_STREAM_CHECKPOINT_WRITE].traced,
        "an empty trace is of a silent resource, a missing one of none");
    fid_run_destroy (run);

    run = load ((struct named[]){
        {"gpu.out",
         copy ("#Date       Time        gpu        pid  type    sm   mem    fb   command\n"
               "#YYYYMMDD   HH:MM:SS    Idx          #   C/G     %     %    MB   name\n")},
        {0}});
    ok (run && run->gauge[FID_GAUGE_GPU_SM].n == 0, "a list of GPUs without rows is no gauge");
    fid_run_destroy (run);

    run = try_load ((struct named[]){{"trace_read.out", copy ("\x7f"
                                                              "ELF nothing")},
                                     {0}},
                    &err);
    ok (!run && err.status == FID_EINPUT && strstr (err.text, "none of its 1 files"),
        "a directory of files nobody knows is an error");
    fid_run_destroy (run);

    run = try_load ((struct named[]){{0}}, &err);
    ok (!run && err.status == FID_EINPUT, "and so is an empty one");
    fid_run_destroy (run);

    char *text = malloc (8192);
    size_t at = (size_t)sprintf (text, BPF_READ "1000 5 0 10 100 a\n");
    for (int i = 0; i < 40; i++)
        at += (size_t)sprintf (text + at, "%d five 0 10 100 a\n", 2000 + i);
    run = try_load ((struct named[]){{"trace_read.out", text}, {0}}, &err);
    ok (!run && err.status == FID_EINPUT &&
            strstr (err.text, "trace_read.out: more than half") &&
            strstr (err.text, "line 3: PID is not a number"),
        "a file that is malformed for the most part is an error that names it");
    fid_run_destroy (run);

    run = load ((struct named[]){
        {"unet3d.log",
         copy (":::MLLOG {\"time_ms\": 1676121201000, \"key\": \"epoch_start\", "
               "\"metadata\": \"\"}\n"
               ":::MLLOG {\"time_ms\": 1676121203000, \"key\": \"epoch_stop\"}\n")},
        {0}});
    ok (run && run->phases.known && run->phases.origin_ns == INT64_C (1676121201000) * 1000000,
        "without INIT the first phase is the origin");
    fid_run_destroy (run);
}

static void
test_order (void)
{
    ok (fid_path_order ("r2/a", "r10/a") < 0 && fid_path_order ("r10", "r2") > 0,
        "paths go by their numbers");
    ok (fid_path_order ("a", "a") == 0 && fid_path_order ("a", "ab") < 0 &&
            fid_path_order ("a01", "a1") != 0,
        "and are equal only where the texts are");
    ok (fid_path_order ("99999999999999999999998", "99999999999999999999999") < 0,
        "numbers of any length");
    ok (fid_path_alike ("r2/a", "r10/a") && !fid_path_alike ("r2/a", "r2/b") &&
            !fid_path_alike ("a", "a1"),
        "alike: but for numbers");
}

/* All that events made of a run, as one number. */
static uint64_t
streams_sum (const struct fid_run *run)
{
    uint64_t sum = run->hash;
    for (int id = 0; id < FID_STREAM_N; id++) {
        const struct fid_stream *s = &run->stream[id];
        for (int p = 0; p < FID_PART_N; p++) {
            const struct fid_tally *t = &s->part[p];
            sum = sum * 31 + t->op_n + t->byte_n + t->busy_ns + t->gap.total;
        }
        for (size_t i = 0; i < s->grid.n; i++)
            sum = sum * 31 + s->grid.byte_n[i] + s->grid.op_n[i];
        sum = sum * 31 + (uint64_t)s->first_ns + (uint64_t)s->last_ns;
    }
    return sum;
}

/* A run is the same however many threads read its files. */
static void
test_threads (void)
{
    uint64_t want = 0;
    for (size_t thread_n = 0; thread_n <= 8; thread_n += thread_n + 1) {
        struct fid_run_opts opts = {.thread_n = thread_n};
        struct fid_error err;
        const char *srcdir = getenv ("srcdir");
        char *dir =
            fid_format (&err, "%s/tests/data/runs/UNET3D_real_r2", srcdir ? srcdir : ".");
        struct fid_run *run = fid_run_load (dir, &opts, &err);
        uint64_t sum = run ? streams_sum (run) : 0;
        want = thread_n ? want : sum;
        ok (run && run->stream[FID_STREAM_DATA_READ].grid.n > 0 && sum == want,
            "read by %zu threads, the same", thread_n);
        fid_run_destroy (run);
        free (dir);
    }
}

/* A folder that cannot be opened, for want of descriptors, is not an empty one. */
static void
test_descriptors (void)
{
    static const char table[] = "time_s,cpu.user\n0,1\n1,2\n";
    static const struct fid_run_opts opts = {0};
    char dir[] = "/tmp/fidlio-load.XXXXXX";
    struct rlimit old, few;
    struct fid_error err;
    if (!mkdtemp (dir))
        abort ();
    put (dir, "a.csv", table);
    put (dir, "sub/b.csv", table);
    struct fid_run *run = fid_run_load (dir, &opts, &err);
    ok (run && run->source_n == 2, "both files are found");
    fid_run_destroy (run);
    int next = dup (STDIN_FILENO);
    close (next);
    if (next < 0 || getrlimit (RLIMIT_NOFILE, &old))
        abort ();
    few = old;
    few.rlim_cur = (rlim_t)next + 1; /* the directory, but not the folder in it */
    setrlimit (RLIMIT_NOFILE, &few);
    run = fid_run_load (dir, &opts, &err);
    setrlimit (RLIMIT_NOFILE, &old);
    ok (!run && strstr (err.text, strerror (EMFILE)) && strstr (err.text, "sub"),
        "a folder that cannot be opened is an error");
    fid_run_destroy (run);
    static const char *const made[] = {"a.csv", "sub/b.csv", "sub", ""};
    for (int i = 0; i < 4; i++) {
        char *path = fid_format (NULL, "%s/%s", dir, made[i]);
        remove (path);
        free (path);
    }
}

/* The configuration names the workload, unless another file does. */
static void
test_workload (void)
{
#ifdef HAVE_YAML
    static const char model[] = "workload:\n  model: Unet3D\n  framework: pytorch\n";
    static const char named[] = "workload:\n  model:\n    name: Unet3D\n    type: cnn\n";
    static const char mine[] = "{\"workload\": \"MINE\", \"kind\": \"emulation\", "
                               "\"start_utc\": \"\"}";
    struct fid_run *run = load ((struct named[]){
        {"dlio.log", dlio_log (2, "")}, {".hydra/config.yaml", copy (model)}, {0}});
    ok_str (run ? run->workload : "", "unet3d", "workload.model is the workload");
    fid_run_destroy (run);
    run = load ((struct named[]){
        {"dlio.log", dlio_log (2, "")}, {".hydra/config.yaml", copy (named)}, {0}});
    ok_str (run ? run->workload : "", "unet3d", "so is the name of a model with members");
    fid_run_destroy (run);
    for (int first = 0; first < 2; first++) {
        run = load ((struct named[]){{"dlio.log", dlio_log (2, "")},
                                     {first ? "a.json" : "z.json", copy (mine)},
                                     {"config.yaml", copy (model)},
                                     {0}});
        ok_str (run ? run->workload : "", "mine", "another file's name counts, in any order");
        fid_run_destroy (run);
    }
#endif
}

/* Each node has a log; only the first node's has phases, whatever its address is. */
static void
test_nodes (void)
{
    static const char node[] =
        "[INFO] 2026-11-21T00:00:11.500000 Rank 5 step 1 processed 4 samples in 0.5 s\n";
    struct fid_run *run = load ((struct named[]){{"10.0.0.1.log", copy (node)},
                                                 {"10.0.0.12.log", copy (node)},
                                                 {"10.0.0.7.log", dlio_log (5, "")},
                                                 {0}});
    ok_counts (run, 3, 5, "of many nodes the one that logs the phases tells the steps");
    ok_used (run, "10.0.0.7.log", "phases steps clock ",
             "although its address is not the lowest");
    fid_run_destroy (run);
    run = load ((struct named[]){{"10.0.0.12.log", copy (node)}, {0}});
    ok_counts (run, 0, 1, "another node's log alone has steps, and no phases");
    ok (run && run->phases.truncated_n == 0, "and nothing is cut short");
    fid_run_destroy (run);
}

/* Samples of iostat: MiB/s of each device, once a second from 08:00:01 on. */
static char *
iostat (int n, const double *mib, const char *const *device)
{
    char *text = malloc (20000 + (size_t)n * 400);
    size_t at = (size_t)sprintf (text, "{\"sysstat\": {\"hosts\": [{\"statistics\": [");
    for (int i = 0; i < n; i++) {
        at += (size_t)sprintf (text + at,
                               "%s\n{\"timestamp\": \"2026-11-21 08:%02d:%02d\", \"disk\": [",
                               i ? "," : "", (i + 1) / 60, (i + 1) % 60);
        for (int d = 0; device[d]; d++)
            at += (size_t)sprintf (text + at,
                                   "%s{\"disk_device\": \"%s\", \"rMB/s\": %.6f, \"wMB/s\": 0}",
                                   d ? "," : "", device[d], mib[i]);
        at += (size_t)sprintf (text + at, "]}");
    }
    sprintf (text + at, "]}]}}");
    return text;
}

static const struct fid_source *
source (const struct fid_run *run, const char *path)
{
    for (size_t i = 0; run && i < run->source_n; i++)
        if (strcmp (run->source[i].path, path) == 0)
            return &run->source[i];
    return NULL;
}

/* Devices that show the bytes of others, and files that tell the same of GPUs. */
static void
test_gauges (void)
{
    static const double mib[] = {200, 200, 200};
    static const char *const device[] = {"sda", "sda1", "dm-0", "md0", NULL};
    struct fid_run *run =
        load ((struct named[]){{"iostat.json", iostat (3, mib, device)}, {0}});
    const struct fid_gauge *g = run ? &run->gauge[FID_GAUGE_DISK_READ] : NULL;
    ok (g && g->n == 3 && g->value[0] == 200,
        "partitions and layers are not added to their disks");
    const struct fid_source *s = source (run, "iostat.json");
    ok (s && s->note_n == 1 && s->note[0].code == FID_REMARK_DISKS_NOT_ADDED &&
            s->note[0].number == 3,
        "and a note counts them");
    fid_run_destroy (run);

    run = load ((struct named[]){{"gpu.out", copy ("#Date Time gpu pid type sm mem fb command\n"
                                                   " 20261121 08:00:01 0 17 C 50 10 1000 a\n"
                                                   " 20261121 08:00:02 0 17 C 60 10 1000 a\n")},
                                 {"query.csv", copy ("timestamp, index, utilization.gpu [%]\n"
                                                     "2026/11/21 08:00:01.500, 0, 10 %\n"
                                                     "2026/11/21 08:00:02.500, 0, 20 %\n")},
                                 {0}});
    g = run ? &run->gauge[FID_GAUGE_GPU_SM] : NULL;
    ok (g && g->n == 2 && g->value[0] == 50 && g->value[1] == 60,
        "of several files about GPUs the one by process is used");
    fid_run_destroy (run);

    run = load ((struct named[]){
        {"sar.out", copy ("Linux 6.1 (h) \t11/21/26 \t_x86_64_\t(2 CPU)\n\n"
                          "08:00:00  CPU  %user  %nice  %system  %iowait  %steal  %idle\n"
                          "08:00:01  all  10  0  5  5  0  80\n"
                          "08:00:02  all  20  0  5  5  0  70\n")},
        {"disk.csv", copy ("timestamp,disk.read\n2026-11-21T08:00:01,5\n"
                           "2026-11-21T08:00:02,6\n")},
        {0}});
    ok (run && run->gauge[FID_GAUGE_CPU].n == 2 && run->gauge[FID_GAUGE_DISK_READ].n == 2,
        "a file of sar without disks does not hide those of a table");
    fid_run_destroy (run);

    run = load ((struct named[]){
        {"dlio.log", dlio_log (5, "")},
        {"sar.json",
         copy ("{\"sysstat\": {\"hosts\": [{\"statistics\": [{\"timestamp\": {\"date\": "
               "\"2026-11-21\", \"time\": \"08:00:01\", \"utc\": 0}, \"disk\": []}]}]}}")},
        {0}});
    s = source (run, "sar.json");
    ok (s && !s->complete && strstr (s->failure, "local time"),
        "a file that gives nothing since it cannot be read is named");
    fid_run_destroy (run);
}

/* Block requests of 1 MiB in bursts, and iostat that reads them 0.37 s after each second. */
static void
test_lag (void)
{
    enum { SECONDS = 60, REQUESTS = 900 };
    static const char *const device[] = {"sda", NULL};
    double mib[SECONDS] = {0};
    char *bio = malloc (REQUESTS * 80 + 200), *ticks = malloc (SECONDS * 8 * 60 + 100);
    size_t n = (size_t)sprintf (bio, "TIMESTAMP PID COMM DISK T BYTES SECTOR LAT(ns)\n");
    size_t to = 0;
    uint64_t state = 5, t_ms = 0;
    for (int i = 0; i < REQUESTS; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        t_ms += (state >> 33) % 97 + (i % 20 ? 0 : 900); /* 08:00:00 is 1000 s of uptime */
        n += (size_t)sprintf (bio + n, "%" PRIu64 "000000 17 python sda R 1048576 %d 1000000\n",
                              1000000 + t_ms, 8 * i);
        int64_t second = ((int64_t)t_ms - 370) / 1000;
        if ((int64_t)t_ms >= 370 && second < SECONDS)
            mib[second]++;
    }
    for (int i = 0; i < 2 * SECONDS; i++) /* just after and just before each new second */
        to += (size_t)sprintf (ticks + to, "%d000000 08:00:%02d\n",
                               1000000 + i / 2 * 1000 + (i % 2 ? 999 : 1), i / 2);
    struct fid_run *run = load ((struct named[]){{"iostat.json", iostat (SECONDS, mib, device)},
                                                 {"trace_bio.out", bio},
                                                 {"trace_time_align.out", ticks},
                                                 {0}});
    const struct fid_source *s = source (run, "iostat.json");
    ok (s && s->lag.certain && llabs (s->lag.lag_ns - 370 * FID_MS) <= s->lag.uncertainty_ns,
        "when iostat read is found by the block requests");
    if (s)
        diag ("%.3f +- %.3f s, %.4f", (double)s->lag.lag_ns / 1e9,
              (double)s->lag.uncertainty_ns / 1e9, s->lag.explained);
    const struct fid_gauge *g = run ? &run->gauge[FID_GAUGE_DISK_READ] : NULL;
    ok (s && g && g->n == SECONDS && g->t_ns[0] == at ("2026-11-21T08:00:01") + s->lag.lag_ns,
        "and its gauge is moved there");
    fid_run_destroy (run);
}

/* Files that cannot be of one run, and files that can. */
static void
test_several (void)
{
    struct fid_error err;
    struct fid_run *run;
    char *later = dlio_log (4, "");
    for (char *c = later; (c = strstr (c, "T00:")); c += 4)
        c[2] = '7';
    ok (!try_load (
            (struct named[]){{"a/dlio.log", dlio_log (4, "")}, {"b/dlio.log", later}, {0}},
            &err) &&
            err.status == FID_EINPUT && strstr (err.text, "holds several runs: a, b;"),
        "logs of one after the other: several runs, which are named");
    run = load ((struct named[]){
        {"a/dlio.log", dlio_log (4, "")}, {"b/dlio.log", dlio_log (5, "")}, {0}});
    ok (run != NULL, "logs of one time are of one run");
    fid_run_destroy (run);
    ok (!try_load ((struct named[]){{"a/meta.json", copy ("{\"workload\": \"x\", \"kind\": "
                                                          "\"real\", \"replicate\": 1}")},
                                    {"b/meta.json", copy ("{\"workload\": \"x\", \"kind\": "
                                                          "\"real\", \"replicate\": 2}")},
                                    {0}},
                   &err) &&
            strstr (err.text, "holds several runs: a, b;"),
        "nor has a run two folders with a file that is there once");

    run = load ((struct named[]){
        {"timeline.csv", copy ("2022-08-30T19:59:00.0,2022-08-30T20:10:00.0,TRAINING\n")},
        {"read_data/read_11", copy ("2022-08-30T19:59:03.1 11 832 4127 a\n"
                                    "2022-08-30T19:59:04.1 12 832 4127 a\n")},
        {"read_data/read_12", copy ("2022-08-30T19:59:03.1 11 832 4127 a\n"
                                    "2022-08-30T19:59:04.1 12 832 4127 a\n"
                                    "2022-08-30T19:59:05.1 12 832 4127 a\n")},
        {"cpu.out", copy ("")},
        {0}});
    size_t note_n = 0, empty_n = 0;
    uint64_t line_n = 0;
    for (size_t i = 0; i < run->source_n; i++)
        for (size_t k = 0; k < run->source[i].note_n; k++)
            if (run->source[i].note[k].code == FID_REMARK_OTHER_PROCESSES) {
                note_n++;
                line_n = run->source[i].note[k].number;
            }
    for (size_t i = 0; i < run->findings.n; i++)
        empty_n += run->findings.at[i].code == FID_RUN_FILE_EMPTY;
    ok (note_n == 1 && line_n == 2, "lines of other processes are one note");
    ok_int ((long long)empty_n, 1, "an empty file that has the name of a monitor's is told");
    fid_run_destroy (run);
}

/* What looking into all files says of a directory: 1 run, 0 known ones, or -1, several. */
static int
look_into_all (char *dir)
{
    struct fid_run run = {.dir = dir};
    struct fid_error err;
    int n = fid_sources_list (&run, NULL, &err) || !fid_sources_known (&run) ? 0
            : fid_runs_check (&run, &err) == 0                               ? 1
                                                                             : -1;
    fid_sources_clear (&run);
    free (run.source);
    return n;
}

static int bad_n, seen_n[3]; /* of directories; by what look_into_all says */

static int
agree (const char *path, const struct stat *st, int kind, struct FTW *unused)
{
    struct fid_files runs;
    struct fid_error err;
    char *dir = fid_strdup (path, NULL);
    (void)st;
    (void)unused;
    if (kind == FTW_D) {
        int want = look_into_all (dir);
        bool itself = fid_runs_find (dir, &runs, &err) == 0 && runs.n == 1 &&
                      strcmp (runs.path[0], dir) == 0;
        seen_n[want + 1]++;
        if (itself != (want == 1)) {
            diag ("%s: %d, but found %zu", dir, want, runs.n);
            bad_n++;
        }
        fid_files_clear (&runs);
    }
    free (dir);
    return 0;
}

/* Most directories are found to hold one run from few of their files: as from all. */
static void
test_find (void)
{
    const char *src = getenv ("srcdir");
    char top[4096];
    snprintf (top, sizeof top, "%s/tests/data", src ? src : ".");
    if (nftw (top, agree, 20, 0))
        abort ();
    ok_int (bad_n, 0, "whether a directory is one run: few files tell what all do");
    ok (seen_n[0] && seen_n[2] > 37, "of several runs, and of one");
}

static int
remove_one (const char *path, const struct stat *st, int kind, struct FTW *unused)
{
    (void)st;
    (void)kind;
    (void)unused;
    return remove (path);
}

/* Raw traces of a run and a log, and each time another file. */
static void
test_find_beside (void)
{
    static const char meta[] = "{\"workload\": \"x\", \"kind\": \"real\", \"replicate\": 1}";
    char *log = dlio_log (4, ""), *later = dlio_log (4, "");
    const struct {
        const char *name, *text;
        int several;
    } other[] = {{"notes.txt", "nothing", 0}, {"b/notes.txt", "nothing", 0},
                 {"dlio_1.txt", log, 0},      {"dlio_1.txt", later, 1},
                 {"b/dlio.txt", log, 0},      {"b/dlio.txt", later, 1},
                 {"b/meta.json", meta, 1},    {"b/trace_read.out", "TIMESTAMP PID\n", 0}};
    for (char *c = later; (c = strstr (c, "T00:")); c += 4)
        c[2] = '7';
    bad_n = 0;
    for (size_t i = 0; i < sizeof other / sizeof *other; i++) {
        char dir[] = "/tmp/fidlio-load.XXXXXX";
        if (!mkdtemp (dir))
            abort ();
        put (dir, "meta.json", meta);
        put (dir, "dlio_0.txt", log);
        put (dir, "trace_read.out",
             "TIMESTAMP PID COMM RET LAT\n1000000000 5 python 4096 1000\n");
        put (dir, other[i].name, other[i].text);
        memset (seen_n, 0, sizeof seen_n);
        if (nftw (dir, agree, 20, 0))
            abort ();
        ok_int (seen_n[0], other[i].several, other[i].name);
        nftw (dir, remove_one, 20, FTW_DEPTH);
    }
    ok_int (bad_n, 0, "and so they do where raw traces lie beside");
    free (log);
    free (later);
}

/* The fixture as two ranks of a run. */
static char *
dftracer_text (void)
{
    size_t n;
    char *text = rec_file ("tests/data/dftracer/dlio.pfw", &n);
    if (!text)
        abort ();
    text[n] = '\0';
    return text;
}

static void
test_dftracer (void)
{
    struct fid_run *run = load ((struct named[]){
        {"trace-1-of-2.pfw", dftracer_text ()}, {"trace-0-of-2.pfw", dftracer_text ()}, {0}});
    ok (run->emulation && strcmp (run->workload, "unet3d_h100") == 0,
        "a trace of DLIO is an emulation of its workload");
    ok_counts (run, 7, 5, "one rank gives phases and steps");
    const struct fid_stream *reads = &run->stream[FID_STREAM_DATA_READ];
    uint64_t op_n = 0;
    for (int part = 0; part < FID_PART_N; part++)
        op_n += reads->part[part].op_n;
    ok_int ((long long)op_n, 2, "both give calls; the command tells the folder of the data");
    fid_run_destroy (run);
}

/* Errors of a file do not end the reading of a run that keeps going; others do, whatever their
 * text names. */
static void
test_keep_going (void)
{
    static char path[] = "trace_read.out";
    static const struct {
        const char *what;
        int file_errno;
        enum fid_status status;
        bool keep_going, ends, refused;
    } cases[] = {
        {"a file of the wrong format", 0, FID_EINPUT, false, false, false},
        {"a failing disk", EIO, FID_EINTERNAL, false, true, false},
        {"a failing disk, to keep going", EIO, FID_EINTERNAL, true, false, true},
        {"no memory for a file", ENOMEM, FID_EINTERNAL, true, true, false},
        {"an error that names a file but is not its own", 0, FID_EINTERNAL, true, true, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fid_source s = {.path = path, .complete = true};
        struct fid_error why, err;
        fid_errorf (&why, cases[i].status, "run/%s: a reason", path);
        why.file_errno = cases[i].file_errno;
        int rc = fid_source_fail (&s, &why, cases[i].keep_going, &err);
        ok (rc == (cases[i].ends ? -1 : 0) && s.refused == cases[i].refused &&
                s.complete == cases[i].ends && !*s.failure == cases[i].ends,
            "%s", cases[i].what);
    }
    struct fid_error err;
    fid_error_file (&err, "x", EACCES);
    ok_int (err.file_errno, EACCES, "an error of a file has its reason as a number");
    fid_errorf (&err, FID_EINTERNAL, "x: another");
    ok_int (err.file_errno, 0, "others have none");
}

int
main (void)
{
    test_keep_going ();
    test_dftracer ();
    test_nodes ();
    test_workload ();
    test_descriptors ();
    test_order ();
    test_threads ();
    test_copy ();
    test_ranks ();
    test_tables ();
    test_odd ();
    test_gauges ();
    test_lag ();
    test_several ();
    test_find ();
    test_find_beside ();
    return tap_done ();
}
