/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How long jobs take on storages: closed forms, laws, and agreement with a simulation. */
#include <float.h>
#include <stdio.h>
#include <time.h>
#include "storage/times.h"
#include "tests/storage/jobs.h"
#include "tests/storage/simulate.h"
#include "tests/tap.h"

static struct fid_storage storage (double read_byte_s, double read_s)
{
    struct fid_storage s;
    fid_storage_init (&s, "test");
    s.read_byte_s = read_byte_s;
    s.read_s = read_s;
    return s;
}

static double time_of (const struct fid_job *job, enum fid_model model,
                       const struct fid_storage *s)
{
    struct fid_error err;
    struct fid_timing t;
    double total_s = 0;
    fid_timing_init (&t, job);
    if (fid_timing_add (&t, s, 1, &err))
        diag ("%s", err.text);
    else {
        const struct fid_times *of = &fid_timing_on (&t, s)[model];
        double parts_s = 0;
        total_s = of->total_s;
        for (int p = 0; p < FID_JOB_SEGMENT_N; p++)
            parts_s += of->part_s[p];
        if (job->rank_n == 1)
            ok_close (parts_s, total_s, 1e-9 * (1 + total_s), "parts of the job add up to it");
    }
    fid_timing_clear (&t);
    return total_s;
}

/* --- closed forms */

static void check_one_step (void)
{
    struct fid_job job = {.rank_n = 0};
    struct fid_job_rank *r = job_rank (&job, 0, 2);
    job_steps (r, FID_JOB_TRAINING, 1, 1, 0.5, 4e6, 3);
    struct fid_storage s = storage (8e6, 0.01);
    for (int m = 0; m < FID_MODEL_N; m++)
        ok_close (time_of (&job, (enum fid_model)m, &s), 0.5 + 3 * 0.01 / 2 + 0.5, 1e-12,
                  "one step: transfer, waits over two readers, computation");
    r->step[0].meta_n = 4;
    s.meta_s = 0.1;
    ok_close (time_of (&job, FID_MODEL_BUFFER, &s), 1.015 + 4 * 0.1 / 2, 1e-12,
              "metadata calls wait, too");
    s.iops = 1;
    ok_close (time_of (&job, FID_MODEL_BUFFER, &s), 3 + 0.015 + 0.2 + 0.5, 1e-12,
              "three requests at one a second take longer than the bytes");
    fid_job_clear (&job);
}

/* A rate that is counted over a while: a pause that is short enough is made up for. */
static void check_burst (void)
{
    struct fid_job job = {.rank_n = 0};
    struct fid_job_rank *r = job_rank (&job, 0, 1);
    job_steps (r, FID_JOB_TRAINING, 1, 20, 0.2, 1.5e6, 0);
    struct fid_storage s = storage (1e7, FID_ABSENT);
    for (int m = 0; m < FID_MODEL_N; m++) {
        s.burst_s = FID_ABSENT;
        ok_close (time_of (&job, (enum fid_model)m, &s), 20 * 0.35, 1e-9, "without a burst");
        s.burst_s = 0.19;
        ok_close (time_of (&job, (enum fid_model)m, &s), 20 * 0.35, 1e-9,
                  "a longer pause is lost");
    }
    s.burst_s = 0.21;
    ok_close (time_of (&job, FID_MODEL_FLUID, &s), 20 * 0.2, 1e-9, "a shorter one is not");
    ok_close (time_of (&job, FID_MODEL_BUFFER, &s), 20 * 0.2 + 0.15, 1e-9,
              "a short pause after other short ones is made up for, too");
    for (size_t k = 0; k < 20; k++)
        r->step[k].byte_n = r->step[k].stored_n = k % 2 ? 4e6 : 0.5e6;
    ok_close (time_of (&job, FID_MODEL_BUFFER, &s), 0.65 + 9 * (0.2 + 0.4 + 0.2 - 0.21), 1e-9,
              "but several pauses give no more than one of burst_ms");
    for (size_t k = 0; k < 20; k++)
        r->step[k].byte_n = r->step[k].stored_n = 1.5e6;
    s.read_byte_s = 5e6;
    ok_close (time_of (&job, FID_MODEL_BUFFER, &s), 20 * 0.3 + 0.2, 1e-9,
              "as if the steps computed beside the reads");
    ok_close (time_of (&job, FID_MODEL_FLUID, &s), 20 * 0.3, 1e-9, "in both models");
    for (size_t k = 0; k < 20; k++) {
        r->step[k].work_s = 0.2;
        r->step[k].wait_n = 4;
    }
    s.burst_s = 0.24;
    ok_close (time_of (&job, FID_MODEL_BUFFER, &s), 20 * 0.7, 1e-9,
              "all that a reader works is after its reads: 0.25 s");
    s.burst_s = 0.26;
    ok_close (time_of (&job, FID_MODEL_FLUID, &s), 20 * 0.4, 1e-9,
              "a quarter of it is after the last of four reads");
    fid_job_clear (&job);
}

/* What readers do between their reads. */
static void check_work (void)
{
    struct fid_job job = {.rank_n = 0};
    struct fid_job_rank *r = job_rank (&job, 0, 1);
    job_steps (r, FID_JOB_TRAINING, 1, 40, 0.3, 1e6, 2);
    for (size_t k = 0; k < 40; k++)
        r->step[k].work_s = 0.2;
    struct fid_storage s = storage (1e7, 0.05);
    for (int m = 0; m < FID_MODEL_N; m++)
        ok_close (
            time_of (&job, (enum fid_model)m, &s), 40 * (0.1 + 2 * 0.05 + 0.2 + 0.3), 1e-9,
            "a loader that is not ahead: it reads, waits and decodes, then the job computes");
    r->loader.depth = 4;
    ok_close (time_of (&job, FID_MODEL_BUFFER, &s), 40 * 0.4 + 0.3, 1e-9,
              "one that is ahead: its reader is what the job waits for");
    r->loader.readers = 2;
    s = storage (HUGE_VAL, 0.2);
    ok_close (time_of (&job, FID_MODEL_BUFFER, &s), 0.6 + 0.3 * 40, 1e-9,
              "two readers decode two batches at a time");
    s = storage (HUGE_VAL, 0.3);
    ok_close (time_of (&job, FID_MODEL_BUFFER, &s), 20 * 0.8 + 0.3 + 0.3, 1e-9,
              "until they are too slow");
    /* bytes take a reader 0.5 s, and work 0.5 s: one reads while the other works */
    for (size_t k = 0; k < 40; k++)
        r->step[k].work_s = 0.5;
    s = storage (2e6, 0);
    ok_close (time_of (&job, FID_MODEL_BUFFER, &s), 40 * 0.5 + 0.5 + 0.3, 1e-9,
              "two readers get their bytes in turns");
    ok_close (time_of (&job, FID_MODEL_FLUID, &s), 40 * 0.5, 1e-9, "in both models");
    /* what is read ahead for later batches comes while a reader decodes */
    r->loader = (struct fid_job_loader){.readers = 1};
    job.cache_seen = true;
    for (size_t k = 0; k < 40; k++) {
        r->step[k].stored_n = k % 4 ? 0 : 4e6;
        r->step[k].late_n = (double)(3 - k % 4) * 1e6;
        r->step[k].work_s = 0.2;
    }
    s = storage (1e7, 0);
    ok_close (time_of (&job, FID_MODEL_BUFFER, &s), 10 * 0.1 + 40 * (0.2 + 0.3), 1e-9,
              "decoding hides what is read ahead, too, and is not hidden by it");
    fid_job_clear (&job);
}

/* A client reads four batches in one go, and each step waits for its own. */
static void check_late_bytes (void)
{
    static const struct {
        double compute_s, want_s;
        const char *what;
    } cases[] = {
        {0.3, 3 * (0.1 + 4 * 0.3), "computation hides what is read ahead"},
        {0.05, 0.4 * 3 + 3 * 0.05, "steps wait for their own part of what is read ahead"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fid_job job = {.rank_n = 0, .cache_seen = true};
        struct fid_job_rank *r = job_rank (&job, 0, 1);
        job_steps (r, FID_JOB_TRAINING, 1, 12, cases[i].compute_s, 1e6, 0);
        for (size_t k = 0; k < 12; k++) {
            r->step[k].stored_n = k % 4 ? 0 : 4e6;
            r->step[k].late_n = (double)(3 - k % 4) * 1e6;
        }
        struct fid_storage s = storage (1e7, 0);
        for (int m = 0; m < FID_MODEL_N; m++)
            ok_close (time_of (&job, (enum fid_model)m, &s), cases[i].want_s, 1e-9,
                      cases[i].what);
        fid_job_clear (&job);
    }
}

/* What a part leaves behind of what was read ahead, the next one waits for. */
static void check_late_parts (void)
{
    struct fid_job job = {.rank_n = 0, .cache_seen = true};
    struct fid_job_rank *r = job_rank (&job, 0, 1);
    job_steps (r, FID_JOB_TRAINING, 1, 4, 0.01, 1e6, 0);
    job_steps (r, FID_JOB_TRAINING, 1, 4, 0.01, 1e6, 0);
    for (size_t k = 0; k < 8; k++) {
        r->step[k].stored_n = k ? 0 : 8e6;
        r->step[k].late_n = (double)(7 - k) * 1e6;
    }
    struct fid_storage s = storage (1e7, 0);
    for (int m = 0; m < FID_MODEL_N; m++)
        ok_close (time_of (&job, (enum fid_model)m, &s), 0.8 + 0.01, 1e-9,
                  "no byte is lost between two parts");
    fid_job_clear (&job);
}

static void check_serial (void)
{
    struct fid_job job = {.rank_n = 0};
    job_steps (job_rank (&job, 0, 1), FID_JOB_TRAINING, 1, 10, 0.3, 1e6, 0);
    struct fid_storage s = storage (1e7, 0);
    for (int m = 0; m < FID_MODEL_N; m++)
        ok_close (time_of (&job, (enum fid_model)m, &s), 10 * (0.3 + 0.1), 1e-9,
                  "a loader that is not ahead: reading and computing add up");
    job.rank[0].loader.depth = 2;
    ok_close (time_of (&job, FID_MODEL_BUFFER, &s), 0.1 + 10 * 0.3, 1e-9,
              "one that is ahead: only the first batch is waited for");
    s = storage (2e6, 0);
    ok_close (time_of (&job, FID_MODEL_BUFFER, &s), 10 * 0.5 + 0.3, 1e-9,
              "reading is slower: all batches one after the other, and the last step");
    ok_close (time_of (&job, FID_MODEL_FLUID, &s), 10 * 0.5, 1e-9,
              "the fluid model: reading alone");
    job.rank[0].loader.depth = 0.5;
    ok_close (time_of (&job, FID_MODEL_FLUID, &s), 10 * (0.5 * 0.5 + 0.5 * 0.8), 1e-9,
              "half a batch ahead is half an overlap");
    job.rank[0].loader.depth = 0;
    job.rank[0].loader.known = fid_known (FID_JOB_TRACES, 0.6);
    ok_close (time_of (&job, FID_MODEL_BUFFER, &s), 10 * (0.5 + 0.3), 1e-9,
              "a guess: one model reads before the steps");
    ok_close (time_of (&job, FID_MODEL_FLUID, &s), 10 * 0.5, 1e-9, "and one beside them");
    job.rank[0].loader.known.sure = 0.8;
    ok_close (time_of (&job, FID_MODEL_FLUID, &s), 10 * (0.5 + 0.3), 1e-9,
              "where that is known, both do the same");
    s = storage (HUGE_VAL, 0);
    for (int m = 0; m < FID_MODEL_N; m++)
        ok_close (time_of (&job, (enum fid_model)m, &s), 3, 1e-9,
                  "a storage that costs nothing: computation");
    fid_job_clear (&job);
}

static void check_read_ahead (void)
{
    struct fid_job job = {.rank_n = 0};
    struct fid_job_rank *r = job_rank (&job, 0, 1);
    job_steps (r, FID_JOB_TRAINING, 1, 4, 0.3, 1e6, 0);
    job.train.file_byte_n = 1e9;
    r->loader.ahead_n = 1;
    struct fid_storage s = storage (1e7, 0);
    /* batch 0 is asked for at 0; batch 1 when batch 0 is; batch 2 when step 0 ends, ... */
    ok_close (time_of (&job, FID_MODEL_BUFFER, &s), 0.1 + 4 * 0.3, 1e-9,
              "a device that reads one batch ahead in one large file hides reading");
    r->loader.ahead_n = 0;
    job.read_ahead_n = 1.5e6;
    ok_close (time_of (&job, FID_MODEL_BUFFER, &s), 0.1 + 4 * 0.3, 1e-9,
              "as one whose largest request covers a batch does");
    s.read_ahead_n = 131072;
    ok_close (time_of (&job, FID_MODEL_BUFFER, &s), 4 * 0.4, 1e-9,
              "on a storage that reads less ahead it does not");
    s.read_ahead_n = FID_ABSENT;
    job.train.file_byte_n = 1e6;
    ok_close (time_of (&job, FID_MODEL_BUFFER, &s), 4 * 0.4, 1e-9,
              "in files of one batch it cannot");
    fid_job_clear (&job);
}

static void check_two_ranks (void)
{
    struct fid_job job = {.meeting = FID_JOB_EACH_STEP};
    job_steps (job_rank (&job, 0, 1), FID_JOB_TRAINING, 1, 5, 0.2, 1e6, 0);
    job_steps (job_rank (&job, 0, 1), FID_JOB_TRAINING, 1, 5, 0.2, 1e6, 0);
    struct fid_storage s = storage (1e7, 0);
    for (int m = 0; m < FID_MODEL_N; m++)
        ok_close (time_of (&job, (enum fid_model)m, &s), 5 * (0.2 + 0.2), 1e-9,
                  "two ranks that meet each step wait for both batches");
    job.meeting = FID_JOB_NEVER;
    ok_close (time_of (&job, FID_MODEL_BUFFER, &s), 5 * (0.2 + 0.2), 1e-9,
              "two ranks that do not meet have half the bandwidth each");
    job.rank[1].host = 1;
    s.own = true;
    ok_close (time_of (&job, FID_MODEL_BUFFER, &s), 5 * (0.1 + 0.2), 1e-9,
              "hosts with a storage each do not share");
    s.own = false;
    s.read_byte_s = 1e30;
    job.meeting = FID_JOB_EACH_STEP;
    for (int k = 0; k < 5; k++)
        job.rank[k % 2].step[k].compute_s = 0.5;
    ok_close (time_of (&job, FID_MODEL_BUFFER, &s), 5 * 0.5, 1e-9,
              "the slowest of each step is waited for");
    job.meeting = FID_JOB_EACH_EPOCH;
    ok_close (time_of (&job, FID_MODEL_BUFFER, &s), 3 * 0.5 + 2 * 0.2, 1e-9,
              "in one epoch the slowest rank is");
    fid_job_clear (&job);
}

static void check_epochs_meet (void)
{
    struct fid_job job = {.meeting = FID_JOB_EACH_EPOCH};
    struct fid_storage s = storage (1e30, 0);
    for (int i = 0; i < 2; i++) {
        struct fid_job_rank *r = job_rank (&job, 0, 1);
        job_steps (r, FID_JOB_TRAINING, 1, 2, i ? 0.5 : 0.1, 1, 0);
        job_steps (r, FID_JOB_TRAINING, 2, 2, i ? 0.1 : 0.5, 1, 0);
    }
    ok_close (time_of (&job, FID_MODEL_BUFFER, &s), 1 + 1, 1e-9,
              "ranks that meet each epoch wait for the slower one of each");
    job.meeting = FID_JOB_NEVER;
    ok_close (time_of (&job, FID_MODEL_BUFFER, &s), 1.2, 1e-9, "others do not");
    fid_job_clear (&job);
}

static void check_checkpoints (void)
{
    struct fid_job job = {.rank_n = 0};
    struct fid_job_rank *r = job_rank (&job, 0, 1);
    struct fid_storage s = storage (1e30, 0);
    job_save (&job, r, 1, 1e8, true);
    job_save (&job, r, 1, 1e8, false);
    job_save (&job, r, 1, 1e8, false);
    ok_close (time_of (&job, FID_MODEL_BUFFER, &s), 3, 1e-9,
              "without a write rate checkpoints take as long as recorded");
    s.write_byte_s = 2e7;
    ok_close (time_of (&job, FID_MODEL_BUFFER, &s), 5 + 1 + 1, 1e-9,
              "a synced one takes its bytes over the rate, others go to memory");
    job.memory_n = 5e8;
    ok_close (time_of (&job, FID_MODEL_BUFFER, &s), 5 + 1 + 4, 1e-9,
              "until a fifth of the memory is dirty");
    ok_close (time_of (&job, FID_MODEL_FLUID, &s), 10, 1e-9, "in both models");
    s.write_cache_n = 0;
    ok_close (time_of (&job, FID_MODEL_BUFFER, &s), 15, 1e-9,
              "or of the storage's cache, which may be none");
    ok_close (time_of (&job, FID_MODEL_FLUID, &s), 16, 1e-9,
              "then a synced one may wait for each write besides what it does");
    s.write_byte_s = 1e9;
    ok_close (time_of (&job, FID_MODEL_BUFFER, &s), 3, 1e-9, "no storage makes it faster");
    job.checkpoint[0].synced = FID_NOT_TOLD;
    s.write_byte_s = 2e7;
    s.write_cache_n = FID_ABSENT;
    job.memory_n = 0;
    ok_close (time_of (&job, FID_MODEL_BUFFER, &s), 3, 1e-9,
              "one that is not known to be synced goes to memory");
    fid_job_clear (&job);
}

/* --- laws */

static void make_job (struct fid_job *job, size_t ranks, enum fid_job_meeting meeting)
{
    *job = (struct fid_job){.meeting = meeting};
    for (size_t i = 0; i < ranks; i++)
        chance_rank (job, 2, 12, (uint32_t)(i % 2), meeting != FID_JOB_EACH_STEP || ranks == 1);
    job->memory_n = chance (0, 1) < 0.5 ? 2e7 : 0;
    chance_settle (job);
}

static void check_laws (enum fid_model model)
{
    int bad[5] = {0};
    for (int i = 0; i < 60; i++) {
        struct fid_job job;
        make_job (&job, chance_n (1, 3), (enum fid_job_meeting)chance_n (0, 2));
        struct fid_storage s = storage (chance (5e6, 2e8), chance (0, 0.02)), t;
        s.own = i % 2;
        struct fid_storage nothing, free_one = storage (HUGE_VAL, 0);
        fid_storage_init (&nothing, "nothing");
        double base = time_of (&job, model, &s), least = time_of (&job, model, &free_one);
        t = s;
        t.read_byte_s *= 1.3;
        bad[0] += !(time_of (&job, model, &t) <= base * (1 + 1e-12));
        t = s;
        t.read_s *= 1.3;
        bad[1] += !(time_of (&job, model, &t) >= base * (1 - 1e-12));
        bad[2] += !(base >= least * (1 - 1e-12));
        t = s;
        t.iops = 1e3;
        double many = time_of (&job, model, &t);
        t.iops = 100;
        bad[3] +=
            !(time_of (&job, model, &t) >= many * (1 - 1e-12) && many >= base * (1 - 1e-12));
        t = s;
        t.cache_n = 0;
        bad[4] += !(time_of (&job, model, &t) >= base * (1 - 1e-12));
        fid_job_clear (&job);
    }
    ok_int (bad[0], 0, "more bandwidth is never slower");
    ok_int (bad[1], 0, "longer waits are never faster");
    ok_int (bad[2], 0, "nothing is faster than computation");
    ok_int (bad[3], 0, "fewer requests a second are never faster");
    ok_int (bad[4], 0, "no cache is never faster");
}

/* Stamps the steps of a rank's only loader as they would be recorded on a storage. */
static void check_recorded (void)
{
    struct fid_storage nothing;
    fid_storage_init (&nothing, "nothing");
    for (int depth = 0; depth < 4; depth += 3) {
        struct fid_job job = {.rank_n = 0};
        struct fid_job_rank *r = job_rank (&job, depth, 2);
        job_part (r, FID_JOB_START, 3);
        job_steps (r, FID_JOB_TRAINING, 1, 200, 0.1, 1e6, 1);
        job_part (r, FID_JOB_REST, 1);
        double done[202] = {3, 3}, start[200], end = 3; /* of each batch, behind the readers */
        for (int k = 0; k < 200; k++) {
            struct fid_job_step *t = &r->step[k];
            t->busy_s = chance (0.05, 0.25);
            t->compute_s = chance (0.05, 0.15);
            t->work_s = chance (0, 0.05);
            double asked = depth == 0 ? end : k < depth ? 3 : start[k - depth];
            done[k + 2] = depth == 0 ? asked + (t->busy_s + t->work_s) / 2
                                     : fmax (done[k], asked) + t->busy_s + t->work_s;
            t->start_s = start[k] = fmax (done[k + 2], end);
            t->end_s = end = start[k] + t->compute_s;
        }
        r->segment[1].end_s = r->segment[2].start_s = end;
        r->segment[2].end_s = end + 1;
        ok_close (time_of (&job, FID_MODEL_BUFFER, &nothing), end + 1, 1e-9,
                  "a storage that changes nothing: the recorded time");
        fid_job_clear (&job);
    }
}

/* --- agreement */

static void check_simulation (void)
{
    int bad = 0;
    double worst = 0;
    for (int i = 0; i < 300; i++) {
        struct fid_job job;
        size_t ranks = chance_n (1, 4);
        make_job (&job, ranks, i % 2 ? FID_JOB_EACH_STEP : FID_JOB_NEVER);
        struct fid_storage s = storage (chance (2e6, 2e8), chance (0, 0.02));
        s.own = i % 3 == 0;
        s.meta_s = i % 5 ? FID_ABSENT : 0.01;
        s.iops = i % 4 ? FID_ABSENT : chance (20, 500);
        s.cache_n = i % 7 ? FID_ABSENT : 2e8;
        s.burst_s = i % 4 < 2 ? FID_ABSENT : chance (0, .2);
        s.write_cache_n = i % 9 ? FID_ABSENT : chance (0, 1e7);
        s.write_byte_s = i % 6 ? FID_ABSENT : chance (1e6, 1e8);
        if (i % 11 == 0)
            s.read_byte_s = s.read_s = s.iops = FID_ABSENT;
        double got = time_of (&job, FID_MODEL_BUFFER, &s), want = simulate (&job, &s);
        if (!(fabs (got - want) <= 1e-9 * want) && bad++ < 5)
            diag ("job %d, %zu ranks: %.9f s, simulated %.9f s", i, ranks, got, want);
        worst = fmax (worst, fabs (got - want) / want);
        fid_job_clear (&job);
    }
    ok_int (bad, 0, "300 jobs of chance take as long as a simulation of their events");
    diag ("largest difference: %.2g of the time", worst);
}

static void check_lanes (void)
{
    struct fid_job job;
    struct fid_storage s[21];
    struct fid_times t[21];
    struct fid_timing all;
    struct fid_error err;
    int bad = 0;
    make_job (&job, 2, FID_JOB_EACH_STEP);
    for (int i = 0; i < 21; i++) {
        s[i] = storage (chance (2e6, 2e8), 0.001 * i);
        s[i].cache_n = i % 4 ? FID_ABSENT : 1e8; /* another client */
    }
    fid_timing_init (&all, &job);
    ok (fid_timing_add (&all, s, 21, &err) == 0, "21 storages at once");
    ok (fid_timing_add (&all, s, 21, &err) == 0 && all.timed_n == 21, "none is timed again");
    for (int m = 0; m < FID_MODEL_N; m++) {
        for (int i = 0; i < 21; i++)
            t[i] = fid_timing_on (&all, &s[i])[m];
        for (int i = 0; i < 21; i++)
            bad += t[i].total_s != time_of (&job, (enum fid_model)m, &s[i]);
        double sum = 0;
        for (int p = 0; p < FID_JOB_SEGMENT_N; p++)
            sum += t[0].part_s[p];
        ok (sum <= t[0].total_s * (1 + 1e-12), "parts are means over ranks");
        ok (fid_utilisation (&t[0]) > 0 && fid_utilisation (&t[0]) <= 1, "utilisation");
    }
    ok_int (bad, 0, "many storages give the same bits as one by one");
    fid_timing_clear (&all);
    fid_job_clear (&job);
}

/* --- cost */

static void check_cost (void)
{
    struct fid_job job = {.rank_n = 0};
    struct fid_storage s[24];
    struct fid_times t[24];
    struct fid_error err;
    struct fid_demand d;
    double least[FID_MODEL_N] = {1, 1};
    job_steps (job_rank (&job, 4, 2), FID_JOB_TRAINING, 1, 100000, 0.1, 1e6, 1);
    for (int i = 0; i < 24; i++)
        s[i] = storage (1e6 * (i + 1), 0);
    if (fid_demand_init (&d, &job, s, &err))
        diag ("%s", err.text);
    for (int m = 0; m < FID_MODEL_N; m++)
        for (int i = 0; i < 20; i++) {
            struct timespec from, to;
            clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &from);
            fid_times (&d, (enum fid_model)m, s, 24, t, &err);
            clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &to);
            double took =
                (double)(to.tv_sec - from.tv_sec) + 1e-9 * (double)(to.tv_nsec - from.tv_nsec);
            least[m] = fmin (least[m], took);
        }
    diag ("24 storages, 10^5 steps: buffer %.2f ms, fluid %.2f ms", 1e3 * least[0],
          1e3 * least[1]);
    ok (least[0] < 0.1 && least[1] < 0.1, "24 storages of 10^5 steps take milliseconds");
    fid_demand_clear (&d);
    fid_job_clear (&job);
}

/* Two ranks of one host that meet at each step, on a storage of the host's own: as on one that all
 * hosts share. */
static void check_one_host (void)
{
    struct fid_job job = {.cache_seen = true, .meeting = FID_JOB_EACH_STEP};
    struct fid_storage s = storage (1e7, -1);
    for (int i = 0; i < 2; i++)
        job_steps (job_rank (&job, 2, 1), FID_JOB_TRAINING, 1, 20, 0.1, 1e6, 1);
    for (enum fid_model m = 0; m < FID_MODEL_N; m++) {
        s.own = false;
        double shared_s = time_of (&job, m, &s);
        s.own = true;
        ok_close (time_of (&job, m, &s), shared_s, 1e-9, "one host: its storage is all hosts'");
    }
    fid_job_clear (&job);
}

int main (void)
{
    check_one_host ();
    check_one_step ();
    check_burst ();
    check_late_bytes ();
    check_late_parts ();
    check_work ();
    check_serial ();
    check_read_ahead ();
    check_two_ranks ();
    check_epochs_meet ();
    check_checkpoints ();
    check_laws (FID_MODEL_BUFFER);
    check_laws (FID_MODEL_FLUID);
    check_recorded ();
    check_simulation ();
    check_lanes ();
    check_cost ();
    return tap_done ();
}
