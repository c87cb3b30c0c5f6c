/* SPDX-License-Identifier: GPL-3.0-or-later */
/* jobs.h - jobs made by hand and by chance, for tests of what they take on a storage */
#ifndef TESTS_STORAGE_JOBS_H
#define TESTS_STORAGE_JOBS_H

#include <stdint.h>
#include <stdlib.h>
#include "job/job.h"

/* xorshift; the same numbers everywhere. */
static uint64_t chance_state = 88172645463325252u;

__attribute__ ((unused)) static double chance (double low, double high)
{
    chance_state ^= chance_state << 13;
    chance_state ^= chance_state >> 7;
    chance_state ^= chance_state << 17;
    return low + (high - low) * (double)(chance_state >> 11) / 9007199254740992.;
}

__attribute__ ((unused)) static size_t chance_n (size_t low, size_t high)
{
    return low + (size_t)chance (0, (double)(high - low) + 0.999999);
}

/* An empty rank of a job whose loader reads `depth' batches ahead. */
__attribute__ ((unused)) static struct fid_job_rank *job_rank (struct fid_job *job,
                                                               double depth, double readers)
{
    job->rank = realloc (job->rank, (job->rank_n + 1) * sizeof *job->rank);
    struct fid_job_rank *r = &job->rank[job->rank_n++];
    *r = (struct fid_job_rank){.number = (int)job->rank_n - 1,
                               .loader = {.readers = readers, .depth = depth},
                               .eval_loader = {.readers = readers, .depth = depth}};
    return r;
}

/* Appends a segment of n equal steps to a rank; it lasts as long as they compute. */
__attribute__ ((unused)) static struct fid_job_segment *job_steps (
    struct fid_job_rank *r, enum fid_job_segment_kind kind, int epoch, size_t n,
    double compute_s, double byte_n, double wait_n)
{
    double at = r->segment_n ? r->segment[r->segment_n - 1].end_s : 0;
    r->segment = realloc (r->segment, (r->segment_n + 1) * sizeof *r->segment);
    r->step = realloc (r->step, (r->step_n + n + 1) * sizeof *r->step);
    struct fid_job_segment *s = &r->segment[r->segment_n++];
    *s = (struct fid_job_segment){.kind = kind,
                                  .start_s = at,
                                  .end_s = at + (double)n * compute_s,
                                  .epoch = epoch,
                                  .step_first = r->step_n,
                                  .step_n = n,
                                  .save = SIZE_MAX};
    for (size_t k = 0; k < n; k++)
        r->step[r->step_n++] = (struct fid_job_step){.start_s = at + (double)k * compute_s,
                                                     .end_s = at + (double)(k + 1) * compute_s,
                                                     .compute_s = compute_s,
                                                     .byte_n = byte_n,
                                                     .stored_n = byte_n,
                                                     .wait_n = wait_n,
                                                     .request_n = wait_n};
    return s;
}

/* Appends a part without steps. */
__attribute__ ((unused)) static struct fid_job_segment *job_part (
    struct fid_job_rank *r, enum fid_job_segment_kind kind, double length_s)
{
    struct fid_job_segment *s = job_steps (r, kind, -1, 0, 0, 0, 0);
    s->end_s = s->start_s + length_s;
    return s;
}

/* Appends a checkpoint to the job and the part that saves it to a rank. */
__attribute__ ((unused)) static void job_save (struct fid_job *job, struct fid_job_rank *r,
                                               double length_s, double byte_n, bool synced)
{
    size_t n = job->checkpoint_n++;
    job->checkpoint = realloc (job->checkpoint, job->checkpoint_n * sizeof *job->checkpoint);
    job->checkpoint[n] = (struct fid_job_checkpoint){
        .byte_n = byte_n, .file_n = 1, .writer_n = 1, .synced = synced, .waits = true};
    job_part (r, FID_JOB_SAVE, length_s)->save = n;
}

/* A rank of a job made by chance: epochs with evaluations and checkpoints, some evaluations
 * amid an epoch. */
__attribute__ ((unused)) static void chance_rank (struct fid_job *job, size_t epochs,
                                                  size_t step_n, uint32_t host, bool amid)
{
    struct fid_job_rank *r = job_rank (job, (double)chance_n (0, 5), (double)chance_n (1, 4));
    r->host = host;
    r->eval_loader.depth = (double)chance_n (0, 3);
    r->loader.ahead_n = (double)chance_n (0, 3);
    job_part (r, FID_JOB_START, chance (0, 2));
    for (size_t e = 0; e < epochs; e++) {
        size_t half = step_n / 2;
        job_steps (r, FID_JOB_TRAINING, (int)e + 1, half, 0.1, 1e6, 1);
        if (e % 2)
            job_save (job, r, chance (0, 1), chance (1e6, 1e7), chance (0, 1) < 0.5);
        for (size_t n = amid ? chance_n (0, 2) : 0; n; n--) {
            job_steps (r, FID_JOB_EVALUATION, (int)e + 1, chance_n (1, 4), 0.05, 2e6, 1);
            job_steps (r, FID_JOB_TRAINING, (int)e + 1, chance_n (1, 3), 0.1, 1e6, 1);
        }
        job_steps (r, FID_JOB_TRAINING, (int)e + 1, step_n - half, 0.1, 1e6, 1);
        job_steps (r, FID_JOB_EVALUATION, (int)e + 1, chance_n (1, 4), 0.05, 2e6, 1);
        job_part (r, FID_JOB_REST, chance (0, 0.2));
    }
    bool works = chance (0, 1) < 0.5;
    for (size_t k = 0; k < r->step_n; k++) {
        struct fid_job_step *t = &r->step[k];
        t->compute_s = chance (0, 1) < 0.1 ? 0 : chance (0.01, 0.2);
        t->byte_n = chance (0, 4e6);
        t->stored_n = t->byte_n * (chance (0, 1) < 0.3 ? chance (0, 1) : 1);
        t->wait_n = (double)chance_n (0, 4);
        t->request_n = t->wait_n + (double)chance_n (0, 2);
        t->meta_n = (double)chance_n (0, 2);
        t->busy_s = chance (0, 0.02);
        t->work_s = works ? chance (0, 0.05) : 0;
    }
}

/* Recorded times of a job whose steps only compute, one after the other. */
__attribute__ ((unused)) static void chance_settle (struct fid_job *job)
{
    job->cache_seen = job->data_seen = true;
    job->train = (struct fid_job_data){.file_n = 10, .file_byte_n = 5e7};
    for (size_t i = 0; i < job->rank_n; i++) {
        struct fid_job_rank *r = &job->rank[i];
        double at = 0;
        for (size_t g = 0; g < r->segment_n; g++) {
            struct fid_job_segment *s = &r->segment[g];
            double length_s = s->end_s - s->start_s;
            s->start_s = at;
            at += s->step_n ? chance (0, 0.1) : length_s;
            for (size_t k = s->step_first; k < s->step_first + s->step_n; k++) {
                r->step[k].start_s = at;
                at = r->step[k].end_s = at + r->step[k].compute_s;
            }
            s->end_s = at;
        }
        job->duration_s = at > job->duration_s ? at : job->duration_s;
    }
}

#endif
