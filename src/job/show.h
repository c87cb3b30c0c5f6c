/* SPDX-License-Identifier: GPL-3.0-or-later */
/* show.h - a job as text and as JSON */
#pragma once

#include "base/jsonbuild.h"
#include "job/job.h"

/* Prints what the job does, a line for each part, with how it is known.  name: of the run;
 * evidence: each with what it rests on, too. */
void fid_job_print (const struct fid_job *job, const char *name, bool evidence, FILE *f);

/* The same as JSON, with `steps` also each step of each rank.  Freed by the caller with
 * cJSON_Delete; NULL without memory. */
cJSON *fid_job_json (const struct fid_job *job, const char *name, bool steps,
                     struct fid_error *err);
