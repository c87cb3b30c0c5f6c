/* SPDX-License-Identifier: GPL-3.0-or-later */
/* result_make.c - a compared pair as a result (results/result.h) */
#include "compare/calibration.h"
#include "compare/causes.h"
#include "compare/comparison.h"
#include "results/answer_words.h"
#include "storage/answer.h"

struct making {
    struct fid_result *r;
    const struct fid_comparison *c;
    const struct fid_compare_opts *opts;
    struct fid_error *err;
    bool failed; /* err is set */
};

/* A copy of a text; bytes that are not UTF-8 are replaced by '?'.  NULL for NULL and "", and
 * after a failure. */
static const char *make_text (struct making *m, const char *s)
{
    if (m->failed || !s || !*s)
        return NULL;
    if (fid_has_control (s)) {
        fid_errorf (m->err, FID_EINPUT, "the result: a name or text holds control characters");
        m->failed = true;
        return NULL;
    }
    char *copy = fid_arena_text (&m->r->head.arena, s, m->err);
    m->failed = !copy;
    if (copy)
        fid_utf8_clean (copy);
    return copy;
}

/* Zeroed rows that live as long as the result; NULL after a failure. */
static void *make_rows (struct making *m, size_t n, size_t size)
{
    void *rows = m->failed ? NULL : fid_arena_take (&m->r->head.arena, n, size, m->err);
    m->failed = !rows;
    return rows;
}

/* v: the verdict that grades it; NULL: another window, which is not graded. */
static void make_measure (struct making *m, struct fid_result_measure *to,
                          const struct fid_resource_result *res, const struct fid_measure *f,
                          const struct fid_verdict *v)
{
    char why[FID_REASON_MAX], name[FID_MEASURE_NAME];
    const struct fid_clause *c = NULL;
    for (size_t i = 0; v && i < v->clause_n && !c; i++)
        c = v->clause[i].measure == f ? &v->clause[i] : NULL;
    *to = (struct fid_result_measure){
        .name = make_text (m, fid_measure_name (fid_result_id (res), f->quantity, name)),
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
        .reason = f->valid ? NULL : make_text (m, fid_reason_text (&f->reason, why)),
        .detail = make_rows (m, f->value.detail_n, sizeof *to->detail)};
    if (f->valid && f->low >= 0) {
        to->distance_low = f->low;
        to->distance_high = f->high;
    }
    for (size_t i = 0; f->valid && to->detail && i < f->value.detail_n; i++)
        to->detail[to->detail_n++] =
            (struct fid_amount){f->value.detail[i].name, f->value.detail[i].value};
}

/* The members that a resource has in the headline and in every other window. */
static void make_window (struct making *m, struct fid_result_resource *to,
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
        .reason = make_text (m, fid_reason_text (&res->reason, why)),
        .weight = graded ? g->weight : FID_ABSENT,
        .grade = graded ? g->grade : FID_ABSENT,
        .grade_ci = {FID_ABSENT, FID_ABSENT},
        .measure = make_rows (m, res->measure_n, sizeof *to->measure)};
    if (graded && res->grade_low >= 0) {
        to->low = res->grade_low;
        to->high = res->grade_high;
    }
    for (size_t i = 0; to->measure && i < res->measure_n; i++)
        make_measure (m, &to->measure[to->measure_n++], res, &res->measure[i], v);
}

static void make_resources (struct making *m)
{
    struct fid_result_resource *to = make_rows (m, FID_RESOURCE_N, sizeof *to);
    m->r->resource = to;
    for (enum fid_resource_id r = 0; r < FID_RESOURCE_N && to; r++, to++) {
        const struct fid_resource_result *head = fid_comparison_headline (m->c, r);
        m->r->resource_n++;
        make_window (m, to, head, fid_comparison_verdict (m->c));
        to->other = make_rows (m, FID_WINDOW_N, sizeof *to->other);
        for (int w = 0; w < FID_WINDOW_N && to->other; w++) {
            const struct fid_resource_result *res = &m->c->result[w][r];
            if (m->c->done[w] && res != head && res->window != head->window &&
                (res->measure_n || res->status == FID_STATUS_IDLE))
                make_window (m, &to->other[to->other_n++], res, NULL);
        }
    }
}

static void make_coverage (struct making *m)
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

static const char *reason_words (struct making *m, struct fid_reason why)
{
    char text[FID_REASON_MAX];
    return make_text (m, fid_reason_text (&why, text));
}

static struct fid_reason no_similarity (const struct fid_verdict *v)
{
    return v->unseen.code ? v->unseen : (struct fid_reason){.code = FID_REASON_NOTHING_GRADED};
}

/* Why one cannot tell whether a profile is met. */
static struct fid_reason why_unknown (const struct making *m, const struct fid_verdict *v)
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

static void make_overall (struct making *m)
{
    const struct fid_verdict *v = fid_comparison_verdict (m->c);
    struct fid_result_head *h = &m->r->head;
    bool known = v->similarities.similarity >= 0,
         own = m->c->repeats && m->c->repeats->emu_n > 1;
    h->profile = m->r->options.profile;
    h->verdict = v->validity;
    h->similarity = known ? v->similarities.similarity : FID_ABSENT;
    h->similarity_low = h->similarity_high = FID_ABSENT;
    if (v->low >= 0) {
        h->similarity_low = v->low;
        h->similarity_high = v->high;
        h->similarity_ci_of =
            own ? "expected range of a further run, from the spread of its runs "
                  "and of recorded repeats"
                : "expected range of a further run, from the spread of recorded "
                  "repeats";
    }
    h->similarity_reason = known ? NULL : reason_words (m, no_similarity (v));
    h->noise = m->c->noise_known ? "repeats of the real run" : NULL;
    make_coverage (m);
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
static void judge_by_answer (struct making *m, struct fid_result_profile *to,
                             const struct fid_verdict *v)
{
    struct fid_arena arena = {NULL};
    struct fid_result_answer a;
    char text[FID_ANSWER_WORDS];
    to->by_answer = true;
    if (m->failed || fid_answer_doc (v->answer, &arena, &a, m->err)) {
        m->failed = true;
    } else {
        to->text = make_text (m, fid_answer_verdict_words (&a, v->profile->name, text));
        to->says_answer = fid_answer_has_fact (&a);
        to->reason = make_text (m, *fid_answer_why_words (&a, text) ? text : NULL);
    }
    fid_arena_clear (&arena);
}

static void make_clauses (struct making *m, struct fid_result_profile *to,
                          const struct fid_verdict *v)
{
    const struct fid_clause **clause = make_rows (m, v->clause_n, sizeof *clause);
    to->clauses = make_rows (m, v->clause_n, sizeof *to->clauses);
    for (size_t i = 0; i < v->clause_n && clause; i++)
        clause[i] = &v->clause[i];
    if (clause)
        qsort (clause, v->clause_n, sizeof *clause, by_share);
    for (size_t i = 0; i < v->clause_n && !m->failed; i++) {
        const struct fid_clause *c = clause[i];
        char name[FID_MEASURE_NAME], text[FID_CLAUSE_TEXT];
        to->clauses[to->clause_n++] = (struct fid_result_clause){
            .name = make_text (m, fid_measure_name (c->resource, c->measure->quantity, name)),
            .status = c->status,
            .key = c->key,
            .grade = c->grade,
            .share = fid_share_written (c->share),
            .text = make_text (m, fid_clause_text (c, text))};
    }
}

static void make_profile (struct making *m, struct fid_result_profile *to,
                          const struct fid_verdict *v)
{
    bool known = v->similarities.similarity >= 0;
    *to = (struct fid_result_profile){
        .name = make_text (m, v->profile->name),
        .verdict = v->validity,
        .similarity = known ? v->similarities.similarity : FID_ABSENT,
        .similarity_ci = {v->low >= 0 ? v->low : FID_ABSENT,
                          v->low >= 0 ? v->high : FID_ABSENT},
        .met_n = (int)v->met_n,
        .of_n = (int)v->clause_n,
        .reason = v->validity == FID_CANNOT_TELL ? reason_words (m, why_unknown (m, v)) : NULL};
    make_clauses (m, to, v);
    if (!m->failed) {
        /* "valid for read (7 of 7)", and what is not met: key clauses, which decide, first */
        char text[CLAUSES_SAID * FID_CLAUSE_TEXT + 128];
        int at =
            snprintf (text, sizeof text, "%s for %s (%zu of %zu)",
                      fid_validity_name (v->validity), v->profile->name, v->met_n, v->clause_n);
        size_t shown = 0;
        for (size_t i = 0, n = 2 * v->clause_n; v->validity == FID_NOT_VALID && i < n; i++) {
            const struct fid_result_clause *c = &to->clauses[i % v->clause_n];
            if (c->status == FID_CLAUSE_NOT_MET && c->key == (i < v->clause_n) &&
                shown < CLAUSES_SAID)
                at += snprintf (text + at, sizeof text - (size_t)at, "%s%s",
                                shown++ ? "; " : ": ", c->text);
        }
        to->text = make_text (m, text);
    }
    if (v->answer && v->validity == v->answer->verdict)
        judge_by_answer (m, to, v);
}

static void make_verdicts (struct making *m)
{
    const struct fid_comparison *c = m->c;
    const struct fid_verdict *v = fid_comparison_verdict (c);
    struct fid_result *r = m->r;
    struct fid_result_head *h = &r->head;
    r->group = make_rows (m, FID_GROUP_N, sizeof *r->group);
    h->profile_of = make_rows (m, c->verdict_n, sizeof *h->profile_of);
    make_overall (m);
    /* the answer of the profile in use; of storage if that one is judged by its clauses */
    const struct fid_answer *a =
        &c->answers
             .of[v->profile->answer >= 0 ? v->profile->answer : (int)FID_ANSWER_FOR_STORAGE];
    m->failed = m->failed || fid_answer_doc (a, &h->arena, &h->answer, m->err);
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

static struct fid_result_setting make_setting (struct making *m, const struct fid_key_change *c)
{
    return (struct fid_result_setting){make_text (m, c->key), make_text (m, c->from),
                                       make_text (m, c->to)};
}

static void make_cause (struct making *m, struct fid_result_cause *to,
                        const struct fid_cause *k)
{
    struct fid_result_setting first = {NULL, NULL, NULL};
    const struct fid_change *mended = &k->mended;
    bool of_job = mended->traits != 0, hides = mended->with != FID_JOB_TRAIT_N;
    if (k->change_n)
        first = make_setting (m, &k->change[0]);
    *to = (struct fid_result_cause){
        .code = k->code,
        .what = make_text (m, k->what),
        .resource = k->worst ? (int)k->worst->resource : -1,
        .quantity = k->worst ? (int)k->worst->measure->quantity : -1,
        .side = {of_job ? mended->of.real : FID_ABSENT,
                 of_job ? mended->of.emulation : FID_ABSENT},
        .unit = of_job ? (int)fid_job_traits[mended->of.trait].unit : -1,
        .share = fid_share_written (k->share),
        .key = first.key,
        .from = first.from,
        .to = first.to,
        .also = make_rows (m, k->change_n, sizeof *to->also),
        .error_after = mended->error_after,
        .with = hides ? fid_job_traits[mended->with].name : NULL,
        .error_with = mended->error_with,
        .similarity_after = k->similarity_after >= 0 ? k->similarity_after : FID_ABSENT,
        .text = make_text (m, k->text)};
    for (size_t i = 1; i < k->change_n && to->also; i++)
        to->also[to->also_n++] = make_setting (m, &k->change[i]);
}

static void make_attribution (struct making *m)
{
    struct fid_cause cause[FID_CAUSES_MAX];
    /* a place in time and a setting belong to two runs: the middle pair */
    const struct fid_comparison *c = m->c,
                                *pair = c->repeats ? &c->repeats->pair[c->middle] : c;
    struct fid_result_head *h = &m->r->head;
    m->r->where = make_rows (m, FID_STREAM_N, sizeof *m->r->where);
    for (enum fid_stream_id id = 0; id < FID_STREAM_N && m->r->where; id++)
        m->r->where_n += fid_attribution_where (pair, id, &m->r->where[m->r->where_n]);
    size_t n = 0;
    m->failed = m->failed || fid_attribution_causes (c, fid_comparison_verdict (c),
                                                     &m->opts->answer, cause, &n, m->err);
    h->cause = make_rows (m, n, sizeof *h->cause);
    for (size_t i = 0; i < n && h->cause; i++)
        make_cause (m, &h->cause[h->cause_n++], &cause[i]);
}

/* As make_text; frees s, which is NULL if there was no memory for it. */
static const char *take_text (struct making *m, char *s)
{
    const char *text = make_text (m, s);
    m->failed |= !s;
    free (s);
    return text;
}

static void make_options (struct making *m, const struct fid_run_opts *run_opts,
                          const struct fid_compare_opts *opts)
{
    const struct fid_comparison *c = m->c;
    const struct fid_pair *p = &c->pair;
    const struct fid_profile *profile = fid_comparison_verdict (c)->profile;
    double real_s = c->length_s[p->window][0];
    m->r->options = (struct fid_result_options){
        .window = p->window,
        .per = p->units.per,
        .all_processes = run_opts->all_processes,
        .day_first = run_opts->day_first,
        .roles = run_opts->roles_hash,
        .utc_offset_s = run_opts->has_zone ? (double)run_opts->zone_ns / 1e9 : FID_GAP,
        .step_s = p->step_s > 0 ? p->step_s : FID_ABSENT,
        .dt_s = p->dt_s,
        .rhythm_dt_s = p->rhythm_dt_s,
        .band_s = real_s > 0 ? fid_pair_band (p, real_s) : FID_ABSENT,
        .penalty = p->penalty,
        .tolerance_s = p->tolerance_s,
        .profile = make_text (m, profile->name),
        .profile_hash = profile->hash,
        .calibration = opts->calibration ? opts->calibration->hash : 0,
        .excluded = p->excluded};
}

/* A side: one run, or several under the name of the first "+" how many more. */
static void make_side (struct making *m, struct fid_result_side *side,
                       const struct fid_run *const *run, size_t n, bool mixed)
{
    char hex[FID_HASH_TEXT];
    uint64_t hash = run[0]->hash;
    size_t source_n = 0;
    for (size_t i = 1; i < n; i++)
        hash = fid_hash_pair (hash, run[i]->hash);
    for (size_t i = 0; i < n; i++)
        source_n += run[i]->source_n;
    for (size_t i = 0; i < n && !mixed && !side->workload; i++)
        side->workload = make_text (m, run[i]->workload);
    side->id = n > 1 ? take_text (m, fid_format (m->err, "%.250s+%zu", run[0]->id, n - 1))
                     : make_text (m, run[0]->id);
    side->hash = make_text (m, fid_hash_text (hash, hex));
    side->run.text = make_rows (m, n, sizeof *side->run.text);
    side->input = make_rows (m, source_n, sizeof *side->input);
    for (size_t i = 0; i < n && !m->failed; i++) {
        side->run.text[side->run.n++] = make_text (m, run[i]->id);
        FID_EACH (const struct fid_source, s, run[i]->source)
            if (s->used && !m->failed)
                side->input[side->input_n++] = (struct fid_result_input){
                    .file =
                        n > 1 ? take_text (m, fid_format (m->err, "%s/%s", run[i]->id, s->path))
                              : make_text (m, s->path),
                    .reader = s->reader,
                    .byte_n = s->byte_n,
                    .hash = s->hash};
    }
}

static double origin_s (const struct fid_run *run)
{
    const struct fid_phases *p = &run->phases;
    int64_t first = p->known ? p->first_ns : 0;
    for (int i = 0; i < FID_STREAM_N; i++)
        if (run->stream[i].first_ns < first)
            first = run->stream[i].first_ns;
    return p->known ? (double)(p->origin_ns - first) / 1e9 : 0;
}

static void make_alignment (struct making *m)
{
    static const char *const axis[] = {"utc",         "application", "local",
                                       "time of day", "boot",        "relative"};
    const struct fid_alignment *a = &m->c->alignment;
    struct fid_result_alignment *to = &m->r->alignment;
    *to = (struct fid_result_alignment){
        .lag_of = a->lag_known ? a->lag_of : NULL,
        .lag_s = a->lag_known ? a->lag_s : FID_GAP,
        .lag_peak = a->lag_known ? a->lag_peak : FID_GAP,
        .lag_ambiguous = a->lag_ambiguous,
        .warp_mean_s = a->warp_known ? a->warp_mean_s : FID_ABSENT,
        .warp_max_s = a->warp_known ? a->warp_max_s : FID_ABSENT};
    bool known = true;
    int64_t both_ns = 0;
    for (int k = 0; k < 2; k++) {
        const struct fid_run *run = m->c->pair.run[k];
        const struct fid_clock_map *boot = &run->clocks.map[FID_CLOCK_BOOT];
        /* the clock that event traces are in, else the axis itself */
        const struct fid_clock_map *map =
            boot->known ? boot : &run->clocks.map[run->clocks.axis];
        int64_t unsure_ns = map->uncertainty_ns; /* on the worst host */
        for (size_t i = 0; i < run->hosts.n && run->hosts.n > 1; i++)
            if (run->hosts.at[i].known && run->hosts.at[i].uncertainty_ns > unsure_ns)
                unsure_ns = run->hosts.at[i].uncertainty_ns;
        known &= map->known;
        both_ns += unsure_ns;
        to->origin_s[k] = origin_s (run);
        to->clock[k] = (struct fid_result_clock){
            .axis = axis[run->clocks.axis],
            .how = make_text (m, map->how),
            .uncertainty_s = map->known ? (double)unsure_ns / 1e9 : FID_ABSENT,
            .residual_s = map->known ? (double)map->residual_ns / 1e9 : FID_ABSENT,
            .drift_ppm = map->known ? map->drift * 1e6 : FID_GAP};
    }
    to->uncertainty_s = known ? (double)both_ns / 1e9 : FID_ABSENT;
}

static void make_windows (struct making *m)
{
    const struct fid_comparison *c = m->c;
    if (!(m->r->window = make_rows (m, FID_WINDOW_N, sizeof *m->r->window)))
        return;
    for (int w = 0; w < FID_WINDOW_N; w++) {
        double a = c->length_s[w][0], b = c->length_s[w][1];
        m->r->window[m->r->window_n++] = (struct fid_result_window){
            .window = w,
            .headline = (enum fid_window)w == c->pair.window,
            .length_s = {a > 0 ? a : FID_ABSENT, b > 0 ? b : FID_ABSENT},
            .reason = c->done[w] ? NULL
                      : a > 0    ? "not in the emulation"
                      : b > 0    ? "not in the real run"
                                 : "in neither run"};
    }
}

static void make_findings (struct making *m)
{
    const struct fid_comparison *c = m->c;
    struct fid_result_finding *to = make_rows (m, c->finding_n, sizeof *to);
    char text[FID_FOUND_MAX];
    m->r->finding = to;
    m->r->finding_n = to ? c->finding_n : 0;
    for (int s = FID_SERIOUS; to && s >= FID_INFO; s--) /* the worst first */
        FID_EACH (const struct fid_found, f, c->finding)
            if ((int)f->severity == s)
                *to++ = (struct fid_result_finding){
                    .severity = f->severity,
                    .resource = f->resource < FID_RESOURCE_N ? (int)f->resource : -1,
                    .text = make_text (m, fid_found_text (f, text))};
}

/* What was odd about the runs. */
static void make_warnings (struct making *m, const struct fid_run *const *run, size_t n)
{
    const struct fid_repeats *r = m->c->repeats;
    struct fid_texts *to = &m->r->warning;
    char text[FID_RUN_FINDING_TEXT];
    size_t warning_n = 2;
    for (size_t i = 0; i < n; i++)
        warning_n += run[i]->findings.n;
    if (!(to->text = make_rows (m, warning_n, sizeof *to->text)))
        return;
    if (r && r->mixed_real)
        to->text[to->n++] = "the real runs are of several workloads";
    if (r && r->mixed_emu)
        to->text[to->n++] = "the runs of the emulation are of several workloads";
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < run[i]->findings.n; k++) {
            const struct fid_run_finding *f = &run[i]->findings.at[k];
            fid_run_finding_text (f, text, sizeof text);
            to->text[to->n++] = take_text (m, fid_format (m->err, "%s: %s%s%s", run[i]->id,
                                                          f->resource ? f->resource : "",
                                                          f->resource ? ": " : "", text));
        }
}

/* The files that the system did not let be read, where there are any. */
static void make_incomplete (struct making *m, const struct fid_run *const *run, size_t n)
{
    char *text = NULL;
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < run[i]->source_n && !m->failed; k++) {
            const struct fid_source *s = &run[i]->source[k];
            if (!s->refused)
                continue;
            char *more = fid_format (m->err, "%s%s%s: %s: %s", text ? text : "",
                                     text ? "; " : "", run[i]->id, s->path, s->failure);
            m->failed |= !more;
            free (text);
            text = more;
        }
    if (text)
        m->r->head.incomplete = take_text (m, text);
}

struct fid_result *fid_comparison_result (const struct fid_comparison *c,
                                          const struct fid_run_opts *run_opts,
                                          const struct fid_compare_opts *opts,
                                          struct fid_error *err)
{
    char key[FID_HASH_TEXT];
    struct making making = {
        .r = calloc (1, sizeof *making.r), .c = c, .opts = opts, .err = err};
    struct making *m = &making;
    const struct fid_run *const both[2] = {c->pair.real, c->pair.emu};
    const struct fid_repeats *r = c->repeats;
    const struct fid_run *const *run = r ? r->run : both;
    size_t real_n = r ? r->real_n : 1, emu_n = r ? r->emu_n : 1;
    if (!m->r)
        return fid_null_nomem (err);
    fid_compare_key (run_opts, opts, key);
    m->r->head.key = make_text (m, key);
    m->r->head.version = fid_version ();
    make_options (m, run_opts, opts);
    make_side (m, &m->r->head.real, run, real_n, r && r->mixed_real);
    make_side (m, &m->r->head.emulation, run + real_n, emu_n, r && r->mixed_emu);
    make_incomplete (m, run, real_n + emu_n);
    make_alignment (m);
    make_windows (m);
    make_resources (m);
    make_verdicts (m);
    if (r)
        m->r->repeats = (struct fid_result_repeats){
            .real_n = r->real_n,
            .emulation_n = r->emu_n,
            .pair_n = r->real_n * r->emu_n,
            .middle = {make_text (m, c->pair.real->id), make_text (m, c->pair.emu->id)}};
    make_attribution (m);
    make_findings (m);
    make_warnings (m, run, real_n + emu_n);
    if (m->failed || fid_result_settle (m->r, "the result", err)) {
        fid_result_destroy (m->r);
        return NULL;
    }
    return m->r;
}
