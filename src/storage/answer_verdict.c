/* SPDX-License-Identifier: GPL-3.0-or-later */
/* answer_verdict.c - what is counted of the sides, and the verdict with what decides it */
#include "storage/answer_priv.h"

const char *fid_answer_reason_words (enum fid_answer_reason r)
{
#define REASON_WORDS(id, words) words,
    static const char *const name[] = {FID_ANSWER_REASONS (REASON_WORDS)};
    return name[r];
}

/* --- what is counted */

/* Mean bytes of the checkpoints that are saved, or loaded; 0: there are none. */
static double checkpoint_bytes (const struct fid_job *job, bool load)
{
    double sum = 0;
    size_t n = fid_job_checkpoint_n (job, load);
    for (size_t i = 0; i < job->checkpoint_n; i++)
        sum += job->checkpoint[i].load == load ? job->checkpoint[i].byte_n : 0;
    return n ? sum / (double)n : 0;
}

/* Whether it is not known what some rank computes in steps. */
static bool has_no_steps (const struct fid_job *job)
{
    for (size_t i = 0; i < job->rank_n; i++)
        if (job->rank[i].step_n)
            return false;
    return true;
}

void fid_answer_count (struct answering *w)
{
    for (int k = 0; k < FID_ANSWER_SIDE_N; k++)
        for (size_t i = 0; i < w->side[k].n; i++) {
            const struct fid_job *job = w->side[k].run[i].job;
            double *count = w->a->side[k].count, share = 1. / (double)w->side[k].n;
            count[FID_ANSWER_OF_SAVE_N] += share * (double)fid_job_checkpoint_n (job, false);
            count[FID_ANSWER_OF_LOAD_N] += share * (double)fid_job_checkpoint_n (job, true);
            count[FID_ANSWER_OF_SAVE_BYTES] += share * checkpoint_bytes (job, false);
            count[FID_ANSWER_OF_LOAD_BYTES] += share * checkpoint_bytes (job, true);
            w->a->stepless = w->a->stepless || has_no_steps (job);
            if (!w->a->side[k].books.gap)
                w->a->side[k].books = job->books;
            count[FID_ANSWER_OF_META_N] += share * fid_job_meta_n (job);
        }
}

/* --- the verdict */

static bool any_job (const struct answering *w, bool (*is_so) (const struct fid_job *job))
{
    for (int k = 0; k < FID_ANSWER_SIDE_N; k++)
        for (size_t i = 0; i < w->side[k].n; i++)
            if (is_so (w->side[k].run[i].job))
                return true;
    return false;
}

static bool sees_no_data (const struct fid_job *job)
{
    return !job->data_seen;
}

static bool sees_no_checkpoints (const struct fid_job *job)
{
    return !job->checkpoint_n && job->checkpoints.from == FID_JOB_UNKNOWN;
}

/* Nothing is said of jobs of which it is not known what they read. */
static void forget_error (struct fid_answer *a, enum fid_answer_reason reason)
{
    const double unseen[] = {a->side[0].books.missing_n, a->side[1].books.missing_n};
    a->reason = reason;
    if (unseen[0] || unseen[1])
        a->fact = (struct fid_answer_fact){.quantity = FID_ANSWER_OF_UNSEEN,
                                           .value = {unseen[0], unseen[1]}};
    a->error = a->low = a->high = a->modelled = FID_ANSWER_ABSENT;
    a->side[0].capacity = a->side[1].capacity = FID_ANSWER_ABSENT;
    a->worst = SIZE_MAX;
    a->worst_error = 0;
}

/* Whether the model gives the recorded times back; the fact is the side that is farther off. */
static bool passes_self_check (struct fid_answer *a)
{
    double real = fabs (a->side[0].self_check), emulation = fabs (a->side[1].self_check);
    if (a->measured || fmax (real, emulation) <= log1p (FID_ANSWER_SELF_CHECK))
        return true;
    a->fact = (struct fid_answer_fact){
        .quantity = FID_ANSWER_OF_SELF_CHECK,
        .value = {exp (a->side[0].self_check), exp (a->side[1].self_check)},
        .allowed = FID_ANSWER_SELF_CHECK};
    a->reason = real > log1p (FID_ANSWER_SELF_CHECK) ? FID_ANSWER_REASON_SELF_REAL
                                                     : FID_ANSWER_REASON_SELF_EMULATION;
    return false;
}

static bool agree_within (double x, double y, double allowed)
{
    return x == y || (x > 0 && y > 0 && fabs (log (y / x)) <= log1p (allowed));
}

/* Whether bytes and number of checkpoints agree; the fact is the first that does not. */
static bool checkpoints_agree (struct fid_answer *a)
{
    static const enum fid_answer_quantity counted[] = {
        FID_ANSWER_OF_SAVE_N, FID_ANSWER_OF_LOAD_N, FID_ANSWER_OF_SAVE_BYTES,
        FID_ANSWER_OF_LOAD_BYTES};
    for (size_t i = 0; i < sizeof counted / sizeof *counted; i++) {
        double real = a->side[0].count[counted[i]], emulation = a->side[1].count[counted[i]];
        if (agree_within (real, emulation, a->tolerance))
            continue;
        a->fact = (struct fid_answer_fact){
            .quantity = counted[i], .value = {real, emulation}, .allowed = a->tolerance};
        return false;
    }
    return true;
}

/* Verdict and reason by the interval; the fact is the scenario that is farthest off. */
static void judge_error (struct fid_answer *a)
{
    double allowed = log1p (a->tolerance);
    if (a->worst < a->point_n) {
        const struct fid_answer_point *p = &a->point[a->worst];
        a->fact = (struct fid_answer_fact){
            .quantity = FID_ANSWER_OF_LONGER, .scenario = a->worst, .allowed = a->tolerance};
        for (int k = 0; k < FID_ANSWER_SIDE_N; k++)
            a->fact.value[k] = a->measured ? p->side[k].measured : p->side[k].ratio;
    }
    if (a->error < 0)
        a->reason = FID_ANSWER_REASON_NO_DEMAND;
    else if (a->high <= allowed)
        a->verdict = FID_VALID;
    else if (a->low > allowed)
        a->verdict = FID_NOT_VALID;
    else
        a->reason = FID_ANSWER_REASON_WIDE;
}

static void judge_checkpoints (struct answering *w)
{
    struct fid_answer *a = w->a;
    const double *real = a->side[0].count;
    bool any = real[FID_ANSWER_OF_SAVE_N] + real[FID_ANSWER_OF_LOAD_N] > 0;
    if (any_job (w, sees_no_checkpoints))
        a->reason = FID_ANSWER_REASON_NO_SAVES;
    else if (!checkpoints_agree (a))
        a->verdict = FID_NOT_VALID;
    else if (!any)
        a->reason = FID_ANSWER_REASON_NO_SAVES;
    else
        judge_error (a);
}

/* Nothing is shown to be valid by runs that show too little for that; the error stays. */
static void withhold_valid (struct fid_answer *a)
{
    for (int k = 0; k < FID_ANSWER_SIDE_N && a->verdict == FID_VALID; k++) {
        if (!a->side[k].no_proof)
            continue;
        a->verdict = FID_CANNOT_TELL;
        a->reason = a->side[k].no_proof;
    }
}

void fid_answer_judge (struct answering *w)
{
    struct fid_answer *a = w->a;
    if (!w->side[FID_ANSWER_EMULATION].n)
        a->reason = FID_ANSWER_REASON_ONE_SIDE;
    else if (a->side[0].doubt || a->side[1].doubt)
        forget_error (a, a->side[a->side[0].doubt ? 0 : 1].doubt);
    else if (a->profile == FID_ANSWER_FOR_CHECKPOINT)
        judge_checkpoints (w);
    else if (any_job (w, sees_no_data))
        forget_error (a, FID_ANSWER_REASON_NO_DATA);
    else if (a->side[0].books.gap)
        forget_error (a, FID_ANSWER_REASON_BOOKS_REAL);
    else if (a->side[1].books.gap)
        forget_error (a, FID_ANSWER_REASON_BOOKS_EMULATION);
    else if (!a->point_n)
        a->reason = FID_ANSWER_REASON_NO_DEMAND;
    else if (passes_self_check (a))
        judge_error (a);
    withhold_valid (a);
    if (a->reason == FID_ANSWER_REASON_WIDE && a->stepless)
        a->reason = FID_ANSWER_REASON_NO_STEPS;
}
