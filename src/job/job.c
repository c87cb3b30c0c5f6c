/* SPDX-License-Identifier: GPL-3.0-or-later */
/* job.c - see job.h */
#include "job/job.h"

size_t fid_job_step_n (const struct fid_job_rank *r, enum fid_job_segment_kind kind)
{
    size_t n = 0;
    for (size_t i = 0; i < r->segment_n; i++)
        n += r->segment[i].kind == kind ? r->segment[i].step_n : 0;
    return n;
}

double fid_job_computation_s (const struct fid_job_rank *r, enum fid_job_segment_kind kind)
{
    double sum = 0;
    size_t n = fid_job_step_n (r, kind);
    FID_STEPS_OF (s, r, kind)
        sum += s->compute_s;
    return n ? sum / (double)n : 0;
}

size_t fid_job_checkpoint_n (const struct fid_job *job, bool load)
{
    size_t n = 0;
    for (size_t i = 0; i < job->checkpoint_n; i++)
        n += job->checkpoint[i].load == load;
    return n;
}

double fid_job_meta_n (const struct fid_job *job)
{
    double n = 0;
    for (size_t i = 0; i < job->rank_n; i++) {
        for (size_t k = 0; k < job->rank[i].step_n; k++)
            n += job->rank[i].step[k].meta_n;
        for (size_t k = 0; k < job->rank[i].segment_n; k++)
            n += job->rank[i].segment[k].sum.meta_n;
    }
    return n;
}

#define NAME(id, name) [FID_JOB_##id] = name,
const char *const fid_job_source_names[] = {FID_JOB_SOURCES (NAME)};

const char *const fid_job_segment_names[] = {[FID_JOB_START] = "start",
                                             [FID_JOB_TRAINING] = "training",
                                             [FID_JOB_EVALUATION] = "evaluation",
                                             [FID_JOB_SAVE] = "save",
                                             [FID_JOB_LOAD] = "load",
                                             [FID_JOB_REST] = "rest"};

const char *const fid_job_meeting_names[] = {[FID_JOB_NEVER] = "never",
                                             [FID_JOB_EACH_EPOCH] = "each epoch",
                                             [FID_JOB_EACH_STEP] = "each step"};

int fid_job_rank_copy (struct fid_job_rank *to, const struct fid_job_rank *from,
                       struct fid_error *err)
{
    *to = *from;
    to->alike = false;
    to->step_cap = to->step_n;
    to->segment_cap = to->segment_n;
    to->step = fid_array_copy (from->step, from->step_n, sizeof *to->step, err);
    to->segment = fid_array_copy (from->segment, from->segment_n, sizeof *to->segment, err);
    return to->step && to->segment ? 0 : -1;
}

void fid_job_clear (struct fid_job *job)
{
    for (size_t i = 0; i < job->rank_n; i++) {
        if (job->rank[i].alike)
            continue;
        FID_FREE (job->rank[i].step, job->rank[i].segment);
    }
    FID_FREE (job->rank, job->read, job->checkpoint);
    *job = (struct fid_job){0};
}
