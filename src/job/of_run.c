/* SPDX-License-Identifier: GPL-3.0-or-later */
/* of_run.c - see of_run.h */
#include "job/of_run.h"

#define KEPT_N ((size_t)1 << 18) /* calls of evidence that is kept, 3 MiB */

static void destroy_run_job (struct fid_run_job *j)
{
    fid_job_clear (&j->job);
    fid_job_evidence_clear (&j->evidence);
    free (j);
}

static struct fid_run_job *find_run_job (const struct fid_run *run, struct fid_error *err)
{
    struct fid_run_job *j = calloc (1, sizeof *j);
    if (!j)
        return fid_null_nomem (err);
    const struct fid_data_io *io = &j->evidence.io;
    int rc = fid_job_find (&j->job, &j->evidence, run, err);
    j->whole = !rc && io->read_n + io->open_n + io->use_n + io->asked_n <= KEPT_N;
    if (!j->whole)
        fid_job_evidence_clear (&j->evidence);
    if (rc) {
        destroy_run_job (j);
        j = NULL;
    }
    return j;
}

const struct fid_run_job *fid_job_of_run (const struct fid_run *run, struct fid_error *err)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static pthread_cond_t found = PTHREAD_COND_INITIALIZER;
    struct fid_run *keeper = (struct fid_run *)run; /* to others the run does not change */
    pthread_mutex_lock (&lock);
    while (keeper->job.sought)
        pthread_cond_wait (&found, &lock);
    if (!keeper->job.at) {
        keeper->job.sought = true;
        pthread_mutex_unlock (&lock);
        struct fid_run_job *j = find_run_job (run, err);
        pthread_mutex_lock (&lock);
        keeper->job.sought = false;
        keeper->job.at = j;
        keeper->job.destroy = destroy_run_job;
        pthread_cond_broadcast (&found);
    }
    const struct fid_run_job *j = keeper->job.at;
    pthread_mutex_unlock (&lock);
    return j;
}

int fid_runs_agree (struct fid_agreement *a, const struct fid_run *const *run, size_t n,
                    struct fid_error *err)
{
    const struct fid_job **job = malloc ((n + 1) * sizeof *job);
    int rc = job ? 0 : fid_error_nomem (err);
    *a = (struct fid_agreement){.odd = NULL};
    for (size_t i = 0; i < n && !rc; i++) {
        const struct fid_run_job *found = fid_job_of_run (run[i], err);
        rc = found ? 0 : -1;
        job[i] = found ? &found->job : NULL;
    }
    if (!rc)
        rc = fid_jobs_agree (a, job, n, err);
    free (job);
    return rc;
}

static double saved_bytes (const struct fid_job *job)
{
    double sum = 0;
    for (size_t i = 0; i < job->checkpoint_n; i++)
        sum += job->checkpoint[i].load ? 0 : job->checkpoint[i].byte_n;
    return sum;
}

/* What a run did; below 0: it is not known. */
static double fact_of (const struct fid_job *job, enum fid_repeat_fact fact)
{
    switch (fact) {
    case FID_REPEAT_BYTES:
        return job->data_seen ? job->books.data_n : -1;
    case FID_REPEAT_STORED:
        return job->books.block_n;
    case FID_REPEAT_SAVED:
        return saved_bytes (job);
    case FID_REPEAT_SAVE_N:
        return (double)fid_job_checkpoint_n (job, false);
    case FID_REPEAT_STEPS:
        return job->books.step_n > 0 ? job->books.step_n : -1;
    case FID_REPEAT_DURATION:
        return job->duration_s > 0 ? job->duration_s : -1;
    case FID_REPEAT_BOOKS:
        return job->books.gap != FID_BOOKS_BALANCED;
    case FID_REPEAT_FACT_N:
        break;
    }
    return -1;
}

void fid_job_did (struct fid_did *did, const struct fid_job *job)
{
    for (int f = 0; f < FID_REPEAT_FACT_N; f++)
        did->of[f] = fact_of (job, (enum fid_repeat_fact)f);
}

int fid_jobs_agree (struct fid_agreement *a, const struct fid_job *const *job, size_t n,
                    struct fid_error *err)
{
    FID_FREED struct fid_did *did = malloc ((n + 1) * sizeof *did);
    *a = (struct fid_agreement){.odd = NULL};
    for (size_t i = 0; i < n && did; i++)
        fid_job_did (&did[i], job[i]);
    return did ? fid_repeats_agree (a, did, n, err) : fid_error_nomem (err);
}
