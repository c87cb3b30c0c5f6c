/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare_pair.h - the one place where a pair is compared, whoever asks, and its files
 *
 * What operator traces say is in the result: its member "operators" has for each role (op_roles.h)
 * the seconds in which a run was at it, and their part of the length of its traces.  Times count
 * once where spans overlap, in each rank by itself, and are summed over ranks. */
#pragma once

#include "compare/compare.h"
#include "compare/series.h"
#include "readers/chrome/op_stats.h"

/* What one run did by its operator traces; starts as {0}, and is read once for several pairs. */
struct fid_op_side {
    enum { FID_OP_SIDE_NEW, FID_OP_SIDE_NONE, FID_OP_SIDE_FOUND, FID_OP_SIDE_READ } state;
    size_t trace_n;
    uint64_t span_n;
    double length_us;
    struct fid_op_role_time role[FID_OP_ROLE_N];
};

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

/* Adds the operators of two runs to a result, unless one of them has no operator traces
 * (op_place.h) that can be used.  real and emulation: folders of the runs.  -1 with FID_EINTERNAL
 * or another error of the system.  Time: a look at both folders; one pass over the traces if both
 * have some. */
int fid_op_pair_add (struct fid_result *result, const char *real, struct fid_op_side *a,
                     const char *emulation, struct fid_op_side *b, struct fid_error *err);

/* Which series are written; {.size = {FID_SERIES_POINTS, FID_SERIES_FINE}} by default. */
struct fid_series_opts {
    bool none; /* no <real>__<emulation>.series.json */
    struct fid_series_size size;
};

/* Writes the result to path and the series beside it; series NULL removes a series
 * file that an older result left there.  -1 with FID_EINTERNAL. */
int fid_pair_files_write (const char *path, const char *below, const struct fid_result *result,
                          const struct fid_series *series, struct fid_error *err);

/* Removes both, if they exist. */
void fid_pair_files_remove (const char *path, const char *below);
