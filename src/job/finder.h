/* SPDX-License-Identifier: GPL-3.0-or-later */
/* finder.h - a job while it is found in a run, as the files of of_run.h share it */
#pragma once

#include "job/of_run.h"

/* A part of the job's time. */
struct fid_job_span {
    enum fid_job_segment_kind kind;
    int64_t start_ns, end_ns;
    int epoch;     /* -1: unknown */
    size_t save;   /* number of the checkpoint; SIZE_MAX */
    double step_n; /* as the log counts them; 0: unknown */
    struct fid_job_known known;
};

/* What one step takes from the loader. */
struct fid_batch {
    int64_t first_ns, done_ns, pid; /* first read; handed over, or last read ended */
    enum fid_side side;
    bool handed;
    double byte_n, stored_n, late_n, wait_n, request_n, meta_n;
    double busy_ns, work_ns;   /* of its calls; of its reader between and after them */
    size_t read_first, read_n; /* in struct fid_job.read */
    uint32_t step;             /* of its rank, that takes it; FID_NO_TAKER */
};

/* How batches were told apart. */
enum fid_batch_source { FID_BATCH_UNKNOWN, FID_BATCH_HANDED, FID_BATCH_READ, FID_BATCH_TIME };

/* What is grouped by rank where ranks are separate. */
enum fid_own_list { FID_OWN_USE, FID_OWN_READ, FID_OWN_OPEN, FID_OWN_HANDED, FID_OWN_N };

struct fid_finder {
    const struct fid_run *run;   /* borrowed */
    struct fid_job *job;         /* borrowed */
    struct fid_job_evidence *ev; /* borrowed */
    int64_t origin_ns;
    double rank_n;    /* at least 1; 1: ev has the calls of one rank alone */
    size_t rank;      /* whose steps are looked for: a place in job->rank */
    size_t logged_n;  /* ranks whose steps the log has, first in job->rank; at least 1 */
    double log_batch; /* samples of a step of one rank; 0: unknown */
    FID_LIST (struct fid_job_span, span); /* owned; by start, without overlap */
    struct fid_batch *batch[FID_SIDE_N];  /* owned; by first read */
    size_t batch_n[FID_SIDE_N], batch_cap[FID_SIDE_N];
    uint32_t *batch_of; /* owned; of each read; UINT32_MAX: none */
    enum fid_batch_source batch_from[FID_SIDE_N];
    bool lead_guessed;         /* READ: how far the loader of training is ahead */
    size_t each[FID_SIDE_N];   /* batches of all ranks that are read for one step; 1 */
    double take_s[FID_SIDE_N]; /* what a step needs to take a batch that is there; 0: unknown */
    struct fid_read_place *place; /* borrowed; of each read of all ranks; NULL: nobody asks */
    struct fid_side_facts files[FID_SIDE_N]; /* what the files of all ranks alone tell */
    struct fid_groups step;                  /* steps of other ranks than the first, by rank */
    struct fid_groups own[FID_OWN_N];        /* calls of all ranks, by rank */
    uint32_t *use_of; /* owned; of each use: its place among those of its rank */
};

/* Seconds of the job. */
static inline double fid_finder_seconds (const struct fid_finder *f, int64_t t_ns)
{
    return (double)(t_ns - f->origin_ns) / 1e9;
}

/* The parts whose steps take the batches of a side. */
static inline enum fid_job_segment_kind fid_kind_of_side (enum fid_side side)
{
    return side == FID_SIDE_EVAL ? FID_JOB_EVALUATION : FID_JOB_TRAINING;
}

/* --- parts.c: the parts of the job in time */

/* Fills f->span from the log or, without one, with a start and one training; adds evaluations
 * that the log does not name. */
int fid_find_spans (struct fid_finder *f, struct fid_error *err);

/* Steps of a kind as phases of the log count them; 0: a part that is long enough for a step has
 * no count. */
double fid_counted_steps (const struct fid_finder *f, enum fid_job_segment_kind kind);

/* Finds checkpoints, and the spans of those that the log does not name. */
int fid_find_saves (struct fid_finder *f, struct fid_error *err);

/* The span of a kind around t_ns, else the last one before, else the next; SIZE_MAX. */
size_t fid_span_at (const struct fid_finder *f, enum fid_job_segment_kind kind, int64_t t_ns);

/* --- batches.c: what steps take from the loader */

/* Finds the batches that reads and hand-overs show. */
int fid_find_batches (struct fid_finder *f, struct fid_error *err);

/* Fills job->read and the demand of batches from f->batch_of. */
int fid_sum_batches (struct fid_finder *f, struct fid_error *err);

/* Sums what rank 0 reads in training and in evaluations without known steps. */
void fid_sum_stepless (struct fid_finder *f);

/* Adds metadata calls besides opens to the steps, or else the segments, in which they are made:
 * each rank gets an equal share. */
void fid_add_asked (struct fid_finder *f);

/* --- steps.c, steps_found.c: steps that are placed in time */

/* A step with its span and its batch. */
struct fid_timed_step {
    int64_t ask_ns, got_ns, end_ns; /* it asks for its batch, has it, has computed */
    size_t span, batch;             /* SIZE_MAX: unknown */
    double compute_s;               /* < 0: from got to end */
    double rest_s;                  /* neither loading nor computing, as the log has it */
    uint32_t logged;                /* its number in the log, from 1; 0: it is not of the log */
};

struct fid_timed_steps {
    struct fid_timed_step *at; /* owned; by time */
    size_t n, cap;
};

/* Finds steps of training and evaluations of f->rank, and its segments. */
int fid_find_steps (struct fid_finder *f, struct fid_error *err);

/* Gives the other ranks whose steps the log has the demand of the first. */
int fid_copy_demand (struct fid_finder *f, struct fid_error *err);

/* Places the steps of training that take f->batch. */
int fid_place_batches (struct fid_finder *f, struct fid_timed_steps *s, struct fid_error *err);

/* Times steps whose number and batches are known, in parts that the log names: each begins when
 * it has its batch, and the last of a part ends with it. */
int fid_time_by_batches (const struct fid_finder *f, enum fid_side side,
                         struct fid_timed_steps *s, struct fid_error *err);

/* Places the steps that reads of a buffer show, or that the log only counts. */
int fid_place_rhythm (struct fid_finder *f, enum fid_side side, struct fid_timed_steps *s,
                      struct fid_error *err);

/* Places n steps of equal length in a span, which wait for busy_ns together. */
int fid_place_evenly (struct fid_finder *f, size_t span, double n, double busy_ns,
                      struct fid_timed_steps *s, struct fid_error *err);

/* A program that reads through a buffer reads at the beginning of a step, but only when the
 * buffer is empty: gaps between bursts of reads are one step, or several. */
struct fid_rhythm {
    double period_ns; /* of a step; 0: the reads have no rhythm */
    double most;      /* steps between bursts: a buffer is empty after so many.  Longer gaps are
                         slow steps, since disturbances only lengthen them */
};

/* Finds the rhythm of n gaps between reads in ns (sorted here), some of them inside a burst.
 * O(n log n). */
struct fid_rhythm fid_rhythm_find (double *gap_ns, size_t n);

/* Steps of [start_ns, end_ns) with reads at t[n] (ascending). */
double fid_rhythm_count (const struct fid_rhythm *r, const int64_t *t, size_t n,
                         int64_t start_ns, int64_t end_ns);

/* --- ranks.c: which rank made a call, and when ranks wait for each other */

/* Makes the ranks of the job: those whose steps the log has get their numbers. */
int fid_make_ranks (struct fid_finder *f, struct fid_error *err);

/* Step i of a rank in the log; NULL: it has not so many. */
static inline const struct fid_step *fid_logged_step (const struct fid_finder *f, size_t rank,
                                                      size_t i)
{
    const struct fid_steps *s = &f->run->steps;
    if (!rank)
        return i < s->n ? &s->step[i] : NULL;
    i += f->step.from[rank];
    return i < f->step.from[rank + 1] ? &s->other[f->step.at[i]] : NULL;
}

/* Sets *separate if there are several ranks and nearly all bytes of data are known to be read
 * by one of them: the log has steps of several ranks, or the traces show which process is which
 * rank.  Then fills f->own, f->use_of. */
int fid_ranks_separate (struct fid_finder *f, bool *separate, struct fid_error *err);

/* The reads, uses, opens and hand-overs of rank f->rank alone; borrows the rest.  Clear it even
 * after a failure. */
int fid_rank_evidence (const struct fid_finder *f, struct fid_job_evidence *out,
                       struct fid_error *err);
void fid_rank_evidence_clear (struct fid_job_evidence *ev);

/* Finds out from the steps when ranks meet; where they meet after each step, takes the time
 * that they wait for each other out of their computation. */
int fid_find_meetings (struct fid_finder *f, struct fid_error *err);

/* --- books.c */

/* Fills and judges job->books, when all else of the job is found. */
int fid_books_fill (struct fid_finder *f, struct fid_error *err);

/* --- stated.c */

/* Fills *job, all of whose bytes are 0, from what a benchmark's configuration and results state,
 * where traces do not show what the job that was found reads.  No ranks: they do not state it,
 * or contradict each other by more than a tenth.  -1 without memory. */
int fid_job_stated (struct fid_job *job, const struct fid_job *found, const struct fid_run *run,
                    struct fid_error *err);
