/* SPDX-License-Identifier: GPL-3.0-or-later */
/* job.h - a job of several ranks, how long they wait for each other, and what aligned fetches
 * would change
 *
 *     struct fid_whatif_job job = {0};
 *     ... job.name, job.source and job.times, from tables.h or fid_whatif_ranks
 *     fid_whatif_job_align (&job, &plan, &rule, out, file);
 *     cJSON *doc = fid_whatif_json (&job, 1); */
#pragma once

#include "base/record.h"
#include "run/run.h"
#include "tools/whatif/simulate.h"

/* One alignment. */
struct fid_whatif_case {
    struct fid_whatif_choice fetch, start;
    struct fid_whatif_summary summary;
    double saved; /* share of the recorded iteration; below 0: it takes longer; FID_GAP */
};

struct fid_whatif_rank {
    const char *file; /* NULL: of a table */
    double stall_s;   /* mean wait for its batches; FID_GAP */
};

struct fid_whatif_job {
    const char *name, *path;
    const char *source; /* static: what the times were read from */
    struct fid_rank_times times;
    bool has_fetch;   /* the recording tells how long each fetch took; else only how long the
                        training waited for it, which is taken for the fetch */
    bool has_start;   /* and when it began */
    bool meet_after;  /* ranks do not meet within their steps (struct fid_align_how) */
    const char *meet; /* static; where they meet */
    struct fid_whatif_summary recorded;
    double waiting_s; /* mean of all ranks and iterations: wait for the other ranks; FID_GAP */
    double waiting;   /* share of the time of all ranks, with that wait; FID_GAP */
    struct fid_whatif_rank *rank; /* NULL: their files are not known */
    const char *unknown; /* static; what the recording cannot tell, a sentence; NULL: nothing */
    struct fid_whatif_case *aligned;
    size_t aligned_n;
};

/* ranks.c: takes the ranks of a run, which stays in use, with their steps and waits, which are
 * those of its job: source, rank, times, has_fetch, has_start and meet of *job, whose name and
 * path are set.  Ends the program if it records no steps with waits. */
void fid_whatif_ranks (const struct fid_run *run, struct fid_whatif_job *job);

/* Computes all that is not read.  out: folder for the tables of the reference notebook, NULL:
 * none; file: their name. */
void fid_whatif_job_align (struct fid_whatif_job *job, const struct fid_whatif_plan *plan,
                           const struct fid_whatif_rule *rule, const char *out,
                           const char *file);

/* A document of schema fidlio.whatif/1, freed with cJSON_Delete, and its table. */
#define FID_SCHEMA_WHATIF "fidlio.whatif/1"
extern const struct fid_record *const fid_whatif_record;
cJSON *fid_whatif_json (const struct fid_whatif_job *job, size_t n);
