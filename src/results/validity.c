/* SPDX-License-Identifier: GPL-3.0-or-later */
/* validity.c - see validity.h */
#include "results/validity.h"

enum fid_validity fid_validity_of (const struct fid_error_range *e, double limit)
{
    if (e->low > limit || e->least > 2 * limit)
        return FID_NOT_VALID;
    return e->high <= limit && fabs (e->worst) <= 2 * limit ? FID_VALID : FID_CANNOT_TELL;
}

enum fid_answer_quantity fid_checkpoints_apart (const double real[FID_ANSWER_QUANTITY_N],
                                                const double emulation[FID_ANSWER_QUANTITY_N],
                                                double tolerance)
{
    static const enum fid_answer_quantity counted[] = {
        FID_ANSWER_OF_SAVE_N, FID_ANSWER_OF_LOAD_N, FID_ANSWER_OF_SAVE_BYTES,
        FID_ANSWER_OF_LOAD_BYTES};
    for (size_t i = 0; i < sizeof counted / sizeof *counted; i++) {
        double r = real[counted[i]], e = emulation[counted[i]];
        if (r != e && !(r > 0 && e > 0 && fabs (log (e / r)) <= log1p (tolerance)))
            return counted[i];
    }
    return FID_ANSWER_OF_NOTHING;
}

struct fid_error_range fid_answer_range (const struct fid_result_answer *a)
{
    bool worst = a->worst.scenario != NULL;
    return (struct fid_error_range){a->low, a->high, worst ? a->worst.error : 0,
                                    worst ? a->worst.least : 0};
}

bool fid_answer_known (const struct fid_result_answer *a)
{
    return a->error != FID_ABSENT && a->proof != FID_PROOF_NONE &&
           a->fact.quantity != FID_ANSWER_OF_SELF_CHECK;
}

enum fid_validity fid_answer_validity (const struct fid_result_answer *a, double tolerance)
{
    if (!(a->runs[1].run_n > 0))
        return FID_VALIDITY_N;
    if (a->profile == FID_ANSWER_FOR_CHECKPOINT && a->proof != FID_PROOF_NONE &&
        fid_checkpoints_apart (a->runs[0].count, a->runs[1].count, tolerance))
        return FID_NOT_VALID;
    if (a->fact.quantity == FID_ANSWER_OF_READ_BYTES && a->fact.side[0] > 0 &&
        a->fact.side[1] == 0)
        return FID_NOT_VALID; /* the benchmark reads nothing */
    if (!fid_answer_known (a))
        return FID_CANNOT_TELL;
    const struct fid_error_range e = fid_answer_range (a);
    enum fid_validity is = fid_validity_of (&e, log1p (tolerance));
    return is == FID_VALID && a->proof != FID_PROOF_FULL ? FID_CANNOT_TELL : is;
}

static int doubt_profile (struct fid_result_head *h, struct fid_result_profile *p,
                          const char *reason, struct fid_error *err)
{
    p->verdict = FID_CANNOT_TELL;
    p->says_answer = false;
    p->reason = reason;
    p->text = fid_arena_format (&h->arena, err, "cannot tell for %s", p->name);
    return p->text ? 0 : -1;
}

int fid_result_doubt (struct fid_result_head *h, const char *why, struct fid_error *err)
{
    const char *reason = fid_arena_text (&h->arena, why, err);
    FID_TRY (!reason);
    h->verdict = FID_CANNOT_TELL;
    if (h->answer.verdict != FID_VALIDITY_N)
        h->answer.verdict = FID_CANNOT_TELL;
    h->answer.reason = reason;
    FID_EACH_OF (struct fid_result_profile, p, h->profile_of, h->profile_n)
        FID_TRY (doubt_profile (h, p, reason, err));
    return 0;
}

/* Why a file's verdict does not hold. */
static const char *contradiction (struct fid_result_head *h, enum fid_validity stated,
                                  struct fid_error *err)
{
    return fid_arena_format (&h->arena, err,
                             "the file says \"%s\", which does not follow from its numbers",
                             fid_validity_name (stated));
}

/* Whether the answer of the result decides the profile. */
static bool is_by_answer (const struct fid_result_head *h, const struct fid_result_profile *p)
{
    return p->by_answer &&
           (strcmp (p->name, h->profile) == 0 ||
            strcmp (p->name,
                    fid_answer_profile_name ((enum fid_answer_profile)h->answer.profile)) == 0);
}

int fid_result_judge (struct fid_result_head *h, struct fid_error *err)
{
    struct fid_result_answer *a = &h->answer;
    const int is = (int)fid_answer_validity (a, a->tolerance), stated = a->verdict;
    if (h->incomplete) {
        const char *why =
            fid_arena_format (&h->arena, err, "not all was read: %s", h->incomplete);
        return why ? fid_result_doubt (h, why, err) : -1;
    }
    if (stated != is && stated != FID_CANNOT_TELL) {
        a->reason = contradiction (h, (enum fid_validity)stated, err);
        a->verdict = FID_CANNOT_TELL;
        FID_TRY (!a->reason);
    }
    FID_EACH_OF (struct fid_result_profile, p, h->profile_of, h->profile_n) {
        if (is_by_answer (h, p) && (int)p->verdict != is && p->verdict != FID_CANNOT_TELL) {
            const char *why = contradiction (h, p->verdict, err);
            FID_TRY (!why);
            FID_TRY (doubt_profile (h, p, why, err));
        }
        if (strcmp (p->name, h->profile) == 0 && p->verdict != h->verdict)
            h->verdict = FID_CANNOT_TELL;
    }
    return 0;
}
