/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gate_text.c - the results of a check as tables and sentences */
#include "check/gate_text.h"
#include "base/wrap.h"
#include "results/answer_words.h"

/* An error as "9 %", a similarity as "0.612". */
static void put_value (struct fid_cells *cells, bool error, double value)
{
    char text[16];
    if (error && value != FID_ABSENT)
        fid_cells_text (cells, fid_answer_percent (value, text));
    else
        fid_cells_number (cells, value, 3);
}

/* What a trial found, or the number of a pair and its limit; rows of other kinds have none. */
static void put_brief (struct fid_cells *cells, const struct fid_check_row *row)
{
    const struct fid_judgement *v = &row->verdict;
    put_value (cells, row->error, v->accepted);
    put_value (cells, row->error, v->candidate);
    fid_cells_number (cells, v->ratio, 2);
    char low[16], high[16];
    if (row->kind == FID_CHECK_LIMIT && row->error && v->low != FID_ABSENT)
        fid_cells_add (cells, "%.*s-%s", (int)strcspn (fid_answer_percent (v->low, low), " "),
                       low, fid_answer_percent (v->high, high));
    else
        fid_cells_range (cells, v->low, v->high, 2);
    if (row->kind == FID_CHECK_LIMIT)
        put_value (cells, row->error, v->allowed);
    else
        fid_cells_number (cells, v->allowed, 2);
}

static void put_all (struct fid_cells *cells, const struct fid_check_row *row)
{
    const struct fid_judgement *v = &row->verdict;
    const double shown[] = {v->accepted, v->candidate, v->ratio, v->low, v->high, v->allowed};
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++)
        fid_cells_number (cells, shown[i], 4);
    fid_cells_number (cells, v->p, 6);
    fid_cells_number (cells, v->p_family, 6);
    fid_cells_number (cells, v->s, 4);
    fid_cells_number (cells, row->accepted_n ? (double)row->accepted_n : FID_ABSENT, 0);
    fid_cells_number (cells, row->candidate_n ? (double)row->candidate_n : FID_ABSENT, 0);
}

void fid_check_cells (const struct fid_check *check, bool brief, struct fid_cells *cells)
{
    fid_cells_begin (cells,
                     brief ? "configuration|of|verdict|#was|#is|#ratio|#interval|#allowed"
                           : "workload|configuration|real|check|of|verdict|#accepted|"
                             "#candidate|#ratio|#low|#high|#allowed|#p|#p_family|#deviation|"
                             "#accepted_runs|#candidate_runs|reason");
    FID_EACH (const struct fid_check_row, row, check->row) {
        if (brief && row->kind == FID_CHECK_LIMIT && row->outcome == FID_PASS)
            continue;
        if (!brief)
            fid_cells_text (cells, row->workload);
        fid_cells_text (cells, row->config);
        if (!brief) {
            fid_cells_text (cells, row->real);
            fid_cells_text (cells, fid_check_kind_name (row->kind));
        }
        fid_cells_text (cells, row->what);
        fid_cells_text (cells, fid_outcome_name (row->outcome));
        (brief ? put_brief : put_all) (cells, row);
        if (!brief)
            fid_cells_text (cells, row->reason);
    }
}

void fid_gate_cells (const struct fid_gate_input *input, struct fid_cells *cells)
{
    fid_cells_begin (cells, "configuration|run|of|#number");
    for (size_t i = 0; i < input->config_n; i++)
        for (size_t j = 0; j < input->config[i].run_n; j++) {
            const struct fid_gate_run *run = &input->config[i].run[j];
            for (size_t k = 0; k < run->entry_n; k++) {
                if (run->entry[k].kind > FID_GATE_GROUP)
                    continue;
                fid_cells_text (cells, input->config[i].name);
                fid_cells_text (cells, run->id);
                fid_cells_text (cells, run->entry[k].name);
                fid_cells_number (cells, run->entry[k].value, 4);
            }
        }
}

void fid_history_cells (const struct fid_history *history, struct fid_cells *cells)
{
    fid_cells_begin (cells, "configuration|of|#index|entry|#before|#after|#p");
    FID_EACH (const struct fid_change, c, history->change) {
        fid_cells_text (cells, c->config);
        fid_cells_text (cells, c->what);
        fid_cells_add (cells, "%zu", c->index);
        fid_cells_text (cells, history->entry[c->index]);
        fid_cells_number (cells, c->before, 4);
        fid_cells_number (cells, c->after, 4);
        fid_cells_number (cells, c->p, 4);
    }
}

char *fid_check_row_text (const struct fid_check_row *row, struct fid_error *err)
{
    bool trial = row->kind == FID_CHECK_TRIAL;
    return fid_format (err, "%s%s%s: %s%s%s: %s%s%s", row->real ? row->real : "",
                       row->real ? " x " : "", row->config, row->what, trial ? "" : ": ",
                       trial ? "" : fid_check_kind_name (row->kind),
                       fid_outcome_name (row->outcome), row->reason ? ": " : "",
                       row->reason ? row->reason : "");
}

/* Whether two rows have the same configuration, outcome and reason. */
static bool same_reason (const struct fid_check_row *a, const struct fid_check_row *b)
{
    return a->reason && b->reason && a->kind == b->kind && a->outcome == b->outcome &&
           strcmp (a->config, b->config) == 0 && strcmp (a->reason, b->reason) == 0 &&
           strcmp (a->real ? a->real : "", b->real ? b->real : "") == 0;
}

int fid_check_reasons (const struct fid_check *check, FILE *f, struct fid_error *err)
{
    for (size_t i = 0; i < check->row_n; i++) {
        const struct fid_check_row *row = &check->row[i];
        bool said = !row->reason;
        for (size_t j = 0; j < i && !said; j++)
            said = same_reason (&check->row[j], row);
        if (said)
            continue;
        char *text = fid_format (err, "%s%s%s: %s", row->real ? row->real : "",
                                 row->real ? " x " : "", row->config, row->what);
        for (size_t j = i + 1; text && j < check->row_n; j++)
            if (same_reason (row, &check->row[j])) {
                char *longer = fid_format (err, "%s, %s", text, check->row[j].what);
                free (text);
                text = longer;
            }
        char *all = text ? fid_format (err, "%s: %s: %s", text, fid_outcome_name (row->outcome),
                                       row->reason)
                         : NULL;
        free (text);
        FID_TRY (fid_wrap_made (f, "  ", all, 80, err));
    }
    return 0;
}
