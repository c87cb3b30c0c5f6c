/* SPDX-License-Identifier: GPL-3.0-or-later */
/* comparison.h - a compared pair: every resource in every window, findings, verdicts */
#pragma once

#include "compare/answers.h"
#include "compare/findings.h"
#include "compare/grade.h"
#include "compare/pair.h"

/* How the two runs are aligned. */
struct fid_alignment {
    bool lag_known;
    double lag_s, lag_peak;
    bool lag_ambiguous;
    const char *lag_of; /* static; the resource it is from */
    bool warp_known;
    double warp_mean_s, warp_max_s;
};

struct fid_repeats; /* repeats.h */

/* Everything a comparison found. */
struct fid_comparison {
    struct fid_pair pair;
    struct fid_resource_result (*result)[FID_RESOURCE_N]; /* owned; [window][resource] */
    bool done[FID_WINDOW_N];
    double length_s[FID_WINDOW_N][2]; /* real, emulation */
    struct fid_alignment alignment;
    struct fid_answers answers;
    struct fid_verdict *verdict; /* owned; one for each shipped profile, and one for the
                                    user's profile, if that is in use */
    size_t verdict_n, profile;   /* profile: the one in use */
    bool noise_known;            /* there are repeats of the real run */
    size_t middle; /* of several runs: the pair whose similarity is nearest to that of
                                    all */
    FID_LIST (struct fid_found, finding); /* owned */
    const struct fid_repeats *repeats; /* borrowed; NULL: one run a side.  Else the results are
                                          those of all pairs, the pair is the middle one */
};

/* Compares the two runs of a pair in every window that both have (results, lengths).  Call
 * fid_comparison_clear even after a failure. */
int fid_comparison_make (struct fid_comparison *c, const struct fid_pair *pair, size_t thread_n,
                         struct fid_error *err);
/* The same of the headline's window alone, which similarities are from. */
int fid_comparison_make_headline (struct fid_comparison *c, const struct fid_pair *pair,
                                  struct fid_error *err);
void fid_comparison_clear (struct fid_comparison *c);

/* Computes the lag of the emulation behind the real run from the busiest resource that both
 * have, and the warp from the same one. */
int fid_comparison_align (struct fid_comparison *c, struct fid_error *err);

/* Sets FID_EINPUT with the reasons why the runs cannot be compared; returns -1. */
int fid_comparison_nothing (const struct fid_comparison *c, struct fid_error *err);

/* Adds a finding. */
int fid_comparison_find (struct fid_comparison *c, const struct fid_found *f,
                         struct fid_error *err);

/* Returns the result of a resource in a window; NULL if that window was not compared. */
const struct fid_resource_result *fid_comparison_resource (const struct fid_comparison *c,
                                                           enum fid_window w,
                                                           enum fid_resource_id r);

/* Returns the headline's result of a resource: in its home window if both logs name phases and
 * the headline is the job (fid_pair_home). */
const struct fid_resource_result *fid_comparison_headline (const struct fid_comparison *c,
                                                           enum fid_resource_id r);

/* Returns how many resources of the headline were compared. */
size_t fid_comparison_compared (const struct fid_comparison *c);

/* Finds the answers of all runs, and makes the verdicts, with the noise of the set of the real run's workload if opts have a
 * calibration with one. */
int fid_comparison_judge (struct fid_comparison *c, const struct fid_compare_opts *opts,
                          struct fid_error *err);

/* The verdict of the profile in use. */
static inline const struct fid_verdict *fid_comparison_verdict (const struct fid_comparison *c)
{
    return &c->verdict[c->profile];
}

/* Adds findings: what a reader must know beside the numbers (findings.h). */
int fid_comparison_findings (struct fid_comparison *c, struct fid_error *err);
