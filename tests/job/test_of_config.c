/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_of_config.c - jobs of configurations: by hand, and against what recordings show */
#include <math.h>
#include <stdio.h>
#include "job/of_run.h"
#include "job/of_config.h"
#include "storage/times.h"
#include "tests/compare/recorded.h"

static struct fid_error err;
static const struct fid_job_machine nothing = {.rank_n = 1};

static struct fid_dlio_config config_of (const char *const *set)
{
    struct fid_dlio_config c = {0};
    fid_dlio_set_number (&c, FID_DLIO_FILES_TRAIN, 8);
    fid_dlio_set_number (&c, FID_DLIO_RECORD, 65536);
    fid_dlio_set_number (&c, FID_DLIO_EPOCHS, 1);
    for (; *set; set++)
        if (fid_dlio_config_override (&c, *set, &err))
            exit (99);
    return c;
}

static struct fid_job job_of (const struct fid_job_machine *m, const char *const *set)
{
    struct fid_dlio_config c = config_of (set);
    struct fid_job job = {0};
    if (fid_job_of_config (&job, &c, m, &err)) {
        printf ("Bail out! %s\n", err.text);
        exit (99);
    }
    fid_dlio_config_clear (&c);
    return job;
}

static double sum_bytes (const struct fid_job *job, bool stored)
{
    double sum = 0;
    for (size_t i = 0; i < job->rank_n; i++)
        for (size_t k = 0; k < job->rank[i].step_n; k++)
            sum += stored ? job->rank[i].step[k].stored_n : job->rank[i].step[k].byte_n;
    return sum;
}

static size_t count_segments (const struct fid_job *job, enum fid_job_segment_kind kind)
{
    size_t n = 0;
    for (size_t i = 0; i < job->rank[0].segment_n; i++)
        n += job->rank[0].segment[i].kind == kind;
    return n;
}

static double time_of (const struct fid_job *job)
{
    struct fid_storage recorded;
    struct fid_timing t;
    fid_storage_init (&recorded, "recorded");
    fid_timing_init (&t, job);
    if (fid_timing_add (&t, &recorded, 1, &err))
        exit (99);
    double total_s = fid_timing_on (&t, &recorded)[FID_MODEL_BUFFER].total_s;
    fid_timing_clear (&t);
    return total_s;
}

/* --- by hand */

/* Readers of one file ask the storage for each byte once: what one has read ahead is there for
 * the others.  Pillow waits twice for a file, and each wait is a request. */
static void test_readers_of_a_file (void)
{
    const struct fid_job_machine ahead = {
        .rank_n = 1, .cache_seen = true, .read_ahead_n = 4 << 20, .wait_byte_n = 1e-7};
    for (int readers = 1; readers <= 8; readers *= 2) {
        char threads[64];
        snprintf (threads, sizeof threads, "reader.read_threads=%d", readers);
        const char *const set[] = {"dataset.format=tfrecord",
                                   "dataset.num_samples_per_file=64",
                                   "dataset.num_files_train=2",
                                   "reader.batch_size=2",
                                   threads,
                                   NULL};
        struct fid_job job = job_of (&ahead, set);
        ok_close (sum_bytes (&job, true), 2 * 64 * 65536., 1, threads);
        fid_job_clear (&job);
    }
    static const char *const images[] = {"dataset.format=jpeg",
                                         "dataset.record_length_bytes=200000",
                                         "reader.batch_size=1", NULL};
    struct fid_job job = job_of (&ahead, images);
    ok (job.rank[0].step[0].wait_n == 2 && job.rank[0].step[0].request_n == 2,
        "two waits a file: %g, %g", job.rank[0].step[0].wait_n, job.rank[0].step[0].request_n);
    fid_job_clear (&job);
}

/* Ten files of ten records of 100 bytes, two to a batch; a checkpoint every 20 steps. */
static void test_records (void)
{
    static const char *const set[] = {"dataset.format=indexed_binary",
                                      "dataset.num_files_train=10",
                                      "dataset.num_files_eval=2",
                                      "dataset.num_samples_per_file=10",
                                      "dataset.record_length_bytes=100",
                                      "reader.batch_size=2",
                                      "reader.read_threads=3",
                                      "reader.prefetch_size=4",
                                      "reader.read_type=memory",
                                      "train.epochs=2",
                                      "train.computation_time=0.5",
                                      "evaluation.eval_time=0.25",
                                      "workflow.evaluation=True",
                                      "workflow.checkpoint=True",
                                      "model.model_size_bytes=1000",
                                      "checkpoint.steps_between_checkpoints=20",
                                      NULL};
    struct fid_job_machine m = nothing;
    m.cache_seen = true;
    m.kept_first = 0.25;
    m.kept_again = 1;
    m.busy_byte_s = 1e-4;
    struct fid_job job = job_of (&m, set);
    const struct fid_job_rank *r = &job.rank[0];
    ok_int ((long long)fid_job_step_n (r, FID_JOB_TRAINING), 100, "steps of two epochs");
    ok_int ((long long)fid_job_step_n (r, FID_JOB_EVALUATION), 40, "of their evaluations");
    ok_int ((long long)job.evaluation_n, 2, "an evaluation each epoch");
    ok_int ((long long)fid_job_checkpoint_n (&job, false), 4, "after steps 20 and 40 of each");
    ok_close (job.checkpoint[0].byte_n, 1690, 0, "a checkpoint and its frame");
    ok_int ((long long)count_segments (&job, FID_JOB_SAVE), 4, "each is a part of the job");
    ok_int ((long long)count_segments (&job, FID_JOB_TRAINING), 6, "which divides training");
    ok_close (fid_job_computation_s (r, FID_JOB_TRAINING), 0.5003, 1e-12, "computation");
    ok_close (sum_bytes (&job, false), 24000, 0, "bytes of all samples, twice");
    ok_close (sum_bytes (&job, true), 9000, 1e-6,
              "three quarters of the first pass from disks");
    ok_close (job.cached, 1 - 9000. / 24000, 1e-12, "the rest was in memory");
    ok_close (r->loader.readers, 3, 0, "three readers");
    ok_close (r->loader.depth, 6, 0, "that have two batches each under way");
    ok_close (r->step[0].busy_s, 2 * (100e-4 + 35e-6), 1e-12, "time of its calls");
    ok_close (r->step[0].meta_n, 1, 0, "the first batch opens a file");
    ok_close (r->step[1].meta_n, 1, 0, "the next reader, too");
    ok_close (r->step[3].meta_n, 0, 0, "it stays open");
    ok_int ((long long)r->step[1].read_n, 1, "records side by side are one stretch");
    ok_int ((long long)job.read[r->step[1].read_first].offset, 200, "at its place");
    ok_close (job.duration_s, 0, 0, "nobody ran it");
    for (size_t i = 1; i < r->segment_n; i++)
        if (r->segment[i].start_s != r->segment[i - 1].end_s)
            ok (0, "part %zu goes on where the one before ended", i);
    fid_job_clear (&job);
}

/* Whole files with numpy's calls; no processes that read ahead; several ranks. */
static void test_whole (void)
{
    static const char *const set[] = {"dataset.format=npy",
                                      "dataset.num_files_train=8",
                                      "dataset.record_length_bytes=1000000",
                                      "reader.batch_size=2",
                                      "reader.read_threads=0",
                                      "train.computation_time=1",
                                      "train.epochs=3",
                                      "train.total_training_steps=1",
                                      "workflow.checkpoint=True",
                                      "checkpoint.checkpoint_after_epoch=2",
                                      "checkpoint.epochs_between_checkpoints=2",
                                      NULL};
    struct fid_job_machine m = nothing;
    m.rank_n = 2;
    struct fid_job job = job_of (&m, set);
    ok_int ((long long)job.rank_n, 2, "ranks");
    ok_int (job.meeting, FID_JOB_EACH_STEP, "that meet");
    ok_int ((long long)fid_job_step_n (&job.rank[1], FID_JOB_TRAINING), 3, "a step each epoch");
    ok_close (job.rank[0].loader.depth, 0, 0, "nothing is read ahead");
    const struct fid_job_read *read = &job.read[job.rank[1].step[0].read_first];
    ok_int (read->file, 2, "the second rank has files of its own");
    ok_int (read->call_n, 3, "of numpy's five calls three read what was not read before");
    ok_int ((long long)read->byte_n, 1000000 + 128, "what is read again counts once");
    ok_close (job.rank[1].step[0].byte_n, 2 * (1000000 + 128 + 4096 + 128), 0,
              "but not as calls: two files a step");
    ok_int ((long long)fid_job_checkpoint_n (&job, false), 1, "a checkpoint after epoch 2");
    ok_close (job.rank[1].step[1].meta_n, 2, 0, "files are opened anew");
    fid_job_clear (&job);
}

/* Images are read by calls of 64 KiB, whatever the transfer size of streams is. */
static void test_calls (void)
{
    static const struct {
        const char *format;
        uint32_t call_n; /* of a file: 568 KiB; 1 MiB */
    } cases[] = {{"dataset.format=jpeg", 9}, {"dataset.format=tfrecord", 2}};
    for (size_t i = 0; i < 2; i++) {
        const char *const set[] = {cases[i].format,
                                   "dataset.num_files_train=2",
                                   "dataset.record_length_bytes=1048576",
                                   "reader.batch_size=1",
                                   "reader.transfer_size=524288",
                                   NULL};
        struct fid_job job = job_of (&nothing, set);
        const struct fid_job_read *read = &job.read[job.rank[0].step[0].read_first];
        ok_int (read->call_n, cases[i].call_n, cases[i].format);
        ok_close (job.rank[0].step[0].late_n, 0, 0, "nothing is read ahead");
        fid_job_clear (&job);
    }
}

static void test_refused (void)
{
    static const struct {
        const char *what, *set[3], *text;
    } cases[] = {
        {"no files", {"dataset.num_files_train=0"}, "trains on nothing"},
        {"no epoch", {"train.epochs=0"}, "trains on nothing"},
        {"too few samples", {"reader.batch_size=9"}, "fewer samples than a batch"},
        {"too many files", {"dataset.num_files_train=100000000"}, "files"},
        {"too many epochs", {"train.epochs=1000000000"}, "epochs"},
        {"too many samples",
         {"train.epochs=100000", "dataset.num_samples_per_file=1000"},
         "samples"},
        {"too many readers", {"reader.read_threads=100000"}, "read_threads"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fid_dlio_config c = config_of (cases[i].set);
        struct fid_job job = {0};
        err.text[0] = 0;
        int rc = fid_job_of_config (&job, &c, &nothing, &err);
        ok (rc && strstr (err.text, cases[i].text), "%s", cases[i].what);
        fid_job_clear (&job);
        fid_dlio_config_clear (&c);
    }
    static const struct {
        enum fid_dlio_key key;
        const char *text;
    } missing[] = {{FID_DLIO_FILES_TRAIN, "no data set"},
                   {FID_DLIO_RECORD, "no size of a sample"},
                   {FID_DLIO_EPOCHS, "no steps"}};
    for (size_t i = 0; i < sizeof missing / sizeof *missing; i++) {
        struct fid_dlio_config c = config_of (
            (const char *[]){"dataset.num_files_train=8", "dataset.record_length=9", NULL});
        struct fid_job job = {0};
        c.value[missing[i].key].set = false;
        ok (fid_job_of_config (&job, &c, &nothing, &err) && strstr (err.text, missing[i].text),
            "%s", missing[i].text);
        fid_job_clear (&job);
        fid_dlio_config_clear (&c);
    }
}

/* --- against recordings */

/* A recorded run of DLIO and its configuration. */
static void check_recorded (const char *name, const char *real_name)
{
    char path[512];
    struct fid_dlio_config c = {0};
    struct fid_job found[2] = {{0}}, made[2] = {{0}};
    struct fid_run *run[2] = {recorded (name), recorded (real_name)};
    snprintf (path, sizeof path, "%s/hydra/config.yaml", run[0]->path);
    if (fid_dlio_config_read (&c, path, &err)) {
        skip (name, err.text);
        return;
    }
    for (int k = 0; k < 2; k++) {
        struct fid_job_evidence ev;
        if (fid_job_find (&found[k], &ev, run[k], &err))
            exit (99);
        fid_job_evidence_clear (&ev);
        struct fid_job_machine m = fid_job_machine_of (&found[k]);
        if (fid_job_of_config (&made[k], &c, &m, &err))
            exit (99);
    }
    const struct fid_job_rank *a = &found[0].rank[0], *b = &made[0].rank[0];
    for (int k = 0; k < 2; k++) {
        enum fid_job_segment_kind kind = k ? FID_JOB_EVALUATION : FID_JOB_TRAINING;
        ok_int ((long long)fid_job_step_n (b, kind), (long long)fid_job_step_n (a, kind), name);
        double want = fid_job_computation_s (a, kind);
        ok_close (fid_job_computation_s (b, kind), want, 0.02 * want, "  computation");
    }
    ok_close (sum_bytes (&made[0], false), sum_bytes (&found[0], false),
              0.01 * sum_bytes (&found[0], false), "  bytes");
    ok_close (sum_bytes (&made[0], true), sum_bytes (&found[0], true),
              0.05 * sum_bytes (&found[0], true), "  of them from the storage");
    ok_int ((long long)fid_job_checkpoint_n (&made[0], false),
            (long long)fid_job_checkpoint_n (&found[0], false), "  checkpoints");
    if (found[0].checkpoint_n)
        ok_close (made[0].checkpoint[0].byte_n, found[0].checkpoint[0].byte_n, 100,
                  "  bytes of one");
    ok_int ((long long)made[0].evaluation_n, (long long)found[0].evaluation_n, "  evaluations");
    ok_close (b->loader.readers, a->loader.readers, 0, "  readers");
    ok_close (b->loader.depth, a->loader.depth, 1, "  batches ahead");
    ok_int ((long long)made[0].train.file_n, (long long)found[0].train.file_n, "  files");
    for (int k = 0; k < 2; k++)
        ok_close (time_of (&made[k]), time_of (&found[0]), 0.05 * time_of (&found[0]),
                  k ? "  time, by what calls cost in the real run" : "  time");
    for (int k = 0; k < 2; k++) {
        fid_job_clear (&found[k]);
        fid_job_clear (&made[k]);
        fid_run_destroy (run[k]);
    }
    fid_dlio_config_clear (&c);
}

int main (void)
{
    test_readers_of_a_file ();
    test_records ();
    test_whole ();
    test_calls ();
    test_refused ();
    check_recorded ("UNET3D_dlio_r2", "UNET3D_real_r2");
    check_recorded ("UNET3D_dlio_nockpt_r1", "UNET3D_real_r4");
    check_recorded ("DLRM_dlio_r4", "DLRM_real_r4");
    check_recorded ("DLRM_dlio_compute2x_r1", "DLRM_real_r7");
    check_recorded ("BERT_dlio_r2", "BERT_real_r2");
    check_recorded ("BERT_dlio_compute2x_r1", "BERT_real_r4");
    return tap_done ();
}
