/* of_run.c - see of_run.h */
#include <pthread.h>
#include <stdlib.h>
#include "job/of_run.h"

static void
destroy_run_job (struct fid_run_job *j)
{
    fid_job_clear (&j->job);
    free (j);
}

static struct fid_run_job *
find_run_job (const struct fid_run *run, struct fid_error *err)
{
    struct fid_job_evidence ev = {.side = {{0}}};
    struct fid_run_job *j = calloc (1, sizeof *j);
    if (!j) {
        fid_error_nomem (err);
        return NULL;
    }
    int rc = fid_job_find (&j->job, &ev, run, err);
    for (int side = 0; side < FID_SIDE_N; side++)
        j->side[side] = ev.side[side];
    j->origin_ns = ev.origin_ns;
    fid_job_evidence_clear (&ev);
    if (rc) {
        destroy_run_job (j);
        j = NULL;
    }
    return j;
}

const struct fid_run_job *
fid_job_of_run (const struct fid_run *run, struct fid_error *err)
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

int
fid_runs_agree (struct fid_agreement *a, const struct fid_run *const *run, size_t n,
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
