/* report_tsv.c - ranking.tsv, and the ranking for the terminal */
#include "config.h"
#include <stdlib.h>
#include "base/array.h"
#include "report/tables.h"

static void
add_name (struct fid_cells *c, const char *s)
{
    if (s && *s)
        fid_cells_add (c, "%s", s);
    else
        fid_cells_missing (c);
}

static void
add_extreme (struct fid_cells *c, const struct fid_result_extreme *e)
{
    add_name (c, e->known ? fid_resources[e->resource].name : NULL);
    add_name (c, e->known ? fid_facets[e->facet].name : NULL);
    fid_cells_number (c, e->similarity, 6);
}

int
fid_report_tsv (const struct fid_report *report, FILE *f, struct fid_error *err)
{
    return fid_report_ranking (report, FID_FORMAT_TSV, f, err);
}

void
fid_report_wide (const struct fid_report *report, struct fid_cells *out)
{
    static const struct fid_column columns[] = {
        {"real", false},
        {"real_workload", false},
        {"place", true},
        {"tied", false},
        {"emulation", false},
        {"emulation_workload", false},
        {"ordered_by", false},
        {"similarity", true},
        {"score", true},
        {"score_low", true},
        {"score_high", true},
        {"groups_compared", true},
        {"groups_of", true},
        {"worst_resource", false},
        {"worst_facet", false},
        {"worst_similarity", true},
        {"best_resource", false},
        {"best_facet", false},
        {"best_similarity", true},
        {"storage", true},
        {"vfs", true},
        {"cpu", true},
        {"gpu", true},
        {"phases", true},
        {"steps", true},
        {"coupling", true},
        {"serious_findings", true},
        {"window", false},
        {"file", false},
        {"weights_low", true},
        {"weights_high", true},
        {"keeps_place", true},
    };
    struct fid_cells c;
    fid_cells_init (&c, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < report->real.list_n; i++) {
        const struct fid_list *list = &report->real.list[i];
        for (size_t j = 0; j < list->entry_n; j++) {
            const struct fid_entry *e = &list->entry[j];
            const struct fid_result_head *r = e->result;
            add_name (&c, r->real.id);
            add_name (&c, r->real.workload);
            fid_cells_add (&c, "%zu", e->place);
            fid_cells_add (&c, e->tied ? "yes" : "no");
            add_name (&c, r->emulation.id);
            add_name (&c, r->emulation.workload);
            fid_cells_add (&c, list->scored ? "score" : "similarity");
            fid_cells_number (&c, r->similarity, 6);
            fid_cells_number (&c, r->score, 6);
            fid_cells_number (&c, r->score_low, 6);
            fid_cells_number (&c, r->score_high, 6);
            fid_cells_add (&c, "%d", r->compared_n);
            fid_cells_add (&c, "%d", r->of_n);
            add_extreme (&c, &r->worst);
            add_extreme (&c, &r->best);
            for (size_t g = 0; g < FID_GROUP_N; g++)
                fid_cells_number (&c, r->group[g].similarity, 6);
            fid_cells_add (&c, "%zu", r->finding_n[FID_SERIOUS]);
            add_name (&c, r->window);
            add_name (&c, fid_base_name (r->path));
            fid_cells_number (&c, e->weight_low, 6);
            fid_cells_number (&c, e->weight_high, 6);
            fid_cells_number (&c, e->keeps_p, 4);
        }
    }
    *out = c;
}

/* What fits 80 columns, a table for each real run. */
static int
write_list (const struct fid_list *list, enum fid_format format, FILE *f, struct fid_error *err)
{
    const struct fid_column columns[] = {
        {"place", true},  {"emulation", false}, {list->scored ? "score" : "similarity", true},
        {"5-95 %", true}, {"groups", true},     {"worst facet", false},
    };
    struct fid_cells c;
    int rc = 0;
    fid_cells_init (&c, columns, sizeof columns / sizeof *columns);
    for (size_t j = 0; rc == 0 && j < list->entry_n; j++) {
        const struct fid_entry *e = &list->entry[j];
        char *worst = fid_extreme_text (&e->result->worst, err);
        rc = worst ? 0 : -1;
        fid_cells_add (&c, "%s%zu", e->tied ? "=" : "", e->place);
        fid_cells_add (&c, "%s", e->result->emulation.id);
        fid_cells_number (&c, e->value, 3);
        fid_cells_range (&c, e->weight_low, e->weight_high, 2);
        fid_cells_add (&c, "%d/%d", e->result->compared_n, e->result->of_n);
        fid_cells_add (&c, "%s", worst ? worst : "");
        free (worst);
    }
    if (rc == 0)
        rc = fid_cells_write (&c, format, f, err);
    fid_cells_clear (&c);
    return rc;
}

int
fid_report_ranking (const struct fid_report *report, enum fid_format format, FILE *f,
                    struct fid_error *err)
{
    if (format == FID_FORMAT_JSON)
        return fid_report_index (report, f, err);
    if (format == FID_FORMAT_MD)
        return fid_report_md (report, f, err);
    if (format != FID_FORMAT_TABLE)
        return fid_table_write_one (report, FID_TABLE_RANKING, format, f, err);
    for (size_t i = 0; i < report->real.list_n; i++) {
        const struct fid_list *list = &report->real.list[i];
        const char *workload = list->run->workload;
        char *head = *workload ? fid_format (err, "%s (%s)", list->run->id, workload)
                               : fid_strdup (list->run->id, err);
        char *clean = head ? fid_cell_plain (head, err) : NULL;
        if (clean)
            fprintf (f, "%s%s\n", i ? "\n" : "", clean);
        const char *out_of_scope = list->entry[0].result->out_of_scope;
        if (clean && *out_of_scope && !report->all.mixed_key)
            fprintf (f, "declared out of scope: %s\n", out_of_scope);
        free (head);
        free (clean);
        if (!clean)
            return -1;
        if (write_list (list, format, f, err))
            return -1;
    }
    return 0;
}
