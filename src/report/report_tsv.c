/* report_tsv.c - the table of ranking.tsv, one row for each pair (see report.h) */
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/plain.h"
#include "report/tables.h"
#include "report/verdict_words.h"

static void
add_name (struct fid_cells *c, const char *s)
{
    fid_cells_text (c, s && *s ? s : NULL);
}

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
    add_name (c, r->real.id);
    add_name (c, r->real.workload);
    add_name (c, r->profile);
    fid_cells_add (c, "%zu", e->place);
    fid_cells_add (c, e->tied ? "yes" : "no");
    add_name (c, r->emulation.configuration);
    fid_cells_number (c, e->error, 6);
    fid_cells_number (c, e->error_low, 6);
    fid_cells_number (c, e->error_high, 6);
    fid_cells_number (c, e->value, 6);
    add_name (c, r->emulation.id);
    add_name (c, r->emulation.workload);
    fid_cells_number (c, r->answer.error, 6);
    fid_cells_number (c, r->answer.low, 6);
    fid_cells_number (c, r->answer.high, 6);
    add_name (c, r->answer.worst.scenario);
    fid_cells_number (c, fid_list_similarity (list, r), 6);
    fid_cells_number (c, r->similarity, 6);
    fid_cells_number (c, r->similarity_low, 6);
    fid_cells_number (c, r->similarity_high, 6);
    fid_cells_add (c, "%s", fid_validity_name (r->verdict));
    add_made (c, fid_valid_for (r, &unused));
    fid_cells_add (c, "%d", p->met_n);
    fid_cells_add (c, "%d", p->of_n);
    fid_cells_add (c, "%d", r->compared_n);
    fid_cells_add (c, "%d", r->of_n);
    for (size_t g = 0; g < FID_GROUP_N; g++)
        fid_cells_number (c, r->group[g].grade, 6);
    add_name (c, r->cause_n ? r->cause[0].text : NULL);
    add_name (c, r->cause_n ? r->cause[0].key : NULL);
    add_name (c, r->cause_n ? r->cause[0].from : NULL);
    add_name (c, r->cause_n ? r->cause[0].to : NULL);
    fid_cells_add (c, "%zu", r->finding_n[FID_SERIOUS]);
    add_name (c, r->window);
    add_name (c, fid_base_name (r->path));
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
