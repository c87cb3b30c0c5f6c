/* did.c - see did.h */
#include <stdlib.h>
#include "job/did.h"

static double
saved_bytes (const struct fid_job *job)
{
    double sum = 0;
    for (size_t i = 0; i < job->checkpoint_n; i++)
        sum += job->checkpoint[i].load ? 0 : job->checkpoint[i].byte_n;
    return sum;
}

/* What a run did; below 0: it is not known. */
static double
fact_of (const struct fid_job *job, enum fid_repeat_fact fact)
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

void
fid_job_did (struct fid_did *did, const struct fid_job *job)
{
    for (int f = 0; f < FID_REPEAT_FACT_N; f++)
        did->of[f] = fact_of (job, (enum fid_repeat_fact)f);
}

int
fid_jobs_agree (struct fid_agreement *a, const struct fid_job *const *job, size_t n,
                struct fid_error *err)
{
    struct fid_did *did = malloc ((n + 1) * sizeof *did);
    *a = (struct fid_agreement){.odd = NULL};
    for (size_t i = 0; i < n && did; i++)
        fid_job_did (&did[i], job[i]);
    int rc = did ? fid_repeats_agree (a, did, n, err) : fid_error_nomem (err);
    free (did);
    return rc;
}
