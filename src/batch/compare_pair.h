/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare_pair.h - the one place where a pair is compared, whoever asks: a result and its
 * series
 *
 * What operator traces say is in the result. */
#pragma once

#include "batch/op_pair.h"
#include "compare/compare.h"
#include "compare/series.h"

/* How a pair is compared. */
struct fid_comparing {
    const struct fid_run_opts *run;
    const struct fid_compare_opts *compare; /* with calibration and thread_n */
    const struct fid_series_size *series;   /* NULL: none are wanted */
    const char *dir[2];               /* of operator traces, real and emulation; NULL: none */
    struct fid_op_side *operators[2]; /* what is known of them; NULL: nothing yet */
    pthread_mutex_t *lock;            /* of operators; NULL: one thread */
};

struct fid_compared {
    struct fid_result *result; /* owned */
    struct fid_series *series; /* owned; of the pair of runs nearest to the medians; NULL */
};

/* Compares the runs of two sides, one or more of each.  Clear *out after success.  -1 as
 * fid_compare_runs. */
int fid_compare_pair (const struct fid_comparing *how, const struct fid_run *const *real,
                      size_t real_n, const struct fid_run *const *emulation, size_t emulation_n,
                      struct fid_compared *out, struct fid_error *err);

void fid_compared_clear (struct fid_compared *c);
