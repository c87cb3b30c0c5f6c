/* comparison.h - a compared pair: every resource in every window, findings, scores */
#ifndef FID_COMPARISON_H
#define FID_COMPARISON_H

#include "compare/findings.h"
#include "compare/pair.h"
#include "compare/resource_result.h"
#include "compare/score.h"

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
    bool scored;           /* there is a calibration for the workload */
    bool surrogate_chance; /* whose chance levels are not from unrelated runs */
    struct fid_scores scores;
    double score_low, score_high; /* of the overall score; -1: none */
    bool has_ci;                  /* similarities have intervals */
    char within[200];             /* what they are from, if not from repeats */
    double similarity_low, similarity_high;
    struct fid_found *finding; /* owned */
    size_t finding_n, finding_cap;
    const struct fid_repeats *repeats; /* borrowed; NULL: one run a side.  Else the results are
                                          those of all pairs, the pair is the middle one */
};

/* Compares the two runs of a pair in every window that both have (results, lengths); signals of
 * the headline that can be resampled go to within (NULL: none are kept).  Call
 * fid_comparison_clear even after a failure. */
int fid_comparison_make (struct fid_comparison *c, const struct fid_pair *pair,
                         struct fid_within *within, size_t thread_n, struct fid_error *err);
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

/* Returns the geometric mean over the compared resources of a group; -1 if there are none;
 * *resource_n counts them. */
double fid_comparison_group (const struct fid_comparison *c, enum fid_group_id group,
                             size_t *resource_n);

/* Returns the geometric mean over the groups in scope; -1 if none was compared. */
double fid_comparison_overall (const struct fid_comparison *c, size_t *group_n);

/* Scores the headline window with the set of the real run's workload, if opts have a
 * calibration with one; intervals come from resampling its runs. */
int fid_comparison_score (struct fid_comparison *c, const struct fid_compare_opts *opts,
                          struct fid_error *err);

/* Adds findings: what a reader must know beside the numbers (findings.h). */
int fid_comparison_findings (struct fid_comparison *c, struct fid_error *err);

#endif
