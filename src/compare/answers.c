/* SPDX-License-Identifier: GPL-3.0-or-later */
/* answers.c - see answers.h */
#include "compare/answers.h"
#include "storage/answer.h"

int fid_answers_find (struct fid_answers *a, const struct fid_run *const *real, size_t real_n,
                      const struct fid_run *const *emulation, size_t emulation_n,
                      const struct fid_answer_opts *opts, struct fid_error *err)
{
    FID_SCOPED (fid_answer_sources_clear) struct fid_answer_sources s = {0};
    int rc = FID_FAILED (fid_answer_sources_add (&s, real, real_n, err) ||
                         fid_answer_sources_add (&s, emulation, emulation_n, err));
    struct fid_answer_opts of[FID_ANSWER_PROFILE_N];
    for (int p = 0; p < FID_ANSWER_PROFILE_N; p++) {
        of[p] = *opts;
        of[p].profile = (enum fid_answer_profile)p;
    }
    if (!rc)
        rc = fid_answer_each (a->of, of, FID_ANSWER_PROFILE_N, s.run, real_n, s.run + real_n,
                              emulation_n, err);
    a->known = !rc;
    return rc;
}

void fid_answers_clear (struct fid_answers *a)
{
    for (int p = 0; p < FID_ANSWER_PROFILE_N; p++)
        fid_answer_clear (&a->of[p]);
    a->known = false;
}

enum fid_answer_reason fid_answers_doubt (const struct fid_answers *a, unsigned needs)
{
    static const enum fid_answer_reason unseen[] = {FID_ANSWER_REASON_UNSEEN_REAL,
                                                    FID_ANSWER_REASON_UNSEEN_EMULATION};
    const struct fid_answer_side *side = a->of[0].side;
    for (int k = 0; k < FID_ANSWER_SIDE_N && a->known; k++)
        if (side[k].doubt && side[k].doubt != unseen[k]) /* that of another profile */
            return side[k].doubt;
    for (int k = 0; k < FID_ANSWER_SIDE_N && a->known; k++)
        if (needs & ~side[k].seen)
            return unseen[k];
    return FID_ANSWER_REASON_NONE;
}
