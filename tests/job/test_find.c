/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_find.c - jobs that are made of events, and found again */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/parallel.h"
#include "job/epochs.h"
#include "tests/job/made_job.h"
#include "tests/tap.h"

/* A loader process reads a file and hands over two tensors; returns when it is done. */
static int64_t read_batch (int64_t at_ns, int64_t read_ns, int64_t pid, int k)
{
    char path[64];
    snprintf (path, sizeof path, "/data/train/f%03d.npy", k);
    add_call (FID_OP_OPEN, at_ns, MS / 100, pid, path, 0);
    add_call (FID_OP_READ, at_ns + MS / 10, read_ns, pid, path, 1 << 20);
    for (int i = 0; i < 2; i++) {
        snprintf (path, sizeof path, "/dev/shm/torch_%d_%d_%d", (int)pid, k, i);
        add_call (FID_OP_META, at_ns + MS / 5 + read_ns + i * MS, 1000, pid, path, 0);
    }
    return at_ns + MS / 5 + read_ns + MS;
}

/* An epoch of PyTorch's loader with two processes, each two batches ahead: `batch_n` batches,
 * of which `step_n` are taken.  Returns when it ends. */
static int64_t make_epoch (int64_t start_ns, int64_t pid, int batch_n, int step_n,
                           int64_t compute_ns)
{
    int64_t free_ns[2] = {start_ns, start_ns}, done_ns[512], now = start_ns;
    for (int k = 0; k < 4 && k < batch_n; k++)
        done_ns[k] = free_ns[k % 2] = read_batch (free_ns[k % 2], 40 * MS, pid + k % 2, k);
    for (int k = 0; k < step_n; k++) {
        now = done_ns[k] > now ? done_ns[k] : now;
        int next = k + 4;
        if (next < batch_n) {
            int64_t from = free_ns[next % 2] > now ? free_ns[next % 2] : now;
            done_ns[next] = free_ns[next % 2] =
                read_batch (from, 40 * MS, pid + next % 2, next);
        }
        now += compute_ns + (k ? 0 : 500 * MS); /* the first is slow */
    }
    return now;
}

static void test_loader (void)
{
    struct fid_job job;
    struct fid_job_evidence ev;
    add_call (FID_OP_OPEN, 0, MS, 100, "/etc/passwd", 0);
    int64_t now = make_epoch (1000 * MS, 101, 125, 125, 195 * MS);
    now = make_epoch (now, 103, 125, 125, 195 * MS);
    add_call (FID_OP_OPEN, now, MS, 100, "/etc/end", 0);
    find_job (&job, &ev);
    const struct fid_job_rank *r = &job.rank[0];
    ok_int ((long long)fid_job_step_n (r, FID_JOB_TRAINING), 250, "two epochs of 125 steps");
    ok_close (fid_job_computation_s (r, FID_JOB_TRAINING), 0.195 + 1. / 250, 0.01 * 0.195,
              "their computation");
    ok_close (r->loader.depth, 4, 0, "four batches ahead");
    ok_close (r->loader.readers, 2, 0, "two readers");
    ok (job.steps.from == FID_JOB_TRACES && job.steps.sure > 0.9,
        "known from the traces, surely");
    ok (job.steps.call_n == 250 && job.steps.byte_n == 250. * (1 << 20) &&
            job.steps.share == 1 && r->loader.known.call_n == 250 &&
            job.train.known.byte_n == job.steps.byte_n && job.meetings.share == 1,
        "by a call for each step, of all of them");
    ok (!job.checkpoints.call_n && !job.checkpoints.byte_n && !job.checkpoints.share &&
            !job.evaluations.call_n && !r->eval_loader.known.share,
        "nothing of checkpoints and evaluations");
    ok_close (r->step[60].byte_n, 1 << 20, 0, "a step takes the bytes of its batch");
    ok_close (r->step[60].meta_n, 1, 0, "and opens a file");
    clear_all (&job, &ev);
}

/* Three processes read side by side for a job that waits for each batch. */
static void test_slow_loader (void)
{
    struct fid_job job;
    struct fid_job_evidence ev;
    int64_t free_ns[3] = {1000 * MS, 1010 * MS, 1020 * MS};
    add_call (FID_OP_OPEN, 0, MS, 100, "/etc/passwd", 0);
    for (int k = 0; k < 90; k++)
        free_ns[k % 3] = read_batch (free_ns[k % 3], 40 * MS, 101 + k % 3, k);
    add_call (FID_OP_OPEN, free_ns[2], MS, 100, "/etc/end", 0);
    find_job (&job, &ev);
    ok_close (job.rank[0].loader.readers, 3, 0, "three readers");
    ok_close (job.rank[0].loader.depth, 3, 0, "each has asked for its batch");
    clear_all (&job, &ev);
}

/* Two ranks whose loaders read together; the log counts the steps of one. */
static void test_counted (void)
{
    struct fid_job job;
    struct fid_job_evidence ev;
    struct fid_run_fact two = {.key = "ranks", .value = "2"};
    int64_t end_ns = make_epoch (1000 * MS, 101, 40, 40, 195 * MS);
    make_epoch (1000 * MS, 201, 40, 40, 195 * MS);
    struct fid_phase training = {.kind = FID_PHASE_TRAINING,
                                 .name = FID_NAME_BLOCK,
                                 .start_ns = 1000 * MS,
                                 .end_ns = end_ns,
                                 .epoch = 1,
                                 .block = 1,
                                 .step_n = 40};
    if (fid_phases_build (&run.phases, &training, 1, &err))
        abort ();
    run.fact = &two;
    run.fact_n = 1;
    find_job (&job, &ev);
    const struct fid_job_rank *r = &job.rank[0];
    ok (job.rank_n == 2 && fid_job_step_n (r, FID_JOB_TRAINING) == 40 &&
            job.steps.from == FID_JOB_LOG,
        "the log counts the steps of a rank");
    ok_close (fid_job_computation_s (r, FID_JOB_TRAINING), 0.195 + 0.5 / 40, 0.01 * 0.195,
              "which compute between their batches and the end");
    ok_close (r->step[0].load_s, 0.0412, 0.001, "after the first has waited for its batch");
    ok_close (r->step[r->step_n - 1].end_s, (double)(end_ns - ev.origin_ns) / 1e9, 1e-6,
              "the last ends with the training");
    fid_phases_clear (&run.phases);
    run.fact = NULL;
    clear_all (&job, &ev);
}

/* Records of an evaluation come one by one; the log counts its steps, of ten records each. */
static void test_counted_evaluation (void)
{
    struct fid_job job;
    struct fid_job_evidence ev;
    struct fid_phase eval = {.kind = FID_PHASE_EVAL,
                             .name = FID_NAME_EVAL,
                             .start_ns = 1000 * MS,
                             .end_ns = 3000 * MS,
                             .epoch = 1,
                             .block = -1,
                             .step_n = 10};
    add_call (FID_OP_OPEN, 1000 * MS, MS / 100, 101, "/data/valid/all.bin", 0);
    for (int k = 0; k < 100; k++)
        add_call_at (FID_OP_READ, (1001 + 20 * k) * MS, MS / 2, 101, "/data/valid/all.bin",
                     30000, (uint64_t)k * 30000);
    if (fid_phases_build (&run.phases, &eval, 1, &err))
        abort ();
    find_job (&job, &ev);
    const struct fid_job_rank *r = &job.rank[0];
    ok_int ((long long)fid_job_step_n (r, FID_JOB_EVALUATION), 10,
            "an evaluation's are counted, too");
    bool alike = r->step_n == 10;
    for (size_t k = 0; k < r->step_n; k++)
        alike &= r->step[k].byte_n == 300000;
    ok (alike, "each of them takes as many records");
    ok_close (r->step_n ? r->step[r->step_n - 1].end_s - r->step[0].start_s : 0, 2, 0.01,
              "and they last as long as it");
    fid_phases_clear (&run.phases);
    clear_all (&job, &ev);
}

static void test_prefetched (void)
{
    struct fid_job job;
    struct fid_job_evidence ev;
    add_call (FID_OP_OPEN, 0, MS, 100, "/etc/passwd", 0);
    int64_t now = make_epoch (1000 * MS, 101, 184, 180, 195 * MS);
    add_call (FID_OP_OPEN, now, MS, 100, "/etc/end", 0);
    find_job (&job, &ev);
    ok_int ((long long)fid_job_step_n (&job.rank[0], FID_JOB_TRAINING), 180,
            "of 184 batches 4 were only prefetched");
    clear_all (&job, &ev);
}

/* The main process reads a file of evaluation or of training, then computes. */
static int64_t read_and_compute (int64_t now, const char *path)
{
    add_call (FID_OP_OPEN, now, MS / 10, 100, path, 0);
    add_call (FID_OP_READ, now + MS, 20 * MS, 100, path, 1 << 20);
    return now + 100 * MS;
}

static void test_main_process (void)
{
    struct fid_job job;
    struct fid_job_evidence ev;
    int64_t now = 1000 * MS;
    char path[64];
    add_call (FID_OP_OPEN, 0, MS, 100, "/etc/passwd", 0);
    for (int epoch = 0; epoch < 3; epoch++) {
        for (int k = 0; k < 30; k++) {
            snprintf (path, sizeof path, "/data/train/f%03d.npy", k);
            now = read_and_compute (now, path);
        }
        for (int k = 0; k < 5; k++) {
            snprintf (path, sizeof path, "/data/valid/f%03d.npy", k);
            now = read_and_compute (now, path);
        }
        snprintf (path, sizeof path, "/ckpt/step%d/model.pt", epoch);
        add_call (FID_OP_OPEN, now, MS, 100, path, 0);
        add_call (FID_OP_WRITE, now + 2 * MS, 100 * MS, 100, path, 1 << 24);
        snprintf (path, sizeof path, "/ckpt/step%d/optimizer.pt", epoch);
        add_call (FID_OP_WRITE, now + 110 * MS, 100 * MS, 100, path, 1 << 24);
        now += 220 * MS;
    }
    find_job (&job, &ev);
    const struct fid_job_rank *r = &job.rank[0];
    ok_int ((long long)fid_job_step_n (r, FID_JOB_TRAINING), 90, "three epochs of 30 files");
    ok_close (r->loader.depth, 0, 0, "nothing is read ahead");
    ok_int ((long long)job.evaluation_n, 3, "files below valid/ make evaluations");
    ok_int ((long long)fid_job_step_n (r, FID_JOB_EVALUATION), 15, "of five steps each");
    ok_int ((long long)fid_job_checkpoint_n (&job, false), 3,
            "three folders: three checkpoints");
    ok_int ((long long)job.checkpoint[0].file_n, 2, "of two files each");
    ok (job.checkpoint[1].waits, "for which the job stands still");
    ok_close (job.checkpoint[2].byte_n, 1 << 25, 0, "the bytes of both");
    ok_int (job.epoch_n, 3, "each file is read three times");
    double sum = 0;
    for (size_t i = 0; i < r->segment_n; i++) {
        sum += r->segment[i].end_s - r->segment[i].start_s;
        if (i && r->segment[i].start_s < r->segment[i - 1].end_s - 1e-9)
            ok (0, "segment %zu begins before the one before ends", i);
    }
    ok_close (sum, job.duration_s, 1e-6, "segments fill the job, without overlap");
    clear_all (&job, &ev);
}

/* One name in three folders, written within a second. */
static void test_shards (void)
{
    struct fid_job job;
    struct fid_job_evidence ev;
    char path[64];
    for (int i = 0; i < 3; i++) {
        snprintf (path, sizeof path, "/ckpt/rank%d/shard.pt", i);
        add_call (FID_OP_OPEN, i * 300 * MS, MS, 100, path, 0);
        struct fid_event ev_write = {.start_ns = i * 300 * MS + 2 * MS,
                                     .dur_ns = MS,
                                     .bytes = 1 << 20,
                                     .pid = 100,
                                     .op = FID_OP_WRITE,
                                     .file = fid_span_of ("shard.pt")};
        if (fid_events_add (&run.events, &ev_write, &err))
            abort ();
    }
    set_roles ();
    for (uint32_t i = 0; i < run.events.file_n; i++)
        run.events.file[i].role = FID_ROLE_CHECKPOINT;
    if (fid_job_find (&job, &ev, &run, &err))
        abort ();
    ok_int ((long long)fid_job_checkpoint_n (&job, false), 3,
            "writes that name no folder belong to the open before");
    clear_all (&job, &ev);
}

/* A write of a file that the trace names without its folder. */
static void add_write (int64_t start_ns, int64_t dur_ns, int64_t pid, const char *name)
{
    struct fid_event ev = {.start_ns = start_ns,
                           .dur_ns = dur_ns,
                           .bytes = 1 << 20,
                           .pid = pid,
                           .op = FID_OP_WRITE,
                           .file = fid_span_of (name)};
    if (fid_events_add (&run.events, &ev, &err))
        abort ();
}

/* Three processes that write a file of one name each, at once, in folders side by side; twice.
 */
static void test_ranks_shards (void)
{
    struct fid_job job;
    struct fid_job_evidence ev;
    char path[64];
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < 3; i++) {
            int64_t at_ns = k * 60000 * MS + i * MS;
            snprintf (path, sizeof path, "/ckpt/step%d/rank%d/shard.pt", k, i);
            add_call (FID_OP_OPEN, at_ns, MS / 10, 100 + i, path, 0);
            for (int n = 0; n < 4; n++)
                add_write (at_ns + (n + 1) * 50 * MS, 45 * MS, 100 + i, "shard.pt");
        }
    set_roles ();
    for (uint32_t i = 0; i < run.events.file_n; i++)
        run.events.file[i].role = FID_ROLE_CHECKPOINT;
    if (fid_job_find (&job, &ev, &run, &err))
        abort ();
    ok_int ((long long)fid_job_checkpoint_n (&job, false), 2, "shards written at once");
    ok_int ((long long)job.checkpoint[1].file_n, 3, "are files of one checkpoint");
    ok_int ((long long)job.checkpoint[1].writer_n, 3, "by three processes");
    ok_close (job.checkpoint[1].byte_n, 12 << 20, 0, "with the bytes of all");
    ok_int ((long long)ev.io.saved_n, 6, "each process writes the file that it opened");
    clear_all (&job, &ev);
}

static void test_nothing (void)
{
    struct fid_job job;
    struct fid_job_evidence ev;
    find_job (&job, &ev);
    ok_int ((long long)job.rank_n, 1, "an empty run has a rank");
    ok (job.steps.from == FID_JOB_UNKNOWN && !job.data_seen, "of which nothing is known");
    clear_all (&job, &ev);
}

static int ask (void *ctx, size_t i, struct fid_error *why)
{
    const struct fid_run_job **found = ctx;
    found[i] = fid_job_of_run (&run, why);
    return found[i] ? 0 : -1;
}

static void test_once (void)
{
    struct fid_job job;
    struct fid_job_evidence ev;
    const struct fid_run_job *found[8] = {NULL};
    bool one = true;
    make_epoch (1000 * MS, 101, 125, 125, 195 * MS);
    find_job (&job, &ev);
    ok_int (fid_parallel (8, 4, ask, found, &err), 0, "a run's job can be asked for at once");
    for (int i = 0; i < 8; i++)
        one &= found[i] && found[i] == found[0];
    ok (one, "it is found once");
    const struct fid_job_rank *r = &found[0]->job.rank[0];
    ok_int ((long long)r->step_n, (long long)job.rank[0].step_n, "its steps are those found");
    const struct fid_job_evidence *kept = &found[0]->evidence;
    ok (found[0]->whole && kept->side[0].byte_n == ev.side[0].byte_n &&
            kept->origin_ns == ev.origin_ns && kept->io.read_n == ev.io.read_n,
        "so are the files and reads");
    run.job.destroy (run.job.at);
    clear_all (&job, &ev);
}

/* What a call reads ahead is in two requests, of which the second begins when the call is over,
 * and in a third one near them; a request elsewhere on the disk is of something else. */
static void test_queued_requests (void)
{
    struct fid_job job;
    struct fid_job_evidence ev;
    for (int k = 0; k < 8; k++) {
        int64_t at = 1000 * MS + k * 500 * MS;
        uint64_t place = (uint64_t)k << 30, next = place + (4 << 20);
        add_call_at (FID_OP_READ, at, 10 * MS, 101, "/data/train/all.bin", 8 << 20,
                     (uint64_t)k << 23);
        add_call_at (FID_OP_BLOCK_READ, at + MS, 5 * MS, 101, "", 4 << 20, place);
        add_call_at (FID_OP_BLOCK_READ, at + 12 * MS, 5 * MS, 101, "", 4 << 20, next);
        add_call_at (FID_OP_BLOCK_READ, at + 200 * MS, 5 * MS, 101, "", 1 << 20,
                     place + (10 << 20));
        add_call_at (FID_OP_BLOCK_READ, at + 300 * MS, 5 * MS, 101, "", 1 << 20,
                     place + (512 << 20));
    }
    find_job (&job, &ev);
    double stored = 0;
    for (size_t i = 0; i < ev.io.read_n; i++)
        stored += (double)fid_read_of (&ev.io, i).stored_n;
    ok_close (stored, 72 << 20, 0, "requests that waited in the queue are of the call");
    ok_close (job.cached, 0, 1e-9, "and nothing is from memory");
    clear_all (&job, &ev);
}

/* A checkpoint that the log names: its size is that of its writes or, only if writes could not be
 * traced, what the benchmark says. */
static void test_named_checkpoint (void)
{
    static const struct {
        const char *what;
        bool traced;
        uint64_t byte_n;
        double want;
    } cases[] = {{"no write was traced, and could have been", true, 0, 0},
                 {"no write could be traced", false, 0, 2147483648.},
                 {"writes that were seen all the same", false, 1 << 20, 1 << 20},
                 {"writes", true, 1 << 20, 1 << 20}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fid_job job;
        struct fid_job_evidence ev;
        struct fid_run_fact size = {.key = "checkpoint_size_GB", .value = "2"};
        struct fid_phase phase[] = {{.kind = FID_PHASE_TRAINING,
                                     .name = FID_NAME_BLOCK,
                                     .start_ns = 1000 * MS,
                                     .end_ns = 3000 * MS,
                                     .epoch = 1,
                                     .block = 1},
                                    {.kind = FID_PHASE_CHECKPOINT,
                                     .name = FID_NAME_CHECKPOINT,
                                     .start_ns = 3000 * MS,
                                     .end_ns = 4000 * MS,
                                     .epoch = 1,
                                     .block = -1}};
        add_call (FID_OP_OPEN, 1000 * MS, MS, 100, "/data/train/a.npy", 0);
        if (cases[i].byte_n)
            add_call (FID_OP_WRITE, 3100 * MS, MS, 100, "/out/ckpt/a.pt", cases[i].byte_n);
        if (fid_phases_build (&run.phases, phase, 2, &err))
            abort ();
        run.fact = &size;
        run.fact_n = 1;
        run.stream[FID_STREAM_CHECKPOINT_WRITE].traced = cases[i].traced;
        find_job (&job, &ev);
        ok (job.checkpoint_n == 1 && job.checkpoint[0].byte_n == cases[i].want, "%s: %g bytes",
            cases[i].what, cases[i].want);
        fid_phases_clear (&run.phases);
        run.fact = NULL;
        clear_all (&job, &ev);
    }
}

/* What was added to a log by what the traces show (fid_job_complete) is not the log's: the job of
 * such a run is found without it.  And what each epoch that the log names has read. */
static void test_added_phases (void)
{
    struct fid_job job;
    struct fid_job_evidence ev;
    struct fid_job_epochs epochs;
    struct fid_phase phase[] = {{.kind = FID_PHASE_TRAINING,
                                 .name = FID_NAME_BLOCK,
                                 .start_ns = 1000 * MS,
                                 .end_ns = 3000 * MS,
                                 .epoch = 1,
                                 .block = 1},
                                {.kind = FID_PHASE_EVAL,
                                 .name = FID_NAME_EVAL,
                                 .start_ns = 3000 * MS,
                                 .end_ns = 4000 * MS,
                                 .epoch = 1,
                                 .block = -1,
                                 .flags = FID_PHASE_FOUND}};
    add_call (FID_OP_OPEN, 1000 * MS, MS, 100, "/data/train/a.npy", 0);
    add_call (FID_OP_READ, 1100 * MS, MS, 100, "/data/train/a.npy", 1 << 20);
    add_call (FID_OP_READ, 1200 * MS, MS, 100, "/data/train/a.npy", 1 << 20);
    if (fid_phases_build (&run.phases, phase, 2, &err))
        abort ();
    find_job (&job, &ev);
    ok (job.evaluation_n == 0 && job.evaluations.from == FID_JOB_TRACES,
        "an evaluation that was found and added is none of the log");
    const struct fid_job_segment *g = job.rank[0].segment;
    while (g < job.rank[0].segment + job.rank[0].segment_n && g->kind != FID_JOB_TRAINING)
        g++;
    ok (g->kind == FID_JOB_TRAINING && g->known.from == FID_JOB_LOG && g->epoch == 1,
        "the training is the log's");
    ok_int (fid_job_epochs (&epochs, &run, &err), 0, "epochs are told");
    ok (epochs.n == 1 && epochs.at[0].number == 1 && epochs.at[0].read_n == 2 << 20 &&
            epochs.at[0].span_s == 3,
        "the first has read 2 MiB in 3 s");
    fid_job_epochs_clear (&epochs);
    run.job.destroy (run.job.at);
    fid_phases_clear (&run.phases);
    clear_all (&job, &ev);
}

int main (void)
{
    test_added_phases ();
    test_named_checkpoint ();
    test_queued_requests ();
    test_loader ();
    test_counted ();
    test_counted_evaluation ();
    test_prefetched ();
    test_slow_loader ();
    test_main_process ();
    test_shards ();
    test_ranks_shards ();
    test_nothing ();
    test_once ();
    return tap_done ();
}
