/* SPDX-License-Identifier: GPL-3.0-or-later */
/* answers.h - the answers of a comparison: how far the benchmark's is off, for each profile
 *
 * They are over the jobs of all real runs and of all runs of the emulation. */
#pragma once

#include "storage/answer.h"

struct fid_answers {
    bool known;
    struct fid_answer of[FID_ANSWER_PROFILE_N];
};

/* Why nothing may be said of the runs by who needs such evidence (bit: enum fid_evidence);
 * FID_ANSWER_REASON_NONE. */
enum fid_answer_reason fid_answers_doubt (const struct fid_answers *a, unsigned needs);

/* opts: what all have in common.  Clear them even after a failure.  -1 without memory. */
int fid_answers_find (struct fid_answers *a, const struct fid_run *const *real, size_t real_n,
                      const struct fid_run *const *emulation, size_t emulation_n,
                      const struct fid_answer_opts *opts, struct fid_error *err);
void fid_answers_clear (struct fid_answers *a);
