/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tables.c - see tables.h */
#include "report/breakdown.h"
#include "report/tables.h"
#include "report/verdict_words.h"

const char *const fid_table_names[] = {"ranking", "facets", "breakdown", "findings",
                                       "parameters"};

/* --- the ranking */

static void add_pair (struct fid_cells *c, const struct fid_list *list,
                      const struct fid_entry *e, const struct fid_result_head *r)
{
    struct fid_error unused;
    FID_FREED char *valid = fid_valid_for (r, &unused);
    const struct fid_result_profile *p = fid_profile_at (r, 0);
    const struct fid_result_cause none = {.text = "", .key = "", .from = "", .to = ""},
                                  *cause = r->cause_n ? &r->cause[0] : &none;
    fid_cells_row (c, "%s %s %s %zu %s %s %.6f %.6f %.6f %.6f", r->real.shown, r->real.workload,
                   r->profile, e->place, e->tied ? "yes" : "no", r->emulation.configuration,
                   e->error, e->error_low, e->error_high, e->value);
    fid_cells_row (c, "%s %s %.6f %.6f %.6f %s %.6f %.6f %.6f %.6f %s", r->emulation.shown,
                   r->emulation.workload, r->answer.error, r->answer.low, r->answer.high,
                   r->answer.worst.scenario, fid_list_similarity (list, r), r->similarity,
                   r->similarity_low, r->similarity_high, fid_validity_name (r->verdict));
    c->failed |= !valid;
    fid_cells_text (c, valid);
    fid_cells_row (c, "%d %d %d %d", p->met_n, p->of_n, r->compared_n, r->of_n);
    for (size_t g = 0; g < FID_GROUP_N; g++)
        fid_cells_number (c, r->group[g].grade, 6);
    fid_cells_row (c, "%s %s %s %s %zu %s %s", cause->text, cause->key, cause->from, cause->to,
                   r->finding_n[FID_SERIOUS], r->window, fid_base_name (r->path));
}

/* of a place: the answer's error (ln) and the similarity, medians over the runs of the
 * configuration; of the pair: both, the similarity over the resources that all have and, its
 * own, over all that it has */
#define GROUP(id, name, words) "#" name "|"
#define COLUMNS                                                                                \
    "real|real_workload|profile|#place|tied|configuration|#place_error|#place_error_low|"      \
    "#place_error_high|#place_similarity|emulation|emulation_workload|#error|#error_low|"      \
    "#error_high|worst_scenario|#similarity|#own_similarity|#own_similarity_low|"              \
    "#own_similarity_high|verdict|valid_for|#clauses_met|#clauses_of|#groups_compared|"        \
    "#groups_of|" FID_GROUPS (GROUP) "cause|cause_key|cause_from|cause_to|#serious_findings|"  \
                                     "window|file"

/* --- the breakdown */

static void add_breakdown (const struct fid_result *r, struct fid_cells *c)
{
#define COLUMN_NAME(id, name, ...) name,
    static const char *const column[] = {FID_BREAKDOWN (COLUMN_NAME)};
    FID_EACH (const struct fid_result_resource, o, r->resource) {
        const struct fid_breakdown_row row = fid_breakdown_of (o);
        for (size_t i = 0; i < FID_BREAKDOWN_N; i++) {
            const struct fid_breakdown_cell *cell = &row.cell[i];
            fid_cells_row (c, "%s %s %s %s %.6f %s %s %s", r->head.real.shown,
                           r->head.emulation.shown, o->resource, fid_status_name (o->status),
                           row.similarity, column[i], cell->quantity, cell->metric);
            fid_cells_row (c, "%.6f %s %.6f %.6f %s", cell->distance,
                           cell->unit < 0 ? "" : fid_unit_name ((enum fid_unit_id)cell->unit),
                           cell->ratio, cell->grade, cell->reason ? cell->reason : row.reason);
        }
    }
}

/* --- findings and parameters */

static void add_findings (const struct fid_result *r, struct fid_cells *c)
{
    const char *real = r->head.real.shown, *emulation = r->head.emulation.shown;
    FID_EACH (const struct fid_result_finding, f, r->finding)
        fid_cells_row (c, "%s %s %s %s %s %s", real, emulation, fid_severity_name (f->severity),
                       f->resource < 0 ? "" : fid_resources[f->resource].name, f->phase,
                       f->text);
    /* warnings about a run have no severity of their own */
    for (size_t i = 0; i < r->warning.n; i++)
        fid_cells_row (c, "%s %s %s %s %s %s", real, emulation, "of a run", "", "",
                       r->warning.text[i]);
}

/* The columns from FIRST_OPTION to the last but one are members of "options". */
#define FIRST_OPTION 6
#define PARAMETERS                                                                             \
    "real|emulation|version|key|real_hash|emulation_hash|window|#step_s|#dt_s|#rhythm_dt_s|"   \
    "#band_s|#penalty|#tolerance_s|all_processes|day_first|#utc_offset_s|profile|"             \
    "profile_hash|per|calibration|out_of_scope"

static void add_parameters (const struct fid_result *r, struct fid_cells *c)
{
    const struct fid_result_head *h = &r->head;
    FID_SCOPED (fid_json_freed)
    cJSON *options = fid_record_json (&fid_result_options_record, &r->options);
    fid_cells_row (c, "%s %s %s %s %s %s", h->real.shown, h->emulation.shown, h->version,
                   h->key, h->real.hash, h->emulation.hash);
    for (size_t j = FIRST_OPTION; j + 1 < c->column_n; j++) {
        const cJSON *item = fid_get (options, c->column[j].name);
        if (cJSON_IsNumber (item))
            fid_cells_add (c, "%.12g", item->valuedouble);
        else if (cJSON_IsBool (item))
            fid_cells_add (c, cJSON_IsTrue (item) ? "yes" : "no");
        else
            fid_cells_text (c, cJSON_IsString (item) ? item->valuestring : NULL);
    }
    fid_cells_text (c, *h->out_of_scope ? h->out_of_scope : NULL);
}

void fid_table_begin (const struct fid_report *report, enum fid_table t, struct fid_cells *c)
{
    if (t == FID_TABLE_FACETS)
        fid_breakdown_columns (c);
    else if (t == FID_TABLE_BREAKDOWN)
        fid_cells_begin (c, "real|emulation|resource|status|#similarity|column|quantity|metric|"
                            "#distance|unit|#ratio|#grade|reason");
    else if (t == FID_TABLE_FINDINGS)
        fid_cells_begin (c, "real|emulation|severity|resource|phase|text");
    else if (t == FID_TABLE_PARAMETERS)
        fid_cells_begin (c, PARAMETERS);
    else {
        fid_cells_begin (c, COLUMNS);
        FID_EACH (const struct fid_list, list, report->real.list)
            FID_EACH (const struct fid_entry, e, list->entry)
                for (size_t k = 0; k < e->run_n; k++)
                    add_pair (c, list, e, e->run[k]);
    }
}

void fid_table_add (enum fid_table t, const struct fid_result *r, struct fid_cells *c)
{
    if (t == FID_TABLE_FACETS)
        fid_breakdown_rows (r, c);
    else if (t == FID_TABLE_BREAKDOWN)
        add_breakdown (r, c);
    else if (t == FID_TABLE_FINDINGS)
        add_findings (r, c);
    else if (t == FID_TABLE_PARAMETERS)
        add_parameters (r, c);
}

int fid_table_write_one (const struct fid_report *report, enum fid_table t,
                         enum fid_format format, FILE *f, struct fid_error *err)
{
    const struct fid_results *all = &report->all;
    FID_SCOPED (fid_cells_clear) struct fid_cells c = {0};
    fid_table_begin (report, t, &c);
    for (size_t i = 0; i < all->result_n && t != FID_TABLE_RANKING; i++) {
        struct fid_result *r = fid_result_load (all->result[i].path, err);
        FID_TRY (!r);
        fid_table_add (t, r, &c);
        fid_result_destroy (r); /* one at a time is in memory */
    }
    return fid_cells_write (&c, format, f, err);
}
