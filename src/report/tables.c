/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tables.c - see tables.h */
#include "report/breakdown.h"
#include "report/tables.h"

static const char *const names[FID_TABLE_N] = {"ranking", "facets", "findings", "parameters"};

const char *fid_table_name (enum fid_table t)
{
    return names[t];
}

/* A text, a number, or nothing, as the document has it. */
static void add_item (struct fid_cells *c, const cJSON *item)
{
    if (cJSON_IsString (item))
        fid_cells_add (c, "%s", item->valuestring);
    else if (cJSON_IsNumber (item))
        fid_cells_add (c, "%.12g", item->valuedouble);
    else if (cJSON_IsBool (item))
        fid_cells_add (c, cJSON_IsTrue (item) ? "yes" : "no");
    else
        fid_cells_missing (c);
}

static void add_finding (struct fid_cells *c, const struct fid_result_head *r,
                         const char *severity, const char *resource, const char *phase,
                         const char *text)
{
    fid_cells_row (c, "%s %s %s %s %s %s", r->real.shown, r->emulation.shown, severity,
                   resource, phase, text);
}

static void add_findings (const struct fid_result *r, struct fid_cells *c)
{
    FID_EACH (const struct fid_result_finding, f, r->finding)
        add_finding (c, &r->head, fid_severity_name (f->severity),
                     f->resource < 0 ? "" : fid_resources[f->resource].name, f->phase, f->text);
    /* warnings about a run have no severity of their own */
    for (size_t i = 0; i < r->warning.n; i++)
        add_finding (c, &r->head, "of a run", "", "", r->warning.text[i]);
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
    for (size_t j = FIRST_OPTION; j + 1 < c->column_n; j++)
        add_item (c, fid_get (options, c->column[j].name));
    fid_cells_text (c, *h->out_of_scope ? h->out_of_scope : NULL);
}

void fid_table_begin (const struct fid_report *report, enum fid_table t, struct fid_cells *c)
{
    if (t == FID_TABLE_FACETS)
        fid_breakdown_columns (c);
    else if (t == FID_TABLE_FINDINGS)
        fid_cells_begin (c, "real|emulation|severity|resource|phase|text");
    else if (t == FID_TABLE_PARAMETERS)
        fid_cells_begin (c, PARAMETERS);
    else
        fid_report_wide (report, c);
}

void fid_table_add (enum fid_table t, const struct fid_result *r, struct fid_cells *c)
{
    if (t == FID_TABLE_FACETS)
        fid_breakdown_rows (r, c);
    else if (t == FID_TABLE_FINDINGS)
        add_findings (r, c);
    else if (t == FID_TABLE_PARAMETERS)
        add_parameters (r, c);
}

int fid_table_fill (const struct fid_report *report, enum fid_table t, struct fid_cells *out,
                    struct fid_error *err)
{
    const struct fid_results *all = &report->all;
    fid_table_begin (report, t, out);
    for (size_t i = 0; i < all->result_n && t != FID_TABLE_RANKING; i++) {
        struct fid_result *r = fid_result_load (all->result[i].path, err);
        FID_TRY (!r);
        fid_table_add (t, r, out);
        fid_result_destroy (r); /* one at a time is in memory */
    }
    return 0;
}

int fid_table_write_one (const struct fid_report *report, enum fid_table t,
                         enum fid_format format, FILE *f, struct fid_error *err)
{
    struct fid_cells c;
    int rc = fid_table_fill (report, t, &c, err);
    if (!rc)
        rc = fid_cells_write (&c, format, f, err);
    fid_cells_clear (&c);
    return rc;
}
