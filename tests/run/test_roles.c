/* SPDX-License-Identifier: GPL-3.0-or-later */
/* the role of a file, and where the reads of data fall */
#include "tests/tap.h"
#include "tests/run/sketch_quantile.h"
#include "run/build.h"
#include "run/role_rules.h"

#define S  INT64_C (1000000000)
#define KB 1024

struct made {
    struct fid_run *run;
    struct fid_build *b;
    struct fid_error err;
};

static void must (int rc, const struct made *m)
{
    if (rc) {
        diag ("%s", m->err.text);
        abort ();
    }
}

/* --- rules */

static const char *decided (const struct fid_role_rules *rules, const char *name,
                            const char *path)
{
    static char text[64];
    struct fid_role role;
    if (!fid_role_decide (rules, fid_span_of (name), fid_span_of (path), &role))
        return "-";
    snprintf (text, sizeof text, "%s/%s", fid_roles[role.role].name,
              fid_role_rules[role.rule].name);
    return text;
}

static void test_rules (void)
{
    static const struct {
        const char *name, *path, *want;
    } cases[] = {
        {"case_1_x.npy", "data/train/case_1_x.npy", "data/configuration"},
        {"case_1_x.npy", "", "-"},
        {"main.py", "/data/unet3d/main.py", "code/kind"},
        {"notes.md", "/data/unet3d/notes.md", "-"}, /* "data" is no folder of samples here */
        {"model.pt", "./ckpt/5/model.pt", "checkpoint/configuration"},
        {"model.pt", "/ckpt2/model.pt", "-"},
        {"x.json", "/big/out/x.json", "log/configuration"},
        {"x.json", "/very/big/out/x.json", "-"}, /* an absolute folder is at the start */
        {"app.log", "", "log/kind"},
        {"train.txt", "", "log/kind"}, /* the log that names the phases */
        {"libc.so.6", "", "code/kind"},
        {"locale-archive", "/usr/lib/locale/locale-archive", "code/kind"},
        {"locale-archive", "", "code/kind"},
        {"cpuinfo", "/proc/cpuinfo", "device/kind"},
        {"null", "/dev/null", "device/kind"},
        {"UNIX-STREAM", "", "device/kind"},
        {"[eventfd]", "", "device/kind"},
        {"sem.a1B2c3", "", "device/kind"},
        {"torch_12_345_6", "", "device/kind"},
        {"torch_12_a.npy", "", "-"},
        {"part-1", "/data/part-1", "-"},
    };
    struct fid_role_rules rules = {.log = "train.txt"};
    fid_role_rules_folder (&rules, FID_ROLE_DATA, "./data/");
    fid_role_rules_folder (&rules, FID_ROLE_CHECKPOINT, "ckpt");
    fid_role_rules_folder (&rules, FID_ROLE_LOG, "/big/out");
    fid_role_rules_folder (&rules, FID_ROLE_LOG, NULL);
    fid_role_rules_folder (&rules, FID_ROLE_LOG, "");
    ok_int ((long long)rules.folder_n, 3, "folders that are not named are none");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char what[128];
        snprintf (what, sizeof what, "%s at '%s'", cases[i].name, cases[i].path);
        ok_str (decided (&rules, cases[i].name, cases[i].path), cases[i].want, what);
    }
}

/* Writes text to a file and reads its patterns. */
static int read_patterns (struct fid_role_rules *rules, const char *text, struct fid_error *err)
{
    FILE *f = fopen ("test_roles.tmp", "w");
    if (!f || fputs (text, f) < 0 || fclose (f))
        abort ();
    int rc = fid_role_rules_read (rules, "test_roles.tmp", err);
    remove ("test_roles.tmp");
    return rc;
}

static void test_patterns (void)
{
    struct fid_role_rules rules = {0};
    struct fid_error err;
    ok (read_patterns (&rules,
                       "# mine\n\n*.json  data # annotations\n"
                       "train/* other\nmy file.bin\tcheckpoint\n/abs/* code\n",
                       &err) == 0,
        "patterns are read");
    ok_str (decided (&rules, "a.json", "/etc/a.json"), "data/user", "before all other rules");
    ok_str (decided (&rules, "x.py", "/data/train/x.py"), "other/user", "the end of a path");
    ok_str (decided (&rules, "x.py", "/data/retrain/x.py"), "code/kind", "by whole parts");
    ok_str (decided (&rules, "my file.bin", ""), "checkpoint/user", "blanks in a pattern");
    ok_str (decided (&rules, "x", "/abs/x"), "code/user", "a path from the root");
    fid_role_rules_clear (&rules);
    ok (read_patterns (&rules, "*.json data\n*.bin samples\n", &err) &&
            strstr (err.text, "test_roles.tmp:2: 'samples' is not a role"),
        "a role that there is not, with its line");
    fid_role_rules_clear (&rules);
    ok (read_patterns (&rules, "data\n", &err) &&
            strstr (err.text, "test_roles.tmp:1: expected"),
        "a line without a pattern");
    fid_role_rules_clear (&rules);
}

/* --- a run: 0 to 10 s of INIT, then epochs of 10 s with a checkpoint of 2 s between */

static struct made start (void)
{
    const struct fid_fact folder = {"workload.dataset.data_folder", fid_span_of ("./set")};
    static const struct fid_phase phases[] = {
        {FID_PHASE_INIT, FID_NAME_INIT, 0, 10 * S, -1, -1, 0, 0, 0},
        {FID_PHASE_TRAINING, FID_NAME_EPOCH, 10 * S, 20 * S, 1, -1, 0, 0, 0},
        {FID_PHASE_CHECKPOINT, FID_NAME_CHECKPOINT, 20 * S, 22 * S, 1, -1, 0, 0, 0},
        {FID_PHASE_TRAINING, FID_NAME_EPOCH, 22 * S, 32 * S, 2, -1, 0, 0, 0},
    };
    struct fid_run *run = calloc (1, sizeof *run);
    run->source = calloc (4, sizeof *run->source);
    run->source_n = 4;
    for (size_t i = 0; i < 4; i++) {
        run->source[i].clock = FID_CLOCK_UTC;
        run->source[i].reader = "test";
        run->source[i].complete = true;
        run->source[i].path = strdup (i ? "trace" : "train.log");
        run->source[i].used = run->source[i].gives = i ? FID_GIVES_VFS : FID_GIVES_PHASES;
    }
    run->source[3].used = run->source[3].gives = FID_GIVES_BLOCK;
    struct made m = {.run = run};
    m.b = fid_build_create (run, &m.err);
    struct fid_collector c;
    struct fid_sink sink = fid_build_collect (m.b, 0, &c);
    for (size_t i = 0; i < sizeof phases / sizeof *phases; i++)
        must (fid_put_phase (&sink, &phases[i], &m.err), &m);
    must (fid_put_fact (&sink, &folder, &m.err), &m);
    must (fid_build_solve (m.b, &m.err), &m);
    return m;
}

struct call {
    enum fid_op op;
    double t_s;
    int64_t pid;
    const char *file;
    uint64_t offset, bytes;
    const char *path;
};

/* Gives the run the rows of a source: calls, or block requests in source 3. */
static void take (struct made *m, size_t source, const struct call *call, size_t n)
{
    struct fid_events rows = {0};
    for (size_t i = 0; i < n; i++) {
        struct fid_event ev = {.start_ns = (int64_t)(call[i].t_s * 1e9),
                               .dur_ns = 100000,
                               .op = call[i].op,
                               .pid = call[i].pid,
                               .offset = call[i].offset,
                               .bytes = call[i].bytes,
                               .file = fid_span_of (call[i].file),
                               .path = fid_span_of (call[i].path ? call[i].path : ""),
                               .device = fid_span_of ("vda")};
        must (fid_events_add (&rows, &ev, &m->err), m);
    }
    must (fid_build_take (m->b, source, &rows, source == 3, &m->err), m);
    fid_events_clear (&rows);
}

#define TAKE(m, source, call) take (m, source, call, sizeof (call) / sizeof *(call))

/* A run of these calls, whose roles are decided. */
static struct made made (const struct call *call, size_t n)
{
    struct made m = start ();
    take (&m, 1, call, n);
    must (fid_build_roles (m.b, &m.err), &m);
    must (fid_build_files_end (m.b, &m.err), &m);
    return m;
}

#define MADE(call) made (call, sizeof (call) / sizeof *(call))

static void unmake (struct made *m)
{
    fid_build_destroy (m->b);
    fid_run_destroy (m->run);
}

static uint64_t bytes_of (const struct fid_run *run, enum fid_stream_id id)
{
    uint64_t sum = 0;
    for (int p = 0; p < FID_PART_N; p++)
        sum += run->stream[id].part[p].byte_n;
    return sum;
}

static uint64_t ops_of (const struct fid_run *run, enum fid_stream_id id)
{
    uint64_t sum = 0;
    for (int p = 0; p < FID_PART_N; p++)
        sum += run->stream[id].part[p].op_n;
    return sum;
}

/* Calls that are traced with the name alone are of the file that an open told the folder of. */
static void test_names_alone (void)
{
    static const struct call calls[] = {
        {FID_OP_OPEN, 1, 1, "LC_TIME", 0, 0, "/usr/lib/locale/C.utf8/LC_TIME"},
        {FID_OP_OPEN, 10, 1, "s1.rec", 0, 0, "samples/s1.rec"},
        {FID_OP_READ, 10.5, 2, "LC_TIME", 0, 300 * KB, "LC_TIME"},
        {FID_OP_READ, 12, 2, "s1.rec", 0, 100 * KB, "s1.rec"},
        {FID_OP_READ, 22.5, 2, "LC_TIME", 0, 300 * KB, "LC_TIME"},
        {FID_OP_READ, 24, 2, "s1.rec", 0, 100 * KB, "s1.rec"},
    };
    struct made m = start ();
    TAKE (&m, 1, calls);
    must (fid_build_roles (m.b, &m.err), &m);
    must (fid_build_files_end (m.b, &m.err), &m);
    ok_int ((long long)bytes_of (m.run, FID_STREAM_DATA_READ), 200 * KB,
            "names alone: files of the system are no data");
    ok_int ((long long)m.run->role[FID_ROLE_CODE][FID_ROLE_BY_KIND].read_byte_n, 600 * KB,
            "they are code");
    unmake (&m);
}

static void test_behaviour (void)
{
    static const struct call opens[] = {
        {FID_OP_OPEN, 1, 1, "conf", 0, 0, "/etc/conf"},
        {FID_OP_OPEN, 1, 1, "index", 0, 0, "/usr/lib/index"},
        {FID_OP_OPEN, 10, 1, "index", 0, 0, "samples/index"}, /* the same name elsewhere */
        {FID_OP_OPEN, 11, 1, "s1.rec", 0, 0, "samples/s1.rec"},
        {FID_OP_OPEN, 23, 1, "s2.rec", 0, 0, "samples/s2.rec"},
        {FID_OP_OPEN, 20, 1, "state", 0, 0, "out/state"},
    };
    static const struct call calls[] = {
        {FID_OP_READ, 2, 1, "conf", 0, 100, NULL},
        {FID_OP_READ, 3, 1, "vocabulary", 0, 900, NULL}, /* once, before the training */
        {FID_OP_READ, 10.5, 1, "index", 0, 5000, NULL},
        {FID_OP_READ, 22.5, 1, "index", 0, 5000, NULL},
        {FID_OP_READ, 12, 1, "s1.rec", 0, 100 * KB, NULL},
        {FID_OP_READ, 13, 1, "s2.rec", 0, 100 * KB, NULL},
        {FID_OP_READ, 24, 1, "s1.rec", 0, 100 * KB, NULL},
        {FID_OP_READ, 5, 1, "extra.rec", 0, 7, NULL}, /* a sibling by its extension */
        {FID_OP_WRITE, 14, 1, "s1.rec", 0, 11, NULL},
        {FID_OP_WRITE, 20.5, 1, "state", 0, 64 * KB, NULL},
        {FID_OP_WRITE, 21, 1, "state", 64 * KB, 100, NULL},
        {FID_OP_WRITE, 21, 1, "train.log", 0, 64 * KB, NULL},
        {FID_OP_WRITE, 21, 1, "summary", 0, 200, NULL},         /* small */
        {FID_OP_WRITE, 25, 1, "predictions", 0, 64 * KB, NULL}, /* no checkpoint near */
        {FID_OP_READ, 26, 1, "state", 0, 50, NULL},
        {FID_OP_WRITE, 26, 1, "", 0, 3, NULL}, /* a pipe */
    };
    struct made m = start ();
    TAKE (&m, 1, opens);
    TAKE (&m, 2, calls);
    must (fid_build_roles (m.b, &m.err), &m);
    must (fid_build_files_end (m.b, &m.err), &m);
    const struct fid_run *run = m.run;
    ok_int ((long long)bytes_of (run, FID_STREAM_DATA_READ), 300 * KB + 10000 + 7,
            "read in two epochs, or of the extension of such files: data");
    ok_int ((long long)ops_of (run, FID_STREAM_DATA_OPEN), 2 + 1, "their opens");
    ok_int ((long long)bytes_of (run, FID_STREAM_CHECKPOINT_WRITE), 64 * KB + 100,
            "files with large writes in a checkpoint, with their small writes");
    ok_int ((long long)bytes_of (run, FID_STREAM_CHECKPOINT_READ), 50, "and their reads");
    ok_int ((long long)bytes_of (run, FID_STREAM_OTHER_IO), 900 + 11 + 200 + 64 * KB,
            "the rest, and writes into data");
    ok_int ((long long)run->role[FID_ROLE_LOG][FID_ROLE_BY_KIND].write_byte_n, 64 * KB,
            "the log is counted apart");
    ok_int ((long long)run->role[FID_ROLE_CODE][FID_ROLE_BY_KIND].read_byte_n, 100,
            "a path told by an open decides for the reads of that name");
    ok_int ((long long)run->role[FID_ROLE_DEVICE][FID_ROLE_BY_KIND].op_n, 1, "a pipe");
    ok_int ((long long)run->role[FID_ROLE_DATA][FID_ROLE_BY_BEHAVIOUR].file_n, 4,
            "names of data files");
    ok_int ((long long)run->stream[FID_STREAM_CHECKPOINT_WRITE].file_n, 1,
            "and of checkpoints");
    const struct fid_sketch *folder =
        &run->stream[FID_STREAM_DATA_OPEN].part[FID_PART_TRAINING].access.folder_files;
    ok (folder->total == 1 && sketch_quantile (folder, 1) == 3,
        "three data files in one folder");
    unmake (&m);
}

/* Block requests have the role of what their process reads at the time, if that is one. */
static void test_block (void)
{
    static const struct call calls[] = {
        {FID_OP_READ, 11.5, 1, "s1.rec", 0, 100 * KB, "set/s1.rec"},
        {FID_OP_READ, 11.6, 1, "pipe", 0, 8, "/proc/1/pipe"},
        {FID_OP_READ, 24.5, 1, "s1.rec", 0, 100 * KB, "set/s1.rec"},
        {FID_OP_READ, 24.6, 1, "module.py", 0, KB, "/usr/lib/module.py"},
        {FID_OP_READ, 11.5, 2, "module.py", 0, KB, "/usr/lib/module.py"},
        {FID_OP_WRITE, 20.5, 1, "state", 0, 64 * KB, "out/state"},
    };
    static const struct call requests[] = {
        {FID_OP_BLOCK_READ, 11.7, 1, "", 0, 1, NULL},
        {FID_OP_BLOCK_READ, 12.4, 1, "", 0, 2, NULL},  /* the second after */
        {FID_OP_BLOCK_READ, 24.9, 1, "", 0, 4, NULL},  /* one of two */
        {FID_OP_BLOCK_READ, 11.7, 2, "", 0, 8, NULL},  /* another process */
        {FID_OP_BLOCK_READ, 15, 1, "", 0, 16, NULL},   /* no read near */
        {FID_OP_BLOCK_READ, 20.6, 1, "", 0, 32, NULL}, /* it writes */
        {FID_OP_BLOCK_WRITE, 20.6, 1, "", 0, 64, NULL},
    };
    struct made m = MADE (calls);
    TAKE (&m, 3, requests);
    uint64_t (*n)[FID_ROLE_N + 1] = m.run->block_byte_n;
    ok_int ((long long)n[0][FID_ROLE_DATA], 1 + 2, "block reads of data");
    ok_int ((long long)n[0][FID_ROLE_CODE], 8, "of code");
    ok_int ((long long)n[0][FID_ROLE_N], 4 + 16 + 32, "of two roles, or of none");
    ok_int ((long long)n[1][FID_ROLE_CHECKPOINT], 64, "block writes of checkpoints");
    unmake (&m);
}

/* Traces without names: reads are of data, large writes at checkpoints are checkpoints. */
static void test_nameless (void)
{
    static const struct call calls[] = {
        {FID_OP_READ, 12, 1, "", 0, 1000, NULL},
        {FID_OP_READ, 24, 1, "", 0, 1000, NULL},
        {FID_OP_WRITE, 21, 1, "", 0, 64 * KB, NULL},
    };
    struct made m = MADE (calls);
    ok (bytes_of (m.run, FID_STREAM_DATA_READ) == 2000 &&
            bytes_of (m.run, FID_STREAM_CHECKPOINT_WRITE) == 64 * KB,
        "without names");
    unmake (&m);
}

/* Without a trace of reads, opens tell. */
static void test_opens_only (void)
{
    static const struct call calls[] = {
        {FID_OP_OPEN, 1, 1, "vocabulary", 0, 0, NULL},
        {FID_OP_OPEN, 12, 1, "s1", 0, 0, NULL},
        {FID_OP_OPEN, 24, 1, "s2", 0, 0, NULL},
    };
    struct made m = MADE (calls);
    ok (ops_of (m.run, FID_STREAM_DATA_OPEN) == 2 && ops_of (m.run, FID_STREAM_OTHER_IO) == 1,
        "opened in two epochs: data, where reads are not traced");
    unmake (&m);
}

/* A run of n reads of 1000 bytes, 1/2000 s apart, by 7 processes.  name is that of file
 * i % file_n. */
static struct made made_reads (size_t n, size_t file_n, void (*name) (char text[16], size_t i))
{
    struct call *call = calloc (n, sizeof *call);
    char (*text)[16] = calloc (file_n, sizeof *text);
    for (size_t i = 0; i < n; i++) {
        name (text[i % file_n], i % file_n);
        call[i] = (struct call){
            FID_OP_READ, 11 + (double)i / 2000, 1 + (int64_t)i % 7, text[i % file_n], 0, 1000,
            NULL};
    }
    struct made m = made (call, n);
    free (call);
    free (text);
    return m;
}

static void letters (char text[16], size_t i)
{
    snprintf (text, 16, "%c%c%c.jpg", (int)('g' + i % 19), (int)('g' + i / 19 % 19),
              (int)('g' + i / 361));
}

static void digits (char text[16], size_t i)
{
    snprintf (text, 16, "s%zu.rec", i);
}

/* More kinds of names than there is room for classes: siblings by extension. */
static void test_many_classes (void)
{
    struct made m = made_reads (3000, 3000, letters);
    const struct fid_stream *read = &m.run->stream[FID_STREAM_DATA_READ];
    ok_int ((long long)read->owner_op_n[FID_OWNER_SELF], 3000, "all of one extension are data");
    ok_int ((long long)read->file_n, 3000, "each name counts");
    unmake (&m);
}

/* Gaps go to the stream of their operation. */
static void test_gaps (void)
{
    static const struct call calls[] = {
        {FID_OP_READ, 11, 1, "x", 0, 100, "set/train/x"},
        {FID_OP_WRITE, 12, 1, "x", 0, 100, "set/train/x"},
        {FID_OP_READ, 13, 1, "x", 0, 100, "set/train/x"},
        {FID_OP_WRITE, 16, 1, "x", 0, 100, "set/train/x"},
    };
    struct made m = MADE (calls);
    const struct fid_sketch *read =
        &m.run->stream[FID_STREAM_DATA_READ].part[FID_PART_TRAINING].gap;
    const struct fid_sketch *other =
        &m.run->stream[FID_STREAM_OTHER_IO].part[FID_PART_TRAINING].gap;
    ok (read->total == 1 && sketch_quantile (read, 1) == 2, "between reads of data");
    ok (other->total == 1 && sketch_quantile (other, 1) == 4, "between writes into data");
    unmake (&m);
}

/* --- where reads fall */

static void test_access (void)
{
    static const struct call calls[] = {
        {FID_OP_OPEN, 11.0, 1, "a1.rec", 0, 0, NULL},
        {FID_OP_OPEN, 11.0, 2, "a2.rec", 0, 0, NULL},
        {FID_OP_READ, 11.1, 1, "a1.rec", 0, 1000, NULL},
        {FID_OP_READ, 11.2, 2, "a2.rec", 0, 1000, NULL},
        {FID_OP_READ, 11.3, 1, "a1.rec", 1000, 1000, NULL}, /* follows */
        {FID_OP_READ, 11.4, 2, "a2.rec", 5096, 1000, NULL}, /* 4096 on */
        {FID_OP_CLOSE, 11.5, 2, "a2.rec", 0, 0, NULL},
        {FID_OP_READ, 12.1, 1, "a3.rec", 0, 1000, NULL},
        {FID_OP_READ, 12.2, 1, "a1.rec", 12192, 1000, NULL}, /* 10192 on; 2 others since */
        {FID_OP_CLOSE, 12.5, 1, "a1.rec", 0, 0, NULL},
        {FID_OP_READ, 24.1, 1, "a2.rec", 0, 1000, NULL}, /* new to the process; 2 others */
    };
    struct made m = MADE (calls);
    const struct fid_access *a =
        &m.run->stream[FID_STREAM_DATA_READ].part[FID_PART_TRAINING].access;
    ok (a->jump_n == 3 && a->sequential_n == 1, "three jumps, one of them of nothing");
    ok (a->jump.total == 2 && sketch_quantile (&a->jump, .5) == 4096 &&
            sketch_quantile (&a->jump, 1) / 10192 > 0.99,
        "in each process's file: 4096 and 10192 on");
    ok (a->first_use_n == 3 && a->reuse.total == 2 && sketch_quantile (&a->reuse, 0.1) == 3 &&
            sketch_quantile (&a->reuse, 1) == 3,
        "two files come back, after two others each");
    ok (a->readers.total == 3 && sketch_quantile (&a->readers, 1) == 2 &&
            sketch_quantile (&a->readers, 0.5) == 1,
        "two processes read in second 11, one in 12 and in 24");
    ok (a->file_bytes.total == 3 && sketch_quantile (&a->file_bytes, 1) / 3000 > 0.99,
        "bytes of three files");
    ok (a->file_reads.total == 4 && sketch_quantile (&a->file_reads, 1) == 3,
        "reads of three files in epoch 1 and of one in epoch 2");
    const struct fid_sketch *open =
        &m.run->stream[FID_STREAM_DATA_OPEN].part[FID_PART_TRAINING].access.open_files;
    ok (open->total == 2 && sketch_quantile (open, 1) == 2 && sketch_quantile (open, 0.5) == 1,
        "two files open in second 11, one in 12");

    static const struct call requests[] = {
        {FID_OP_BLOCK_READ, 11.1, 1, "", 4096, 4096, NULL},
        {FID_OP_BLOCK_READ, 11.3, 1, "", 16384, 4096, NULL}, /* issued after the next */
        {FID_OP_BLOCK_READ, 11.2, 1, "", 8192, 4096, NULL},
    };
    TAKE (&m, 3, requests);
    must (fid_build_finish (m.b, &m.err), &m);
    a = &m.run->stream[FID_STREAM_BLOCK_READ].part[FID_PART_TRAINING].access;
    ok (a->jump_n == 2 && a->sequential_n == 1 && sketch_quantile (&a->jump, 1) == 4096,
        "block requests jump in the order of issue");
    unmake (&m);
}

/* Reuse over many files: all n files in turn, again and again: n - 1 others between. */
static void test_reuse (void)
{
    struct made m = made_reads (3 * 4000, 4000, digits);
    const struct fid_access *a =
        &m.run->stream[FID_STREAM_DATA_READ].part[FID_PART_TRAINING].access;
    ok (a->first_use_n == 4000 && a->reuse.total == 8000 &&
            sketch_quantile (&a->reuse, 1e-9) == 4000 && sketch_quantile (&a->reuse, 1) == 4000,
        "a cycle over 4000 files comes back after 3999 others");
    unmake (&m);
}

int main (void)
{
    test_rules ();
    test_patterns ();
    test_names_alone ();
    test_behaviour ();
    test_block ();
    test_nameless ();
    test_opens_only ();
    test_many_classes ();
    test_gaps ();
    test_access ();
    test_reuse ();
    return tap_done ();
}
