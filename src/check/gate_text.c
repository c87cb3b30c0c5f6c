/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gate_text.c - the results of a check as tables, sentences, JUnit and annotations */
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
    fid_cells_row (cells, "%.4f %.4f %.4f %.4f %.4f %.4f", v->accepted, v->candidate, v->ratio,
                   v->low, v->high, v->allowed);
    fid_cells_row (cells, "%.6f %.6f %.4f %.0f %.0f", v->p, v->p_family, v->s,
                   row->accepted_n ? (double)row->accepted_n : FID_ABSENT,
                   row->candidate_n ? (double)row->candidate_n : FID_ABSENT);
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
        if (brief)
            fid_cells_text (cells, row->config);
        else
            fid_cells_row (cells, "%s %s %s %s", row->workload, row->config, row->real,
                           fid_check_kind_names[row->kind]);
        fid_cells_row (cells, "%s %s", row->what, fid_outcome_names[row->outcome]);
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
                if (run->entry[k].kind <= FID_GATE_GROUP)
                    fid_cells_row (cells, "%s %s %s %.4f", input->config[i].name, run->id,
                                   run->entry[k].name, run->entry[k].value);
            }
        }
}

void fid_history_cells (const struct fid_history *history, struct fid_cells *cells)
{
    fid_cells_begin (cells, "configuration|of|#index|entry|#before|#after|#p");
    FID_EACH (const struct fid_change, c, history->change)
        fid_cells_row (cells, "%s %s %zu %s %.4f %.4f %.4f", c->config, c->what, c->index,
                       history->entry[c->index], c->before, c->after, c->p);
}

char *fid_check_row_text (const struct fid_check_row *row, struct fid_error *err)
{
    bool trial = row->kind == FID_CHECK_TRIAL;
    return fid_format (err, "%s%s%s: %s%s%s: %s%s%s", row->real ? row->real : "",
                       row->real ? " x " : "", row->config, row->what, trial ? "" : ": ",
                       trial ? "" : fid_check_kind_names[row->kind],
                       fid_outcome_names[row->outcome], row->reason ? ": " : "",
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
        for (size_t j = i + 1; j < check->row_n; j++)
            if (same_reason (row, &check->row[j]))
                text = fid_more (text, err, ", %s", check->row[j].what);
        text = fid_more (text, err, ": %s: %s", fid_outcome_names[row->outcome], row->reason);
        FID_TRY (fid_wrap_made (f, "  ", text, 80, err));
    }
    return 0;
}

/* --- for CI systems: JUnit, annotations */

/* XML 1.0 text: control characters become blanks, invalid bytes U+FFFD. */
static void put_xml (FILE *f, const char *s)
{
    while (*s) {
        size_t n = fid_utf8_n (s);
        if (n == 0)
            fputs ("\xEF\xBF\xBD", f);
        else if (n > 1)
            fwrite (s, 1, n, f);
        else if ((unsigned char)*s < 0x20 || *s == 0x7F)
            fputc (' ', f);
        else if (strchr ("&<>\"'", *s))
            fprintf (f, "&#%d;", *s);
        else
            fputc (*s, f);
        s += n ? n : 1;
    }
}

static void put_attribute (FILE *f, const char *name, const char *s)
{
    fprintf (f, " %s=\"", name);
    put_xml (f, s);
    fputc ('"', f);
}

static bool row_fails (const struct fid_check_row *row, bool strict)
{
    return row->outcome == FID_FAIL ||
           (strict && row->outcome == FID_INCONCLUSIVE && !row->aside);
}

static void put_case (FILE *f, const struct fid_check_row *row, bool strict)
{
    bool trial = row->kind == FID_CHECK_TRIAL;
    fputs ("    <testcase", f);
    put_attribute (f, "classname", row->config);
    fputs (" name=\"", f);
    if (row->real) {
        put_xml (f, row->real);
        fputs (": ", f);
    }
    if (!trial)
        fprintf (f, "%s: ", fid_check_kind_names[row->kind]);
    put_xml (f, row->what);
    if (row->outcome == FID_PASS) {
        fputs ("\"/>\n", f);
        return;
    }
    fprintf (f, "\">\n      <%s", row_fails (row, strict) ? "failure" : "skipped");
    put_attribute (f, "message", row->reason ? row->reason : fid_outcome_names[row->outcome]);
    fputs ("/>\n    </testcase>\n", f);
}

int fid_check_junit (const struct fid_check *check, bool strict, FILE *f, struct fid_error *err)
{
    size_t failed_n = 0, skipped_n = 0;
    for (size_t i = 0; i < check->row_n; i++) {
        failed_n += row_fails (&check->row[i], strict);
        skipped_n += check->row[i].outcome != FID_PASS && !row_fails (&check->row[i], strict);
    }
    fprintf (f,
             "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
             "<testsuites name=\"fidlio check\" tests=\"%zu\" failures=\"%zu\" errors=\"0\">\n"
             "  <testsuite name=\"fidlio check\" tests=\"%zu\" failures=\"%zu\" errors=\"0\" "
             "skipped=\"%zu\">\n",
             check->row_n, failed_n, check->row_n, failed_n, skipped_n);
    for (size_t i = 0; i < check->row_n; i++)
        put_case (f, &check->row[i], strict);
    fputs ("  </testsuite>\n</testsuites>\n", f);
    return ferror (f) ? fid_errorf (err, FID_EINTERNAL, "JUnit: cannot be written") : 0;
}

int fid_check_annotations (const struct fid_check *check, bool strict, FILE *f,
                           struct fid_error *err)
{
    FID_EACH (const struct fid_check_row, row, check->row) {
        if (row->outcome == FID_PASS)
            continue;
        FID_FREED char *text = fid_check_row_text (row, err);
        FID_TRY (!text);
        fprintf (f,
                 "::%s title=fidlio check %s::", row_fails (row, strict) ? "error" : "warning",
                 fid_outcome_names[row->outcome]);
        for (const char *s = text; *s; s++)
            if (*s == '%' || (unsigned char)*s < 0x20) /* a workflow command escapes these */
                fprintf (f, "%%%02X", (unsigned char)*s);
            else
                fputc (*s, f);
        fputc ('\n', f);
    }
    return 0;
}
