/* tables.c - see tables.h */
#include <string.h>
#include "report/breakdown.h"
#include "report/tables.h"

static const char *const names[FID_TABLE_N] = {"ranking", "facets", "findings", "parameters"};

const char *
fid_table_name (enum fid_table t)
{
    return names[t];
}

int
fid_table_find (const char *name)
{
    for (int t = 0; t < FID_TABLE_N; t++)
        if (strcmp (names[t], name) == 0)
            return t;
    return -1;
}

static const cJSON *
member (const cJSON *o, const char *key)
{
    return cJSON_GetObjectItemCaseSensitive (o, key);
}

/* A text, a number, or nothing, as the document has it. */
static void
add_item (struct fid_cells *c, const cJSON *item)
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

static void
add_finding (struct fid_cells *c, const struct fid_result *r, const char *severity,
             const cJSON *resource, const cJSON *phase, const cJSON *text)
{
    fid_cells_add (c, "%s", r->real.id);
    fid_cells_add (c, "%s", r->emulation.id);
    fid_cells_add (c, "%s", severity);
    add_item (c, resource);
    add_item (c, phase);
    add_item (c, text);
}

static void
findings (const struct fid_results *all, struct fid_cells *c)
{
    static const struct fid_column columns[] = {{"real", false},     {"emulation", false},
                                                {"severity", false}, {"resource", false},
                                                {"phase", false},    {"text", false}};
    fid_cells_init (c, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < all->result_n; i++) {
        const struct fid_result *r = all->result[i];
        const cJSON *o;
        cJSON_ArrayForEach (o, r->finding)
        {
            const char *severity = cJSON_GetStringValue (member (o, "severity"));
            add_finding (c, r, severity ? severity : "", member (o, "resource"),
                         member (o, "phase"), member (o, "text"));
        }
        /* what was odd about a run has no severity of its own */
        cJSON_ArrayForEach (o, r->warning) add_finding (c, r, "of a run", NULL, NULL, o);
    }
}

static void
parameters (const struct fid_results *all, struct fid_cells *c)
{
    static const struct fid_column columns[] = {
        {"real", false},        {"emulation", false},     {"version", false},
        {"key", false},         {"real_hash", false},     {"emulation_hash", false},
        {"window", false},      {"step_s", true},         {"dt_s", true},
        {"rhythm_dt_s", true},  {"band_s", true},         {"penalty", true},
        {"tolerance_s", true},  {"all_processes", false}, {"day_first", false},
        {"utc_offset_s", true}, {"calibration", false},   {"out_of_scope", false},
    };
    size_t n = sizeof columns / sizeof *columns;
    fid_cells_init (c, columns, n);
    for (size_t i = 0; i < all->result_n; i++) {
        const struct fid_result *r = all->result[i];
        const cJSON *options = member (member (r->doc, "tool"), "options");
        const char *text[] = {r->real.id, r->emulation.id, r->version,
                              r->key,     r->real.hash,    r->emulation.hash};
        for (size_t j = 0; j < sizeof text / sizeof *text; j++)
            fid_cells_add (c, "%s", text[j]);
        for (size_t j = sizeof text / sizeof *text; j + 1 < n; j++)
            add_item (c, member (options, columns[j].name));
        if (*r->out_of_scope)
            fid_cells_add (c, "%s", r->out_of_scope);
        else
            fid_cells_missing (c);
    }
}

void
fid_table_fill (const struct fid_report *report, enum fid_table t, struct fid_cells *out)
{
    switch (t) {
    case FID_TABLE_FACETS:
        fid_table_begin (out);
        for (size_t i = 0; i < report->all.result_n; i++)
            fid_table_rows (report->all.result[i], out);
        return;
    case FID_TABLE_FINDINGS:
        findings (&report->all, out);
        return;
    case FID_TABLE_PARAMETERS:
        parameters (&report->all, out);
        return;
    default:
        fid_report_wide (report, out);
    }
}

int
fid_table_write_one (const struct fid_report *report, enum fid_table t, enum fid_format format,
                     FILE *f, struct fid_error *err)
{
    struct fid_cells c;
    fid_table_fill (report, t, &c);
    int rc = fid_cells_write (&c, format, f, err);
    fid_cells_clear (&c);
    return rc;
}
