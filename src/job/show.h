/* show.h - a job as text and as JSON */
#ifndef FID_JOB_SHOW_H
#define FID_JOB_SHOW_H

#include <stdio.h>
#include "base/jsonbuild.h"
#include "job/traits.h"

/* What the job does, a line each, with how it is known.  name: of the run. */
void fid_job_print (const struct fid_job *job, const char *name, FILE *f);

/* The same; with `steps`, each step of each rank, too.  Freed by the caller with cJSON_Delete;
 * NULL without memory. */
cJSON *fid_job_json (const struct fid_job *job, const char *name, bool steps,
                     struct fid_error *err);

/* What an emulation's job does otherwise, a line each: "15 %  computation of a training step:
 * 0.58 s instead of 0.29 s", the first how far the answer would be off without it; and as a list
 * of objects. */
void fid_job_differences_print (const struct fid_job_difference *d, size_t n, FILE *f);
void fid_job_differences_put (struct fid_doc *doc, cJSON *in, const char *key,
                              const struct fid_job_difference *d, size_t n);

#endif
