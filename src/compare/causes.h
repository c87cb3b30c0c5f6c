/* SPDX-License-Identifier: GPL-3.0-or-later */
/* causes.h - where in time a pair differs, and what would close the gap */
#pragma once

#include "compare/comparison.h"
#include "derive/claims.h"
#include "storage/changes.h"

/* Finds the shortest interval of the real run's headline window that holds half of a stream's
 * shape difference (local cost along the warping path), and the part of the job in which it
 * begins.  Returns false if the shapes were not compared or do not differ. */
bool fid_attribution_where (const struct fid_comparison *c, enum fid_stream_id id,
                            struct fid_result_where *out);

/* A cause of the loss: what the emulation's job does otherwise, the clauses of the profile that
 * follow it, and the key of the emulator's configuration that would close the gap. */
#define FID_CAUSE_CHANGES 5

/* Another value of a key of the emulator's configuration. */
struct fid_key_change {
    char key[96], from[64], to[64];
};
struct fid_cause {
    const char *code; /* static; the trait (job/traits.h), or "unexplained": a clause */
    char what[100];   /* that in words: "computation of a training step" */
    char text[FID_TRAIT_TEXT + 140]; /* the same with both values */
    struct fid_change mended;        /* what it does to the answer */
    const struct fid_clause *worst; /* borrowed; what it explains that costs most; NULL: nothing
                                       that the profile grades */
    double share;            /* of the loss -ln (similarity): a clause that several causes
                                       explain is split evenly */
    double similarity_after; /* if all that it explains had grade 1; -1: no similarity */
    struct fid_key_change change[FID_CAUSE_CHANGES]; /* would close the gap, all together */
    size_t change_n;                                 /* 0: no key is known */
    bool explains[FID_CLAUSES_MAX];                  /* by place in the verdict */
};

/* Finds the causes of the difference of a compared pair (of several: of the middle one), what
 * they cost under a verdict, and what they do to the answer that it is by.
 * First those without which the answer is better, by the answer then; those that do little to
 * it, with a key first, by the similarity then; last those that hide another.  No rule that
 * counts what a run did in all is asked where one of the runs was cut short or its trace is
 * incomplete, and no keys are named then.  -1 without memory. */
#define FID_CAUSES_MAX (FID_JOB_TRAIT_N + 3)
int fid_attribution_causes (const struct fid_comparison *c, const struct fid_verdict *v,
                            const struct fid_answer_opts *opts,
                            struct fid_cause cause[FID_CAUSES_MAX], size_t *n,
                            struct fid_error *err);

/* Makes the keys of n causes agree with what derive finds in the real run, for each of claims_n ways
 * to count samples.  Returns how many causes are left. */
size_t fid_causes_agree (struct fid_cause *cause, size_t n, const struct fid_claims *claims,
                         size_t claims_n);
