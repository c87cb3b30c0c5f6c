/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stated.c - the job that a benchmark's configuration and results state (of_run.h) */
#include <gsl/gsl_cdf.h>
#include "job/finder.h"
#include "model/dlio_config.h"

#define AGREE     1.1 /* times: figures of one thing that are further apart contradict each other */
#define STEPS     1000
#define CALL      262144. /* bytes of a call */
#define RANKS_MAX 65536.

static const struct fid_job_known stated = {.from = FID_JOB_CONFIGURATION, .sure = 1};

static double number_of (const struct fid_run *run, const char *a, const char *b)
{
    double x = fid_run_fact_number (run, a);
    return x > 0 ? x : fmax (0, fid_run_fact_number (run, b));
}

/* Sets a key that the configuration lacks; false: it has another value. */
static bool take_result (struct fid_dlio_config *c, enum fid_dlio_key k, double now, double v)
{
    if (!(now > 0) && v > 0)
        fid_dlio_set_number (c, k, v);
    return !(now > 0) || !(v > 0) || fabs (log (v / now)) <= log (AGREE);
}

/* Completes the configuration by what the results say; false: they contradict it. */
static bool take_results (struct fid_dlio_config *c, const struct fid_run *run, double rank_n)
{
    double busy = fmax (0, fid_run_fact_number (run, "train_au_mean_percentage")) / 100;
    double samples_s =
        fmax (0, fid_run_fact_number (run, "train_throughput_mean_samples_per_second"));
    double mib_s = fmax (0, fid_run_fact_number (run, "train_io_mean_MB_per_second"));
    double logged = fid_run_fact_number (run, "global_batch_size") / rank_n;
    const struct fid_dlio_value *v = c->value;
    if (!v[FID_DLIO_BATCH].set && logged >= 1)
        fid_dlio_set_number (c, FID_DLIO_BATCH, floor (logged));
    double batch = fmax (1, fid_dlio_number (c, FID_DLIO_BATCH));
    double record_n = samples_s > 0 ? mib_s * 1048576 / samples_s : 0;
    double step_s = samples_s > 0 ? batch * rank_n * busy / samples_s : 0;
    double now_n = v[FID_DLIO_RECORD].set ? fid_dlio_number (c, FID_DLIO_RECORD) : 0;
    return take_result (c, FID_DLIO_RECORD, now_n, floor (record_n)) &&
           take_result (c, FID_DLIO_COMPUTE, fid_dlio_time_mean (c, FID_DLIO_COMPUTE_TYPE),
                        step_s) &&
           fid_dlio_time_mean (c, FID_DLIO_COMPUTE_TYPE) > 0 && v[FID_DLIO_RECORD].set;
}

/* Adds what a step reads: whole files, or a stretch of one. */
static int add_reads (struct fid_job *job, struct fid_job_step *t, double batch, double in_file,
                      double record_n, struct fid_error *err)
{
    double each = in_file > 1 ? batch : 1;
    t->read_first = job->read_n;
    for (double k = 0; k < batch; k += each, t->read_n++) {
        double file = in_file > 1 ? floor ((double)job->rank->step_n * batch / in_file)
                                  : (double)job->read_n;
        uint64_t byte_n = (uint64_t)(each * record_n);
        FID_TRY (
            FID_PUSH (job->read, err,
                      (struct fid_job_read){.file = (uint32_t)file,
                                            .call_n = (uint32_t)ceil (each * record_n / CALL),
                                            .byte_n = byte_n,
                                            .first_n = (uint64_t)fmin (CALL, each * record_n),
                                            .sequential = true}));
    }
    return 0;
}

/* Makes the steady part of the job, without start-up and the first batch of each epoch, which the
 * utilisation does not count: equal steps of ranks that are alike. */
static int make_steps (struct fid_job *job, const struct fid_dlio_config *c, double host_n,
                       struct fid_error *err)
{
    double batch = fmax (1, fid_dlio_number (c, FID_DLIO_BATCH));
    double in_file = fmax (1, fid_dlio_number (c, FID_DLIO_SAMPLES));
    double record_n = fid_dlio_number (c, FID_DLIO_RECORD);
    double threads = fmax (0, fid_dlio_number (c, FID_DLIO_THREADS));
    double step_s = fid_dlio_time_mean (c, FID_DLIO_COMPUTE_TYPE);
    double n = (double)job->rank_n, stdev = fid_dlio_number (c, FID_DLIO_COMPUTE_STDEV);
    /* the slowest of n normal times (Blom 1958) */
    double meet_s =
        n > 1 && stdev > 0 ? stdev * gsl_cdf_ugaussian_Pinv ((n - .375) / (n + .25)) : 0;
    struct fid_job_rank *r = job->rank;
    r->loader = (struct fid_job_loader){
        .readers = fmax (1, threads),
        .depth = fmax (threads, fid_dlio_number (c, FID_DLIO_PREFETCH)) * (threads > 0),
        .known = stated};
    for (int k = 0; k < STEPS; k++) {
        struct fid_job_step t = {.start_s = k * step_s,
                                 .end_s = (k + 1) * step_s,
                                 .compute_s = step_s,
                                 .meet_s = meet_s,
                                 .work_s =
                                     batch * fid_dlio_time_mean (c, FID_DLIO_PREPROCESS_TYPE),
                                 .byte_n = batch * record_n,
                                 .stored_n = batch * record_n,
                                 .wait_n = batch / in_file,
                                 .meta_n = batch / in_file};
        FID_TRY (add_reads (job, &t, batch, in_file, record_n, err));
        FID_TRY (FID_PUSH (r->step, err, t));
    }
    FID_TRY (FID_PUSH (r->segment, err,
                       (struct fid_job_segment){.kind = FID_JOB_TRAINING,
                                                .end_s = STEPS * step_s,
                                                .epoch = 1,
                                                .step_n = STEPS,
                                                .save = SIZE_MAX,
                                                .known = stated}));
    for (size_t i = 1; i < job->rank_n; i++) {
        job->rank[i] = *r;
        job->rank[i].number = (int)i;
        job->rank[i].alike = true;
        job->rank[i].host = (uint32_t)((double)i * host_n / (double)job->rank_n);
    }
    return 0;
}

int fid_job_stated (struct fid_job *job, const struct fid_job *found, const struct fid_run *run,
                    struct fid_error *err)
{
    double rank_n = fmax (1, number_of (run, "num_accelerators", "ranks"));
    const struct fid_books *b = &found->books;
    FID_SCOPED (fid_dlio_config_clear) struct fid_dlio_config c = {0};
    bool open = b->gap == FID_BOOKS_NO_READS || b->gap == FID_BOOKS_UNSIZED;
    if (!run->emulation || b->none || !open || rank_n > RANKS_MAX)
        return 0;
    FID_EACH (const struct fid_run_fact, f, run->fact) {
        struct fid_error unused;
        if (fid_span_starts (fid_span_of (f->key), "workload.") &&
            fid_dlio_key_find (f->key) >= 0)
            fid_dlio_config_set (&c, f->key, f->value, &unused);
    }
    if (!take_results (&c, run, rank_n))
        return 0;
    FID_NEED (job->rank = calloc ((size_t)rank_n + 1, sizeof *job->rank), err);
    job->rank_n = job->rank_cap = (size_t)rank_n;
    FID_TRY (make_steps (job, &c, fmax (1, fid_run_fact_number (run, "num_hosts")), err));
    double file_n = number_of (run, "num_files_train", "workload.dataset.num_files_train");
    double in_file = fmax (1, fid_dlio_number (&c, FID_DLIO_SAMPLES));
    double sample_n =
        file_n > 0 ? file_n * in_file : fmax (0, fid_run_fact_number (run, "train_samples"));
    double batch = fmax (1, fid_dlio_number (&c, FID_DLIO_BATCH)) * rank_n;
    double record_n = fid_dlio_number (&c, FID_DLIO_RECORD);
    job->epoch_n = (int)fmax (1, fid_dlio_number (&c, FID_DLIO_EPOCHS));
    job->train = (struct fid_job_data){.file_n = (size_t)fmax (0, file_n),
                                       .file_byte_n = in_file * record_n,
                                       .sample_n = sample_n,
                                       .sample_byte_n = record_n,
                                       .known = stated};
    double step_n = floor (sample_n / batch) * job->epoch_n;
    job->times = step_n >= 1 ? step_n / STEPS : 1;
    job->utilisation = fmax (0, fid_run_fact_number (run, "workload.metric.au"));
    job->steps = job->meetings = stated;
    job->meeting = rank_n > 1 ? FID_JOB_EACH_STEP : FID_JOB_NEVER;
    job->data_seen = job->stated = true;
    job->books = *b;
    job->books.consumed_n = job->times * STEPS * batch;
    job->books.data_n = job->books.consumed_n * record_n;
    return 0;
}
