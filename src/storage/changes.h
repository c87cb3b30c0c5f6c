/* SPDX-License-Identifier: GPL-3.0-or-later */
/* changes.h - the answer of an emulation that did some things as the real job does */
#pragma once

#include "job/traits.h"
#include "storage/answer.h"

/* What a change does to the answer's error: it makes it smaller by more than FID_CHANGE_LEAST; or
 * does so together with another, where none does alone; or neither; or it makes it larger. */
enum fid_change_does {
    FID_CHANGE_BETTER,
    FID_CHANGE_TOGETHER,
    FID_CHANGE_LITTLE,
    FID_CHANGE_WORSE
};

/* What an emulation does otherwise than the real job, and the answer if it did not. */
struct fid_change {
    unsigned traits;              /* that are taken from the real job together */
    struct fid_job_difference of; /* the one that it is named by */
    double error_after;           /* E then; FID_ABSENT */
    enum fid_job_trait with;      /* the change that hides this one: both together do what
                                     neither does alone; FID_JOB_TRAIT_N */
    double error_with;            /* E after both; FID_ABSENT */
    enum fid_change_does does;
};

/* One of which nothing is known. */
extern const struct fid_change fid_change_unknown;

/* Finds what n changes do to the error of an answer of the emulation's job.  They are taken
 * from the first real run (fid_answer_first), and the answer is held against all real runs.  -1
 * without memory.  Costs an answer for each change, and for two that may cancel. */
int fid_changes_answer (struct fid_change *c, size_t n, double error,
                        const struct fid_answer_run *real, size_t real_n,
                        const struct fid_job *emulation, const struct fid_answer_opts *opts,
                        struct fid_error *err);

/* For qsort: what mends most first, what makes the answer worse last. */
int fid_changes_order (const void *a, const void *b);

/* Both: a change for each trait, in that order; *n of them. */
int fid_changes_find (struct fid_change c[FID_JOB_TRAIT_N], size_t *n, double error,
                      const struct fid_answer_run *real, size_t real_n,
                      const struct fid_job *emulation, const struct fid_answer_opts *opts,
                      struct fid_error *err);

/* What makes the error smaller, a line each: "15 %  computation of a training step: 0.58 s instead
 * of 0.29 s (2x)", or that nothing does; then the other differences.  And as a list of objects. */
int fid_changes_print (const struct fid_change *c, size_t n, double error, FILE *f,
                       struct fid_error *err);
void fid_changes_put (struct fid_doc *doc, cJSON *in, const char *key,
                      const struct fid_change *c, size_t n);

/* --- an answer with the differences, as documents have them */

struct fid_answered {
    struct fid_arena arena; /* owned */
    struct fid_result_answer doc;
    struct fid_change change[FID_JOB_TRAIT_N]; /* of the first runs; best first */
    size_t change_n;
};

/* Fills *a for real runs, which are at least one, and emulations, which may be none.  Clear it
 * even after a failure.  -1 without memory. */
int fid_answered_make (struct fid_answered *a, const struct fid_answer_sources *real,
                       const struct fid_answer_sources *emulation,
                       const struct fid_answer_opts *opts, struct fid_error *err);

/* Adds {"schema", "real": [names], "emulation": [names], "answer", "differences"} to the root
 * of d. */
void fid_answered_put (struct fid_doc *d, const char *schema, const struct fid_answered *a,
                       const struct fid_answer_sources *real,
                       const struct fid_answer_sources *emulation);

void fid_answered_clear (struct fid_answered *a);
