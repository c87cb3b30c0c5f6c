/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sides.h - runs named at a desk become a real side and the emulations to hold against it
 *
 * Runs whose names differ only in "_r" and a number at the end, and that name the same
 * workload, repeat one configuration: they are one emulation of several runs.  Others are
 * emulations of their own, side by side. */
#pragma once

#include "batch/compare_pair.h"
#include "compare/calibration.h"

struct fid_sides_opts {
    const struct fid_run_opts *run;
    const struct fid_compare_opts *compare;
    char *const *real, *const *emulation; /* folders, borrowed */
    size_t real_n, emulation_n;
    const char *calibration; /* file of the noise; NULL: from the real runs where they repeat */
    bool force;              /* each side is one, whatever it mixes */
    size_t thread_n;
};

struct fid_sides {
    struct fid_sides_opts how;
    struct fid_compare_opts compare; /* with calibration and thread_n */
    struct fid_run **run;            /* owned, as what it points to; real ones first */
    size_t *first;      /* owned; the first run of each emulation, and the end, behind the real
                            ones */
    size_t emulation_n; /* emulations: groups of runs */
    struct fid_calibration *calibration; /* owned */
    struct fid_op_side operators;        /* of the first real run */
};

/* Loads the runs, thread_n at a time, and groups them.  -1 with FID_EUSAGE if the real runs are of
 * several jobs and force is not set.  Call fid_sides_clear even after a failure. */
int fid_sides_load (struct fid_sides *s, const struct fid_sides_opts *opts,
                    struct fid_error *err);

/* Compares the i-th emulation; series NULL: they are not wanted.  Clear *out after success. */
int fid_sides_compare (struct fid_sides *s, size_t i, const struct fid_series_size *series,
                       struct fid_compared *out, struct fid_error *err);

void fid_sides_clear (struct fid_sides *s);
