/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_iterations.c - the steps of several ranks: which belong together, and when ranks wait */
#include "job/ranks.h"
#include "tests/job/made_job.h"
#include "tests/tap.h"

enum { STEPS = 6, MOST = 12, NO_STAMP = -1 };

static struct fid_step step[MOST], other[MOST];

/* A step of rank 0, which leads, or of another; times in ms. */
static void add_step (int rank, int epoch, int end, int load, int compute, int length)
{
    struct fid_steps *s = &run.steps;
    struct fid_step *to = rank ? &other[s->other_n++] : &step[s->n++];
    s->step = step;
    s->other = other;
    *to = (struct fid_step){.end_ns = end == NO_STAMP ? INT64_MIN : end * MS,
                            .load_s = load / 1e3,
                            .compute_s = compute / 1e3,
                            .step_s = length / 1e3,
                            .epoch = epoch,
                            .rank = rank};
}

/* --- when two ranks meet */

static const struct {
    const char *what;
    bool benchmark, stamped;
    struct {
        int load, compute, length, waits; /* ms, of even steps; odd ones are the other's */
    } of[2];
    int every; /* ms from start to start; below 0: from end to end; 0: each rank goes on */
    enum fid_job_meeting meeting;
    enum fid_job_source from;
    double share;
    int compute; /* ms, mean of rank 0 */
} cases[] = {
    {"gradients are exchanged in what the log calls computing",
     false,
     true,
     {{20, 80, 100, 40}, {60, 40, 100, 0}},
     100,
     FID_JOB_EACH_STEP,
     FID_JOB_LOG,
     0.2,
     40},
    {"or beside it: what the last rank does there is the exchange",
     false,
     true,
     {{20, 30, 100, 40}, {60, 30, 100, 0}},
     100,
     FID_JOB_EACH_STEP,
     FID_JOB_LOG,
     0.2,
     40},
    {"a benchmark's ranks begin together: the longest step is the iteration",
     true,
     true,
     {{20, 40, 60, 40}, {60, 40, 100, 0}},
     100,
     FID_JOB_EACH_STEP,
     FID_JOB_LOG,
     0.2,
     40},
    {"so they do where nothing stamps its steps",
     true,
     false,
     {{20, 40, 60, 40}, {60, 40, 100, 0}},
     0,
     FID_JOB_EACH_STEP,
     FID_JOB_CONFIGURATION,
     0.2,
     40},
    {"as do those of a training that logs the exchange nowhere",
     false,
     true,
     {{20, 40, 60, 40}, {60, 40, 100, 0}},
     100,
     FID_JOB_EACH_STEP,
     FID_JOB_LOG,
     0.2,
     40},
    {"a benchmark's ranks that end together, but do not begin so, meet in the step",
     true,
     true,
     {{20, 80, 100, 40}, {20, 40, 60, 0}},
     -100,
     FID_JOB_EACH_STEP,
     FID_JOB_LOG,
     0.25,
     40},
    {"a benchmark's ranks that go on alone do not meet",
     true,
     true,
     {{20, 40, 60, 0}, {60, 40, 150, 0}},
     0,
     FID_JOB_NEVER,
     FID_JOB_LOG,
     0,
     40},
    {"without stamps a training is taken to exchange gradients",
     false,
     false,
     {{20, 80, 100, 40}, {60, 40, 100, 0}},
     0,
     FID_JOB_EACH_STEP,
     FID_JOB_UNKNOWN,
     0.2,
     40},
};
#define CASE_N ((int)(sizeof cases / sizeof *cases))

static void check_meetings (void)
{
    for (int c = 0; c < CASE_N; c++) {
        struct fid_job job;
        struct fid_job_evidence ev;
        int end[2] = {0, 0};
        for (int k = 0; k < STEPS; k++)
            for (int r = 0; r < 2; r++) {
                const int i = (r + k) % 2, n = cases[c].of[i].length;
                const int every = cases[c].every;
                end[r] = every > 0 ? k * every + n : every < 0 ? (k + 1) * -every : end[r] + n;
                add_step (r, 1, cases[c].stamped ? end[r] : NO_STAMP, cases[c].of[i].load,
                          cases[c].of[i].compute, n);
            }
        run.emulation = cases[c].benchmark;
        find_job (&job, &ev);
        bool waits = job.rank[0].step_n == STEPS && job.rank[1].step_n == STEPS;
        for (int k = 0; k < STEPS && waits; k++)
            for (int r = 0; r < 2; r++)
                waits &= fabs (job.rank[r].step[k].meet_s -
                               cases[c].of[(r + k) % 2].waits / 1e3) < 1e-6;
        ok (job.meeting == cases[c].meeting && job.meetings.from == cases[c].from, "%s",
            cases[c].what);
        ok (waits, "%s: how long each waits", cases[c].what);
        ok_close (job.spread.meeting_share, cases[c].share, 1e-6, cases[c].what);
        ok_close (fid_job_computation_s (&job.rank[0], FID_JOB_TRAINING),
                  cases[c].compute / 1e3, 1e-6, cases[c].what);
        clear_all (&job, &ev);
    }
}

/* Three epochs that both ranks begin together, of steps of .1 and .14 s. */
static void check_epochs (void)
{
    struct fid_job job;
    struct fid_job_evidence ev;
    for (int k = 0; k < MOST; k++) {
        add_step (0, k / 4, 1000 * (k / 4) + 100 * (k % 4 + 1), 20, 80, 100);
        add_step (1, k / 4, 1000 * (k / 4) + 140 * (k % 4 + 1), 60, 80, 140);
    }
    find_job (&job, &ev);
    ok (job.meeting == FID_JOB_EACH_EPOCH && job.meetings.sure >= 0.8,
        "ranks that begin epochs together, and go on alone");
    ok_close (job.spread.meeting_share, 0, 0, "do not wait in them");
    clear_all (&job, &ev);
}

/* --- what belongs together */

static void check_places (void)
{
    struct fid_job job;
    struct fid_job_evidence ev;
    struct fid_iterations it;
    add_step (0, 1, 100, 10, 90, 100);
    add_step (0, 1, 200, 10, 90, 100);
    add_step (0, 2, 300, 10, 90, 100);
    add_step (7, 1, 100, 10, 90, 100);
    add_step (7, 2, 300, 10, 90, 100);
    find_job (&job, &ev);
    ok_int (fid_iterations_find (&it, &job, &run, &err), 0, "iterations are found");
    ok (it.n == 5 && it.rank_n == 2, "five steps of two ranks");
    ok (fid_iteration_n (&it, 0) == 2 && it.at[1].number == 7 && it.at[1].logged == &other[0],
        "both have the first step of epoch 1");
    ok (fid_iteration_n (&it, 2) == 1 && it.at[2].k == 1 && it.at[2].logged == &step[1],
        "one of them lacks the second");
    ok (fid_iteration_n (&it, 3) == 2 && it.at[4].epoch == 2 && it.at[4].logged == &other[1],
        "which does not move those of epoch 2");
    ok (it.at[3].step == &job.rank[0].step[2], "they are the job's");
    ok_close (job.rank[0].step[1].meet_s, 0, 0, "nobody waits for a step that is not there");
    free (it.at);
    clear_all (&job, &ev);
}

/* Epochs of which nothing tells when they are, in one part of reads. */
static void check_no_stamps (void)
{
    struct fid_job job;
    struct fid_job_evidence ev;
    struct fid_iterations it;
    char path[32];
    int bad = 0;
    for (int k = 0; k < MOST; k++) {
        snprintf (path, sizeof path, "/data/train/f%03d", k);
        add_call (FID_OP_READ, k * 100 * MS, 10 * MS, 100, path, 1 << 20);
        add_step (0, k / 6, NO_STAMP, 10, 90, 100);
    }
    find_job (&job, &ev);
    for (size_t k = 1; k < job.rank[0].step_n; k++)
        bad += fabs (job.rank[0].step[k].start_s - job.rank[0].step[k - 1].end_s) > 1e-6;
    ok (job.rank[0].step_n == MOST && !bad, "follow each other");
    ok_int (fid_iterations_find (&it, &job, &run, &err), 0, "iterations are found");
    for (size_t i = 0; i < it.n; i++)
        bad += it.at[i].epoch != (int)i / 6 || it.at[i].k != (int)i % 6;
    ok (it.n == MOST && !bad, "in the order of the log");
    free (it.at);
    clear_all (&job, &ev);
}

int main (void)
{
    check_meetings ();
    check_epochs ();
    check_places ();
    check_no_stamps ();
    return tap_done ();
}
