/* SPDX-License-Identifier: GPL-3.0-or-later */
/* answered.h - the answer of runs and in what the emulation differs, as documents have them */
#pragma once

#include "storage/mended.h"
#include "storage/answer_doc.h"
#include "storage/source.h"

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
