/* SPDX-License-Identifier: GPL-3.0-or-later */
/* grade.c - grades of measures, similarities, verdicts (grade.h), and how a comparison is judged */
#include <gsl/gsl_cdf.h>
#include "compare/calibration.h"
#include "compare/comparison.h"
#include "metrics/aggregate.h"
#include "metrics/moderated.h"

/* The grade of a resource from its clauses.  mended[i]: clause i counts as 1; NULL: none does. */
static struct fid_graded grade_resource (const struct fid_clause *c, size_t n, double weight,
                                         const bool *mended)
{
    struct fid_geomean mean = {0};
    for (size_t i = 0; i < n; i++)
        fid_geomean_add (&mean, mended && mended[i] ? 1 : c[i].grade, c[i].weight);
    return (struct fid_graded){n ? fid_geomean_value (&mean) : FID_ABSENT, weight};
}

/* Distribute the weight of a resource: facets alike, but for their surest measure; measures of
 * a facet by their confidence. */
static void weigh_clauses (struct fid_clause *c, size_t n)
{
    double facets = 0;
    for (size_t i = 0; i < n; i++) {
        enum fid_facet_id facet = c[i].measure->facet;
        double surest = 0, sum = 0;
        for (size_t j = 0; j < n; j++)
            if (c[j].measure->facet == facet) {
                surest = fmax (surest, c[j].measure->value.confidence);
                sum += c[j].measure->value.confidence;
            }
        c[i].weight = sum > 0 ? surest * c[i].measure->value.confidence / sum : 0;
        facets += c[i].weight;
    }
    for (size_t i = 0; i < n; i++)
        c[i].weight = facets > 0 ? c[i].weight / facets : 0;
}

/* The clauses of one resource; returns how many. */
static size_t find_clauses (struct fid_verdict *v, const struct fid_resource_result *res,
                            struct fid_clause *clause)
{
    enum fid_resource_id r = fid_result_id (res);
    size_t n = 0;
    for (int q = 0; q < FID_QUANTITY_N && res->status == FID_STATUS_NOT_COMPARED; q++)
        v->key_lacks |= v->profile->clause[r][q].key;
    if (res->status != FID_STATUS_COMPARED)
        return 0;
    FID_EACH (const struct fid_measure, m, res->measure) {
        const struct fid_profile_clause *is = &v->profile->clause[r][m->quantity];
        if (!is->graded)
            continue;
        if (!m->valid) {
            v->key_lacks |= is->key;
            continue;
        }
        double noise = fmax (0, m->noise), most = noise + is->tolerance, d = m->value.distance;
        clause[n++] = (struct fid_clause){
            .resource = r,
            .measure = m,
            .key = is->key,
            .tolerance = is->tolerance,
            .grade = exp2 (-fmax (0, d - noise) / is->tolerance),
            .status = (m->high >= 0 ? m->high : d) <= most ? FID_CLAUSE_MET
                      : (m->low >= 0 ? m->low : d) > most  ? FID_CLAUSE_NOT_MET
                                                           : FID_CLAUSE_OPEN};
    }
    weigh_clauses (clause, n);
    return n;
}

/* Shares of the resources of a group in bytes, or in busy time where one has no bytes. */
static void weigh_resources (const struct fid_resource_result *result,
                             double weight[FID_RESOURCE_N])
{
    double bytes[FID_GROUP_N][2] = {{0}}, busy[FID_GROUP_N][2] = {{0}};
    for (int r = 0; r < FID_RESOURCE_N; r++)
        for (int side = 0; side < 2 && result[r].status == FID_STATUS_COMPARED; side++) {
            bytes[fid_resources[r].group][side] += result[r].bytes[side];
            busy[fid_resources[r].group][side] += result[r].busy_s[side];
        }
    for (int r = 0; r < FID_RESOURCE_N; r++) {
        enum fid_group_id g = fid_resources[r].group;
        double share = 0;
        bool known = false;
        for (int side = 0; side < 2; side++) {
            bool sized = result[r].bytes[0] + result[r].bytes[1] > 0;
            double part = sized ? result[r].bytes[side] : result[r].busy_s[side];
            double whole = sized ? bytes[g][side] : busy[g][side];
            known |= whole > 0;
            share = fmax (share, whole > 0 ? part / whole : 0);
        }
        weight[r] = known ? fmax (FID_SHARE_LEAST, share) : 1;
        if (r == FID_RESOURCE_OTHER_IO)
            weight[r] = fmin (weight[r], FID_SHARE_OTHER);
    }
}

static double loss_of_grade (double grade)
{
    return -log (fmax (grade, FID_GEOMEAN_FLOOR));
}

/* A smaller loss is that of a similarity of 1, and has no shares. */
#define LOSS_LEAST 1e-9

double fid_share_written (double share)
{
    return round (share * 1e10) / 1e10;
}

/* Shares of the loss -ln (similarity). */
static void share_loss (struct fid_verdict *v, unsigned excluded)
{
    double group[FID_GROUP_N] = {0}, total = 0;
    if (v->similarities.similarity < 0)
        return;
    for (int r = 0; r < FID_RESOURCE_N; r++)
        if (v->graded[r].grade >= 0)
            group[fid_resources[r].group] += v->graded[r].weight;
    FID_EACH (struct fid_clause, c, v->clause) {
        enum fid_group_id g = fid_resources[c->resource].group;
        const struct fid_graded *of = &v->graded[c->resource];
        c->share = excluded >> g & 1 || of->grade < 0
                       ? 0
                       : c->weight * loss_of_grade (c->grade) * of->weight / group[g];
        total += c->share;
    }
    for (size_t i = 0; i < v->clause_n; i++)
        v->clause[i].share = total > LOSS_LEAST ? v->clause[i].share / total : 0;
}

/* Key clauses decide, where no answer does. */
static enum fid_validity judge_by_key (const struct fid_verdict *v)
{
    bool open = false;
    for (size_t i = 0; i < v->clause_n; i++)
        if (v->clause[i].key) {
            if (v->clause[i].status == FID_CLAUSE_NOT_MET)
                return FID_NOT_VALID;
            open |= v->clause[i].status == FID_CLAUSE_OPEN;
        }
    return open || !v->key_n || v->key_lacks ? FID_CANNOT_TELL : FID_VALID;
}

int fid_verdict_make (struct fid_verdict *v, const struct fid_profile *profile,
                      const struct fid_resource_result result[FID_RESOURCE_N],
                      unsigned excluded, struct fid_error *err)
{
    double weight[FID_RESOURCE_N];
    *v = (struct fid_verdict){.profile = profile, .low = -1, .high = -1};
    FID_NEED (v->clause = malloc (FID_CLAUSES_MAX * sizeof *v->clause), err);
    weigh_resources (result, weight);
    for (int r = 0; r < FID_RESOURCE_N; r++) {
        struct fid_clause *c = v->clause + v->clause_n;
        size_t n = find_clauses (v, &result[r], c);
        v->graded[r] = grade_resource (c, n, weight[r], NULL);
        v->clause_n += n;
        for (size_t i = 0; i < n; i++) {
            v->met_n += c[i].status == FID_CLAUSE_MET;
            v->key_n += c[i].key;
        }
    }
    fid_similarity (v->graded, ~0u, excluded, &v->similarities);
    share_loss (v, excluded);
    v->validity = judge_by_key (v);
    return 0;
}

void fid_verdict_clear (struct fid_verdict *v)
{
    free (v->clause);
    *v = (struct fid_verdict){0};
}

double fid_verdict_mended (const struct fid_verdict *v, const bool *mended, unsigned excluded)
{
    struct fid_graded graded[FID_RESOURCE_N];
    struct fid_similarities similarities;
    memcpy (graded, v->graded, sizeof graded);
    for (size_t i = 0, n; i < v->clause_n; i += n) {
        enum fid_resource_id r = v->clause[i].resource;
        for (n = 1; i + n < v->clause_n && v->clause[i + n].resource == r;)
            n++;
        graded[r] = grade_resource (v->clause + i, n, graded[r].weight, mended + i);
    }
    fid_similarity (graded, ~0u, excluded, &similarities);
    return similarities.similarity;
}

void fid_predict (const double *x, size_t n, struct fid_prior prior, double *low, double *high)
{
    double mean = 0, square = 0;
    *low = *high = -1;
    if (!n)
        return;
    for (size_t i = 0; i < n; i++)
        mean += loss_of_grade (x[i]) / (double)n;
    for (size_t i = 0; i < n; i++) {
        square += (loss_of_grade (x[i]) - mean) * (loss_of_grade (x[i]) - mean);
    }
    double s, freedom = prior.freedom + (double)(n - 1);
    if (fid_moderated_sd (square, (double)(n - 1), prior.deviation, prior.freedom, &s))
        return;
    double half = gsl_cdf_tdist_Pinv (0.975, freedom) * s * sqrt (1 + 1 / (double)n);
    /* grades below the floor are not told apart */
    bool floored = mean >= loss_of_grade (0) * (1 - 1e-9);
    *low = floored ? 0 : exp (-mean - half);
    *high = fmin (1, exp (-mean + half));
}

/* "0.50 times", "12 times", "none of" the real run's. */
static const char *ratio_text (double ratio, char buf[40])
{
    if (ratio >= 0.1 && ratio < 1000)
        snprintf (buf, 40, "%.*f times", ratio < 10 ? 2 : 0, ratio);
    else if (ratio < 0.1)
        snprintf (buf, 40, "%s", ratio > 0 ? "less than a tenth of" : "none of");
    else
        snprintf (buf, 40, "more than 1000 times");
    return buf;
}

/* A distance and what is allowed, in words that say of what. */
static void put_apart (enum fid_tolerance_id of, double d, double allowed, char *to,
                       size_t room)
{
    double base = fid_tolerances[of].unit == FID_IN_DECADES   ? 10
                  : fid_tolerances[of].unit == FID_IN_OCTAVES ? 2
                                                              : M_E;
    if (fid_tolerances[of].unit != FID_IN_ONE)
        snprintf (to, room, "%.3g times apart (%.2g times allowed)", fmin (pow (base, d), 9999),
                  pow (base, allowed));
    else if (of == FID_TOLERANCE_WHEN)
        snprintf (to, room, "%.0f %% of the job's length off (%.0f %% allowed)", 100 * d,
                  100 * allowed);
    else if (of == FID_TOLERANCE_LEVEL)
        snprintf (to, room, "%.0f %% of full load apart (%.0f %% allowed)", 100 * d,
                  100 * allowed);
    else if (of == FID_TOLERANCE_WAITING)
        snprintf (to, room, "%.0f percentage points apart (%.0f allowed)", 100 * d,
                  100 * allowed);
    else
        snprintf (to, room, "%.2g on a scale from 0 (same) to 1 (%.2g allowed)", d, allowed);
}

const char *fid_clause_text (const struct fid_clause *c, char buf[FID_CLAUSE_TEXT])
{
    const struct fid_measure *m = c->measure;
    const struct fid_quantity_info *q = &fid_quantities[m->quantity];
    enum fid_unit_id unit = fid_tolerances[q->tolerance].unit;
    double real, emu, d = m->value.distance;
    char ratio[40];
    int at =
        snprintf (buf, FID_CLAUSE_TEXT, "%s: %s ", fid_resources[c->resource].words, q->words);
    char *to = buf + at;
    size_t room = FID_CLAUSE_TEXT - (size_t)at;
    bool sides = unit == FID_IN_LN && fid_measure_find_detail (m, "real", &real) &&
                 fid_measure_find_detail (m, "emulation", &emu);
    if (m->quantity == FID_QUANTITY_KINDS)
        snprintf (to, room, "%s", d > 0 ? "that only one side has" : "are the same");
    else if (sides && !(real > 0) && emu > 0)
        snprintf (to, room, "only in the emulation");
    else if (sides && real > 0)
        snprintf (to, room, "%s the real run's (%.0f %% allowed)",
                  ratio_text (emu / real, ratio), 100 * (exp (c->tolerance) - 1));
    else
        put_apart (q->tolerance, d, c->tolerance, to, room);
    return buf;
}

/* --- verdicts of a comparison: answers, noise, intervals */

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
    if (a->known && side[1].no_proof == FID_ANSWER_REASON_COPY)
        return side[1].no_proof;
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

/* The median over real runs of a value of each emulation run in s->x; returns how many have one. */
static size_t by_emulation (const struct fid_repeats *r, const double *of_pair,
                            struct run_similarities *s)
{
    size_t n = 0;
    for (size_t e = 0; e < r->emu_n; e++) {
        size_t k = 0;
        for (size_t i = 0; i < r->real_n; i++)
            if (of_pair[i * r->emu_n + e] >= 0)
                s->scratch[k++] = of_pair[i * r->emu_n + e];
        if (k)
            s->x[n++] = fid_median_select (s->scratch, k);
    }
    return n;
}

/* The 95 % intervals, by Student's t, of the mean distances of all measures over the runs of the
 * emulation. */
static void measure_intervals (const struct fid_repeats *r, enum fid_window w,
                               struct fid_resource_result *result, struct run_similarities *s)
{
    for (int i = 0; i < FID_RESOURCE_N; i++)
        FID_EACH (struct fid_measure, m, result[i].measure) {
            for (size_t k = 0; k < s->pair_n; k++) {
                const struct fid_measure *one = fid_measure_find (&r->pair[k].result[w][i], m);
                s->of_pair[k] = one && one->valid ? one->value.distance : -1;
            }
            size_t n = by_emulation (r, s->of_pair, s);
            if (n < 2)
                continue;
            double mean = fid_mean (s->x, n), sd = fid_std (s->x, n, mean, n - 1);
            double half = gsl_cdf_tdist_Pinv (0.975, (double)(n - 1)) * sd / sqrt ((double)n);
            m->low = fmax (0, mean - half);
            m->high = mean + half;
        }
}

static int find_similarities (const struct fid_comparison *c, const struct fid_profile *profile,
                              struct run_similarities *s, struct fid_error *err)
{
    for (size_t k = 0; k < s->pair_n; k++) {
        FID_SCOPED (fid_verdict_clear) struct fid_verdict v = {.profile = profile};
        FID_TRY (fid_verdict_make (&v, profile, c->repeats->pair[k].result[c->pair.window],
                                   c->pair.excluded, err));
        for (int r = 0; r < FID_RESOURCE_N; r++)
            similarities_of (s, r)[k] = v.graded[r].grade;
        similarities_of (s, FID_RESOURCE_N)[k] = v.similarities.similarity;
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
        size_t n = r ? by_emulation (r, similarities_of (s, i), s) : 1;
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
    v->similarities.similarity = FID_ABSENT;
    v->unseen = (struct fid_reason){.code = FID_REASON_STATED_SAVES};
}

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
    bool certain = v->answer && v->answer->fact.quantity == FID_ANSWER_OF_READ_BYTES;
    /* a user's may need more; a copy is never valid, but may be not valid */
    enum fid_answer_reason doubt = fid_answers_doubt (&c->answers, profile->needs);
    if (!certain && doubt && (doubt != FID_ANSWER_REASON_COPY || v->validity != FID_NOT_VALID))
        v->validity = FID_CANNOT_TELL;
    const double *similarity = similarities_of (s, FID_RESOURCE_N);
    double all = v->similarities.similarity;
    for (size_t k = 1; k < s->pair_n && in_use; k++)
        if (fabs (similarity[k] - all) < fabs (similarity[c->middle] - all))
            c->middle = k;
    enum fid_answer_reason why = why_unseen (&c->answers, profile);
    if (why && !certain && (v->validity == FID_VALID || !v->answer))
        v->validity = FID_CANNOT_TELL;
    if (why && v->validity == FID_CANNOT_TELL) { /* unseen is not agreement: no number */
        v->similarities.similarity = FID_ABSENT;
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
        fid_calibration_set (opts->calibration, r ? r->workload : c->pair.real->workload);
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
        measure_intervals (r, c->pair.window, result, &s);
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
