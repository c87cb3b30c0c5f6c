/* SPDX-License-Identifier: GPL-3.0-or-later */
/* epochs.h - how much of each epoch the storage delivered, and how much memory did
 *
 * A benchmark whose data stay in the page cache measures the storage in its first epoch alone,
 * however busy its accelerators are afterwards. */
#pragma once

#include "run/run.h"

struct fid_job_epoch {
    int number;
    double span_s;   /* training and evaluations */
    size_t step_n;   /* of training, of the rank whose steps come first */
    double busy;     /* share of their time that is computation; -1: unknown */
    double read_n;   /* bytes of data that calls read, or that steps took; -1: unknown */
    double stored_n; /* bytes that the storage delivered meanwhile; -1: unknown */
};

struct fid_job_epochs {
    struct fid_job_epoch *at; /* owned; by number */
    size_t n;
    bool by_steps; /* read_n is samples x size: no calls were traced */
    bool by_rate;  /* stored_n is the disk rate: no block requests were traced */
    int from;      /* from this epoch on the storage was not measured; 0: no such */
    double share;  /* of the bytes read from then on, what the storage delivers */
};

/* Fills *e from a run; without epochs in a log it is empty.  -1 without memory. */
int fid_job_epochs (struct fid_job_epochs *e, const struct fid_run *run, struct fid_error *err);

void fid_job_epochs_clear (struct fid_job_epochs *e);
