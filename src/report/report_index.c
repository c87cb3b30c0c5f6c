/* report_index.c - index.json: the ranking for programs (schema fidlio.index/1) */
#include "config.h"
#include <stdlib.h>
#include <string.h>
#include "base/jsontext.h"
#include "report/report.h"

/* Adding to a document fails only without memory, which is looked for once at
 * the end: every step takes and returns whether all went well so far. */
struct build {
    bool failed;
};

static void
check (struct build *b, const void *added)
{
    b->failed |= !added;
}

static cJSON *
object_in (struct build *b, cJSON *list)
{
    cJSON *o = cJSON_CreateObject ();
    check (b, o);
    if (o && !cJSON_AddItemToArray (list, o)) {
        cJSON_Delete (o);
        b->failed = true;
        return NULL;
    }
    return o;
}

static void
add_text (struct build *b, cJSON *o, const char *key, const char *s)
{
    check (b, s && *s ? cJSON_AddStringToObject (o, key, s) : cJSON_AddNullToObject (o, key));
}

static void
add_number (struct build *b, cJSON *o, const char *key, double x)
{
    check (b, x == FID_ABSENT ? cJSON_AddNullToObject (o, key)
                              : cJSON_AddNumberToObject (o, key, x));
}

static void
append_text (struct build *b, cJSON *list, const char *s)
{
    cJSON *item = cJSON_CreateString (s);
    if (!item || !cJSON_AddItemToArray (list, item)) {
        cJSON_Delete (item);
        b->failed = true;
    }
}

static void
append_number (struct build *b, cJSON *list, double x)
{
    cJSON *item = x == FID_ABSENT ? cJSON_CreateNull () : cJSON_CreateNumber (x);
    if (!item || !cJSON_AddItemToArray (list, item)) {
        cJSON_Delete (item);
        b->failed = true;
    }
}

static void
add_extreme (struct build *b, cJSON *o, const char *key, const struct fid_result_extreme *e)
{
    if (!e->resource) {
        check (b, cJSON_AddNullToObject (o, key));
        return;
    }
    cJSON *x = cJSON_AddObjectToObject (o, key);
    check (b, x);
    add_text (b, x, "resource", e->resource);
    add_text (b, x, "facet", e->facet);
    add_number (b, x, "similarity", e->similarity);
}

static void
add_entry (struct build *b, cJSON *list, const struct fid_entry *e)
{
    const struct fid_result *r = e->result;
    cJSON *o = object_in (b, list);
    add_number (b, o, "place", (double)e->place);
    check (b, cJSON_AddBoolToObject (o, "tied", e->tied));
    add_text (b, o, "emulation", r->emulation.id);
    add_text (b, o, "workload", r->emulation.workload);
    add_text (b, o, "file", fid_base_name (r->path));
    add_text (b, o, "window", r->window);
    add_number (b, o, "similarity", r->similarity);
    add_number (b, o, "score", r->score);
    if (r->score_low == FID_ABSENT) {
        check (b, cJSON_AddNullToObject (o, "score_ci"));
    } else {
        cJSON *ci = cJSON_AddArrayToObject (o, "score_ci");
        append_number (b, ci, r->score_low);
        append_number (b, ci, r->score_high);
    }
    cJSON *coverage = cJSON_AddObjectToObject (o, "coverage");
    add_number (b, coverage, "compared", r->compared_n);
    add_number (b, coverage, "of", r->of_n);
    add_extreme (b, o, "worst_facet", &r->worst);
    add_extreme (b, o, "best_facet", &r->best);
    cJSON *groups = cJSON_AddArrayToObject (o, "groups");
    for (size_t i = 0; i < r->group_n; i++) {
        cJSON *g = object_in (b, groups);
        add_text (b, g, "group", r->group[i].group);
        add_number (b, g, "similarity", r->group[i].similarity);
    }
    cJSON *findings = cJSON_AddObjectToObject (o, "findings");
    static const char *const severities[] = {"serious", "warning", "info"};
    for (int i = 0; i < 3; i++)
        add_number (b, findings, severities[i],
                    (double)fid_result_finding_n (r, severities[i]));
}

static void
add_rankings (struct build *b, cJSON *doc, const struct fid_report *report)
{
    cJSON *rankings = cJSON_AddArrayToObject (doc, "rankings");
    for (size_t i = 0; i < report->real.list_n; i++) {
        const struct fid_list *list = &report->real.list[i];
        cJSON *o = object_in (b, rankings);
        add_text (b, o, "real", list->run->id);
        add_text (b, o, "workload", list->run->workload);
        add_text (b, o, "ordered_by", list->scored ? "score" : "similarity");
        cJSON *order = cJSON_AddArrayToObject (o, "order");
        for (size_t j = 0; j < list->entry_n; j++)
            add_entry (b, order, &list->entry[j]);
    }
}

static void
add_nearest (struct build *b, cJSON *doc, const struct fid_report *report)
{
    cJSON *nearest = cJSON_AddArrayToObject (doc, "nearest");
    for (size_t i = 0; i < report->emulation.list_n; i++) {
        const struct fid_list *list = &report->emulation.list[i];
        cJSON *o = object_in (b, nearest);
        add_text (b, o, "emulation", list->run->id);
        add_text (b, o, "workload", list->run->workload);
        add_text (b, o, "ordered_by", list->scored ? "score" : "similarity");
        add_number (b, o, "value", list->entry[0].value);
        cJSON *real = cJSON_AddArrayToObject (o, "real");
        for (size_t j = 0; j < list->entry_n && list->entry[j].place == 1; j++) {
            cJSON *near = object_in (b, real);
            add_text (b, near, "id", list->entry[j].result->real.id);
            add_text (b, near, "workload", list->entry[j].result->real.workload);
        }
    }
}

static void
add_matrix (struct build *b, cJSON *doc, const struct fid_report *report)
{
    cJSON *matrix = cJSON_AddObjectToObject (doc, "matrix");
    cJSON *reals = cJSON_AddArrayToObject (matrix, "real");
    cJSON *emulations = cJSON_AddArrayToObject (matrix, "emulation");
    cJSON *rows = cJSON_AddArrayToObject (matrix, "similarity");
    for (size_t j = 0; j < report->emulation.list_n; j++)
        append_text (b, emulations, report->emulation.list[j].run->id);
    for (size_t i = 0; i < report->real.list_n; i++) {
        const struct fid_list *list = &report->real.list[i];
        append_text (b, reals, list->run->id);
        cJSON *row = cJSON_CreateArray ();
        check (b, row);
        for (size_t j = 0; j < report->emulation.list_n; j++) {
            const struct fid_result *r =
                fid_report_pair (report, list->run->id, report->emulation.list[j].run->id);
            append_number (b, row, r ? r->similarity : FID_ABSENT);
        }
        check (b, cJSON_AddItemToArray (rows, row) ? row : NULL);
    }
}

static void
add_rest (struct build *b, cJSON *doc, const struct fid_report *report)
{
    cJSON *failed = cJSON_AddArrayToObject (doc, "failed");
    for (size_t i = 0; i < report->all.failure_n; i++) {
        const struct fid_failure *fail = &report->all.failure[i];
        cJSON *o = object_in (b, failed);
        add_text (b, o, "real", fail->real);
        add_text (b, o, "emulation", fail->emulation);
        add_text (b, o, "file", fail->file);
        add_text (b, o, "reason", fail->reason);
    }
    cJSON *warnings = cJSON_AddArrayToObject (doc, "warnings");
    const char *caveat;
    for (size_t i = 0; (caveat = fid_report_caveat (report, i)); i++)
        append_text (b, warnings, caveat);
}

int
fid_report_index (const struct fid_report *report, FILE *f, struct fid_error *err)
{
    struct build b = {0};
    cJSON *doc = cJSON_CreateObject ();
    add_text (&b, doc, "schema", FID_SCHEMA_INDEX);
    cJSON *tool = cJSON_AddObjectToObject (doc, "tool");
    add_text (&b, tool, "name", "fidlio");
    add_text (&b, tool, "version", fid_version ());
    add_text (&b, doc, "window", report->all.mixed_window ? NULL : report->window);
    add_text (&b, doc, "key",
              report->all.mixed_key || !report->all.result_n ? NULL
                                                             : report->all.result[0]->key);
    add_number (&b, doc, "tie_within", FID_TIE_WITHIN);
    add_rankings (&b, doc, report);
    add_nearest (&b, doc, report);
    add_matrix (&b, doc, report);
    add_rest (&b, doc, report);
    char *text = b.failed ? NULL : fid_json_text (doc, err);
    if (b.failed)
        fid_error_nomem (err);
    cJSON_Delete (doc);
    if (!text)
        return -1;
    fputs (text, f);
    free (text);
    return 0;
}
