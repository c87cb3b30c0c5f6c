/* SPDX-License-Identifier: GPL-3.0-or-later */
/* work.h - reads runs, compares pairs, writes their files; for schedule.c
 *
 * Several threads share a struct fid_work.  A run is read when the first of the pairs that are
 * being compared needs it, unless the calibration read it, and freed after the last of them.  A thread that would wait for a run
 * that another one reads reads the next one, at most one for each thread.
 */
#pragma once

#include "batch/batch_priv.h"
#include "batch/cache.h"
#include "batch/kept.h"

struct fid_work {
    struct fid_batch *batch;
    const struct fid_batch_opts *opts;
    const char *results;             /* opts->results, or the folder of the share in it */
    struct fid_compare_opts compare; /* opts->compare with calibration */
    const char *method;
    char key[17];
    size_t thread_n;
    struct fid_kept kept;
    char *digests;             /* owned; the folder of kept */
    struct fid_cache cache;    /* of results */
    struct fid_cache whole;    /* of opts->results, for the shares of a job; else empty */
    pthread_mutex_t operators; /* of the operator traces of all runs: one is read at a time */
    pthread_mutex_t lock;      /* of all below and of states in batch */
    pthread_cond_t read;       /* a run is no longer READING */
    size_t ahead_n;            /* runs that were read before a pair needs them */
    struct fid_batch_progress progress;
};

void fid_work_init (struct fid_work *w);
void fid_work_clear (struct fid_work *w);

/* Makes a run that was read before, and now is the batch's, READ. */
void fid_work_have (struct batch_run *run, struct fid_run *loaded);

/* Compares these pairs on w->thread_n threads, in their order.  A pair that fails says so in
 * its state.  -1: FID_EPARTIAL if cancelled. */
int fid_work_pairs (struct fid_work *w, const size_t *pair, size_t pair_n,
                    struct fid_error *err);
