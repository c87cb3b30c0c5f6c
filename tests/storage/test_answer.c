/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Answers of jobs made by hand: the error and its sign, capacity, verdicts and their reasons.
 */
#include <stdio.h>
#include "storage/answer.h"
#include "storage/times.h"
#include "storage/changes.h"
#include "tests/storage/jobs.h"
#include "tests/tap.h"

static const struct fid_answer_opts defaults = {.tolerance = FID_ANSWER_TOLERANCE,
                                                .utilisation = FID_ANSWER_UTILISATION};

/* 1000 steps that compute 0.1 s and read 1 MB each, four batches ahead. */
static struct fid_job plain_job (double byte_n)
{
    struct fid_job job = {.data_seen = true, .cache_seen = true};
    job_steps (job_rank (&job, 4, 2), FID_JOB_TRAINING, 1, 1000, 0.1, byte_n, 1);
    job.duration_s = 100;
    return job;
}

static struct fid_answer answer_of (const struct fid_answer_run *real, size_t real_n,
                                    const struct fid_answer_run *emulation, size_t emulation_n,
                                    const struct fid_answer_opts *opts)
{
    struct fid_error err;
    struct fid_answer a;
    if (fid_answer (&a, real, real_n, emulation, emulation_n, opts, &err))
        diag ("%s", err.text);
    return a;
}

static double worst (const struct fid_answer *a)
{
    return a->point[a->worst].error;
}

static void check_equal (void)
{
    struct fid_job job = plain_job (1e6);
    struct fid_answer_run run = {.job = &job, .name = "a"};
    struct fid_answer a = answer_of (&run, 1, &run, 1, &defaults);
    ok_close (a.error, 0, 0, "the same job on both sides: the answer is right");
    ok_close (a.low, 0, 0, "the interval begins at 0");
    ok (a.high > 0.02 && a.high < 0.06, "and is as wide as the models are wrong: %.3f", a.high);
    ok (a.verdict == FID_VALID && a.reason == FID_ANSWER_REASON_NONE, "valid");
    ok_int ((long long)a.point_n, 7, "full speed, five rates, a wait");
    ok (a.point[0].full && a.point[0].counts && a.point[0].error == 0, "full speed counts");
    ok_close (a.point[1].storage.read_byte_s, 1e7, 1e-3, "the first is the mean demand");
    ok_close (a.point[5].storage.read_byte_s, 2.5e6, 1e-3, "the last a quarter of it");
    ok (!a.point[1].counts && a.point[5].counts, "what slows neither side does not count");
    ok_close (a.point[6].storage.read_s, 0.005, 1e-12, "5 ms a read");
    ok_str (a.point[2].storage.name, "0.7 x demand", "they say what they are");
    ok_close (a.point[5].side[0].by[FID_MODEL_BUFFER], (1000 * 0.4 + 0.1) / 100, 1e-9,
              "at a quarter of the demand: 1000 batches of 0.4 s, and the last step");
    ok_close (a.side[0].self_check, 0, 1e-12, "the model gives the recorded time");
    ok_close (a.side[0].capacity, 1e9 / (0.9 * 1e7), 0.15,
              "1 GB/s feeds as many as 0.9 of the demand of each goes into it");
    ok_close (a.bound_byte_s, 1e7 / 1.05, 2e4, "above demand / 1.05 it is not 5 % longer");
    ok (a.bound && !a.measured, "it is bound by these, and nothing was measured");
    fid_answer_clear (&a);
    fid_job_clear (&job);
}

static void check_wrong (void)
{
    struct fid_job job = plain_job (1e6), twice = plain_job (2e6), less = plain_job (9e5);
    struct fid_answer_run real = {.job = &job, .name = "real"};
    struct fid_answer_run emulation[2] = {{.job = &twice, .name = "e"},
                                          {.job = &job, .name = "f"}};
    struct fid_answer a = answer_of (&real, 1, emulation, 1, &defaults);
    ok (a.verdict == FID_NOT_VALID && a.low > log1p (0.1), "twice the bytes: not valid");
    ok_close (worst (&a), -log (2), 0.01, "at its worst it does half as much a second");
    ok (worst (&a) < 0 && a.low <= a.error && a.error <= a.high,
        "too slow; within its interval");
    ok_close (a.side[1].capacity / a.side[0].capacity, 0.5, 0.01, "1 GB/s feeds half as many");
    fid_answer_clear (&a);
    a = answer_of (&real, 1, emulation, 2, &defaults);
    ok (a.verdict != FID_VALID && a.side[1].spread > 0.3,
        "one right and one wrong run: not valid");
    ok (a.low == 0 && a.high > log1p (0.1), "the interval has both");
    fid_answer_clear (&a);
    emulation[0].job = &less;
    a = answer_of (&real, 1, emulation, 1, &defaults);
    ok (worst (&a) > 0, "fewer bytes: too fast");
    fid_answer_clear (&a);
    fid_job_clear (&less);
    fid_job_clear (&twice);
    fid_job_clear (&job);
}

static void check_reasons (void)
{
    struct fid_job job = plain_job (1e6), other = plain_job (1e6);
    struct fid_answer_run real = {.job = &job, .name = "a"},
                          emulation = {.job = &other, .name = "b"};
    struct fid_answer a = answer_of (&real, 1, NULL, 0, &defaults);
    ok (a.reason == FID_ANSWER_REASON_ONE_SIDE && a.error < 0 && a.point[2].side[0].ratio > 1,
        "one run: times, but no error");
    fid_answer_clear (&a);
    job.duration_s = 111;
    a = answer_of (&real, 1, &emulation, 1, &defaults);
    ok (a.verdict == FID_CANNOT_TELL && a.reason == FID_ANSWER_REASON_SELF_REAL,
        "a recorded time 11 %% longer than the model's: cannot tell");
    ok_close (a.side[0].self_check, log (100 / 111.), 1e-9, "by how much");
    fid_answer_clear (&a);
    job.duration_s = 100;
    other.duration_s = 80;
    a = answer_of (&real, 1, &emulation, 1, &defaults);
    ok (a.reason == FID_ANSWER_REASON_SELF_EMULATION, "or of the emulation");
    fid_answer_clear (&a);
    other.duration_s = 100;
    other.data_seen = false;
    a = answer_of (&real, 1, &emulation, 1, &defaults);
    ok (a.reason == FID_ANSWER_REASON_NO_DATA, "data that nobody traced");
    fid_answer_clear (&a);
    other.data_seen = true;
    for (size_t k = 0; k < 1000; k++)
        job.rank[0].step[k].stored_n = 0;
    a = answer_of (&real, 1, &real, 1, &defaults);
    ok (a.reason == FID_ANSWER_REASON_NO_DEMAND && a.point_n == 1 && a.side[0].capacity < 0,
        "all from memory: nothing to slow down");
    fid_answer_clear (&a);
    fid_job_clear (&job);
    fid_job_clear (&other);
}

/* 100 s of training of which only the sum is known: 1e9 bytes, read in 10 s. */
static void check_stepless (void)
{
    struct fid_job job = plain_job (1e6), sum = {.data_seen = true, .cache_seen = true};
    struct fid_job_segment *g = job_part (job_rank (&sum, 0, 1), FID_JOB_TRAINING, 100);
    g->sum = (struct fid_job_step){.byte_n = 1e9, .stored_n = 1e9, .wait_n = 10, .busy_s = 10};
    sum.duration_s = 100;
    struct fid_answer_run real = {.job = &job, .name = "a"},
                          emulation = {.job = &sum, .name = "b"};
    struct fid_answer a = answer_of (&emulation, 1, NULL, 0, &defaults);
    ok_close (a.side[0].demand_byte_s, 1e7, 1e-6, "its demand is known");
    ok_close (a.side[0].self_check, 0, 1e-12, "on the recorded storage it takes 100 s");
    ok_close (a.point[5].side[0].by[FID_MODEL_BUFFER], 4, 1e-12,
              "400 s of reading, all computation meanwhile");
    ok_close (a.point[5].side[0].by[FID_MODEL_FLUID], 4.9, 1e-12, "or 90 s of it after that");
    ok_close (a.point[1].side[0].by[FID_MODEL_FLUID], 1.9, 1e-12, "100 s and 90 s");
    ok (a.side[0].capacity < 0 && a.point[1].side[0].utilisation < 0,
        "how busy accelerators are is not known");
    fid_answer_clear (&a);
    a = answer_of (&real, 1, &emulation, 1, &defaults);
    ok (a.stepless && a.verdict == FID_CANNOT_TELL && a.reason == FID_ANSWER_REASON_NO_STEPS,
        "no steps on one side: the interval is wide, and the reason says why");
    ok (a.low < 0.001 && a.high > log (1.2), "it has all between both ways to read");
    fid_answer_clear (&a);
    for (size_t k = 0; k < 1000; k++)
        job.rank[0].step[k].byte_n = job.rank[0].step[k].stored_n = 1e7;
    a = answer_of (&real, 1, &emulation, 1, &defaults);
    ok (a.verdict == FID_NOT_VALID, "ten times the bytes are wrong either way");
    fid_answer_clear (&a);
    fid_job_clear (&job);
    fid_job_clear (&sum);
}

/* Two jobs that do the same; of one nothing shows whether its loader is ahead. */
static void check_guess (void)
{
    struct fid_job job = plain_job (1e6), guess = plain_job (1e6);
    struct fid_answer_run real = {.job = &job, .name = "a"},
                          emulation = {.job = &guess, .name = "b"};
    struct fid_answer sure = answer_of (&real, 1, &emulation, 1, &defaults);
    guess.rank[0].loader.depth = 0;
    guess.rank[0].loader.known = fid_known (FID_JOB_TRACES, 0.6);
    struct fid_answer a = answer_of (&real, 1, &emulation, 1, &defaults);
    struct fid_error err;
    char *text = NULL;
    ok (!fid_answer_remarks_text (&a.side[1], &text, &err) &&
            strstr (text, "whether its loader reads while it computes") &&
            !sure.side[1].remark_n && !a.side[0].remark_n,
        "and said of that side");
    free (text);
    ok (a.error > sure.error, "its times are between both: %.3f", a.error);
    ok_close (a.point[5].side[1].high / a.point[5].side[1].low,
              a.point[5].side[1].by[FID_MODEL_BUFFER] / a.point[5].side[1].by[FID_MODEL_FLUID],
              1e-12, "from reading beside the steps to reading before them");
    fid_answer_clear (&sure);
    fid_answer_clear (&a);
    fid_job_clear (&job);
    fid_job_clear (&guess);
}

static void check_fast (void)
{
    struct fid_job job = plain_job (1e6);
    struct fid_answer_run run = {.job = &job, .name = "a"};
    struct fid_storage s[2];
    struct fid_error err;
    struct fid_answer_opts opts = defaults;
    fid_storage_load (&s[0], "local-nvme", &err);
    fid_storage_load (&s[1], "sata-ssd", &err);
    opts.storage = s;
    opts.storage_n = 2;
    struct fid_answer a = answer_of (&run, 1, &run, 1, &opts);
    ok (!a.bound && a.point_n == 3, "fast storages do not bind it");
    ok_str (a.point[1].storage.name, "local-nvme", "in the order given");
    ok (a.verdict == FID_CANNOT_TELL && a.reason == FID_ANSWER_REASON_NOTHING_SLOWED,
        "a storage that slows nothing tests nothing");
    fid_answer_clear (&a);
    fid_job_clear (&job);
}

/* A time on the storage of a line of throttle.tsv; "": at full speed. */
static struct fid_measured_time measured (const char *setting, double time_s)
{
    struct fid_measured_time t = {.limited = *setting, .time_s = time_s};
    fid_storage_init (&t.storage, setting);
    if (*setting)
        ok (fid_storage_set (&t.storage, fid_span_of (setting)), "%s is a storage", setting);
    return t;
}

/* Storages that are measured by other keys than the rate. */
static void check_measured_keys (void)
{
    struct fid_job job = plain_job (1e6);
    struct fid_measured_time times[4] = {measured ("", 100), measured ("iops=5,read_ms=2", 210),
                                         measured ("meta_ms=5", 110),
                                         measured ("write_mib_s=9", 101)};
    struct fid_answer_run run = {.job = &job, .name = "a", .measured = times, .measured_n = 4};
    struct fid_answer a = answer_of (&run, 1, &run, 1, &defaults);
    ok_int ((long long)a.point_n, 10, "what was measured is a scenario by any key");
    ok_close (a.point[7].side[0].measured, 2.1, 1e-12, "beside what the models say");
    ok (a.point[7].storage.iops == 5 && a.point[7].side[0].ratio > 1.9, "of the same storage");
    fid_answer_clear (&a);
    struct fid_answer_opts opts = defaults;
    opts.profile = FID_ANSWER_FOR_METADATA;
    job.rank[0].step[0].meta_n = 1;
    a = answer_of (&run, 1, &run, 1, &opts);
    ok_close (a.point[a.point_n - 1].side[1].measured, 1.1, 1e-12,
              "for metadata, the one that slows metadata calls alone");
    ok (a.point_n < 2 || a.point[a.point_n - 2].side[1].measured < 0, "and no other");
    fid_answer_clear (&a);
    opts.profile = FID_ANSWER_FOR_READ;
    a = answer_of (&run, 1, &run, 1, &opts);
    ok_int ((long long)a.point_n, 7, "a time of the whole command is not one of reading");
    fid_answer_clear (&a);
    fid_job_clear (&job);
}

/* Storages that were timed on both sides: their times replace the modelled ones. */
static void check_measured (void)
{
    struct fid_job job = plain_job (1e6);
    struct fid_measured_time times[2][5] = {
        {measured ("", 100), measured ("", 102), measured ("5000000", 202),
         measured ("5000000", 202), measured ("2500000", 404)},
        {measured ("", 101), measured ("5000000", 222.2), measured ("2500000", 404),
         measured ("1000000", 1000)}};
    struct fid_answer_run real = {.job = &job,
                                  .name = "a",
                                  .measured = times[0],
                                  .measured_n = 5},
                          emulation = {
                              .job = &job, .name = "b", .measured = times[1], .measured_n = 4};
    struct fid_storage s[2] = {times[0][2].storage, times[0][4].storage};
    struct fid_answer_opts opts = defaults;
    struct fid_answer a = answer_of (&real, 1, &emulation, 1, &defaults);
    ok_int ((long long)a.point_n, 10, "rates that were measured are scenarios, too");
    ok_close (a.point[7].side[0].measured, 2, 1e-12, "202 s for 101");
    ok_close (a.point[7].side[1].measured, 2.2, 1e-12, "222.2 s for 101");
    ok (a.point[9].side[0].measured < 0 && a.point[9].side[1].measured > 0, "of one side only");
    ok_close (a.point[7].error, -log (1.1), 1e-12, "22 s more: a tenth less a second");
    ok_close (a.point[8].error, 0, 1e-12, "and as much where the seconds are the same");
    ok (a.point[0].measured && fabs (a.point[0].error) < 1e-12, "full speed was measured, too");
    ok (a.measured && a.modelled >= 0, "what the models say stands beside it");
    fid_answer_clear (&a);
    opts.storage = s;
    opts.storage_n = 2;
    a = answer_of (&real, 1, &emulation, 1, &opts);
    ok_close (a.error, log (1.1) / 3, 1e-12, "E is the mean of the measured errors");
    double variance = 0.025 * 0.025;
    ok_close (a.high - a.error,
              1.645 / 3 *
                  sqrt (variance * (1. / 2 + 1) + variance * (1. / 2 + 1) + variance * 2),
              1e-9, "each time has the noise of a single one, over how often it was taken");
    ok_close (worst (&a), -log (1.1), 1e-12, "the worst is a measured one");
    ok (a.verdict == FID_VALID, "a thirtieth off is valid");
    fid_answer_clear (&a);
    times[1][1].time_s = 404 * 1.6; /* the other storage, too */
    times[1][2].time_s = 404;
    times[0][2].time_s = times[0][3].time_s = 404;
    a = answer_of (&real, 1, &emulation, 1, &opts);
    ok (a.verdict == FID_CANNOT_TELL && a.worst_least < 0.1 && a.low < 0.05,
        "one time that the models contradict does not decide alone");
    fid_answer_clear (&a);
    times[1][1].time_s = 222.2;
    times[0][2].time_s = times[0][3].time_s = 202;
    job.duration_s = 70;
    a = answer_of (&real, 1, &emulation, 1, &opts);
    ok (a.verdict == FID_VALID, "a model that fails its check does not matter then");
    fid_answer_clear (&a);
    fid_job_clear (&job);
}

/* More recordings narrow the interval; work of two kinds; what would decide. */
static void check_width (void)
{
    struct fid_job job = plain_job (1e6), off = plain_job (1.08e6), half = {.data_seen = true};
    struct fid_answer_run real[3], emulation[3];
    double before = 1;
    for (int i = 0; i < 3; i++) {
        real[i] = (struct fid_answer_run){.job = &job, .name = "r"};
        emulation[i] = (struct fid_answer_run){.job = &off, .name = "e"};
    }
    for (size_t n = 1; n <= 3; n++) {
        struct fid_answer a = answer_of (real, n, emulation, n, &defaults);
        ok (a.high - a.low < before, "%zu recordings of each side: %.4f", n, a.high - a.low);
        before = a.high - a.low;
        fid_answer_clear (&a);
    }
    half.cache_seen = true;
    job_steps (job_rank (&half, 4, 2), FID_JOB_TRAINING, 1, 500, 0.1, 1e6, 1);
    half.duration_s = 50;
    emulation[0].job = &half;
    half.books.data_n = 5e8;
    job.books.data_n = 1e9;
    struct fid_answer a = answer_of (real, 1, emulation, 1, &defaults);
    ok (a.unit == FID_ANSWER_IN_STEPS && !a.same_work && a.work[1] == 500,
        "half the steps are other work: steps a second");
    ok (a.error < 0.01 && a.verdict == FID_VALID, "which are the same: %.4f", a.error);
    fid_answer_clear (&a);
    job.books.consumed_n = 4000;
    half.books.consumed_n = 1000;
    a = answer_of (real, 1, emulation, 1, &defaults);
    ok (a.unit == FID_ANSWER_IN_STEPS, "samples of another size are not counted");
    fid_answer_clear (&a);
    half.books.consumed_n = 2000;
    a = answer_of (real, 1, emulation, 1, &defaults);
    ok (a.unit == FID_ANSWER_IN_SAMPLES && a.work[0] == 4000 && a.work[1] == 2000 &&
            a.error < 0.01,
        "samples a second, of the same batch");
    fid_answer_clear (&a);
    fid_job_clear (&job);
    fid_job_clear (&off);
    fid_job_clear (&half);
}

/* A real job of which memory served half, and an emulation that reads that half alone. */
static void check_account (void)
{
    struct fid_job warm = plain_job (1e6), half = plain_job (5e5), same = plain_job (1e6);
    for (size_t k = 0; k < 1000; k++)
        warm.rank[0].step[k].stored_n = same.rank[0].step[k].stored_n = 5e5;
    warm.cached = same.cached = 0.5;
    struct fid_answer_run real = {.job = &warm, .name = "a"},
                          emulation = {.job = &half, .name = "b"};
    struct fid_answer a = answer_of (&real, 1, &emulation, 1, &defaults);
    ok (a.error < 0.01 && a.high > log (1.4),
        "as recorded they are alike, from storage not: "
        "%.3f to %.3f",
        a.low, a.high);
    ok (a.verdict == FID_CANNOT_TELL && a.side[1].remark_n == 1 &&
            a.side[1].remark[0].code == FID_REMARK_ACCOUNT,
        "cannot tell, and that is said");
    fid_answer_clear (&a);
    emulation.job = &same;
    a = answer_of (&real, 1, &emulation, 1, &defaults);
    ok (a.verdict == FID_VALID && !a.side[1].remark_n, "the same share on both sides");
    fid_answer_clear (&a);
    fid_job_clear (&warm);
    fid_job_clear (&half);
    fid_job_clear (&same);
}

/* 100 steps of 1 s that read `byte_n' and make meta_n metadata calls, not ahead; then `saves'
 * checkpoints of 1e8 bytes, 1 s each, on the disk before the job goes on. */
static struct fid_job saving_job (size_t saves, double byte_n, double meta_n, bool synced)
{
    struct fid_job job = {.data_seen = true,
                          .cache_seen = true,
                          .checkpoints = {.from = FID_JOB_TRACES, .sure = 0.9}};
    struct fid_job_rank *r = job_rank (&job, 0, 1);
    job_steps (r, FID_JOB_TRAINING, 1, 100, 1, byte_n, 1);
    for (size_t k = 0; k < 100; k++)
        r->step[k].meta_n = meta_n;
    for (size_t i = 0; i < saves; i++) {
        job_save (&job, r, 1, 1e8, synced);
        job.checkpoint[i].end_s = 1;
    }
    job.duration_s = 100 + (double)saves;
    return job;
}

static struct fid_answer answer_for (const struct fid_job *real,
                                     const struct fid_job *emulation,
                                     enum fid_answer_profile profile)
{
    struct fid_answer_run r = {.job = real, .name = "r"}, e = {.job = emulation, .name = "e"};
    struct fid_answer_opts opts = defaults;
    opts.profile = profile;
    return answer_of (&r, 1, &e, 1, &opts);
}

static void check_read_profile (void)
{
    struct fid_job real = saving_job (10, 1e6, 0, true), other = saving_job (0, 1e6, 0, true);
    struct fid_answer a = answer_for (&real, &other, FID_ANSWER_FOR_STORAGE);
    ok (a.error > 0, "without the checkpoints it does more a second");
    fid_answer_clear (&a);
    a = answer_for (&real, &other, FID_ANSWER_FOR_READ);
    ok_close (a.error, 0, 1e-12, "reading alone is the same");
    ok_close (a.point[5].side[0].ratio, 5, 1e-9,
              "at a quarter of 1 MB/s a step takes 4 s more to read: training takes 5 times");
    ok (a.verdict == FID_VALID, "valid for read");
    ok (a.fact.quantity == FID_ANSWER_OF_ERROR && a.fact.allowed == 0.1,
        "the deciding fact is the error, with what is allowed");
    fid_answer_clear (&a);
    fid_job_clear (&real);
    fid_job_clear (&other);
}

/* A job whose training reads nothing, for certain, and that waits for its checkpoints. */
static struct fid_job writing_job (size_t saves, bool none)
{
    struct fid_job job = saving_job (saves, 0, 0, true);
    job.data_seen = false;
    job.books.none = job.books.none_certain = none;
    job.rank[0].segment[0].step_n = job.rank[0].step_n;
    return job;
}

static void check_writing_job (void)
{
    struct fid_job real = writing_job (10, true), fewer = writing_job (5, true);
    struct fid_job unseen = writing_job (10, false), reads = saving_job (10, 1e9, 0, true);
    struct fid_answer a = answer_for (&real, &real, FID_ANSWER_FOR_STORAGE);
    ok_int ((long long)a.point_n, 6, "a job that reads nothing and saves: write bandwidths");
    ok_close (a.point[1].storage.write_byte_s, 1e9 / 110, 1,
              "by what it saves in all its time");
    ok_close (a.point[1].side[0].ratio, 210. / 110, 1e-3, "which then take as long again");
    ok (a.verdict == FID_VALID, "the same on both sides: valid");
    fid_answer_clear (&a);
    a = answer_for (&real, &fewer, FID_ANSWER_FOR_STORAGE);
    ok (a.verdict == FID_NOT_VALID && a.error > 0.3, "half of the saves: not valid");
    fid_answer_clear (&a);
    a = answer_for (&real, &unseen, FID_ANSWER_FOR_STORAGE);
    ok (a.verdict == FID_CANNOT_TELL && a.reason == FID_ANSWER_REASON_NO_DATA && a.error < 0,
        "what one reads is not known: nothing is said");
    fid_answer_clear (&a);
    for (size_t i = 0; i < real.checkpoint_n; i++)
        unseen.checkpoint[i].synced = FID_NOT_TOLD;
    unseen.books.none = unseen.books.none_certain = true;
    for (int k = 0; k < 2; k++) {
        a = answer_for (k ? &unseen : &real, k ? &real : &unseen, FID_ANSWER_FOR_CHECKPOINT);
        ok (a.verdict == FID_CANNOT_TELL && a.reason == FID_ANSWER_REASON_SYNC && a.error < 0,
            "whether saves of one wait is not known: nothing is said");
        ok (a.side[1 - k].hidden && !a.side[k].hidden,
            "nor of its times; those of the other stay");
        fid_answer_clear (&a);
    }
    struct fid_answer_run alone = {.job = &unseen, .name = "u"};
    a = answer_of (&alone, 1, NULL, 0, &defaults);
    ok (a.bound == FID_NOT_TOLD && a.reason == FID_ANSWER_REASON_SYNC, "nor of it alone");
    fid_answer_clear (&a);
    a = answer_for (&real, &reads, FID_ANSWER_FOR_STORAGE);
    ok (a.verdict == FID_NOT_VALID, "an emulation that reads what the real job does not");
    fid_answer_clear (&a);
    fid_job_clear (&real);
    fid_job_clear (&fewer);
    fid_job_clear (&unseen);
    fid_job_clear (&reads);
}

/* An emulation that computes twice as long, and reads as the real job does. */
static void check_differences (void)
{
    struct fid_job real = saving_job (2, 1e6, 0, true), other = saving_job (2, 1e6, 0, true);
    struct fid_answer_run r = {.job = &real, .name = "r"};
    struct fid_change c[FID_JOB_TRAIT_N];
    struct fid_error err;
    size_t n;
    double at = 0;
    for (size_t k = 0; k < 100; k++) {
        struct fid_job_step *t = &other.rank[0].step[k];
        t->compute_s = 2;
        t->start_s += at;
        t->end_s += at += 1;
    }
    other.duration_s = 202;
    struct fid_answer a = answer_for (&real, &other, FID_ANSWER_FOR_STORAGE);
    ok (a.error > 0.1, "its answer is off");
    ok (!fid_changes_find (c, &n, a.error, &r, 1, &other, &defaults, &err) && n == 1,
        "one thing is otherwise");
    ok (c[0].of.trait == FID_TRAIT_COMPUTATION && c[0].of.emulation == 2 && c[0].of.real == 1 &&
            c[0].does == FID_CHANGE_BETTER,
        "its computation");
    ok_close (c[0].error_after, 0, 1e-9, "without which the answer is right");
    other.rank[0].step[0].meta_n = 300;
    ok (!fid_changes_find (c, &n, a.error, &r, 1, &other, &defaults, &err) && n == 2,
        "two are");
    ok (c[0].of.trait == FID_TRAIT_COMPUTATION && c[1].does == FID_CHANGE_LITTLE,
        "what mends most is first");
    ok (!fid_changes_find (c, &n, 0, &r, 1, &real, &defaults, &err) && n == 0,
        "nothing of itself");
    const struct fid_answer_run repeat[3] = {{.job = &other, .name = "odd"}, r, r};
    ok (!fid_changes_find (c, &n, 0, repeat, 3, &real, &defaults, &err) && n == 0,
        "a run that was left out is not what it differs from");
    fid_answer_clear (&a);
    fid_job_clear (&real);
    fid_job_clear (&other);
}

static void check_checkpoint_profile (void)
{
    struct fid_job real = saving_job (2, 1e6, 0, true), later = saving_job (2, 1e6, 0, false);
    struct fid_job more = saving_job (3, 1e6, 0, true), none = saving_job (0, 1e6, 0, true);
    struct fid_answer a = answer_for (&real, &real, FID_ANSWER_FOR_CHECKPOINT);
    ok_int ((long long)a.point_n, 6, "nothing is loaded: only write bandwidths");
    ok_close (a.point[5].storage.write_byte_s, 2.5e7, 1e-3, "a quarter of 100 MB/s");
    ok_close (a.point[5].side[0].ratio, 4, 1e-9, "there a save takes 4 times as long");
    ok (a.verdict == FID_VALID && a.error == 0, "the same on both sides: valid");
    fid_answer_clear (&a);
    a = answer_for (&real, &later, FID_ANSWER_FOR_CHECKPOINT);
    ok_close (worst (&a), log (4), 1e-9, "an emulation that never waits is 4 times too fast");
    ok (a.verdict == FID_NOT_VALID && a.worst == 5, "not valid");
    double low = a.low, high = a.high;
    fid_answer_clear (&a);
    real.checkpoint[0].end_s = 0.7;
    real.checkpoint[1].end_s = 1.3;
    a = answer_for (&real, &later, FID_ANSWER_FOR_CHECKPOINT);
    ok (low - a.low > 0.3 && low - a.low < 1.645 * 0.3,
        "saves of 0.7 and 1.3 s: a mean of 1 s with a standard error of 0.3");
    ok (a.high - high > 0.3 && a.high - high < 1.645 * 0.3, "on both sides");
    fid_answer_clear (&a);
    a = answer_for (&real, &real, FID_ANSWER_FOR_CHECKPOINT);
    ok (a.verdict == FID_VALID, "a recording against itself is valid all the same");
    fid_answer_clear (&a);
    a = answer_for (&real, &more, FID_ANSWER_FOR_CHECKPOINT);
    ok (a.verdict == FID_NOT_VALID && a.fact.quantity == FID_ANSWER_OF_SAVE_N &&
            a.fact.value[0] == 2 && a.fact.value[1] == 3,
        "three checkpoints are not two");
    fid_answer_clear (&a);
    for (size_t i = 0; i < 2; i++)
        later.checkpoint[i].byte_n = 1.2e8;
    a = answer_for (&real, &later, FID_ANSWER_FOR_CHECKPOINT);
    ok (a.fact.quantity == FID_ANSWER_OF_SAVE_BYTES && a.verdict == FID_NOT_VALID,
        "a fifth more bytes are too many");
    fid_answer_clear (&a);
    a = answer_for (&none, &none, FID_ANSWER_FOR_CHECKPOINT);
    ok (a.verdict == FID_CANNOT_TELL && a.reason == FID_ANSWER_REASON_NO_SAVES,
        "no checkpoints on either side: cannot tell");
    fid_answer_clear (&a);
    a = answer_for (&none, &real, FID_ANSWER_FOR_CHECKPOINT);
    ok (a.verdict == FID_NOT_VALID && a.fact.value[0] == 0,
        "checkpoints that the real job does not have");
    fid_answer_clear (&a);
    none.checkpoints.from = FID_JOB_UNKNOWN;
    a = answer_for (&real, &none, FID_ANSWER_FOR_CHECKPOINT);
    ok (a.reason == FID_ANSWER_REASON_NO_SAVES, "none, but no trace could show it");
    fid_answer_clear (&a);
    for (size_t i = 0; i < 2; i++)
        real.checkpoint[i].load = true;
    for (size_t g = 1; g < 3; g++)
        real.rank[0].segment[g].kind = FID_JOB_LOAD;
    a = answer_for (&real, &real, FID_ANSWER_FOR_CHECKPOINT);
    ok_close (a.point[5].storage.read_byte_s, 2.5e7, 1e-3, "loading is over read bandwidths");
    ok_close (a.point[5].side[0].ratio, 4, 1e-9, "and takes as much longer");
    fid_answer_clear (&a);
    a = answer_for (&real, &more, FID_ANSWER_FOR_CHECKPOINT);
    ok (a.verdict == FID_NOT_VALID, "loading is not saving");
    fid_answer_clear (&a);
    fid_job_clear (&real);
    fid_job_clear (&later);
    fid_job_clear (&more);
    fid_job_clear (&none);
}

static void check_metadata_profile (void)
{
    struct fid_job real = saving_job (0, 1e6, 10, true), fewer = saving_job (0, 1e6, 1, true);
    struct fid_answer a = answer_for (&real, &fewer, FID_ANSWER_FOR_METADATA);
    ok_str (a.point[5].storage.name, "20 ms a call", "waits of a call");
    ok_close (a.point[5].side[0].ratio, 1.2, 1e-9, "10 calls of 20 ms in a step of 1 s");
    ok_close (a.point[5].side[1].ratio, 1.02, 1e-9, "one call");
    ok_close (worst (&a), log (1.2 / 1.02), 1e-9, "the emulation is too fast");
    ok_close (a.bound_meta_s, 5e-3, 2e-5, "5 ms a call make a twentieth");
    ok_close (a.side[0].count[FID_ANSWER_OF_META_N], 1000, 0, "1000 calls");
    fid_answer_clear (&a);
    for (size_t k = 0; k < 100; k++)
        real.rank[0].step[k].meta_n = 1000;
    a = answer_for (&real, &fewer, FID_ANSWER_FOR_METADATA);
    ok (a.verdict == FID_NOT_VALID, "100 000 calls for 100: not valid");
    fid_answer_clear (&a);
    fid_job_clear (&real);
    fid_job_clear (&fewer);
}

static void check_profile_names (void)
{
    enum fid_answer_profile p = FID_ANSWER_FOR_STORAGE;
    struct fid_error err;
    ok_int (fid_answer_profile_find ("Checkpoint", &p, &err), 0, "case does not matter");
    ok (p == FID_ANSWER_FOR_CHECKPOINT, "found");
    ok_int (fid_answer_profile_find ("system", &p, &err), -1, "system has no answer");
    ok_str (err.text,
            "no answer exists for 'system'; choose one of storage read checkpoint metadata",
            "the names are said");
}

static void check_json (void)
{
    static const char *const names[] = {"error",     "low",     "high",   "worst",   "capacity",
                                        "scenarios", "verdict", "reason", "profile", "fact"};
    static const char *const of_scenario[] = {
        "name",      "read_mib_s", "write_mib_s", "read_ms", "meta_ms", "real",
        "emulation", "measured",   "value",       "error",   "counts",  "iops"};
    struct fid_job job = plain_job (1e6);
    struct fid_answer_run run = {.job = &job, .name = "a"};
    struct fid_answer a = answer_of (&run, 1, &run, 1, &defaults);
    struct fid_error err;
    struct fid_arena arena = {NULL};
    struct fid_result_answer out, again = {.profile = 0};
    int rc = fid_answer_doc (&a, &arena, &out, &err);
    ok_int (rc, 0, "an answer is a document");
    cJSON *doc = fid_record_doc (&fid_answer_record, &out, &err);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        ok (cJSON_HasObjectItem (doc, names[i]), "answer has %s", names[i]);
    const cJSON *first = cJSON_GetArrayItem (cJSON_GetObjectItem (doc, "scenarios"), 1);
    for (size_t i = 0; i < sizeof of_scenario / sizeof *of_scenario; i++)
        ok (cJSON_HasObjectItem (first, of_scenario[i]), "a scenario has %s", of_scenario[i]);
    ok_close (cJSON_GetNumberValue (cJSON_GetObjectItem (first, "read_mib_s")), 1e7 / 1048576,
              1e-9, "in MiB/s");
    ok (cJSON_IsNull (cJSON_GetObjectItem (first, "read_ms")), "what is not stated is null");
    ok_str (cJSON_GetStringValue (cJSON_GetObjectItem (doc, "verdict")), "valid",
            "the verdict");
    struct fid_reading reading = {.path = "a", .what = "answer", .err = &err};
    ok_int (fid_record_read (&reading, doc, &fid_answer_record, &arena, &again), 0,
            "it can be read");
    cJSON *twice = fid_record_doc (&fid_answer_record, &again, &err);
    ok (cJSON_Compare (doc, twice, 1), "and is the same then");
    cJSON_Delete (twice);
    cJSON_Delete (doc);
    fid_arena_clear (&arena);
    fid_answer_clear (&a);
    fid_job_clear (&job);
}

/* Whether one side reads much less data than the other, and its disk delivered as much. */
static void check_reads (void)
{
    static const struct {
        double byte_n, block_n; /* of the emulation, times the real job's */
        size_t remark_n;        /* on the emulation */
    } cases[] = {{1, 1, 0}, {1.05, 1, 0}, {1.2, 1.2, 1}, {0.8, 0.8, 1}, {0.8, 1, 2}, {2, 1, 1}};
    static struct fid_run run[2];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fid_job job = plain_job (1e6), other = plain_job (1e6);
        job.books.data_n = job.books.block_n = 1e9;
        other.books.data_n = 1e9 * cases[i].byte_n;
        other.books.block_n = 1e9 * cases[i].block_n;
        struct fid_answer_run real = {.job = &job, .name = "a", .run = &run[0]};
        struct fid_answer_run emulation = {.job = &other, .name = "b", .run = &run[1]};
        struct fid_answer a = answer_of (&real, 1, &emulation, 1, &defaults);
        size_t n = 0, untraced[2] = {0};
        for (int k = 0; k < 2; k++)
            for (size_t j = 0; j < a.side[k].remark_n; j++) {
                n += k && (a.side[k].remark[j].code == FID_REMARK_READS ||
                           a.side[k].remark[j].code == FID_REMARK_UNTRACED);
                untraced[k] += a.side[k].remark[j].code == FID_REMARK_UNTRACED;
            }
        ok (n == cases[i].remark_n, "%g times the bytes: %zu remarks", cases[i].byte_n, n);
        ok (untraced[0] == (cases[i].byte_n == 2) && untraced[1] == (n == 2),
            "the side that reads less, though its disk delivered as much");
        fid_answer_clear (&a);
        fid_job_clear (&job);
        fid_job_clear (&other);
    }
}

/* Each remark in words, and many of them: nothing is cut. */
static void check_remarks (void)
{
    static const struct {
        struct fid_answer_remark remark;
        const char *text;
    } cases[] = {
        {{.code = FID_REMARK_LEFT_OUT,
          .name = {"r9"},
          .odd = {.fact = FID_REPEAT_STEPS, .value = 7, .usual = 40, .other = SIZE_MAX}},
         "left out: r9 has 7 steps of training, most runs 40"},
        {{.code = FID_REMARK_DIFFER,
          .name = {"r9", "r2"},
          .odd = {.fact = FID_REPEAT_SAVE_N, .value = 1, .usual = 2}},
         "r9 saves 1 checkpoints, r2 2"},
        {{.code = FID_REMARK_LOADER},
         "whether its loader reads while it computes is not known: times are between both"},
        {{.code = FID_REMARK_DROPPED, .name = {"false", "true"}},
         "the page cache was dropped before the real run alone"},
        {{.code = FID_REMARK_DROPPED, .name = {"true", "false"}},
         "the page cache was dropped before the emulation alone"},
        {{.code = FID_REMARK_CPUS, .name = {"8", "16"}},
         "recorded with 8 CPUs, the real run with 16"},
        {{.code = FID_REMARK_KERNEL, .name = {"6.1", "6.8"}},
         "recorded with 6.1 as its kernel, the real run with 6.8"},
        {{.code = FID_REMARK_LIMITED, .name = {"slow-storage:read_ms=50", "nothing known"}},
         "slowed or limited by slow-storage:read_ms=50, the real run by nothing known"},
        {{.code = FID_REMARK_MEMORY, .value = {1 << 30, 2. * (1 << 30)}},
         "recorded with 1 GiB of memory, the real run with 2 GiB"},
        {{.code = FID_REMARK_IDLE, .name = {"a"}, .value = {12.5}},
         "reads of a take 12.5 ms a MB while no block request is out: the same storage, and "
         "times in ns?"},
        {{.code = FID_REMARK_SLOW, .name = {"a", "b"}, .value = {3, 12, -1}},
         "reads of a take 3.0 times as long a byte as reads of b (12 ms a MB): the same "
         "storage?"},
        {{.code = FID_REMARK_SLOW, .name = {"a", "b"}, .value = {3, 12, 0}},
         "reads of a take 3.0 times as long a byte as reads of b (12 ms a MB), its block "
         "requests 0.0 times: the same storage?"},
        {{.code = FID_REMARK_CACHED, .value = {0.4}}, "the page cache served 40 % of its data"},
        {{.code = FID_REMARK_ACCOUNT, .value = {0.1, 0.5, 0.262364}},
         "memory served 50 % of its data, 10 % of the real job's: with all bytes from storage "
         "the answer would be 30 % off, and the interval has both"},
        {{.code = FID_REMARK_READS, .value = {1 << 20, 1 << 21}},
         "it reads 1 MiB of data, the real job 2 MiB"},
        {{.code = FID_REMARK_UNTRACED, .value = {1}},
         "the disk delivered as much as to the real job: were all calls traced?"},
        {{.code = FID_REMARK_UNTRACED, .value = {0}},
         "the disk delivered as much as to the emulation: were all calls traced?"},
        {{.code = FID_REMARK_KEPT, .value = {1 << 20, 0.5}},
         "it reads its 1 MiB of data again: memory may have served up to 50 % of the bytes, "
         "and no block request was traced"},
        {{.code = FID_REMARK_SWAPPED, .name = {"a", "b"}},
         "a looks like a real run, and b, given as the real one, like an emulation"},
        {{.code = FID_REMARK_COPY, .name = {"x.out", "a", "b"}},
         "x.out holds the same calls as a, to the nanosecond: a copy"},
        {{.code = FID_REMARK_COPY, .name = {"x.out", "a", "b"}, .value = {1.05}},
         "x.out holds the same calls as a, each 1.05 times as long: a copy"},
        {{.code = FID_REMARK_ROLES, .name = {"a", "x.npy", "log"}, .value = {0.25}},
         "patterns of roles take 25 % of what a reads for no data: x.npy is log"},
        {{.code = FID_REMARK_ASKING, .value = {0, 30, 10}},
         "calls like stat were not traced; the real job makes 30, beside 10 opens"},
        {{.code = FID_REMARK_ASKING, .value = {1, 30, 10}},
         "calls like stat were not traced; the emulation makes 30, beside 10 opens"},
        {{.code = FID_REMARK_STATED, .value = {1 << 20}},
         "no call shows whether the 1 MiB of its checkpoints wait for the disk"},
        {{.code = FID_REMARK_RATE, .value = {0, 2e6, 3e6}},
         "it saves 2 MB/s, the real job 3 MB/s"},
        {{.code = FID_REMARK_RATE, .value = {1, 2e6, 3e6}},
         "it loads 2 MB/s, the real job 3 MB/s"},
        {{.code = FID_REMARK_SYNC, .value = {1 << 20}},
         "whether the 1 MiB that it saves wait for the disk was not traced"},
        {{.code = FID_REMARK_REACHES, .value = {1 << 20, 0.01, 0, 0.9}},
         "of 1 MiB that it saves, 1 % reach the disk (of the emulation 90 %)"},
        {{.code = FID_REMARK_REACHES, .value = {1 << 20, 0.01, 1, 0.9}},
         "of 1 MiB that it saves, 1 % reach the disk (of the real job 90 %)"}};
    enum { N = sizeof cases / sizeof *cases };
    struct fid_answer_remark all[N];
    struct fid_error err;
    size_t length = 0;
    char *text = NULL;
    for (size_t i = 0; i < N; i++) {
        all[i] = cases[i].remark;
        struct fid_answer_side one = {.remark = &all[i], .remark_n = 1};
        ok_int (fid_answer_remarks_text (&one, &text, &err), 0, "a remark has words");
        ok_str (text, cases[i].text, cases[i].text);
        length += strlen (text) + 2;
        free (text);
    }
    struct fid_answer_side side = {
        .remark = all, .remark_n = N, .books = {.gap = FID_BOOKS_BLOCKS, .missing_n = 1 << 20}};
    ok_int (fid_answer_remarks_text (&side, &text, &err), 0, "all together have");
    ok (strlen (text) > length && strstr (text, "%); 1 MiB of the data were not read by calls"),
        "none is cut, the books come last: %zu bytes", strlen (text));
    free (text);
}

int main (void)
{
    check_equal ();
    check_wrong ();
    check_reasons ();
    check_stepless ();
    check_guess ();
    check_fast ();
    check_measured ();
    check_width ();
    check_account ();
    check_measured_keys ();
    check_read_profile ();
    check_writing_job ();
    check_checkpoint_profile ();
    check_differences ();
    check_metadata_profile ();
    check_profile_names ();
    check_json ();
    check_remarks ();
    check_reads ();
    return tap_done ();
}
