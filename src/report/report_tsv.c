/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_tsv.c - the table of ranking.tsv, one row for each pair (see report.h) */
#include "base/plain.h"
#include "report/tables.h"
#include "report/verdict_words.h"

/* A text that was made for this cell; NULL: memory ran out, which the table reports. */
static void add_made (struct fid_cells *c, char *s)
{
    if (s)
        fid_cells_add (c, "%s", s);
    else
        c->failed = true;
    free (s);
}

static void add_pair (struct fid_cells *c, const struct fid_list *list,
                      const struct fid_entry *e, const struct fid_result_head *r)
{
    struct fid_error unused;
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
    add_made (c, fid_valid_for (r, &unused));
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

void fid_report_wide (const struct fid_report *report, struct fid_cells *out)
{
    struct fid_cells c;
    fid_cells_begin (&c, COLUMNS);
    FID_EACH (const struct fid_list, list, report->real.list)
        for (size_t j = 0; j < list->entry_n; j++)
            for (size_t k = 0; k < list->entry[j].run_n; k++)
                add_pair (&c, list, &list->entry[j], list->entry[j].run[k]);
    *out = c;
}
