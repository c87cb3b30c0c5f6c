/* job.c - see job.h */
#include <stdlib.h>
#include "job/job.h"

void
fid_job_clear (struct fid_job *job)
{
    for (size_t i = 0; i < job->rank_n; i++) {
        free (job->rank[i].step);
        free (job->rank[i].segment);
    }
    free (job->rank);
    free (job->read);
    free (job->checkpoint);
    *job = (struct fid_job){0};
}
