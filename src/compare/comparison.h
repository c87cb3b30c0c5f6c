/* SPDX-License-Identifier: GPL-3.0-or-later */
/* comparison.h - a compared pair, of one run a side or of several: results, findings, verdicts */
#pragma once

#include "compare/grade.h"
#include "compare/pair.h"
#include "results/result.h"

/* --- findings: what a reader has to know so that numbers give no false comfort.  A finding is a
 * code and fields (found.def); words are made when results are written. */

enum fid_found_code {
#define FID_FOUND(code, ...) FID_FOUND_##code,
#include "compare/found.def"
#undef FID_FOUND
};

struct fid_found {
    enum fid_found_code code;
    enum fid_severity severity;
    enum fid_resource_id resource; /* FID_RESOURCE_N: of the run */
    unsigned side;                 /* FID_SIDE_REAL or FID_SIDE_EMULATION */
    enum fid_window window;
    struct fid_reason reason;
    double number[4];
    /* of several pairs: which one the fields are of, in how many it is so */
    const struct fid_run *real, *emu; /* borrowed; NULL: of all alike, or of the only one */
    size_t pair_n, pairs_n;
};

#define FID_FOUND_MAX 600

/* The finding in words, in buf. */
const char *fid_found_text (const struct fid_found *f, char buf[FID_FOUND_MAX]);

/* --- one pair */

/* How the two runs are aligned. */
struct fid_alignment {
    bool lag_known;
    double lag_s, lag_peak;
    bool lag_ambiguous;
    const char *lag_of; /* static; the resource it is from */
    bool warp_known;
    double warp_mean_s, warp_max_s;
};

/* How far the benchmark's answer is off, for each profile, over the jobs of all runs. */
struct fid_answers {
    bool known;
    struct fid_answer of[FID_ANSWER_PROFILE_N];
};

/* Everything a comparison found. */
struct fid_comparison {
    struct fid_pair pair;
    struct fid_resource_result (*result)[FID_RESOURCE_N]; /* owned; [window][resource] */
    bool done[FID_WINDOW_N];
    double length_s[FID_WINDOW_N][2]; /* real, emulation */
    struct fid_alignment alignment;
    struct fid_answers answers;
    struct fid_verdict *verdict; /* owned; one for each shipped profile, and one for the user's
                                    profile, if that is in use */
    size_t verdict_n, profile;   /* profile: the one in use */
    bool noise_known;            /* there are repeats of the real run */
    size_t middle; /* of several runs: the pair whose similarity is nearest to that of all */
    FID_LIST (struct fid_found, finding); /* owned */
    const struct fid_repeats *repeats; /* borrowed; NULL: one run a side.  Else the results are
                                          those of all pairs, the pair is the middle one */
};

/* Several runs on a side or on both.  They are sorted by name and traces, so that the order of
 * arguments does not matter; outliers are left out (model/agree.h). */
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

/* Compares the two runs of a pair (results, lengths) in every window that both have, or in the
 * headline's alone, which similarities are from.  Call fid_comparison_clear even after a failure. */
int fid_comparison_make (struct fid_comparison *c, const struct fid_pair *pair, bool headline,
                         size_t thread_n, struct fid_error *err);
void fid_comparison_clear (struct fid_comparison *c);

/* Computes the lag of the emulation behind the real run from the busiest resource that both
 * have, and the warp from the same one. */
int fid_comparison_align (struct fid_comparison *c, struct fid_error *err);

/* Sets FID_EINPUT with the reasons why the runs cannot be compared; returns -1. */
int fid_comparison_nothing (const struct fid_comparison *c, struct fid_error *err);

/* Returns how many resources of the headline were compared. */
size_t fid_comparison_compared (const struct fid_comparison *c);

/* Returns the headline's result of a resource: in its home window if both logs name phases and
 * the headline is the job (fid_pair_home). */
static inline const struct fid_resource_result *fid_comparison_headline (
    const struct fid_comparison *c, enum fid_resource_id r)
{
    return &c->result[c->pair.window][r];
}

/* Finds the answers of all runs, and makes the verdicts, with the noise of the set of the real
 * run's workload if opts have a calibration with one. */
int fid_comparison_judge (struct fid_comparison *c, const struct fid_compare_opts *opts,
                          struct fid_error *err);

/* The verdict of the profile in use. */
static inline const struct fid_verdict *fid_comparison_verdict (const struct fid_comparison *c)
{
    return &c->verdict[c->profile];
}

/* Finds the answers.  -1 without memory. */
int fid_comparison_answers (struct fid_comparison *c, const struct fid_answer_opts *opts,
                            struct fid_error *err);

/* Why nothing may be said of the runs by who needs such evidence (bit: enum fid_evidence);
 * FID_ANSWER_REASON_NONE. */
enum fid_answer_reason fid_answers_doubt (const struct fid_answers *a, unsigned needs);

/* Adds findings: what a reader must know beside the numbers. */
int fid_comparison_findings (struct fid_comparison *c, struct fid_error *err);

/* Pools the results of one resource in one window of n > 0 pairs (repeats.c): medians of distances
 * and details, the number of pairs, and the range of distances.  Time O(n log n) a measure. */
int fid_repeats_pool (const struct fid_resource_result *const *res, size_t n,
                      struct fid_resource_result *out, struct fid_error *err);

/* Makes the result; NULL if there is no memory, or with FID_EINPUT if a name holds control
 * characters. */
struct fid_result *fid_comparison_result (const struct fid_comparison *c,
                                          const struct fid_run_opts *run_opts,
                                          const struct fid_compare_opts *opts,
                                          struct fid_error *err);
