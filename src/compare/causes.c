/* SPDX-License-Identifier: GPL-3.0-or-later */
/* causes.c - causes: in what the jobs differ, as keys of the emulator (attribution.h)
 *
 * Each rule that applies (cause_rules.h) makes one; then they are held against what derive
 * finds, told what they do to the answer, given their shares of the loss, and put in order. */
#include <fnmatch.h>
#include "compare/cause_rules.h"
#include "derive/derive.h"
#include "compare/repeats.h"
#include "job/of_run.h"
#include "metrics/aggregate.h"
#include "storage/answer.h"

/* Shares of the loss. */
#define LEFT_SHARE 0.05  /* a clause without a cause that costs it is shown as it is */
#define LEFT_N     3     /* at most so many */
#define IDLE_SHARE 0.002 /* less is not worth a word, unless the answer follows */

/* --- clauses */

/* Whether a clause is one of some patterns, separated by blanks. */
static bool is_one_of (const struct fid_clause *c, const char *patterns)
{
    char name[96], pattern[64];
    snprintf (name, sizeof name, "%s.%s", fid_resources[c->resource].name,
              fid_quantities[c->measure->quantity].name);
    while (*patterns) {
        size_t n = strcspn (patterns, " ");
        snprintf (pattern, sizeof pattern, "%.*s", (int)n, patterns);
        if (fnmatch (pattern, name, 0) == 0)
            return true;
        patterns += n + strspn (patterns + n, " ");
    }
    return false;
}

/* Splits the share of each clause evenly among its causes. */
static void share_out (const struct fid_verdict *v, struct fid_cause *cause, size_t n)
{
    for (size_t i = 0; i < v->clause_n; i++) {
        const struct fid_clause *clause = &v->clause[i];
        size_t of_n = 0;
        for (size_t k = 0; k < n; k++)
            of_n += cause[k].explains[i];
        FID_EACH_OF (struct fid_cause, to, cause, n) {
            if (!to->explains[i])
                continue;
            to->share = fmin (1, to->share + clause->share / (double)of_n); /* rounding */
            if (!to->worst || clause->share > to->worst->share)
                to->worst = clause;
        }
    }
}

/* The clause that costs most, and much, and has no cause; clause_n if all have one. */
static size_t worst_left (const struct fid_verdict *v, const struct fid_cause *cause, size_t n)
{
    size_t worst = v->clause_n;
    for (size_t i = 0; i < v->clause_n; i++) {
        bool told = false;
        for (size_t k = 0; k < n; k++)
            told |= cause[k].explains[i];
        if (!told && v->clause[i].share >= LEFT_SHARE &&
            (worst == v->clause_n || v->clause[i].share > v->clause[worst].share))
            worst = i;
    }
    return worst;
}

/* Clauses that cost much and have no cause: told as they are. */
static void tell_the_rest (const struct fid_verdict *v, struct fid_cause *cause, size_t *n)
{
    for (int k = 0; k < LEFT_N && *n < FID_CAUSES_MAX; k++) {
        size_t i = worst_left (v, cause, *n);
        char text[FID_CLAUSE_TEXT];
        if (i == v->clause_n)
            return;
        const struct fid_clause *c = &v->clause[i];
        struct fid_cause *to = &cause[(*n)++];
        *to = (struct fid_cause){.code = "unexplained"};
        to->mended = fid_change_unknown;
        snprintf (to->what, sizeof to->what, "%s: %s", fid_resources[c->resource].words,
                  fid_quantities[c->measure->quantity].words);
        snprintf (to->text, sizeof to->text, "%s", fid_clause_text (c, text));
        to->explains[i] = true;
    }
}

/* --- all of it */

/* Whether a run ended as it should: with status 0, and all its phases. */
static bool is_whole (const struct fid_run *run)
{
    const char *status = fid_run_fact (run, "exit_code");
    return !run->phases.truncated_n && (!status || strcmp (status, "0") == 0);
}

static bool is_traced (const struct fid_run *run, int stream)
{
    return stream < 0 || (run->stream[stream].traced && !run->stream[stream].incomplete);
}

/* The causes of all rules that apply, each trait by one. */
static size_t apply_rules (const struct fid_jobs_apart *l,
                           struct fid_cause cause[FID_CAUSES_MAX])
{
    unsigned left = l->traits;
    size_t n = 0;
    FID_EACH_OF (const struct fid_cause_rule, rule, fid_cause_rules, fid_cause_rule_n) {
        unsigned traits = FID_TRAIT_BIT (rule->of) | rule->also;
        if ((left & traits) != traits || (rule->total && !l->whole) ||
            !is_traced (l->run[0], rule->stream) || !is_traced (l->run[1], rule->stream) ||
            (rule->applies && !rule->applies (l)))
            continue;
        struct fid_cause *k = &cause[n++];
        *k = (struct fid_cause){.code = fid_job_traits[rule->of].name};
        left &= ~traits;
        k->mended.traits = traits;
        fid_job_differs (l->job[0], l->job[1], rule->of, &k->mended.of);
        fid_job_difference_text (&k->mended.of, k->text);
        snprintf (k->what, sizeof k->what, "%s", fid_job_traits[rule->of].words);
        fid_cause_find_keys (l, rule, k);
        for (size_t c = 0; c < l->v->clause_n; c++)
            k->explains[c] = is_one_of (&l->v->clause[c], rule->explains);
    }
    return n;
}

/* Drops causes that cost next to nothing: a key that gains nothing is no advice. */
static size_t drop_idle (struct fid_cause *cause, size_t n)
{
    size_t kept = 0;
    for (size_t k = 0; k < n; k++)
        if (cause[k].share >= IDLE_SHARE || cause[k].mended.does != FID_CHANGE_LITTLE ||
            cause[k].mended.of.trait == FID_TRAIT_SAME_ORDER)
            cause[kept++] = cause[k];
    return kept;
}

/* First what makes the answer better, by the answer then; then what does little to it, with a
 * key first, by the similarity then; last what makes it worse. */
static int order_causes (const void *va, const void *vb)
{
    const struct fid_cause *a = va, *b = vb;
    enum fid_change_does does = a->mended.does;
    int d = (int)does - (int)b->mended.does;
    if (!d && does != FID_CHANGE_LITTLE)
        d = fid_changes_order (&a->mended, &b->mended);
    d = d ? d : !a->change_n - !b->change_n;
    d = d ? d : fid_order (b->similarity_after, a->similarity_after);
    d = d ? d : fid_order (b->share, a->share);
    return d ? d : strcmp (a->text, b->text);
}

/* What each cause does to the answer of the profile, if it is judged by one. */
static int find_errors (const struct fid_comparison *c, const struct fid_answer_sources *real,
                        const struct fid_jobs_apart *l, const struct fid_answer_opts *opts,
                        struct fid_cause *cause, size_t n, struct fid_error *err)
{
    struct fid_change change[FID_CAUSES_MAX];
    struct fid_answer_opts of = *opts;
    int profile = l->v->profile->answer;
    double error = FID_TRAIT_UNKNOWN;
    if (profile >= 0 && c->answers.known) {
        of.profile = (enum fid_answer_profile)profile;
        error = c->answers.of[profile].error;
    }
    for (size_t i = 0; i < n; i++)
        change[i] = cause[i].mended;
    int rc = fid_changes_answer (change, n, error, real->run, real->n, l->job[1], &of, err);
    for (size_t i = 0; i < n; i++)
        cause[i].mended = change[i];
    return rc;
}

/* Holds the keys against what derive says of the real run, samples counted as DLIO's and as the
 * application's; where it has nothing to say they stay. */
static int agree_with_derived (const struct fid_run *real, struct fid_cause *cause, size_t *n,
                               struct fid_error *err)
{
    static const enum fid_sample_unit unit[] = {FID_UNIT_AUTO, FID_UNIT_SAMPLE};
    struct fid_claims of[2] = {{.ranks = 0}, {.ranks = 0}};
    struct fid_error why;
    bool keys = false;
    for (size_t i = 0; i < *n; i++)
        keys |= cause[i].change_n > 0;
    if (!keys || real->nameless)
        return 0;
    int rc = fid_derive_claims (real, unit, 2, of, &why);
    if (!rc)
        *n = fid_causes_agree (cause, *n, &(struct fid_causes_derived){of, 2});
    else if (why.status == FID_EINTERNAL)
        *err = why;
    else
        rc = 0;
    for (size_t i = 0; i < 2; i++)
        fid_claims_clear (&of[i]);
    return rc;
}

static int find_causes (const struct fid_comparison *c, const struct fid_verdict *v,
                        const struct fid_answer_sources *real,
                        const struct fid_answer_opts *opts,
                        struct fid_cause cause[FID_CAUSES_MAX], size_t *n,
                        struct fid_error *err)
{
    struct fid_jobs_apart l = {.run = {c->pair.real, c->pair.emu},
                               .v = v,
                               .whole = is_whole (c->pair.real) && is_whole (c->pair.emu)};
    const struct fid_run_job *job = fid_job_of_run (c->pair.emu, err);
    size_t first;
    FID_TRY (!job || fid_answer_first (&first, real->run, real->n, err));
    l.job[0] = real->run[first].job;
    l.job[1] = &job->job;
    for (int t = 0; t < FID_JOB_TRAIT_N; t++) {
        struct fid_job_difference d;
        if (fid_job_differs (l.job[0], l.job[1], (enum fid_job_trait)t, &d))
            l.traits |= FID_TRAIT_BIT (t);
        l.ratio[t] = d.real > 0 ? d.emulation / d.real : HUGE_VAL;
    }
    *n = apply_rules (&l, cause);
    FID_TRY (agree_with_derived (c->pair.real, cause, n, err) ||
             find_errors (c, real, &l, opts, cause, *n, err));
    tell_the_rest (v, cause, n);
    share_out (v, cause, *n);
    *n = drop_idle (cause, *n);
    for (size_t k = 0; k < *n; k++)
        cause[k].similarity_after =
            v->similarities.similarity >= 0
                ? fid_verdict_mended (v, cause[k].explains, c->pair.excluded)
                : FID_GRADE_NONE;
    qsort (cause, *n, sizeof *cause, order_causes);
    return 0;
}

int fid_attribution_causes (const struct fid_comparison *c, const struct fid_verdict *v,
                            const struct fid_answer_opts *opts,
                            struct fid_cause cause[FID_CAUSES_MAX], size_t *n,
                            struct fid_error *err)
{
    const struct fid_repeats *r = c->repeats;
    FID_SCOPED (fid_answer_sources_clear) struct fid_answer_sources real = {0};
    *n = 0;
    int rc = r ? fid_answer_sources_add (&real, r->all, r->all_real_n, err)
               : fid_answer_sources_add (&real, &c->pair.real, 1, err);
    if (!rc)
        rc = find_causes (c, v, &real, opts, cause, n, err);
    return rc;
}
