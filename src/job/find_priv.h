/* SPDX-License-Identifier: GPL-3.0-or-later */
/* find_priv.h - what the files of find.h share */
#pragma once

#include "job/find.h"

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
};

/* How batches were told apart. */
enum fid_batch_source { FID_BATCH_UNKNOWN, FID_BATCH_HANDED, FID_BATCH_READ, FID_BATCH_TIME };

struct fid_finder {
    const struct fid_run *run;   /* borrowed */
    struct fid_job *job;         /* borrowed */
    struct fid_job_evidence *ev; /* borrowed */
    int64_t origin_ns;
    double rank_n;    /* at least 1; 1: those of one rank alone are looked at */
    size_t rank;      /* whose steps are looked for: a place in job->rank */
    size_t logged_n;  /* ranks that the log has steps of, first in job->rank; 1 */
    double log_batch; /* samples of a step of one rank; 0: unknown */
    FID_LIST (struct fid_job_span, span); /* owned; by start, without overlap */
    struct fid_batch *batch[FID_SIDE_N];  /* owned; by first read */
    size_t batch_n[FID_SIDE_N], batch_cap[FID_SIDE_N];
    uint32_t *batch_of; /* owned; of each read; UINT32_MAX: none */
    enum fid_batch_source batch_from[FID_SIDE_N];
    size_t each[FID_SIDE_N];   /* batches of all ranks that are read for a step of one; 1 */
    double depth[FID_SIDE_N];  /* batches that are asked for ahead; -1: unknown */
    double take_s[FID_SIDE_N]; /* what a step needs to take a batch that is there; 0: unknown */
};

/* Seconds of the job. */
static inline double fid_finder_seconds (const struct fid_finder *f, int64_t t_ns)
{
    return (double)(t_ns - f->origin_ns) / 1e9;
}

/* The spans that the log names, or, without a log, one of training; evaluations that it does
 * not name. */
int fid_find_spans (struct fid_finder *f, struct fid_error *err);

/* Steps by the numbers that phases of the log have; 0: some part that is as long as a step has
 * none. */
double fid_counted_steps (const struct fid_finder *f, enum fid_job_segment_kind kind);

/* Cuts [start_ns, end_ns) of this kind out of the others. */
int fid_spans_cut (struct fid_finder *f, struct fid_job_span new_span, struct fid_error *err);

/* Checkpoints, and the spans of those that the log does not name. */
int fid_find_saves (struct fid_finder *f, struct fid_error *err);

/* Batches, where the reads show them; and, when steps are known, of the others. */
int fid_find_batches (struct fid_finder *f, struct fid_error *err);

/* Fills job->read and the demand of batches from f->batch_of. */
int fid_sum_batches (struct fid_finder *f, struct fid_error *err);

/* What rank 0 reads while it trains, or evaluates, where no steps of that are known. */
void fid_sum_stepless (struct fid_finder *f);

/* Adds the calls on metadata besides opens to the steps, or else the segments, in which they
 * are made: to each rank its share of those of all. */
void fid_add_asked (struct fid_finder *f);

/* Steps of training and evaluations of f->rank, and its segments. */
int fid_find_steps (struct fid_finder *f, struct fid_error *err);

/* The same of the other ranks that the log has steps of, with the demand of the first. */
int fid_copy_demand (struct fid_finder *f, struct fid_error *err);

/* books_fill.c: fills and judges job->books, when all else of the job is found. */
int fid_books_fill (struct fid_finder *f, struct fid_error *err);
