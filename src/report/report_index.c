/* report_index.c - index.json: the ranking for programs (schema fidlio.index/1) */
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
add_extreme (struct fid_doc *d, cJSON *o, const char *key, const struct fid_result_extreme *e)
{
    if (!e->known) {
        fid_doc_null (d, o, key);
        return;
    }
    cJSON *x = fid_doc_object (d, o, key);
    fid_doc_text (d, x, "resource", fid_resources[e->resource].name);
    fid_doc_text (d, x, "facet", fid_facets[e->facet].name);
    add_number (d, x, "similarity", e->similarity);
}

static void
add_entry (struct fid_doc *d, cJSON *list, const struct fid_entry *e)
{
    const struct fid_result_head *r = e->result;
    cJSON *o = fid_doc_object (d, list, NULL);
    add_number (d, o, "place", (double)e->place);
    fid_doc_bool (d, o, "tied", e->tied);
    fid_doc_text (d, o, "emulation", r->emulation.id);
    fid_doc_text (d, o, "workload", r->emulation.workload);
    fid_doc_text (d, o, "file", fid_base_name (r->path));
    fid_doc_text (d, o, "window", r->window);
    add_number (d, o, "similarity", r->similarity);
    add_number (d, o, "score", r->score);
    if (r->score_low == FID_ABSENT) {
        fid_doc_null (d, o, "score_ci");
    } else {
        cJSON *ci = fid_doc_list (d, o, "score_ci");
        add_number (d, ci, NULL, r->score_low);
        add_number (d, ci, NULL, r->score_high);
    }
    cJSON *coverage = fid_doc_object (d, o, "coverage");
    add_number (d, coverage, "compared", r->compared_n);
    add_number (d, coverage, "of", r->of_n);
    add_extreme (d, o, "worst_facet", &r->worst);
    add_extreme (d, o, "best_facet", &r->best);
    cJSON *groups = fid_doc_list (d, o, "groups");
    for (size_t i = 0; i < FID_GROUP_N; i++) {
        if (!r->group[i].known)
            continue;
        cJSON *g = fid_doc_object (d, groups, NULL);
        fid_doc_text (d, g, "group", fid_groups[i].name);
        add_number (d, g, "similarity", r->group[i].similarity);
    }
    if (e->keeps_p == FID_ABSENT) {
        fid_doc_null (d, o, "weights");
    } else {
        cJSON *weights = fid_doc_object (d, o, "weights");
        add_number (d, weights, "low", e->weight_low);
        add_number (d, weights, "high", e->weight_high);
        add_number (d, weights, "keeps_place", e->keeps_p);
    }
    cJSON *findings = fid_doc_object (d, o, "findings");
    for (int s = FID_SEVERITY_N - 1; s >= 0; s--) /* the worst first */
        add_number (d, findings, fid_severity_name ((enum fid_severity)s),
                    (double)r->finding_n[s]);
}

static void
add_rankings (struct fid_doc *d, cJSON *doc, const struct fid_report *report)
{
    cJSON *rankings = fid_doc_list (d, doc, "rankings");
    for (size_t i = 0; i < report->real.list_n; i++) {
        const struct fid_list *list = &report->real.list[i];
        cJSON *o = fid_doc_object (d, rankings, NULL);
        fid_doc_text (d, o, "real", list->run->id);
        fid_doc_text (d, o, "workload", list->run->workload);
        fid_doc_text (d, o, "ordered_by", list->scored ? "score" : "similarity");
        cJSON *order = fid_doc_list (d, o, "order");
        for (size_t j = 0; j < list->entry_n; j++)
            add_entry (d, order, &list->entry[j]);
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
        fid_doc_text (d, o, "ordered_by", list->scored ? "score" : "similarity");
        add_number (d, o, "value", list->entry[0].value);
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
    cJSON *rows = fid_doc_list (d, matrix, "similarity");
    for (size_t j = 0; j < report->emulation.list_n; j++)
        fid_doc_text (d, emulations, NULL, report->emulation.list[j].run->id);
    for (size_t i = 0; i < report->real.list_n; i++) {
        const struct fid_list *list = &report->real.list[i];
        fid_doc_text (d, reals, NULL, list->run->id);
        cJSON *row = fid_doc_list (d, rows, NULL);
        for (size_t j = 0; j < report->emulation.list_n; j++) {
            const struct fid_result_head *r =
                fid_report_pair (report, list->run->id, report->emulation.list[j].run->id);
            add_number (d, row, NULL, r ? r->similarity : FID_ABSENT);
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
    add_rankings (d, doc, report);
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
