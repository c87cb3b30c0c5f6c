/* SPDX-License-Identifier: GPL-3.0-or-later */
/* verdict_words.h - verdicts, causes and other words of reports, for terminals, Markdown and
 * HTML alike */
#pragma once

#include "results/answer_words.h"

/* The words that reports explain, all of doc/glossary.md; ends with word NULL. */
struct fid_word {
    const char *word;
    bool in_md; /* in report.md, too */
};
extern const struct fid_word fid_words_shown[];

/* What doc/glossary.md says of a word, a sentence without its full stop; NULL if it is not
 * there. */
const char *fid_word_meaning (const char *word);

/* The verdict for one profile: "valid for read (7 of 7)", "not valid for checkpoint (2 of 5):
 * writes 5.1x larger, 1 octave allowed", "cannot tell for metadata (0 of 0): nothing that the
 * profile grades was compared". */
char *fid_profile_words (const struct fid_result_profile *p, struct fid_error *err);

/* "read, metadata": the profiles it is valid for; "nothing" if there is none. */
char *fid_valid_for (const struct fid_result_head *r, struct fid_error *err);

/* "block.write, CHECKPOINT: TEXT" */
char *fid_finding_words (const struct fid_result_finding *o, struct fid_error *err);

/* "UNET3D_real_r2 (real, unet3d, 5 runs)"; what is its role. */
char *fid_side_words (const char *what, const struct fid_result_side *side,
                      struct fid_error *err);

/* Texts without const are freed by the caller; NULL with FID_EINTERNAL if memory runs out. */

/* Where the noise is from, or that it is not known; borrowed. */
const char *fid_noise_words (const struct fid_result_head *r);

#define FID_WIDTH 80 /* columns of what goes to a terminal */

/* Add ", more" to a list; frees text.  NULL if text is NULL. */
char *fid_words_join (char *text, const char *more, struct fid_error *err);
