/* report_index.c - index.json: the ranking for programs (schema fidlio.index/3) */
#include "base/docrow.h"
#include "base/jsonstream.h"
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
        cJSON *run = fid_doc_row (
            d, runs, NULL, "real %s emulation %s file %s window %s error %f", r->real.id,
            r->emulation.id, fid_base_name (r->path), r->window, r->answer.error);
        add_interval (d, run, "error_interval", r->answer.low, r->answer.high);
        fid_doc_members (d, run, "similarity %f own_similarity %f",
                         fid_list_similarity (list, r), r->similarity);
        add_interval (d, run, "own_similarity_ci", r->similarity_low, r->similarity_high);
        fid_doc_text (d, run, "similarity_reason", r->similarity_reason);
    }
}

static void
add_verdicts (struct fid_doc *d, cJSON *o, const struct fid_result_head *r)
{
    cJSON *profiles = fid_doc_list (d, o, "profiles");
    for (size_t i = 0; i < r->profile_n; i++) {
        const struct fid_result_profile *p = &r->profile_of[i];
        fid_doc_row (d, profiles, NULL, "profile %s verdict %s similarity %f met %d of %d",
                     p->name, fid_validity_name (p->verdict), p->similarity, p->met_n, p->of_n);
    }
    cJSON *causes = fid_doc_list (d, o, "causes");
    for (size_t i = 0; i < r->cause_n && i < FID_RESULT_CAUSES; i++) {
        const struct fid_result_cause *c = &r->cause[i];
        cJSON *v = fid_doc_row (d, causes, NULL, "what %s text %s key %s from %s to %s", c->what,
                                c->text, c->key, c->from, c->to);
        cJSON *also = fid_doc_list (d, v, "also");
        for (size_t k = 0; k < c->also_n; k++)
            fid_doc_row (d, also, NULL, "key %s from %s to %s", c->also[k].key, c->also[k].from,
                         c->also[k].to);
        fid_doc_members (d, v, "error_after %f with %s error_with %f similarity_after %f",
                         c->error_after, c->with, c->error_with, c->similarity_after);
    }
}

/* Put a value made with the builder d into the document. */
static void
put_made (struct fid_stream *s, const char *key, struct fid_doc *d)
{
    fid_stream_put (s, key, fid_doc_end (d, s->err));
}

static void
put_text (struct fid_stream *s, const char *key, const char *text)
{
    fid_stream_put (s, key, text && *text ? cJSON_CreateString (text) : cJSON_CreateNull ());
}

static void
put_number (struct fid_stream *s, const char *key, double x)
{
    fid_stream_put (s, key, x != FID_ABSENT ? cJSON_CreateNumber (x) : cJSON_CreateNull ());
}

static void
put_entry (struct fid_stream *s, const struct fid_list *list, const struct fid_entry *e)
{
    const struct fid_result_head *r = e->result;
    struct fid_doc out, *d = &out;
    fid_doc_begin (d);
    cJSON *o = d->root;
    fid_doc_members (d, o,
                     "place %zu tied %hhd configuration %s workload %s emulations %zu error %f",
                     e->place, e->tied, r->emulation.configuration, r->emulation.workload,
                     e->emulation_n, e->error);
    add_interval (d, o, "error_interval", e->error_low, e->error_high);
    fid_doc_bool (d, o, "unseen", list->by_answer && e->error == FID_ABSENT &&
                                      fid_answer_unseen (&e->result->answer));
    add_number (d, o, "similarity", e->value);
    add_interval (d, o, "similarity_ci", e->low, e->high);
    fid_doc_text (d, o, "middle", fid_base_name (r->path));
    add_verdicts (d, o, r);
    fid_doc_row (d, o, "coverage", "compared %d of %d", r->compared_n, r->of_n);
    cJSON *groups = fid_doc_list (d, o, "groups");
    for (size_t i = 0; i < FID_GROUP_N; i++)
        if (r->group[i].known)
            fid_doc_row (d, groups, NULL, "group %s grade %f", fid_groups[i].name,
                         r->group[i].grade);
    cJSON *findings = fid_doc_object (d, o, "findings");
    for (int k = FID_SEVERITY_N - 1; k >= 0; k--) /* the worst first */
        add_number (d, findings, fid_severity_name ((enum fid_severity)k),
                    (double)r->finding_n[k]);
    add_runs (d, o, list, e);
    put_made (s, NULL, d);
}

/* The lists of one ranking: "real" names a run, "workload" a workload. */
static void
put_rankings (struct fid_stream *s, const char *key, const struct fid_ranking *ranking,
              bool by_run)
{
    fid_stream_open (s, key, true);
    for (size_t i = 0; i < ranking->list_n; i++) {
        const struct fid_list *list = &ranking->list[i];
        struct fid_doc left_out;
        fid_stream_open (s, NULL, false);
        if (by_run)
            put_text (s, "real", list->name);
        put_text (s, "workload", list->run->workload);
        put_text (s, "profile", list->profile);
        fid_doc_begin_list (&left_out);
        for (int k = 0; k < FID_RESOURCE_N; k++)
            if (list->left_out >> k & 1)
                fid_doc_text (&left_out, left_out.root, NULL, fid_resources[k].name);
        put_made (s, "left_out", &left_out);
        fid_stream_open (s, "order", true);
        for (size_t j = 0; j < list->entry_n; j++)
            put_entry (s, list, &list->entry[j]);
        fid_stream_close (s);
        fid_stream_close (s);
    }
    fid_stream_close (s);
}

static void
put_nearest (struct fid_stream *s, const struct fid_report *report)
{
    fid_stream_open (s, "nearest", true);
    for (size_t i = 0; i < report->emulation.list_n; i++) {
        const struct fid_list *list = &report->emulation.list[i];
        struct fid_doc out, *d = &out;
        fid_doc_begin (d);
        fid_doc_members (d, d->root, "emulation %s workload %s profile %s similarity %f",
                         list->run->id, list->run->workload, list->profile,
                         list->entry[0].value);
        cJSON *real = fid_doc_list (d, d->root, "real");
        for (size_t j = 0; j < list->entry_n && list->entry[j].place == 1; j++)
            fid_doc_row (d, real, NULL, "id %s workload %s", list->entry[j].result->real.id,
                         list->entry[j].result->real.workload);
        put_made (s, NULL, d);
    }
    fid_stream_close (s);
}

static void
put_row (struct fid_stream *s, const struct fid_report *report, const char *real)
{
    struct fid_doc row;
    fid_doc_begin_list (&row);
    for (size_t j = 0; j < report->emulation.run_n; j++) {
        const struct fid_result_head *r =
            fid_report_pair (report, real, report->emulation.run[j]->id);
        add_number (&row, row.root, NULL, r ? r->similarity : FID_ABSENT);
    }
    put_made (s, NULL, &row);
}

static void
put_names (struct fid_stream *s, const char *key, const struct fid_ranking *of)
{
    fid_stream_open (s, key, true);
    for (size_t i = 0; i < of->run_n; i++)
        put_text (s, NULL, of->run[i]->id);
    fid_stream_close (s);
}

static void
put_matrix (struct fid_stream *s, const struct fid_report *report)
{
    if (fid_report_is_sparse (report)) {
        fid_stream_put (s, "matrix", cJSON_CreateNull ());
        return;
    }
    fid_stream_open (s, "matrix", false);
    put_names (s, "real", &report->real);
    put_names (s, "emulation", &report->emulation);
    fid_stream_open (s, "similarity", true);
    for (size_t i = 0; i < report->real.run_n; i++)
        put_row (s, report, report->real.run[i]->id);
    fid_stream_close (s);
    fid_stream_close (s);
}

static void
put_rest (struct fid_stream *s, const struct fid_report *report)
{
    fid_stream_open (s, "failed", true);
    for (size_t i = 0; i < report->all.failure_n; i++) {
        const struct fid_failure *fail = &report->all.failure[i];
        struct fid_doc out, *d = &out;
        fid_doc_begin (d);
        fid_doc_members (d, d->root, "real %s emulation %s file %s reason %s", fail->real,
                         fail->emulation, fail->file, fail->reason);
        put_made (s, NULL, d);
    }
    fid_stream_close (s);
    fid_stream_open (s, "warnings", true);
    const char *caveat;
    for (size_t i = 0; (caveat = fid_report_caveat (report, i)); i++)
        put_text (s, NULL, caveat);
    fid_stream_close (s);
}

int
fid_report_index (const struct fid_report *report, FILE *f, struct fid_error *err)
{
    struct fid_stream stream, *s = &stream;
    struct fid_doc tool;
    fid_stream_begin (s, f, err);
    put_text (s, "schema", FID_SCHEMA_INDEX);
    fid_doc_begin (&tool);
    fid_doc_members (&tool, tool.root, "name %s version %s", "fidlio", fid_version ());
    put_made (s, "tool", &tool);
    put_text (s, "window", report->all.mixed_window ? NULL : report->window);
    put_text (s, "key",
              report->all.mixed_key || !report->all.result_n ? NULL
                                                             : report->all.result[0].key);
    put_number (s, "tie_within", FID_TIE_WITHIN);
    put_rankings (s, "workloads", &report->workload, false);
    put_rankings (s, "rankings", &report->real, true);
    put_nearest (s, report);
    put_matrix (s, report);
    put_rest (s, report);
    return fid_stream_end (s);
}
