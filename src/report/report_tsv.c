/* report_tsv.c - the table of ranking.tsv, one row for each pair (see report.h) */
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/plain.h"
#include "report/tables.h"
#include "report/verdict_words.h"

/* A text that was made for this cell; NULL: memory ran out, which the table reports. */
static void
add_made (struct fid_cells *c, char *s)
{
    if (s)
        fid_cells_add (c, "%s", s);
    else
        c->failed = true;
    free (s);
}

static void
add_pair (struct fid_cells *c, const struct fid_list *list, const struct fid_entry *e,
          const struct fid_result_head *r)
{
    struct fid_error unused;
    const struct fid_result_profile *p = fid_profile_at (r, 0);
    const struct fid_result_cause none = {.text = "", .key = "", .from = "", .to = ""},
                                  *cause = r->cause_n ? &r->cause[0] : &none;
    fid_cells_row (c, "%s %s %s %zu %s %s %.6f %.6f %.6f %.6f", r->real.id, r->real.workload,
                   r->profile, e->place, e->tied ? "yes" : "no", r->emulation.configuration,
                   e->error, e->error_low, e->error_high, e->value);
    fid_cells_row (c, "%s %s %.6f %.6f %.6f %s %.6f %.6f %.6f %.6f %s", r->emulation.id,
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

#define GROUP(id, name, words) {name, true},

void
fid_report_wide (const struct fid_report *report, struct fid_cells *out)
{
    static const struct fid_column columns[] = {
        {"real", false},
        {"real_workload", false},
        {"profile", false},
        {"place", true},
        {"tied", false},
        {"configuration", false},
        {"place_error", true}, /* of the answer, ln: median over the runs of the configuration */
        {"place_error_low", true},
        {"place_error_high", true},
        {"place_similarity", true}, /* median over the runs of the configuration */
        {"emulation", false},
        {"emulation_workload", false},
        {"error", true},       /* of the answer of the pair, ln */
        {"error_low", true},
        {"error_high", true},
        {"worst_scenario", false},
        {"similarity", true},       /* over the resources that all have */
        {"own_similarity", true},   /* over all that it has */
        {"own_similarity_low", true},
        {"own_similarity_high", true},
        {"verdict", false},
        {"valid_for", false},
        {"clauses_met", true},
        {"clauses_of", true},
        {"groups_compared", true},
        {"groups_of", true},
        FID_GROUPS (GROUP){"cause", false},
        {"cause_key", false},
        {"cause_from", false},
        {"cause_to", false},
        {"serious_findings", true},
        {"window", false},
        {"file", false},
    };
    struct fid_cells c;
    fid_cells_init (&c, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < report->real.list_n; i++) {
        const struct fid_list *list = &report->real.list[i];
        for (size_t j = 0; j < list->entry_n; j++)
            for (size_t k = 0; k < list->entry[j].run_n; k++)
                add_pair (&c, list, &list->entry[j], list->entry[j].run[k]);
    }
    *out = c;
}
