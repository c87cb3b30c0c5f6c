/* report_index.c - index.json: the ranking for programs (schema fidlio.index/2) */
#include "config.h"
#include <stdlib.h>
#include <string.h>
#include "base/jsonbuild.h"
#include "report/report.h"

static void
add_number (struct fid_doc *d, cJSON *in, const char *key, double x)
{
    fid_doc_maybe (d, in, key, x != FID_ABSENT, x);
}

static void
add_interval (struct fid_doc *d, cJSON *o, const char *key, double low, double high)
{
    if (low == FID_ABSENT) {
        fid_doc_null (d, o, key);
        return;
    }
    cJSON *ci = fid_doc_list (d, o, key);
    add_number (d, ci, NULL, low);
    add_number (d, ci, NULL, high);
}

/* The pairs of a place, best first. */
static void
add_runs (struct fid_doc *d, cJSON *o, const struct fid_list *list, const struct fid_entry *e)
{
    cJSON *runs = fid_doc_list (d, o, "pairs");
    for (size_t i = 0; i < e->run_n; i++) {
        const struct fid_result_head *r = e->run[i];
        cJSON *run = fid_doc_object (d, runs, NULL);
        fid_doc_text (d, run, "real", r->real.id);
        fid_doc_text (d, run, "emulation", r->emulation.id);
        fid_doc_text (d, run, "file", fid_base_name (r->path));
        fid_doc_text (d, run, "window", r->window);
        add_number (d, run, "score", fid_list_score (list, r));
        add_number (d, run, "own_score", r->score);
        add_interval (d, run, "own_score_ci", r->score_low, r->score_high);
        fid_doc_text (d, run, "score_reason", r->score_reason);
    }
}

static void
add_verdicts (struct fid_doc *d, cJSON *o, const struct fid_result_head *r)
{
    cJSON *profiles = fid_doc_list (d, o, "profiles");
    for (size_t i = 0; i < r->profile_n; i++) {
        const struct fid_result_profile *p = &r->profile_of[i];
        cJSON *v = fid_doc_object (d, profiles, NULL);
        fid_doc_text (d, v, "profile", p->name);
        fid_doc_text (d, v, "verdict", fid_validity_name (p->verdict));
        add_number (d, v, "score", p->score);
        add_number (d, v, "met", p->met_n);
        add_number (d, v, "of", p->of_n);
    }
    cJSON *causes = fid_doc_list (d, o, "causes");
    for (size_t i = 0; i < r->cause_n && i < FID_RESULT_CAUSES; i++) {
        const struct fid_result_cause *c = &r->cause[i];
        cJSON *v = fid_doc_object (d, causes, NULL);
        fid_doc_text (d, v, "text", c->text);
        fid_doc_text (d, v, "key", c->key);
        fid_doc_text (d, v, "from", c->from);
        fid_doc_text (d, v, "to", c->to);
        add_number (d, v, "score_after", c->score_after);
    }
}

static void
add_entry (struct fid_doc *d, cJSON *order, const struct fid_list *list,
           const struct fid_entry *e)
{
    const struct fid_result_head *r = e->result;
    cJSON *o = fid_doc_object (d, order, NULL);
    add_number (d, o, "place", (double)e->place);
    fid_doc_bool (d, o, "tied", e->tied);
    fid_doc_text (d, o, "configuration", r->emulation.configuration);
    fid_doc_text (d, o, "workload", r->emulation.workload);
    add_number (d, o, "emulations", (double)e->emulation_n);
    add_number (d, o, "score", e->value);
    add_interval (d, o, "score_ci", e->low, e->high);
    fid_doc_text (d, o, "middle", fid_base_name (r->path));
    add_verdicts (d, o, r);
    cJSON *coverage = fid_doc_object (d, o, "coverage");
    add_number (d, coverage, "compared", r->compared_n);
    add_number (d, coverage, "of", r->of_n);
    cJSON *groups = fid_doc_list (d, o, "groups");
    for (size_t i = 0; i < FID_GROUP_N; i++) {
        if (!r->group[i].known)
            continue;
        cJSON *g = fid_doc_object (d, groups, NULL);
        fid_doc_text (d, g, "group", fid_groups[i].name);
        add_number (d, g, "grade", r->group[i].grade);
    }
    if (e->keeps_p == FID_ABSENT) {
        fid_doc_null (d, o, "range_over_weights");
    } else {
        cJSON *weights = fid_doc_object (d, o, "range_over_weights");
        add_number (d, weights, "low", e->weight_low);
        add_number (d, weights, "high", e->weight_high);
        add_number (d, weights, "keeps_place", e->keeps_p);
    }
    cJSON *findings = fid_doc_object (d, o, "findings");
    for (int s = FID_SEVERITY_N - 1; s >= 0; s--) /* the worst first */
        add_number (d, findings, fid_severity_name ((enum fid_severity)s),
                    (double)r->finding_n[s]);
    add_runs (d, o, list, e);
}

/* The lists of one ranking: "real" names a run, "workload" a workload. */
static void
add_rankings (struct fid_doc *d, cJSON *doc, const char *key, const struct fid_ranking *ranking,
              bool by_run)
{
    cJSON *rankings = fid_doc_list (d, doc, key);
    for (size_t i = 0; i < ranking->list_n; i++) {
        const struct fid_list *list = &ranking->list[i];
        cJSON *o = fid_doc_object (d, rankings, NULL);
        if (by_run)
            fid_doc_text (d, o, "real", list->name);
        fid_doc_text (d, o, "workload", list->run->workload);
        fid_doc_text (d, o, "profile", list->profile);
        cJSON *left_out = fid_doc_list (d, o, "left_out");
        for (int k = 0; k < FID_RESOURCE_N; k++)
            if (list->left_out >> k & 1)
                fid_doc_text (d, left_out, NULL, fid_resources[k].name);
        cJSON *order = fid_doc_list (d, o, "order");
        for (size_t j = 0; j < list->entry_n; j++)
            add_entry (d, order, list, &list->entry[j]);
    }
}

static void
add_nearest (struct fid_doc *d, cJSON *doc, const struct fid_report *report)
{
    cJSON *nearest = fid_doc_list (d, doc, "nearest");
    for (size_t i = 0; i < report->emulation.list_n; i++) {
        const struct fid_list *list = &report->emulation.list[i];
        cJSON *o = fid_doc_object (d, nearest, NULL);
        fid_doc_text (d, o, "emulation", list->run->id);
        fid_doc_text (d, o, "workload", list->run->workload);
        fid_doc_text (d, o, "profile", list->profile);
        add_number (d, o, "score", list->entry[0].value);
        cJSON *real = fid_doc_list (d, o, "real");
        for (size_t j = 0; j < list->entry_n && list->entry[j].place == 1; j++) {
            cJSON *near = fid_doc_object (d, real, NULL);
            fid_doc_text (d, near, "id", list->entry[j].result->real.id);
            fid_doc_text (d, near, "workload", list->entry[j].result->real.workload);
        }
    }
}

static void
add_matrix (struct fid_doc *d, cJSON *doc, const struct fid_report *report)
{
    if (fid_report_is_sparse (report)) {
        fid_doc_null (d, doc, "matrix");
        return;
    }
    cJSON *matrix = fid_doc_object (d, doc, "matrix");
    cJSON *reals = fid_doc_list (d, matrix, "real");
    cJSON *emulations = fid_doc_list (d, matrix, "emulation");
    cJSON *rows = fid_doc_list (d, matrix, "score");
    for (size_t j = 0; j < report->emulation.run_n; j++)
        fid_doc_text (d, emulations, NULL, report->emulation.run[j]->id);
    for (size_t i = 0; i < report->real.run_n; i++) {
        const char *real = report->real.run[i]->id;
        fid_doc_text (d, reals, NULL, real);
        cJSON *row = fid_doc_list (d, rows, NULL);
        for (size_t j = 0; j < report->emulation.run_n; j++) {
            const struct fid_result_head *r =
                fid_report_pair (report, real, report->emulation.run[j]->id);
            add_number (d, row, NULL, r ? r->score : FID_ABSENT);
        }
    }
}

static void
add_rest (struct fid_doc *d, cJSON *doc, const struct fid_report *report)
{
    cJSON *failed = fid_doc_list (d, doc, "failed");
    for (size_t i = 0; i < report->all.failure_n; i++) {
        const struct fid_failure *fail = &report->all.failure[i];
        cJSON *o = fid_doc_object (d, failed, NULL);
        fid_doc_text (d, o, "real", fail->real);
        fid_doc_text (d, o, "emulation", fail->emulation);
        fid_doc_text (d, o, "file", fail->file);
        fid_doc_text (d, o, "reason", fail->reason);
    }
    cJSON *warnings = fid_doc_list (d, doc, "warnings");
    const char *caveat;
    for (size_t i = 0; (caveat = fid_report_caveat (report, i)); i++)
        fid_doc_text (d, warnings, NULL, caveat);
}

int
fid_report_index (const struct fid_report *report, FILE *f, struct fid_error *err)
{
    struct fid_doc out, *d = &out;
    fid_doc_begin (d);
    cJSON *doc = d->root;
    fid_doc_text (d, doc, "schema", FID_SCHEMA_INDEX);
    cJSON *tool = fid_doc_object (d, doc, "tool");
    fid_doc_text (d, tool, "name", "fidlio");
    fid_doc_text (d, tool, "version", fid_version ());
    fid_doc_text (d, doc, "window", report->all.mixed_window ? NULL : report->window);
    fid_doc_text (d, doc, "key",
                  report->all.mixed_key || !report->all.result_n ? NULL
                                                                 : report->all.result[0].key);
    add_number (d, doc, "tie_within", FID_TIE_WITHIN);
    add_number (d, doc, "tie_flip", FID_TIE_FLIP);
    add_rankings (d, doc, "workloads", &report->workload, false);
    add_rankings (d, doc, "rankings", &report->real, true);
    add_nearest (d, doc, report);
    add_matrix (d, doc, report);
    add_rest (d, doc, report);
    doc = fid_doc_end (d, err);
    char *text = doc ? fid_json_text (doc, err) : NULL;
    cJSON_Delete (doc);
    if (!text)
        return -1;
    fputs (text, f);
    free (text);
    return 0;
}
