/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench_results.h - what a benchmark says that it measured, from the facts of its run
 *
 * A fact "KEY", or "KEY@PLACE" of each rank or trial. */
#pragma once

#include "run/run.h"

struct fid_bench_result {
    const char *key, *unit; /* "" without a unit */
    size_t n;               /* places that say it; of a sum, trials, if there are several */
    bool sum;               /* value is the sum over the ranks of one trial, else the median */
    double value, min, max;
};

#define FID_BENCH_RESULTS_MAX 48

/* Writes the results that the run has, in a fixed order; returns how many, at most max. */
size_t fid_bench_results (const struct fid_run *run, struct fid_bench_result *out, size_t max);

/* "saved at 12.35 GiB/s, loaded at 17.4 GiB/s": the main ones in words; "" without. */
#define FID_BENCH_WORDS 160
const char *fid_bench_words (const struct fid_run *run, char words[FID_BENCH_WORDS]);
