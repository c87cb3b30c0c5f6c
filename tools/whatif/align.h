/* SPDX-License-Identifier: GPL-3.0-or-later */
/* align.h - what if the ranks of a job had fetched their batches alike?
 *
 * In data-parallel training an iteration waits for the rank whose batch comes last.  For one
 * iteration of all ranks: move the start of each fetch, or its length, to the average or the
 * earliest of all ranks, and follow what that does to the waits and to the iteration.
 *
 *   start'  avg: the middle between the first and the last; min: the first; else its own
 *   fetch'  avg: the mean; min: the shortest; else its own
 *   done'   = start' + fetch'
 *   a rank whose batch is there g s earlier waits g s less; one whose batch comes g s later
 *   waits g s more, if it waited at all
 *   iteration' of a rank = the longest wait' + its iteration without the longest wait; where
 *   ranks meet behind their iterations, its own wait' + its iteration without its wait
 *
 * Source: the reference notebook of fetch and start alignment, with its constants; where it
 * adds nanoseconds for seconds at the end of training, only if that is asked for.
 * Time O(ranks) an iteration, no memory. */
#pragma once

#include "base/base.h"

enum fid_alignment { FID_ALIGN_OWN, FID_ALIGN_AVG, FID_ALIGN_MIN };

/* One rank in one iteration. */
struct fid_fetch {
    int64_t start_ns;   /* of fetching its batch */
    int64_t train_ns;   /* start of the training step */
    double fetch_s;     /* from the start of the fetch until the batch is there */
    double iteration_s; /* the whole step, with the wait for its batch */
    double stall_s;     /* that wait */
    double meet_s;      /* wait for the other ranks, in the step or behind it */
};

/* What is done to it. */
struct fid_align_how {
    enum fid_alignment fetch, start;
    bool aligned;    /* false: waits stay as they are; true even where both are OWN: they are
                        computed anew */
    double waits_s;  /* a rank that waits longer than this feels a later batch */
    double least_s;  /* in place of a wait below 0 */
    bool meet_after; /* ranks meet behind their iterations, which have their own waits in them
                        and not those for other ranks */
    bool end_in_ns;  /* the training ends as in the reference: ns added for s */
};

#define FID_ALIGN_DEFAULTS                                                                     \
    {                                                                                          \
        .waits_s = 0.01, .least_s = 0.000002                                                   \
    }

/* One rank afterwards. */
struct fid_fetched {
    int64_t start_ns, done_ns;
    double fetch_s, stall_s;
    double pure_s; /* its iteration, as recorded, without the longest wait of all ranks, or,
                      where they meet behind it, without its own */
};

/* The iteration afterwards. */
struct fid_iteration {
    double iteration_s;                /* of the slowest rank */
    double stall_s;                    /* the longest wait */
    double delay_s;                    /* the longest minus the shortest wait */
    double fetch_diff_s, start_diff_s; /* largest minus smallest */
    int64_t done_ns;                   /* the last batch is there */
    int64_t end_ns;                    /* of the training step */
};

/* Align the n ranks of one iteration, n > 0.  rank[n] is written as well. */
void fid_align_iteration (const struct fid_fetch *in, size_t n, const struct fid_align_how *how,
                          struct fid_fetched *rank, struct fid_iteration *all);

/* Seconds as ns, as pandas counts them: the fraction rounded to 9 digits, then cut. */
int64_t fid_align_ns (double s);
