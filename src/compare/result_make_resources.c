/* SPDX-License-Identifier: GPL-3.0-or-later */
/* result_make_resources.c - resources, groups, similarity and profiles of a result, where and
 * why a pair differs; see result_make.h */
#include "compare/attribution.h"
#include "compare/repeats.h"
#include "compare/result_make.h"
#include "results/answer_words.h"
#include "storage/answer.h"

static const struct fid_clause *clause_of (const struct fid_verdict *v,
                                           const struct fid_measure *m)
{
    for (size_t i = 0; v && i < v->clause_n; i++)
        if (v->clause[i].measure == m)
            return &v->clause[i];
    return NULL;
}

/* v: the verdict that grades it; NULL: another window, which is not graded. */
static void make_measure (struct fid_making *m, struct fid_result_measure *to,
                          const struct fid_resource_result *res, const struct fid_measure *f,
                          const struct fid_verdict *v)
{
    char why[FID_REASON_MAX], name[FID_MEASURE_NAME];
    const struct fid_clause *c = clause_of (v, f);
    *to = (struct fid_result_measure){
        .name = fid_making_text (m, fid_measure_name (fid_result_id (res), f->quantity, name)),
        .facet = f->facet,
        .metric = f->metric->name,
        .quantity = fid_quantities[f->quantity].name,
        .quantity_id = f->quantity,
        .distance = f->valid ? f->value.distance : FID_ABSENT,
        .distance_ci = {FID_ABSENT, FID_ABSENT},
        .unit = fid_unit_find (f->metric->unit),
        .noise = v && f->noise >= 0 ? f->noise : FID_ABSENT,
        .tolerance = c ? c->tolerance : FID_ABSENT,
        .grade = c ? c->grade : FID_ABSENT,
        .clause = c ? (int)c->status : -1,
        .key = c && c->key,
        .reason = f->valid ? NULL : fid_making_text (m, fid_reason_text (&f->reason, why)),
        .detail = fid_making_rows (m, f->value.detail_n, sizeof *to->detail)};
    if (f->valid && f->low >= 0) {
        to->distance_low = f->low;
        to->distance_high = f->high;
    }
    for (size_t i = 0; f->valid && to->detail && i < f->value.detail_n; i++)
        to->detail[to->detail_n++] =
            (struct fid_amount){f->value.detail[i].name, f->value.detail[i].value};
}

/* The members that a resource has in the headline and in every other window. */
static void make_window (struct fid_making *m, struct fid_result_resource *to,
                         const struct fid_resource_result *res, const struct fid_verdict *v)
{
    char why[FID_REASON_MAX];
    enum fid_resource_id id = fid_result_id (res);
    const struct fid_graded *g = v ? &v->graded[id] : NULL;
    bool graded = g && g->grade >= 0;
    *to = (struct fid_result_resource){
        .id = id,
        .resource = fid_resources[id].name,
        .group = fid_resources[id].group,
        .window = res->window,
        .status = res->status,
        .reason = fid_making_text (m, fid_reason_text (&res->reason, why)),
        .weight = graded ? g->weight : FID_ABSENT,
        .grade = graded ? g->grade : FID_ABSENT,
        .grade_ci = {FID_ABSENT, FID_ABSENT},
        .measure = fid_making_rows (m, res->measure_n, sizeof *to->measure)};
    if (graded && res->grade_low >= 0) {
        to->low = res->grade_low;
        to->high = res->grade_high;
    }
    for (size_t i = 0; to->measure && i < res->measure_n; i++)
        make_measure (m, &to->measure[to->measure_n++], res, &res->measure[i], v);
}

void fid_making_resources (struct fid_making *m)
{
    struct fid_result_resource *to = fid_making_rows (m, FID_RESOURCE_N, sizeof *to);
    m->r->resource = to;
    for (int r = 0; r < FID_RESOURCE_N && to; r++, to++) {
        const struct fid_resource_result *head =
            fid_comparison_headline (m->c, (enum fid_resource_id)r);
        m->r->resource_n++;
        make_window (m, to, head, fid_comparison_verdict (m->c));
        to->other = fid_making_rows (m, FID_WINDOW_N, sizeof *to->other);
        for (int w = 0; w < FID_WINDOW_N && to->other; w++) {
            const struct fid_resource_result *res =
                fid_comparison_resource (m->c, (enum fid_window)w, (enum fid_resource_id)r);
            if (res && res != head && res->window != head->window &&
                (res->measure_n || res->status == FID_STATUS_IDLE))
                make_window (m, &to->other[to->other_n++], res, NULL);
        }
    }
}

/* What an interval of the similarity is from. */
static const char *similarity_ci_of (const struct fid_comparison *c)
{
    return c->repeats && c->repeats->emu_n > 1
               ? "where another run of this configuration would be, by how far its runs and "
                 "recorded ones are apart"
               : "where another run of this configuration would be, by how far recorded runs "
                 "are apart";
}

static void make_coverage (struct fid_making *m)
{
    const struct fid_verdict *v = fid_comparison_verdict (m->c);
    struct fid_result_head *h = &m->r->head;
    unsigned wanted = 0;
    for (int r = 0; r < FID_RESOURCE_N; r++)
        for (int q = 0; q < FID_QUANTITY_N; q++)
            if (v->profile->clause[r][q].graded)
                wanted |= 1u << fid_resources[r].group;
    h->excluded = m->c->pair.excluded;
    wanted &= ~h->excluded;
    for (int g = 0; g < FID_GROUP_N; g++) {
        bool compared = v->similarities.group[g] >= 0, is_wanted = wanted >> g & 1;
        h->of_n += is_wanted;
        h->compared_n += is_wanted && compared;
        h->missing |= is_wanted && !compared ? 1u << g : 0;
    }
}

static const char *reason_words (struct fid_making *m, struct fid_reason why)
{
    char text[FID_REASON_MAX];
    return fid_making_text (m, fid_reason_text (&why, text));
}

static struct fid_reason no_similarity (const struct fid_verdict *v)
{
    return v->unseen.code ? v->unseen : (struct fid_reason){.code = FID_REASON_NOTHING_GRADED};
}

/* Why one cannot tell whether a profile is met. */
static struct fid_reason why_unknown (const struct fid_making *m, const struct fid_verdict *v)
{
    enum fid_answer_reason doubt = fid_answers_doubt (&m->c->answers, v->profile->needs);
    if (doubt)
        return fid_reason_of_answer (doubt);
    if (v->unseen.code || v->similarities.similarity < 0)
        return no_similarity (v);
    return (struct fid_reason){.code = v->key_lacks ? FID_REASON_KEY_LACKS
                                       : v->key_n   ? FID_REASON_KEY_OPEN
                                                    : FID_REASON_NO_KEY};
}

static void make_overall (struct fid_making *m)
{
    const struct fid_verdict *v = fid_comparison_verdict (m->c);
    struct fid_result_head *h = &m->r->head;
    bool known = v->similarities.similarity >= 0;
    h->profile = m->r->options.profile;
    h->verdict = v->validity;
    h->similarity = known ? v->similarities.similarity : FID_ABSENT;
    h->similarity_low = v->low >= 0 ? v->low : FID_ABSENT;
    h->similarity_high = v->low >= 0 ? v->high : FID_ABSENT;
    h->similarity_ci_of = v->low >= 0 ? similarity_ci_of (m->c) : NULL;
    h->similarity_reason = known ? NULL : reason_words (m, no_similarity (v));
    h->noise = m->c->noise_known ? "repeats of the real run" : NULL;
    make_coverage (m);
}

/* The answer of the profile in use; of storage if that one is judged by its clauses. */
static void make_answer (struct fid_making *m)
{
    int profile = fid_comparison_verdict (m->c)->profile->answer;
    const struct fid_answer *a =
        &m->c->answers.of[profile >= 0 ? profile : (int)FID_ANSWER_FOR_STORAGE];
    if (!m->failed && fid_answer_doc (a, &m->r->head.arena, &m->r->head.answer, m->err))
        m->failed = true;
}

static int by_share (const void *va, const void *vb)
{
    const struct fid_clause *const *a = va, *const *b = vb;
    double x = fid_share_written ((*a)->share), y = fid_share_written ((*b)->share);
    if (x != y)
        return x > y ? -1 : 1;
    return *a < *b ? -1 : *a > *b;
}

#define CLAUSES_SAID 3

/* What the answer of a profile says: "valid for read: at 19.3 MB/s the real job takes ...". */
static void judge_by_answer (struct fid_making *m, struct fid_result_profile *to,
                             const struct fid_verdict *v)
{
    struct fid_arena arena = {NULL};
    struct fid_result_answer a;
    char text[FID_ANSWER_WORDS];
    to->by_answer = true;
    if (m->failed || fid_answer_doc (v->answer, &arena, &a, m->err)) {
        m->failed = true;
    } else {
        to->text = fid_making_text (m, fid_answer_verdict_words (&a, v->profile->name, text));
        to->says_answer = fid_answer_has_fact (&a);
        to->reason = fid_making_text (m, a.reason);
    }
    fid_arena_clear (&arena);
}

/* "valid for read (7 of 7)", and what is not met: key clauses, which decide, first. */
static const char *verdict_text (struct fid_making *m, const struct fid_verdict *v,
                                 const struct fid_result_clause *clause)
{
    char text[CLAUSES_SAID * FID_CLAUSE_TEXT + 128];
    int at =
        snprintf (text, sizeof text, "%s for %s (%zu of %zu)", fid_validity_name (v->validity),
                  v->profile->name, v->met_n, v->clause_n);
    size_t shown = 0;
    for (size_t i = 0, n = 2 * v->clause_n; v->validity == FID_NOT_VALID && i < n; i++) {
        const struct fid_result_clause *c = &clause[i % v->clause_n];
        if (c->status == FID_CLAUSE_NOT_MET && c->key == (i < v->clause_n) &&
            shown < CLAUSES_SAID)
            at += snprintf (text + at, sizeof text - (size_t)at, "%s%s", shown++ ? "; " : ": ",
                            c->text);
    }
    return fid_making_text (m, text);
}

static void make_clauses (struct fid_making *m, struct fid_result_profile *to,
                          const struct fid_verdict *v)
{
    const struct fid_clause **clause = fid_making_rows (m, v->clause_n, sizeof *clause);
    to->clauses = fid_making_rows (m, v->clause_n, sizeof *to->clauses);
    for (size_t i = 0; i < v->clause_n && clause; i++)
        clause[i] = &v->clause[i];
    if (clause)
        qsort (clause, v->clause_n, sizeof *clause, by_share);
    for (size_t i = 0; i < v->clause_n && !m->failed; i++) {
        const struct fid_clause *c = clause[i];
        char name[FID_MEASURE_NAME], text[FID_CLAUSE_TEXT];
        to->clauses[to->clause_n++] = (struct fid_result_clause){
            .name =
                fid_making_text (m, fid_measure_name (c->resource, c->measure->quantity, name)),
            .status = c->status,
            .key = c->key,
            .grade = c->grade,
            .share = fid_share_written (c->share),
            .text = fid_making_text (m, fid_clause_text (c, text))};
    }
}

static void make_profile (struct fid_making *m, struct fid_result_profile *to,
                          const struct fid_verdict *v)
{
    bool known = v->similarities.similarity >= 0;
    *to = (struct fid_result_profile){
        .name = fid_making_text (m, v->profile->name),
        .verdict = v->validity,
        .similarity = known ? v->similarities.similarity : FID_ABSENT,
        .similarity_ci = {v->low >= 0 ? v->low : FID_ABSENT,
                          v->low >= 0 ? v->high : FID_ABSENT},
        .met_n = (int)v->met_n,
        .of_n = (int)v->clause_n,
        .reason = v->validity == FID_CANNOT_TELL ? reason_words (m, why_unknown (m, v)) : NULL};
    make_clauses (m, to, v);
    if (!m->failed)
        to->text = verdict_text (m, v, to->clauses);
    if (v->answer && v->validity == v->answer->verdict)
        judge_by_answer (m, to, v);
}

void fid_making_verdicts (struct fid_making *m)
{
    const struct fid_comparison *c = m->c;
    const struct fid_verdict *v = fid_comparison_verdict (c);
    struct fid_result *r = m->r;
    struct fid_result_head *h = &r->head;
    r->group = fid_making_rows (m, FID_GROUP_N, sizeof *r->group);
    h->profile_of = fid_making_rows (m, c->verdict_n, sizeof *h->profile_of);
    make_overall (m);
    make_answer (m);
    for (int g = 0; g < FID_GROUP_N && !m->failed; g++) {
        struct fid_result_grouped *to = &r->group[r->group_n++];
        *to = (struct fid_result_grouped){
            .id = g,
            .grade = v->similarities.group[g] >= 0 ? v->similarities.group[g] : FID_ABSENT};
        for (int k = 0; k < FID_RESOURCE_N; k++)
            to->resource_n += (int)fid_resources[k].group == g && v->graded[k].grade >= 0;
    }
    for (size_t i = 0; i < c->verdict_n && !m->failed; i++)
        make_profile (m, &h->profile_of[h->profile_n++], &c->verdict[i]);
}

/* --- where and why */

static void make_where (struct fid_making *m, const struct fid_comparison *pair)
{
    if (!(m->r->where = fid_making_rows (m, FID_STREAM_N, sizeof *m->r->where)))
        return;
    for (int id = 0; id < FID_STREAM_N; id++) {
        struct fid_where where;
        if (fid_attribution_where (pair, (enum fid_stream_id)id, &where))
            m->r->where[m->r->where_n++] =
                (struct fid_result_where){.resource = (enum fid_resource_id)id,
                                          .from_s = where.from_s,
                                          .to_s = where.to_s,
                                          .part = where.part};
    }
}

static struct fid_result_setting make_setting (struct fid_making *m,
                                               const struct fid_key_change *c)
{
    return (struct fid_result_setting){
        fid_making_text (m, c->key), fid_making_text (m, c->from), fid_making_text (m, c->to)};
}

static void make_cause (struct fid_making *m, struct fid_result_cause *to,
                        const struct fid_cause *k)
{
    struct fid_result_setting first = {NULL, NULL, NULL};
    const struct fid_change *mended = &k->mended;
    bool of_job = mended->traits != 0, hides = mended->with != FID_JOB_TRAIT_N;
    if (k->change_n)
        first = make_setting (m, &k->change[0]);
    *to = (struct fid_result_cause){
        .code = k->code,
        .what = fid_making_text (m, k->what),
        .resource = k->worst ? (int)k->worst->resource : -1,
        .quantity = k->worst ? (int)k->worst->measure->quantity : -1,
        .side = {of_job ? mended->of.real : FID_ABSENT,
                 of_job ? mended->of.emulation : FID_ABSENT},
        .share = fid_share_written (k->share),
        .key = first.key,
        .from = first.from,
        .to = first.to,
        .also = fid_making_rows (m, k->change_n, sizeof *to->also),
        .error_after = mended->error_after,
        .with = hides ? fid_job_traits[mended->with].name : NULL,
        .error_with = mended->error_with,
        .similarity_after = k->similarity_after >= 0 ? k->similarity_after : FID_ABSENT,
        .text = fid_making_text (m, k->text)};
    for (size_t i = 1; i < k->change_n && to->also; i++)
        to->also[to->also_n++] = make_setting (m, &k->change[i]);
}

void fid_making_attribution (struct fid_making *m)
{
    struct fid_cause cause[FID_CAUSES_MAX];
    /* a place in time and a setting are those of two runs: the middle pair's */
    const struct fid_comparison *c = m->c,
                                *pair = c->repeats ? &c->repeats->pair[c->middle] : c;
    struct fid_result_head *h = &m->r->head;
    make_where (m, pair);
    size_t n = 0;
    if (fid_attribution_causes (c, fid_comparison_verdict (c), &m->opts->answer, cause, &n,
                                m->err)) {
        m->failed = true;
        return;
    }
    if (!(h->cause = fid_making_rows (m, n, sizeof *h->cause)))
        return;
    for (size_t i = 0; i < n; i++)
        make_cause (m, &h->cause[h->cause_n++], &cause[i]);
}
