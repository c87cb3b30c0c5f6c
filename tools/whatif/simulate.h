/* SPDX-License-Identifier: GPL-3.0-or-later */
/* simulate.h - the tables of the reference notebook for one alignment, and of all
 *
 *   OUT/FETCH_ALIGN_<f>_START_ALIGN_<s>/FILE.csv                 the iterations afterwards
 *                                       debug/sim_info.csv       what was recorded, joined
 *                                       debug/dataload_sim.csv   fetches afterwards
 *                                       debug/train_sim.csv      training afterwards
 *   OUT/total_summary.csv               a row for each FILE.csv below OUT
 *
 * Numbers have the shortest digits that read back; times have 6 digits of the second, 9 where
 * they need them. */
#pragma once

#include "tools/whatif/plan.h"
#include "tools/whatif/tables.h"

/* What is summed up, and the summary's rule. */
struct fid_whatif_rule {
    struct fid_align_how how; /* its fetch, start and aligned are set by the choices */
    int64_t after;            /* iterations up to this number are warm-up */
    double late_s;            /* a longer delay is an effective one */
};

#define FID_WHATIF_DEFAULTS                                                                    \
    {                                                                                          \
        .how = FID_ALIGN_DEFAULTS, .after = 10, .late_s = 0.030                                \
    }

/* Mean and standard deviation (n - 1) of a column; FID_GAP where there are too few. */
struct fid_whatif_mean {
    double mean, std;
};

/* Of the iterations after the warm-up. */
struct fid_whatif_summary {
    size_t n;
    struct fid_whatif_mean iteration, stall, delay, start_diff, fetch_diff;
    double late; /* share of iterations with a longer delay than late_s; FID_GAP if n is 0 */
};

/* Simulates one alignment of a job.  dir: the folder to write, FETCH_ALIGN_..., NULL: none. */
struct fid_whatif_summary fid_whatif_simulate (
    const struct fid_rank_times *times, const char *file, const struct fid_whatif_choice *fetch,
    const struct fid_whatif_choice *start, const struct fid_whatif_rule *rule, const char *dir);

/* Writes out/total_summary.csv from the FILE.csv in all folders below out, in order.  Ends the
 * program if one is malformed. */
void fid_whatif_total (const char *out, const struct fid_whatif_rule *rule);
