/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_batches.c - steps that batches tell of: tensors, small records, page faults, records */
#include <stdio.h>
#include <string.h>
#include "tests/job/made_job.h"
#include "tests/tap.h"

/* Tensors that a thread of the loader process hands over slowly: 30 ms apart, and those of
 * late_n of five batches while the process reads the next one already.  A tracer of stat calls
 * does not know their folder. */
static void test_slow_tensors (int late_n)
{
    struct fid_job job;
    struct fid_job_evidence ev;
    int64_t now = 1000 * MS, late_ns = 0;
    char path[64];
    add_call (FID_OP_OPEN, 0, MS, 100, "/etc/passwd", 0);
    for (int k = 0; k < 40; k++) {
        for (int i = 0; i < 4; i++, now += 10 * MS) {
            snprintf (path, sizeof path, "/data/train/f%03d_%d.npy", k, i);
            add_call (FID_OP_OPEN, now, MS / 100, 101, path, 0);
            add_call (FID_OP_READ, now + MS, 5 * MS, 101, path, 1 << 20);
            snprintf (path, sizeof path, "/dev/shm/torch_101_%d_1", k - 1);
            if (late_ns)
                add_call (FID_OP_META, now + 8 * MS, 1000, 101, path, 0);
            late_ns = 0;
        }
        snprintf (path, sizeof path, "/dev/shm/torch_101_%d_0", k);
        add_call (FID_OP_META, now, 1000, 101, path, 0);
        add_call (FID_OP_META, now + MS / 2, 1000, 101, strrchr (path, '/') + 1, 0);
        snprintf (path, sizeof path, "/dev/shm/torch_101_%d_1", k);
        if (k % 5 >= 5 - late_n && k < 39)
            late_ns = now;
        else
            add_call (FID_OP_META, now + 30 * MS, 1000, 101, path, 0);
        now += late_ns ? MS : 32 * MS;
    }
    add_call (FID_OP_OPEN, now, MS, 100, "/etc/end", 0);
    find_job (&job, &ev);
    const struct fid_job_rank *r = &job.rank[0];
    ok_int ((long long)fid_job_step_n (r, FID_JOB_TRAINING), 40,
            "slow tensors: as many steps as batches");
    size_t odd_n = 0;
    for (size_t i = 0; i < r->step_n; i++)
        odd_n += r->step[i].byte_n != 4 << 20;
    ok_int ((long long)odd_n, 0, "each of four files");
    clear_all (&job, &ev);
}

/* Batches of few records, of which a loader's read brings enough for three: the log has a step
 * for each tensor.  The first three are handed over at once. */
static void test_small_batches (void)
{
    struct fid_job job;
    struct fid_job_evidence ev;
    int64_t now = 1000 * MS;
    char path[64];
    add_call (FID_OP_OPEN, 0, MS, 100, "/etc/passwd", 0);
    add_call (FID_OP_OPEN, now - MS, MS / 100, 101, "/data/train/tokens.bin", 0);
    for (int k = 0; k < 90; k++) {
        if (k % 3 == 0)
            add_call_at (FID_OP_READ, now, MS, 101, "/data/train/tokens.bin", 8192,
                         (uint64_t)k / 3 * 8192);
        snprintf (path, sizeof path, "/dev/shm/torch_101_%d_0", k);
        add_call (FID_OP_META, now + 2 * MS, 1000, 101, path, 0);
        now += k < 2 ? 4 * MS : 80 * MS;
    }
    now += 160 * MS;
    add_call (FID_OP_OPEN, now, MS, 100, "/etc/end", 0);
    struct fid_phase training = {.kind = FID_PHASE_TRAINING,
                                 .name = FID_NAME_BLOCK,
                                 .block = 1,
                                 .epoch = 1,
                                 .start_ns = 1000 * MS,
                                 .end_ns = now,
                                 .step_n = 90};
    if (fid_phases_build (&run.phases, &training, 1, &err))
        abort ();
    find_job (&job, &ev);
    const struct fid_job_rank *r = &job.rank[0];
    ok_int ((long long)fid_job_step_n (r, FID_JOB_TRAINING), 90,
            "one read for three batches: each tensor is one");
    ok (r->loader.depth >= 2 && r->loader.depth <= 3,
        "two ahead, and what is made when one is taken: %g", r->loader.depth);
    ok_close (fid_job_computation_s (r, FID_JOB_TRAINING), 0.08, 0.004, "their computation");
    fid_phases_clear (&run.phases);
    clear_all (&job, &ev);
}

/* A mapped array of which each step touches 16 places; a page fault brings the 64 KiB around
 * one, and what is there already costs none. */
static void test_page_faults (void)
{
    struct fid_job job;
    struct fid_job_evidence ev;
    int64_t now = 1000 * MS;
    uint64_t place = 1;
    bool there[4096] = {false};
    size_t fault_n = 0;
    add_call (FID_OP_OPEN, 0, MS, 100, "/etc/passwd", 0);
    add_call (FID_OP_OPEN, now - MS, MS / 100, 101, "/data/train/train.bin", 0);
    for (int k = 0; k < 90; k++) {
        for (int i = 0; i < 16; i++, now += MS / 2) {
            place = place * 6364136223846793005u + 1442695040888963407u;
            size_t window = place >> 52;
            if (!there[window])
                add_call_at (FID_OP_READ, now, MS / 4, 101, "/data/train/train.bin", 65536,
                             window * 65536);
            fault_n += !there[window];
            there[window] = true;
        }
        now += 90 * MS;
    }
    add_call (FID_OP_OPEN, now, MS, 100, "/etc/end", 0);
    find_job (&job, &ev);
    const struct fid_job_rank *r = &job.rank[0];
    ok (fault_n < 90 * 16 - 100, "%zu faults in 90 steps", fault_n);
    ok_int ((long long)fid_job_step_n (r, FID_JOB_TRAINING), 90,
            "page faults of a mapped array: a step for each of their bursts");
    ok_close (fid_job_computation_s (r, FID_JOB_TRAINING), 0.09, 0.003, "their computation");
    ok_close (r->loader.depth, 0, 0, "nothing is read ahead");
    clear_all (&job, &ev);
}

/* A loader process reads five records of a file, each of 1 MiB, and hands over a tensor. */
static int64_t read_records (int64_t now, int k, const uint64_t offset[5])
{
    char path[64];
    snprintf (path, sizeof path, "/data/train/f%03d.h5", k);
    add_call (FID_OP_OPEN, now, MS / 10, 101, path, 0);
    for (int i = 0; i < 5; i++)
        add_call_at (FID_OP_READ, now + (1 + 5 * i) * MS, 4 * MS, 101, path, 1 << 20,
                     offset[i] << 20);
    snprintf (path, sizeof path, "/dev/shm/torch_101_%d_0", k);
    add_call (FID_OP_META, now + 26 * MS, 1000, 101, path, 0);
    return now + 224 * MS;
}

/* Records that are read in any order are read for the first time; a header is read again, and a
 * directory at the end of the file before what lies between. */
static void test_records (void)
{
    static const struct {
        const char *what;
        uint64_t offset[5];
        size_t stretch_n;
        long long call_n[2];
        bool sequential;
    } cases[] = {
        {"records in any order", {0, 6, 2, 8, 4}, 1, {5, 0}, false},
        {"records in order", {0, 1, 2, 3, 4}, 1, {5, 0}, true},
        {"the first one again", {0, 1, 0, 2, 3}, 1, {4, 0}, true},
        {"a directory at the end", {0, 9, 0, 1, 2}, 2, {3, 1}, true},
    };
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        struct fid_job job;
        struct fid_job_evidence ev;
        int64_t now = 1000 * MS;
        add_call (FID_OP_OPEN, 0, MS, 100, "/etc/passwd", 0);
        for (int k = 0; k < 90; k++)
            now = read_records (now, k, cases[c].offset);
        find_job (&job, &ev);
        ok_int ((long long)fid_job_step_n (&job.rank[0], FID_JOB_TRAINING), 90, cases[c].what);
        if (!job.rank[0].step_n)
            continue;
        const struct fid_job_step *t = job.rank[0].step;
        ok_int ((long long)t->read_n, (long long)cases[c].stretch_n, "stretches");
        for (size_t i = 0; i < cases[c].stretch_n && i < t->read_n; i++) {
            const struct fid_job_read *read = &job.read[t->read_first + i];
            ok_int ((long long)read->call_n, cases[c].call_n[i],
                    "calls that read for the first time");
            ok_int ((long long)read->byte_n, cases[c].call_n[i] << 20, "and their bytes");
            ok_int ((long long)read->offset, i ? 9 << 20 : 0, "their begin");
            ok (read->sequential == cases[c].sequential, "whether they jump");
        }
        clear_all (&job, &ev);
    }
}

int main (void)
{
    test_slow_tensors (1);
    test_slow_tensors (4);
    test_small_batches ();
    test_page_faults ();
    test_records ();
    return tap_done ();
}
