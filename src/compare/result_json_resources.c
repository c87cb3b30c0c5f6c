/* result_json_resources.c - resources, groups, score and profiles in the result document; see
 * result_json.h */
#include <stdio.h>
#include <stdlib.h>
#include "compare/repeats.h"
#include "compare/result_json.h"

/* Names of the groups out of scope. */
void
fid_json_excluded (struct fid_doc *d, cJSON *list, const struct fid_pair *pair)
{
    for (size_t g = 0; g < FID_GROUP_N; g++)
        if (pair->excluded >> g & 1)
            fid_doc_text (d, list, NULL, fid_groups[g].name);
}

/* [low, high], or null. */
static void
put_interval (struct fid_doc *d, cJSON *o, const char *key, double low, double high)
{
    if (low >= 0) {
        cJSON *ci = fid_doc_list (d, o, key);
        fid_doc_number (d, ci, NULL, low);
        fid_doc_number (d, ci, NULL, high);
    } else {
        fid_doc_null (d, o, key);
    }
}

static const struct fid_clause *
clause_of (const struct fid_verdict *v, const struct fid_measure *m)
{
    for (size_t i = 0; v && i < v->clause_n; i++)
        if (v->clause[i].measure == m)
            return &v->clause[i];
    return NULL;
}

/* v: the verdict that grades it; NULL: another window, which is not graded. */
static void
measure_json (struct fid_doc *d, cJSON *o, const struct fid_resource_result *res,
              const struct fid_measure *m, const struct fid_verdict *v)
{
    char why[FID_REASON_MAX], name[FID_MEASURE_NAME];
    const struct fid_clause *c = clause_of (v, m);
    fid_doc_text (d, o, "name", fid_measure_name (fid_result_id (res), m->quantity, name));
    fid_doc_text (d, o, "facet", fid_facets[m->facet].name);
    fid_doc_text (d, o, "metric", m->metric->name);
    fid_doc_text (d, o, "quantity", fid_quantities[m->quantity].name);
    fid_doc_maybe (d, o, "distance", m->valid, m->value.distance);
    put_interval (d, o, "distance_ci", m->valid ? m->low : -1, m->high);
    fid_doc_text (d, o, "unit", m->metric->unit);
    fid_doc_maybe (d, o, "noise", v && m->noise >= 0, m->noise);
    fid_doc_maybe (d, o, "tolerance", c != NULL, c ? c->tolerance : 0);
    fid_doc_maybe (d, o, "grade", c != NULL, c ? c->grade : 0);
    fid_doc_text (d, o, "clause", c ? fid_clause_name (c->status) : NULL);
    fid_doc_bool (d, o, "key", c && c->key);
    fid_doc_text (d, o, "reason", m->valid ? NULL : fid_reason_text (&m->reason, why));
    cJSON *detail = fid_doc_object (d, o, "detail");
    for (size_t i = 0; m->valid && i < m->value.detail_n; i++)
        fid_doc_number (d, detail, m->value.detail[i].name, m->value.detail[i].value);
}

/* The members that a resource has in the headline and in every other window. */
static void
window_json (struct fid_doc *d, cJSON *o, const struct fid_resource_result *res,
             const struct fid_verdict *v)
{
    char why[FID_REASON_MAX];
    fid_doc_text (d, o, "window", fid_window_name (res->window));
    fid_doc_text (d, o, "status", fid_status_name (res->status));
    fid_doc_text (d, o, "reason", fid_reason_text (&res->reason, why));
    if (v) {
        const struct fid_graded *g = &v->graded[fid_result_id (res)];
        fid_doc_maybe (d, o, "weight", g->grade >= 0, g->weight);
        fid_doc_maybe (d, o, "grade", g->grade >= 0, g->grade);
        put_interval (d, o, "grade_ci", g->grade >= 0 ? res->grade_low : -1, res->grade_high);
    }
    cJSON *measures = fid_doc_list (d, o, "measures");
    for (size_t i = 0; i < res->measure_n; i++)
        measure_json (d, fid_doc_object (d, measures, NULL), res, &res->measure[i], v);
}

void
fid_json_resources (struct fid_doc *d, cJSON *list, const struct fid_comparison *c)
{
    for (int r = 0; r < FID_RESOURCE_N; r++) {
        const struct fid_resource_result *head =
            fid_comparison_headline (c, (enum fid_resource_id)r);
        cJSON *o = fid_doc_object (d, list, NULL);
        fid_doc_text (d, o, "resource", fid_resources[r].name);
        fid_doc_text (d, o, "group", fid_groups[fid_resources[r].group].name);
        window_json (d, o, head, fid_comparison_verdict (c));
        cJSON *others = fid_doc_list (d, o, "windows");
        for (int w = 0; w < FID_WINDOW_N; w++) {
            const struct fid_resource_result *res =
                fid_comparison_resource (c, (enum fid_window)w, (enum fid_resource_id)r);
            if (!res || res == head || res->window == head->window ||
                (!res->measure_n && res->status != FID_STATUS_IDLE))
                continue;
            window_json (d, fid_doc_object (d, others, NULL), res, NULL);
        }
    }
}

/* What an interval of the score is from. */
static const char *
score_ci_of (const struct fid_comparison *c)
{
    return c->repeats && c->repeats->emu_n > 1
               ? "another run of this configuration: spread of its runs, and of recorded "
                 "configurations"
               : "another run of this configuration: spread of recorded configurations";
}

static void
coverage_json (struct fid_doc *d, cJSON *o, const struct fid_comparison *c)
{
    const struct fid_verdict *v = fid_comparison_verdict (c);
    bool wanted[FID_GROUP_N] = {false};
    size_t of = 0, compared = 0;
    for (int r = 0; r < FID_RESOURCE_N; r++)
        for (int q = 0; q < FID_QUANTITY_N; q++)
            wanted[fid_resources[r].group] |= v->profile->clause[r][q].graded;
    for (int g = 0; g < FID_GROUP_N; g++) {
        wanted[g] &= !(c->pair.excluded >> g & 1);
        of += wanted[g];
        compared += wanted[g] && v->scores.group[g] >= 0;
    }
    fid_doc_number (d, o, "compared", (double)compared);
    fid_doc_number (d, o, "of", (double)of);
    cJSON *missing = fid_doc_list (d, o, "missing");
    for (int g = 0; g < FID_GROUP_N; g++)
        if (wanted[g] && v->scores.group[g] < 0)
            fid_doc_text (d, missing, NULL, fid_groups[g].name);
    fid_json_excluded (d, fid_doc_list (d, o, "out_of_scope"), &c->pair);
}

static void
overall_json (struct fid_doc *d, cJSON *o, const struct fid_comparison *c)
{
    const struct fid_verdict *v = fid_comparison_verdict (c);
    bool scored = v->scores.score >= 0;
    fid_doc_text (d, o, "profile", v->profile->name);
    fid_doc_text (d, o, "verdict", fid_validity_name (v->validity));
    fid_doc_maybe (d, o, "score", scored, v->scores.score);
    put_interval (d, o, "score_ci", v->low, v->high);
    fid_doc_text (d, o, "score_ci_of", v->low >= 0 ? score_ci_of (c) : NULL);
    fid_doc_text (d, o, "score_reason",
                  scored ? NULL : "nothing that the profile grades was compared");
    fid_doc_maybe (d, o, "score_uncapped", scored, v->scores.mean);
    fid_doc_text (d, o, "capped_by",
                  v->scores.capped_by >= 0 ? fid_resources[v->scores.capped_by].name : NULL);
    fid_doc_text (d, o, "noise", c->noise_known ? "repeats of the real run" : NULL);
    coverage_json (d, fid_doc_object (d, o, "coverage"), c);
}

static int
by_share (const void *va, const void *vb)
{
    const struct fid_clause *const *a = va, *const *b = vb;
    double x = fid_share_written ((*a)->share), y = fid_share_written ((*b)->share);
    if (x != y)
        return x > y ? -1 : 1;
    return *a < *b ? -1 : *a > *b;
}

#define CLAUSES_SAID 3

/* "valid for read (7 of 7)", and what is not met. */
static void
verdict_text (struct fid_doc *d, cJSON *o, const struct fid_verdict *v,
              const struct fid_clause *const *clause)
{
    char text[CLAUSES_SAID * FID_CLAUSE_TEXT + 128], one[FID_CLAUSE_TEXT];
    const char *words = v->validity == FID_VALID       ? "valid for"
                        : v->validity == FID_NOT_VALID ? "not valid for"
                                                       : "cannot tell for";
    int at = snprintf (text, sizeof text, "%s %s (%zu of %zu)", words, v->profile->name,
                       v->met_n, v->clause_n);
    size_t shown = 0;
    for (size_t i = 0; i < v->clause_n && shown < CLAUSES_SAID && v->validity == FID_NOT_VALID;
         i++)
        if (clause[i]->status == FID_CLAUSE_NOT_MET)
            at += snprintf (text + at, sizeof text - (size_t)at, "%s%s", shown++ ? "; " : ": ",
                            fid_clause_text (clause[i], one));
    fid_doc_text (d, o, "text", text);
}

static int
profile_json (struct fid_doc *d, cJSON *o, const struct fid_verdict *v, bool predicted,
              struct fid_error *err)
{
    const struct fid_clause **clause = malloc ((v->clause_n + 1) * sizeof *clause);
    if (!clause)
        return fid_error_nomem (err);
    for (size_t i = 0; i < v->clause_n; i++)
        clause[i] = &v->clause[i];
    qsort (clause, v->clause_n, sizeof *clause, by_share);
    fid_doc_text (d, o, "profile", v->profile->name);
    fid_doc_text (d, o, "verdict", fid_validity_name (v->validity));
    fid_doc_maybe (d, o, "score", v->scores.score >= 0, v->scores.score);
    put_interval (d, o, "score_ci", v->low, v->high);
    fid_doc_number (d, o, "met", (double)v->met_n);
    fid_doc_number (d, o, "of", (double)v->clause_n);
    fid_doc_text (d, o, "reason",
                  v->validity != FID_CANNOT_TELL ? NULL
                  : v->scores.score < 0 ? "nothing that the profile grades was compared"
                  : v->key_lacks        ? "a key clause could not be compared"
                                        : "the interval of a key clause straddles its "
                                          "tolerance, or there is none");
    verdict_text (d, o, v, clause);
    cJSON *list = fid_doc_list (d, o, "clauses");
    for (size_t i = 0; i < v->clause_n; i++) {
        const struct fid_clause *c = clause[i];
        char name[FID_MEASURE_NAME], text[FID_CLAUSE_TEXT];
        cJSON *one = fid_doc_object (d, list, NULL);
        fid_doc_text (d, one, "name",
                      fid_measure_name (c->resource, c->measure->quantity, name));
        fid_doc_text (d, one, "status", fid_clause_name (c->status));
        fid_doc_bool (d, one, "key", c->key);
        fid_doc_number (d, one, "grade", c->grade);
        fid_doc_number (d, one, "share", fid_share_written (c->share));
        fid_doc_text (d, one, "text", fid_clause_text (c, text));
        if (predicted)
            fid_doc_bool (d, one, "predicted", true);
    }
    free (clause);
    return 0;
}

int
fid_json_verdicts (struct fid_doc *d, cJSON *doc, const struct fid_comparison *c,
                   struct fid_error *err)
{
    const struct fid_verdict *v = fid_comparison_verdict (c);
    cJSON *groups = fid_doc_list (d, doc, "groups");
    for (int g = 0; g < FID_GROUP_N; g++) {
        size_t n = 0;
        for (int r = 0; r < FID_RESOURCE_N; r++)
            n += (int)fid_resources[r].group == g && v->graded[r].grade >= 0;
        cJSON *o = fid_doc_object (d, groups, NULL);
        fid_doc_text (d, o, "group", fid_groups[g].name);
        fid_doc_maybe (d, o, "grade", v->scores.group[g] >= 0, v->scores.group[g]);
        fid_doc_number (d, o, "resources", (double)n);
    }
    overall_json (d, fid_doc_object (d, doc, "overall"), c);
    cJSON *profiles = fid_doc_list (d, doc, "profiles");
    for (size_t i = 0; i < c->verdict_n; i++)
        if (profile_json (d, fid_doc_object (d, profiles, NULL), &c->verdict[i],
                          c->pair.emu->predicted, err))
            return -1;
    return 0;
}
