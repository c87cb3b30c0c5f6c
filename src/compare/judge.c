/* SPDX-License-Identifier: GPL-3.0-or-later */
/* judge.c - answers, noise, verdicts and intervals of a comparison (comparison.h) */
#include <gsl/gsl_cdf.h>
#include "compare/calibration.h"
#include "compare/comparison.h"
#include "metrics/aggregate.h"

int fid_comparison_answers (struct fid_comparison *c, const struct fid_answer_opts *opts,
                            struct fid_error *err)
{
    FID_SCOPED (fid_answer_sources_clear) struct fid_answer_sources s = {0};
    const struct fid_repeats *r = c->repeats;
    size_t real_n = r ? r->all_real_n : 1, emu_n = r ? r->all_n - real_n : 1;
    struct fid_answer_opts of[FID_ANSWER_PROFILE_N];
    FID_TRY (fid_answer_sources_add (&s, r ? r->all : &c->pair.real, real_n, err));
    FID_TRY (fid_answer_sources_add (&s, r ? r->all + real_n : &c->pair.emu, emu_n, err));
    for (enum fid_answer_profile p = 0; p < FID_ANSWER_PROFILE_N; p++) {
        of[p] = *opts;
        of[p].profile = p;
    }
    FID_TRY (fid_answer_each (c->answers.of, of, FID_ANSWER_PROFILE_N, s.run, real_n,
                              s.run + real_n, emu_n, err));
    c->answers.known = true;
    return 0;
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

static void set_noise (const struct fid_cal_set *set, struct fid_resource_result *result)
{
    for (size_t k = 0; set && k < set->measure_n; k++) {
        const struct fid_cal_measure *cm = &set->measure[k];
        FID_EACH (struct fid_measure, m, result[cm->resource].measure)
            if (m->metric == cm->metric && m->quantity == cm->quantity)
                m->noise = cm->noise;
    }
}

/* The median over real runs of a value of each emulation run; n: how many have one. */
static size_t by_emulation (const struct fid_repeats *r, const double *of_pair, double *scratch,
                            double *x)
{
    size_t n = 0;
    for (size_t e = 0; e < r->emu_n; e++) {
        size_t k = 0;
        for (size_t i = 0; i < r->real_n; i++)
            if (of_pair[i * r->emu_n + e] >= 0)
                scratch[k++] = of_pair[i * r->emu_n + e];
        if (k)
            x[n++] = fid_median_select (scratch, k);
    }
    return n;
}

/* The 95 % intervals, by Student's t, of the mean distances of all measures over the runs of the
 * emulation. */
static void measure_intervals (const struct fid_repeats *r, enum fid_window w,
                               struct fid_resource_result *result, double *of_pair,
                               double *scratch, double *x)
{
    for (int i = 0; i < FID_RESOURCE_N; i++)
        for (size_t f = 0; f < result[i].measure_n; f++) {
            struct fid_measure *m = &result[i].measure[f];
            for (size_t k = 0; k < r->real_n * r->emu_n; k++) {
                const struct fid_resource_result *res = &r->pair[k].result[w][i];
                of_pair[k] = -1;
                for (size_t j = 0; j < res->measure_n; j++)
                    if (fid_measure_same (&res->measure[j], m) && res->measure[j].valid)
                        of_pair[k] = res->measure[j].value.distance;
            }
            size_t n = by_emulation (r, of_pair, scratch, x);
            if (n < 2)
                continue;
            double mean = fid_mean (x, n), s = fid_std (x, n, mean, n - 1);
            double half = gsl_cdf_tdist_Pinv (0.975, (double)(n - 1)) * s / sqrt ((double)n);
            m->low = fmax (0, mean - half);
            m->high = mean + half;
        }
}

/* Similarities of the emulation runs under a profile, and grades of each resource. */
struct run_similarities {
    size_t pair_n;
    double *of_pair;     /* [resource, the similarity last][pair] */
    double *scratch, *x; /* [pair] */
};

static double *similarities_of (const struct run_similarities *s, int r)
{
    return s->of_pair + (size_t)r * s->pair_n;
}

static int find_similarities (const struct fid_comparison *c, const struct fid_profile *profile,
                              struct run_similarities *s, struct fid_error *err)
{
    for (size_t k = 0; k < s->pair_n; k++) {
        struct fid_verdict v;
        int rc = fid_verdict_make (&v, profile, c->repeats->pair[k].result[c->pair.window],
                                   c->pair.excluded, err);
        for (int r = 0; r < FID_RESOURCE_N; r++)
            similarities_of (s, r)[k] = v.graded[r].grade;
        similarities_of (s, FID_RESOURCE_N)[k] = v.similarities.similarity;
        fid_verdict_clear (&v);
        if (rc)
            return rc;
    }
    return 0;
}

/* Prediction intervals of the similarity and, under the profile in use, of the resources. */
static void predict_intervals (struct fid_comparison *c, struct fid_verdict *v, bool in_use,
                               struct run_similarities *s)
{
    const struct fid_repeats *r = c->repeats;
    if (v->similarities.similarity < 0)
        return;
    for (int i = 0; i <= FID_RESOURCE_N; i++) {
        bool all = i == FID_RESOURCE_N;
        double one = all ? v->similarities.similarity : v->graded[i].grade;
        struct fid_resource_result *res = all ? NULL : &c->result[c->pair.window][i];
        if (one < 0 || (!all && !in_use))
            continue;
        size_t n = r ? by_emulation (r, similarities_of (s, i), s->scratch, s->x) : 1;
        double *low = all ? &v->low : &res->grade_low,
               *high = all ? &v->high : &res->grade_high;
        int of = all ? (int)FID_PRIOR_SIMILARITY : (int)fid_resources[i].group;
        fid_predict (r ? s->x : &one, n, fid_prior_of (of), low, high);
        if (*low >= 0) { /* the pooled value may lie outside the interval: widen it */
            *low = fmin (*low, one);
            *high = fmax (*high, one);
        }
    }
}

static bool is_unseen (enum fid_answer_reason why)
{
    return why == FID_ANSWER_REASON_NO_DATA || why == FID_ANSWER_REASON_UNSEEN_REAL ||
           why == FID_ANSWER_REASON_UNSEEN_EMULATION;
}

/* Why what the profile is about was not seen, on one side or both. */
static enum fid_answer_reason why_unseen (const struct fid_answers *answers,
                                          const struct fid_profile *profile)
{
    bool by_answer = profile->answer >= 0;
    const struct fid_answer *a =
        &answers->of[by_answer ? profile->answer : (int)FID_ANSWER_FOR_STORAGE];
    bool told = answers->known && a->verdict == FID_CANNOT_TELL;
    if (told && (a->reason == FID_ANSWER_REASON_BOOKS_REAL ||
                 a->reason == FID_ANSWER_REASON_BOOKS_EMULATION))
        return a->reason;
    /* without an answer it may be about something else */
    enum fid_answer_reason why = told && by_answer && is_unseen (a->reason)
                                     ? a->reason
                                     : fid_answers_doubt (answers, profile->needs);
    return answers->known && is_unseen (why) ? why : FID_ANSWER_REASON_NONE;
}

/* Checkpoints that differ by what a benchmark states of them, where no call on them was traced:
 * what there is to compare, phases, does not show it. */
static void forget_stated (struct fid_verdict *v)
{
    const struct fid_answer *a = v->answer;
    bool graded = v->graded[fid_resource_of_stream (FID_STREAM_CHECKPOINT_WRITE)].grade >= 0 ||
                  v->graded[fid_resource_of_stream (FID_STREAM_CHECKPOINT_READ)].grade >= 0;
    if (v->validity != FID_NOT_VALID || !a || a->profile != FID_ANSWER_FOR_CHECKPOINT || graded)
        return;
    v->similarities.similarity = FID_GRADE_NONE;
    v->unseen = (struct fid_reason){.code = FID_REASON_STATED_SAVES};
}

/* The verdict of the next profile. */
static int add_verdict (struct fid_comparison *c, const struct fid_profile *profile,
                        bool in_use, struct run_similarities *s, struct fid_error *err)
{
    struct fid_verdict *v = &c->verdict[c->verdict_n++];
    if (in_use)
        c->profile = c->verdict_n - 1;
    FID_TRY (fid_verdict_make (v, profile, c->result[c->pair.window], c->pair.excluded, err));
    FID_TRY (find_similarities (c, profile, s, err));
    if (c->answers.known && profile->answer >= 0) {
        v->answer = &c->answers.of[profile->answer];
        v->validity = v->answer->verdict;
    }
    if (fid_answers_doubt (&c->answers, profile->needs)) /* a user's may need more */
        v->validity = FID_CANNOT_TELL;
    const double *similarity = similarities_of (s, FID_RESOURCE_N);
    double all = v->similarities.similarity;
    for (size_t k = 1; k < s->pair_n && in_use; k++)
        if (fabs (similarity[k] - all) < fabs (similarity[c->middle] - all))
            c->middle = k;
    enum fid_answer_reason why = why_unseen (&c->answers, profile);
    if (why && v->validity == FID_VALID)
        v->validity = FID_CANNOT_TELL;
    if (why && v->validity == FID_CANNOT_TELL) { /* unseen is not agreement: no number */
        v->similarities.similarity = FID_GRADE_NONE;
        v->unseen = fid_reason_of_answer (why);
    }
    forget_stated (v);
    predict_intervals (c, v, in_use, s);
    return 0;
}

/* What stands on the side of the emulation is one, unless its recorder noted a real run. */
static bool is_known_real (const struct fid_run *run)
{
    const char *kind = fid_run_fact (run, "kind");
    return !run->emulation && kind && strcmp (kind, "real") == 0;
}

/* Judges the shipped profiles, and the one in use if it is the user's. */
int fid_comparison_judge (struct fid_comparison *c, const struct fid_compare_opts *opts,
                          struct fid_error *err)
{
    const struct fid_repeats *r = c->repeats;
    const struct fid_cal_set *set =
        opts->calibration
            ? fid_calibration_set (opts->calibration, r ? r->workload : c->pair.real->workload)
            : NULL;
    const struct fid_profile *p,
        *use =
            opts->profile ? opts->profile : fid_profile_default (!is_known_real (c->pair.emu));
    struct run_similarities s = {.pair_n = r ? r->real_n * r->emu_n : 0};
    struct fid_resource_result *result = c->result[c->pair.window];
    size_t n = 0;
    bool found = false;
    FID_TRY (fid_comparison_answers (c, &opts->answer, err));
    c->noise_known = set != NULL;
    set_noise (set, result);
    FID_FREED double *room = malloc ((FID_RESOURCE_N + 3) * (s.pair_n + 1) * sizeof *room);
    FID_NEED (room, err);
    s.of_pair = room;
    s.scratch = room + (FID_RESOURCE_N + 1) * s.pair_n;
    s.x = s.scratch + s.pair_n;
    for (size_t k = 0; k < s.pair_n; k++)
        set_noise (set, r->pair[k].result[c->pair.window]);
    if (r)
        measure_intervals (r, c->pair.window, result, s.of_pair, s.scratch, s.x);
    while (fid_profile_shipped (n))
        n++;
    FID_NEED (c->verdict = calloc (n + 1, sizeof *c->verdict), err);
    for (size_t i = 0; (p = fid_profile_shipped (i)); i++) {
        bool is = p->hash == use->hash && strcmp (p->name, use->name) == 0;
        found |= is;
        FID_TRY (add_verdict (c, p, is, &s, err));
    }
    return found ? 0 : add_verdict (c, use, true, &s, err);
}
