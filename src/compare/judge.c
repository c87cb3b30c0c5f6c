/* SPDX-License-Identifier: GPL-3.0-or-later */
/* judge.c - fid_comparison_judge: noise, verdicts, intervals (comparison.h) */
#include <gsl/gsl_cdf.h>
#include "compare/calibration.h"
#include "compare/repeats.h"
#include "metrics/aggregate.h"

static void set_noise (const struct fid_cal_set *set, struct fid_resource_result *result)
{
    for (size_t k = 0; set && k < set->measure_n; k++) {
        const struct fid_cal_measure *cm = &set->measure[k];
        struct fid_resource_result *res = &result[cm->resource];
        for (size_t i = 0; i < res->measure_n; i++)
            if (res->measure[i].metric == cm->metric &&
                res->measure[i].quantity == cm->quantity)
                res->measure[i].noise = cm->noise;
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

/* The 95 % interval of the mean of x[n] by Student's t. */
static void mean_interval (const double *x, size_t n, double *low, double *high)
{
    if (n < 2)
        return;
    double mean = fid_mean (x, n), s = fid_std (x, n, mean, n - 1);
    double half = gsl_cdf_tdist_Pinv (0.975, (double)(n - 1)) * s / sqrt ((double)n);
    *low = fmax (0, mean - half);
    *high = mean + half;
}

/* Intervals of the distances of all measures over the runs of the emulation. */
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
            mean_interval (x, by_emulation (r, of_pair, scratch, x), &m->low, &m->high);
        }
}

/* Similarities of the emulation runs under a profile, and grades of each resource. */
struct run_similarities {
    size_t pair_n;
    double *of_pair;     /* owned; [resource, the similarity last][pair] */
    double *scratch, *x; /* owned */
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
        if (*low >=
            0) { /* the pooled runs can be outside of what their own similarities span */
            *low = fmin (*low, one);
            *high = fmax (*high, one);
        }
    }
}

/* The pair of runs whose similarity is nearest to that of all. */
static size_t middle_of (const struct run_similarities *s, double all)
{
    const double *similarity = similarities_of (s, FID_RESOURCE_N);
    size_t best = 0;
    for (size_t k = 1; k < s->pair_n; k++)
        if (fabs (similarity[k] - all) < fabs (similarity[best] - all))
            best = k;
    return best;
}

static int find_answers (struct fid_comparison *c, const struct fid_compare_opts *opts,
                         struct fid_error *err)
{
    const struct fid_repeats *r = c->repeats;
    return r ? fid_answers_find (&c->answers, r->all, r->all_real_n, r->all + r->all_real_n,
                                 r->all_n - r->all_real_n, &opts->answer, err)
             : fid_answers_find (&c->answers, &c->pair.real, 1, &c->pair.emu, 1, &opts->answer,
                                 err);
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

/* Unseen is not agreement: there is no number where one cannot tell for that reason. */
static void forget_unseen (struct fid_verdict *v, enum fid_answer_reason why)
{
    if (why && v->validity == FID_VALID)
        v->validity = FID_CANNOT_TELL;
    if (why && v->validity == FID_CANNOT_TELL) {
        v->similarities.similarity = FID_GRADE_NONE;
        v->unseen = fid_reason_of_answer (why);
    }
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
    FID_TRY (fid_verdict_make (v, profile, c->result[c->pair.window], c->pair.excluded, err) ||
             (s->pair_n && find_similarities (c, profile, s, err)));
    if (c->answers.known && profile->answer >= 0) {
        v->answer = &c->answers.of[profile->answer];
        v->validity = v->answer->verdict;
    }
    if (fid_answers_doubt (&c->answers, profile->needs)) /* a user's may need more */
        v->validity = FID_CANNOT_TELL;
    if (in_use && s->pair_n)
        c->middle = middle_of (s, v->similarities.similarity);
    forget_unseen (v, why_unseen (&c->answers, profile));
    forget_stated (v);
    predict_intervals (c, v, in_use, s);
    return 0;
}

/* Judges the shipped profiles, and the one in use if it is the user's. */
static int add_verdicts (struct fid_comparison *c, const struct fid_profile *use,
                         struct run_similarities *s, struct fid_error *err)
{
    const struct fid_profile *p;
    size_t n = 0;
    bool found = false, all = !c->pair.only;
    while (fid_profile_shipped (n))
        n++;
    FID_NEED (c->verdict = calloc (n + 1, sizeof *c->verdict), err);
    for (size_t i = 0; all && (p = fid_profile_shipped (i)); i++) {
        bool is = p->hash == use->hash && strcmp (p->name, use->name) == 0;
        found |= is;
        FID_TRY (add_verdict (c, p, is, s, err));
    }
    return found ? 0 : add_verdict (c, use, true, s, err);
}

/* What stands on the side of the emulation is one, unless its recorder noted a real run. */
static bool is_known_real (const struct fid_run *run)
{
    const char *kind = fid_run_fact (run, "kind");
    return !run->emulation && kind && strcmp (kind, "real") == 0;
}

int fid_comparison_judge (struct fid_comparison *c, const struct fid_compare_opts *opts,
                          struct fid_error *err)
{
    const struct fid_repeats *r = c->repeats;
    const char *workload = r ? r->workload : c->pair.real->workload;
    const struct fid_cal_set *set =
        opts->calibration ? fid_calibration_set (opts->calibration, workload) : NULL;
    struct run_similarities s = {.pair_n = r ? r->real_n * r->emu_n : 0};
    int rc = 0;
    FID_TRY (find_answers (c, opts, err));
    c->noise_known = set != NULL;
    set_noise (set, c->result[c->pair.window]);
    if (r) {
        s.of_pair = malloc ((FID_RESOURCE_N + 1) * s.pair_n * sizeof *s.of_pair);
        s.scratch = malloc (s.pair_n * sizeof *s.scratch);
        s.x = malloc (s.pair_n * sizeof *s.x);
        if (!s.of_pair || !s.scratch || !s.x)
            rc = fid_error_nomem (err);
        for (size_t k = 0; !rc && k < s.pair_n; k++)
            set_noise (set, r->pair[k].result[c->pair.window]);
        if (!rc)
            measure_intervals (r, c->pair.window, c->result[c->pair.window], s.of_pair,
                               s.scratch, s.x);
    }
    if (!rc)
        rc = add_verdicts (c,
                           opts->profile ? opts->profile
                                         : fid_profile_default (!is_known_real (c->pair.emu)),
                           &s, err);
    FID_FREE (s.of_pair, s.scratch, s.x);
    return rc;
}
