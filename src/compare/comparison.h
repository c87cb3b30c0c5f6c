/* comparison.h - a compared pair as a document (schema fidlio.pair/1, doc/result.md) */
#ifndef FID_COMPARE_RESULT_H
#define FID_COMPARE_RESULT_H

#include "base/jsonbuild.h"
#include "compare/resource_result.h"
#include "compare/score.h"

/* How the two runs were laid over each other. */
struct fid_alignment {
    bool lag_known;
    double lag_s, lag_peak;
    bool lag_ambiguous;
    const char *lag_of; /* static; the resource it is from */
    bool warp_known;
    double warp_mean_s, warp_max_s;
};

/* What a reader should know. */
struct fid_told {
    enum fid_severity severity;
    const char *resource; /* static */
    const char *kind;     /* static; sentences of one kind differ in their numbers only */
    char *text;           /* owned */
};

struct fid_repeats; /* repeats.h */

/* Everything a comparison found; cards of the headline window first, then by
 * window (card_n resources each). */
struct fid_comparison {
    struct fid_pair pair;
    struct fid_card *card; /* owned; [window][resource] */
    size_t resource_n;
    bool done[FID_WINDOW_N];
    double length_s[FID_WINDOW_N][2]; /* real, emulation */
    struct fid_alignment alignment;
    bool scored;           /* there is a calibration for the workload */
    bool surrogate_floors; /* whose floors are not from unrelated runs */
    struct fid_scores scores;
    double score_low, score_high; /* of the overall score; -1: none */
    bool has_ci;                  /* similarities have intervals */
    char within[200];             /* what they are from, if not from repeats */
    double similarity_low, similarity_high;
    struct fid_told *finding; /* owned */
    size_t finding_n, finding_cap;
    const struct fid_repeats *repeats; /* borrowed; NULL: one run a side.  Else the cards are
                                          those of all pairs, the pair is the middle one */
};

/* Compare the two runs of a pair in every window they have (cards, lengths); what
 * can be resampled of the headline goes to within (NULL: nothing).  To be cleared
 * on failure, too. */
int fid_comparison_make (struct fid_comparison *c, const struct fid_pair *pair,
                         struct fid_within *within, size_t thread_n, struct fid_error *err);
void fid_comparison_clear (struct fid_comparison *c);

/* The lag of the emulation behind the real run, by the liveliest resource both
 * have; warp from the same. */
int fid_comparison_align (struct fid_comparison *c, struct fid_error *err);

/* -1 and FID_EINPUT: what keeps the runs from being compared, in words. */
int fid_comparison_nothing (const struct fid_comparison *c, struct fid_error *err);

/* Make room for a finding of that text, taken over (freed on failure). */
int fid_comparison_tell (struct fid_comparison *c, enum fid_severity severity,
                         const char *resource, const char *kind, char *text,
                         struct fid_error *err);

/* The card of a resource in a window; NULL if that window was not compared. */
const struct fid_card *fid_comparison_card (const struct fid_comparison *c, enum fid_window w,
                                            size_t resource);

/* Geometric mean over the compared resources of a group; -1 if there is none;
 * *resource_n counts them. */
double fid_comparison_group (const struct fid_comparison *c, enum fid_group_id group,
                             size_t *resource_n);

/* Geometric mean over the groups in scope; -1 if none was compared. */
double fid_comparison_overall (const struct fid_comparison *c, size_t *group_n);

/* Scores of the headline window against the set of the real run's workload, if
 * opts have a calibration with one; intervals by resampling its runs. */
int fid_comparison_score (struct fid_comparison *c, const struct fid_compare_opts *opts,
                          struct fid_error *err);

/* Sentences a reader needs so that numbers do not give false comfort. */
int fid_comparison_findings (struct fid_comparison *c, struct fid_error *err);

/* What json.c puts together: the list of resources, and the members "groups" and
 * "overall" of the document.  calibrated: there was a calibration to score by. */
void fid_json_resources (struct fid_doc *d, cJSON *list, const struct fid_comparison *c);
void fid_json_overall (struct fid_doc *d, cJSON *doc, const struct fid_comparison *c,
                       bool calibrated);

/* Shares of the dissimilarity, where in time, and causes in words; -1 as
 * fid_attribution_shares. */
int fid_json_attribution (struct fid_doc *d, cJSON *o, const struct fid_comparison *c,
                          struct fid_error *err);

/* Names of the groups out of scope. */
void fid_json_excluded (struct fid_doc *d, cJSON *list, const struct fid_pair *pair);

/* The document; NULL without memory. */
cJSON *fid_comparison_json (const struct fid_comparison *c, const struct fid_run_opts *run_opts,
                            const struct fid_compare_opts *opts, struct fid_error *err);

#endif
