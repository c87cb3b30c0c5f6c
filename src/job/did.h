/* did.h - what a job did, as repeats of it are held against each other (model/agree.h) */
#ifndef FID_JOB_DID_H
#define FID_JOB_DID_H

#include "job/job.h"
#include "model/agree.h"

void fid_job_did (struct fid_did *did, const struct fid_job *job);

/* Holds the jobs of n runs against each other.  Clear *a even after a failure.  -1 without
 * memory. */
int fid_jobs_agree (struct fid_agreement *a, const struct fid_job *const *job, size_t n,
                    struct fid_error *err);

#endif
