/* SPDX-License-Identifier: GPL-3.0-or-later */
/* grade.h - grades of a pair's measures under a profile, its similarity and verdict
 *
 *   grade of a measure   g = 2 ^ (-max (0, d - c) / t)
 *
 * d is the distance of the pair, c that of repeats of the real run (0 if there are none), t the
 * tolerance that the profile declares.  Measures make facets, facets resources (weighted
 * geometric means), resources groups and the similarity (model/similarity.h).  Nothing but the two sides,
 * the repeats of the real run and the profile has a part in it.
 *
 * The weight of a resource in its group is its share of the bytes (of the busy time if it has
 * no bytes), on the side where the share is larger; at least FID_SHARE_LEAST, and other.io at
 * most FID_SHARE_OTHER. */
#pragma once

#include "compare/resource_result.h"
#include "model/similarity.h"
#include "storage/answer.h"

#define FID_SHARE_LEAST 0.02
#define FID_SHARE_OTHER 0.05

/* One graded measure.  Where no answer decides (storage/answer.h), an emulation is valid if all
 * its key clauses are met, and not valid if one is not. */
struct fid_clause {
    enum fid_resource_id resource;
    const struct fid_measure *measure; /* borrowed from the results */
    bool key;
    double tolerance, grade;
    enum fid_clause_status status;
    double weight; /* in the logarithm of its resource's grade; they add up to 1 */
    double share;  /* of the loss, -ln (similarity); they add up to 1, or are all 0 */
};

#define FID_CLAUSES_MAX (FID_RESOURCE_N * FID_MEASURES_MAX)

struct fid_verdict {
    const struct fid_profile *profile; /* borrowed */
    struct fid_graded graded[FID_RESOURCE_N];
    struct fid_similarities similarities;
    double low, high; /* of the similarity of another run of the emulation; -1: none */
    enum fid_validity validity;
    struct fid_reason unseen;        /* why there is no similarity; FID_REASON_NONE */
    const struct fid_answer *answer; /* borrowed; what decides; NULL: key clauses do */
    bool key_lacks;                  /* a key clause could not be graded: why one cannot tell */
    struct fid_clause *clause;       /* owned; in the order of results */
    size_t clause_n, met_n, key_n;
};

/* Grade the results of a pair, one for each resource; groups of excluded (bit g) have no part
 * in the similarity.  Clear the verdict afterwards, even after a failure. */
int fid_verdict_make (struct fid_verdict *v, const struct fid_profile *profile,
                      const struct fid_resource_result result[FID_RESOURCE_N],
                      unsigned excluded, struct fid_error *err);
void fid_verdict_clear (struct fid_verdict *v);

/* A share as results have it: to 1e-10, so that it does not depend on the last digits of the C
 * library's logarithm. */
double fid_share_written (double share);

/* The similarity if some clauses had grade 1 (mended[clause_n]): what mending them would gain.
 * FID_ABSENT without a similarity. */
double fid_verdict_mended (const struct fid_verdict *v, const bool *mended, unsigned excluded);

/* The 95 % prediction interval of the similarity of one more run of a configuration, of which n runs
 * have similarities x: on -ln, with the variance of the runs and the shipped prior pooled.  Time
 * O(n). */
void fid_predict (const double *x, size_t n, struct fid_prior prior, double *low, double *high);

/* A clause in words: "checkpoint writes: bytes 0.46 times the real run's (10 % allowed)"; buf
 * of FID_CLAUSE_TEXT. */
#define FID_CLAUSE_TEXT 200
const char *fid_clause_text (const struct fid_clause *c, char buf[FID_CLAUSE_TEXT]);
