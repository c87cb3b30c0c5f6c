/* SPDX-License-Identifier: GPL-3.0-or-later */
/* agree.h - whether runs that are to be repeats of one job did the same
 *
 * Before anything is concluded from several runs of a side, they are held against each other by
 * what they did: bytes, steps, checkpoints, duration, books.  A run that is far from the median
 * of all, by more than is allowed and by 3.5 robust standard deviations (1.4826 times the median
 * absolute deviation), is an outlier.  Where that does not tell which run is wrong, as of two
 * runs, they differ, and nothing may be concluded.  Runs that are left are held against each other
 * again, until none of them is an outlier. */
#pragma once

#include "base/base.h"

/* What repeats have in common.  F (ID, words before and after a value, largest ratio of a run's
 * to the median, name in files).  Of books: whether they do not add up, 1 or 0. */
#define FID_REPEAT_FACTS(F)                                                                    \
    F (BYTES, "reads ", " of data", 1.05, "data_bytes")                                        \
    F (STORED, "has ", " of block reads", 1.5, "block_bytes")                                  \
    F (SAVED, "saves ", " in checkpoints", 1.05, "saved_bytes")                                \
    F (SAVE_N, "saves ", " checkpoints", 1.001, "saves")                                       \
    F (STEPS, "has ", " steps of training", 1.03, "steps")                                     \
    F (DURATION, "takes ", "", 1.25, "duration_s")                                             \
    F (BOOKS, "reads ", "", 1.001, "unbalanced")

#define FID_REPEAT_ENUM_FACT(id, before, after, allowed, name) FID_REPEAT_##id,
enum fid_repeat_fact { FID_REPEAT_FACTS (FID_REPEAT_ENUM_FACT) FID_REPEAT_FACT_N };

/* What a run did; below 0: it is not known.  Block reads below a hundredth of what the job reads
 * and saves count as that: libraries, not data. */
struct fid_did {
    double of[FID_REPEAT_FACT_N];
};

/* A run that is unlike the others. */
struct fid_odd_repeat {
    size_t run;
    enum fid_repeat_fact fact;
    double value, usual; /* its own; the median, or that of the other one */
    size_t other;        /* the other one of two runs; SIZE_MAX: there are more */
};

struct fid_agreement {
    struct fid_odd_repeat *odd; /* owned; outliers, each run once */
    size_t odd_n;
    bool differ;              /* runs that are left do not agree with each other: */
    struct fid_odd_repeat by; /* of the one of them that is farthest from the median */
};

/* Holds n runs against each other.  One run agrees with itself.  Clear *a even after a failure.
 * -1 without memory. */
int fid_repeats_agree (struct fid_agreement *a, const struct fid_did *did, size_t n,
                       struct fid_error *err);
void fid_agreement_clear (struct fid_agreement *a);

/* Whether run i is no outlier. */
bool fid_agreement_keeps (const struct fid_agreement *a, size_t i);

/* Moves what belongs to runs that are no outliers to the front of n elements of `size' bytes,
 * one for each run, in their order; returns how many there are. */
size_t fid_agreement_filter (const struct fid_agreement *a, void *element, size_t n,
                             size_t size);

/* "R9 reads 2.8 GiB of data, R2 5.6 GiB", in out; returns out.  other: the name of the other one,
 * NULL: there are more. */
const char *fid_odd_repeat_text (const struct fid_odd_repeat *o, const char *name,
                                 const char *other, char *out, size_t n);
