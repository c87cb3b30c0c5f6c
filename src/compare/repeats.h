/* SPDX-License-Identifier: GPL-3.0-or-later */
/* repeats.h - several runs on one side or on both, compared as one
 *
 * The runs of a side are held against each other first; outliers are left out (model/agree.h).
 *
 * Every real run is compared with every emulation on one ruler (scales and
 * step are medians over the real runs, or the calibration's); each measure is
 * the median over those pairs (pool.h).  Runs are sorted by name and traces, so that the
 * order of arguments does not matter. */
#pragma once

#include "compare/pool.h"
#include "compare/comparison.h"

struct fid_repeats {
    const struct fid_run **run; /* owned; borrowed runs: real_n real, then emu_n emulated */
    size_t real_n, emu_n;
    const struct fid_run **all; /* owned; the same with the outliers, which `run' has not */
    size_t all_real_n, all_n;
    bool differ;                 /* the runs of some side, though nobody knows which is wrong */
    struct fid_comparison *pair; /* owned; [real * emu_n + emulation] */
    bool mixed_real, mixed_emu;  /* more than one workload on a side */
    const char *workload;        /* borrowed; of the real runs, "": not known, or mixed */
};

/* Compares all pairs of r->run[], which must be sorted.  -1 as fid_compare; clear r even after
 * a failure. */
int fid_repeats_compare (struct fid_repeats *r, const struct fid_pair *pair, size_t thread_n,
                         struct fid_error *err);
void fid_repeats_clear (struct fid_repeats *r);

/* Collects the findings of all pairs, each kind once, with the number of pairs that have it. */
int fid_repeats_findings (struct fid_comparison *c, struct fid_error *err);
