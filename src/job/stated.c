/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stated.c - the job that a benchmark's configuration and results state (of_run.h) */
#include "job/finder.h"
#include "job/of_config.h"

#define AGREE     1.1 /* times: figures of one thing that are further apart contradict each other */
#define STEPS     1000. /* of a job that is too long to be made as a whole */
#define SAMPLES_N 1e6   /* that are read in such a job */

static const char workload[] = "workload.";

/* The keys of the configuration among the facts of the run. */
static void take_configuration (struct fid_dlio_config *c, const struct fid_run *run)
{
    struct fid_error unused;
    FID_EACH (const struct fid_run_fact, f, run->fact)
        if (strncmp (f->key, workload, strlen (workload)) == 0 &&
            fid_dlio_key_find (f->key) >= 0)
            fid_dlio_config_set (c, f->key, f->value, &unused);
}

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
    double set_n = number_of (run, "num_files_train", "train_samples");
    if (!v[FID_DLIO_SAMPLES].set && fid_run_fact_number (run, "num_samples_per_file") >= 1)
        fid_dlio_set_number (c, FID_DLIO_SAMPLES,
                             fid_run_fact_number (run, "num_samples_per_file"));
    bool sized = v[FID_DLIO_RECORD].set, filed = v[FID_DLIO_FILES_TRAIN].set;
    bool agree =
        take_result (c, FID_DLIO_RECORD, sized ? fid_dlio_number (c, FID_DLIO_RECORD) : 0,
                     floor (record_n)) &&
        take_result (c, FID_DLIO_COMPUTE, fid_dlio_time_mean (c, FID_DLIO_COMPUTE_TYPE),
                     step_s);
    if (!filed)
        fid_dlio_set_number (c, FID_DLIO_FILES_TRAIN,
                             set_n >= batch * rank_n ? set_n : batch * rank_n * STEPS);
    if (!v[FID_DLIO_FORMAT].set)
        fid_dlio_set_text (c, FID_DLIO_FORMAT, "npz"); /* read as a whole */
    return agree && fid_dlio_time_mean (c, FID_DLIO_COMPUTE_TYPE) > 0 && v[FID_DLIO_RECORD].set;
}

/* Its first steps say as much as all of a long job. */
static void shorten (struct fid_dlio_config *c, double rank_n)
{
    double batch = fmax (1, fid_dlio_number (c, FID_DLIO_BATCH)) * rank_n;
    double per_file = fmax (1, fid_dlio_number (c, FID_DLIO_SAMPLES));
    double all = fid_dlio_number (c, FID_DLIO_FILES_TRAIN) * per_file;
    if (all * fmax (1, fid_dlio_number (c, FID_DLIO_EPOCHS)) <= SAMPLES_N)
        return;
    double most = fmin (all, fmax (SAMPLES_N / 10, batch * 10));
    fid_dlio_set_number (c, FID_DLIO_EPOCHS, 1);
    fid_dlio_set_number (c, FID_DLIO_FILES_TRAIN, fmax (1, ceil (most / per_file)));
}

int fid_job_stated (struct fid_job *job, const struct fid_job *found, const struct fid_run *run,
                    struct fid_error *err)
{
    double rank_n = fmax (1, number_of (run, "num_accelerators", "ranks"));
    struct fid_job_machine m = {.rank_n = (size_t)rank_n};
    const struct fid_books *b = &found->books;
    FID_SCOPED (fid_dlio_config_clear) struct fid_dlio_config c = {0};
    struct fid_error why;
    bool open = b->gap == FID_BOOKS_NO_READS || b->gap == FID_BOOKS_UNSIZED;
    if (!run->emulation || b->none || !open)
        return 0;
    take_configuration (&c, run);
    fid_dlio_set_number (&c, FID_DLIO_DO_EVAL, 0);
    fid_dlio_set_number (&c, FID_DLIO_DO_CHECKPOINT, 0);
    if (!take_results (&c, run, rank_n))
        return 0;
    shorten (&c, rank_n);
    if (fid_job_of_config (job, &c, &m, &why)) {
        fid_job_clear (job);
        return why.status == FID_EINPUT ? 0 : fid_errorf (err, why.status, "%s", why.text);
    }
    job->books = *b;
    job->stated = true;
    return 0;
}
