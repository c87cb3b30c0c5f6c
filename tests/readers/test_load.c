/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_load.c - run directories: files that tell the same count once, odd files */
#include <dirent.h>
#include <errno.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/array.h"
#include "base/listing.h"
#include "readers/load.h"
#include "readers/sources.h"
#include "tests/readers/check.h"
#include "tests/readers/named_files.h"

/* What is used of a file, as "phases steps clock". */
static void ok_used (const struct fid_run *run, const char *path, const char *want,
                     const char *what)
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

static void ok_counts (const struct fid_run *run, size_t phase_n, size_t step_n,
                       const char *what)
{
    size_t phases = 0;
    for (size_t i = 0; run && i < run->source_n; i++)
        phases += run->source[i].phase_n;
    if (!ok (run && phases == phase_n && run->steps.n == step_n, "%s", what))
        diag ("%zu phases, %zu steps", phases, run ? run->steps.n : 0);
}

static void test_copy (void)
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

static void test_ranks (void)
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

static void test_tables (void)
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

/* Traces that hold nothing, hold nonsense, or are half nonsense. */
static void test_odd (void)
{
    struct fid_error err;
    char said[FID_RUN_FINDING_TEXT];
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
    char *again = malloc (8192);
    at = (size_t)sprintf (again, BPF_READ "1000 5 0 10 100 a\n");
    for (int i = 0; i < 40; i++)
        at += (size_t)sprintf (again + at, "%d five 0 10 100 a\n", 2000 + i);
    run = load ((struct named[]){
        {"trace_read.out", again},
        {"unet3d.log",
         copy (":::MLLOG {\"time_ms\": 1676121201000, \"key\": \"epoch_start\", "
               "\"metadata\": \"\"}\n"
               ":::MLLOG {\"time_ms\": 1676121203000, \"key\": \"epoch_stop\"}\n")},
        {0}});
    bool told = false;
    for (size_t i = 0; run && i < run->findings.n; i++)
        told |= strstr (fid_run_finding_text (&run->findings.at[i], said, sizeof said),
                        "trace_read.out") &&
                strstr (said, "more than half");
    ok (run && !run->stream[FID_STREAM_DATA_READ].traced && told,
        "beside others it is left out and named, and what it has is not traced");
    fid_run_destroy (run);

    run = load ((struct named[]){
        {"a.log", copy (":::MLLOG {\"time_ms\": 1676121101000, \"key\": \"epoch_start\"}\n"
                        ":::MLLOG {\"time_ms\": 1676121103000, \"key\": \"epoch_stop\"}\n"
                        ":::MLLOG {\"time_ms\": 1676121104000, \"key\": \"epoch_start\"}\n"
                        ":::MLLOG {\"time_ms\": 16761%1105, \"key\": \"epoch_stop\"}\n"
                        ":::MLLOG {\"time_ms\": 1676121106000, \"key\": epoch_start\"}\n"
                        ":::MLLOG {\"time_ms\" 1676121107000, \"key\": \"epoch_stop\"}\n"
                        ":::MLLOG {\"time_ms\": 16761211/8000, \"key\": \"epoch_start\"}\n")},
        {"b.log", copy (":::MLLOG {\"time_ms\": 1676121201000, \"key\": \"epoch_start\"}\n"
                        ":::MLLOG {\"time_ms\": 1676121203000, \"key\": \"epoch_stop\"}\n")},
        {0}});
    told = false;
    for (size_t i = 0; run && i < run->findings.n; i++)
        told |= strstr (fid_run_finding_text (&run->findings.at[i], said, sizeof said),
                        "a.log: left out: more than half") != NULL;
    ok (run && told && run->phases.origin_ns == INT64_C (1676121201000) * 1000000,
        "a log that is left out so is replaced by another one");
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

static void test_order (void)
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
static uint64_t streams_sum (const struct fid_run *run)
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
static void test_threads (void)
{
    uint64_t want = 0;
    for (size_t thread_n = 0; thread_n <= 8; thread_n += thread_n + 1) {
        struct fid_run_opts opts = {.thread_n = thread_n};
        struct fid_error err;
        FID_FREED char *dir =
            fid_format (&err, "%s/tests/data/runs/UNET3D_real_r2", getenv ("srcdir"));
        struct fid_run *run = fid_run_load (dir, &opts, &err);
        uint64_t sum = run ? streams_sum (run) : 0;
        want = thread_n ? want : sum;
        ok (run && run->stream[FID_STREAM_DATA_READ].grid.n > 0 && sum == want,
            "read by %zu threads, the same", thread_n);
        fid_run_destroy (run);
    }
}

/* A folder that cannot be opened, for want of descriptors, is not an empty one. */
static void test_descriptors (void)
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
        FID_FREED char *path = fid_format (NULL, "%s/%s", dir, made[i]);
        remove (path);
    }
}

/* The configuration names the workload, unless another file does. */
static void test_workload (void)
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
static void test_nodes (void)
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
static char *iostat (int n, const double *mib, const char *const *device)
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

static const struct fid_source *source (const struct fid_run *run, const char *path)
{
    for (size_t i = 0; run && i < run->source_n; i++)
        if (strcmp (run->source[i].path, path) == 0)
            return &run->source[i];
    return NULL;
}

/* Devices that show the bytes of others, and files that tell the same of GPUs. */
static void test_gauges (void)
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
static void test_lag (void)
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

/* The fixture as a rank of a run, whose process has a number with that first digit. */
static char *dftracer_text (char digit)
{
    size_t n;
    char *text = rec_file ("tests/data/dftracer/dlio.pfw", &n);
    if (!text)
        abort ();
    text[n] = '\0';
    for (char *p = text; (p = strstr (p, "\"pid\":100")); p++)
        p[6] = digit;
    return text;
}

static void test_dftracer (void)
{
    struct fid_run *run = load ((struct named[]){{"trace-1-of-2.pfw", dftracer_text ('3')},
                                                 {"trace-0-of-2.pfw", dftracer_text ('1')},
                                                 {0}});
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

/* Both texts as one trace. */
static char *dftracer_merged (char *a, char *b)
{
    char *both = fid_format (NULL, "%s%s", a, strchr (b, '\n') + 1);
    free (a);
    free (b);
    return both;
}

static size_t used_n (const struct fid_run *run)
{
    size_t n = 0;
    for (size_t i = 0; i < run->source_n; i++)
        n += run->source[i].used != 0;
    return n;
}

/* Files with the same events count once, and what the run has from one of them stays. */
static void test_same_events (void)
{
    struct fid_run *run = load ((struct named[]){
        {"a-trace-of-all.pfw", dftracer_text ('1')}, {"trace.pfw", dftracer_text ('1')}, {0}});
    ok_counts (run, 7, 5, "of copies that stays which gives phases and steps");
    ok_used (run, "a-trace-of-all.pfw", "phases steps ", "though its name is longer");
    ok_int ((long long)used_n (run), 1, "the other is left out");
    fid_run_destroy (run);

    run = load ((struct named[]){
        {"all.pfw", dftracer_merged (dftracer_text ('1'), dftracer_text ('3'))},
        {"trace-0-of-2.pfw", dftracer_text ('1')},
        {"trace-1-of-2.pfw", dftracer_text ('3')},
        {0}});
    ok_used (run, "all.pfw", "phases steps ",
             "a merged file that gives phases and steps stays");
    ok_used (run, "trace-0-of-2.pfw", "", "and its pieces do not count");
    ok_int ((long long)used_n (run), 1, "again");
    fid_run_destroy (run);

    run = load ((struct named[]){
        {"trace-0-of-2.pfw", dftracer_text ('1')},
        {"trace-1-of-2.pfw", dftracer_text ('3')},
        {"whole.pfw", dftracer_merged (dftracer_text ('1'), dftracer_text ('3'))},
        {0}});
    ok_used (run, "whole.pfw", "", "one that gives neither does not");
    ok_used (run, "trace-0-of-2.pfw", "phases steps ", "as a piece does");
    ok_int ((long long)used_n (run), 2, "the pieces count");
    fid_run_destroy (run);

    run = load ((struct named[]){
        {"trace-0-of-2.pfw", dftracer_text ('1')},
        {"trace-1-of-2.pfw", dftracer_text ('3')},
        {"whole.pfw", dftracer_merged (dftracer_text ('5'), dftracer_text ('7'))},
        {0}});
    ok_int ((long long)used_n (run), 3,
            "as many events at the same times, but other processes");
    fid_run_destroy (run);
}

/* Errors of a file do not end the reading of a run that keeps going; others do, whatever their
 * text names. */
static void test_keep_going (void)
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
        const char *said = cases[i].ends ? ""
                           : s.refused   ? strerror (EIO)
                                         : "run/trace_read.out: a reason";
        ok (rc == (cases[i].ends ? -1 : 0) && s.refused == cases[i].refused &&
                s.complete == cases[i].ends && !strcmp (s.failure, said),
            "%s", cases[i].what);
    }
    struct fid_error err;
    fid_error_file (&err, "x", EACCES);
    ok_int (err.file_errno, EACCES, "an error of a file has its reason as a number");
    fid_errorf (&err, FID_EINTERNAL, "x: another");
    ok_int (err.file_errno, 0, "others have none");
}

int main (void)
{
    test_keep_going ();
    test_dftracer ();
    test_same_events ();
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
    return tap_done ();
}
