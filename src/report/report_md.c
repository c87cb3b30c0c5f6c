/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_md.c - report.md: the ranking for people, readable in a terminal */
#include "base/plain.h"
#include "base/wrap.h"
#include "report/report.h"
#include "report/screen.h"
#include "report/verdict_words.h"

/* Emulations side by side in one block of the matrix of all pairs. */
#define BLOCK_N 10

#define MD_WIDTH 95 /* columns of text */

/* Write a text of the result files, escaped for Markdown. */
static int put_clean (FILE *f, const char *before, const char *s, const char *after,
                      struct fid_error *err)
{
    FID_FREED char *clean = fid_cell_md (s, err);
    FID_TRY (!clean);
    fprintf (f, "%s%s%s", before, clean, after);
    return 0;
}

static int put_list (const struct fid_list *list, bool by_run, FILE *f, struct fid_error *err)
{
    FID_SCOPED (fid_cells_clear) struct fid_cells c;
    char off[FID_ENTRY_ANSWER];
    fid_cells_begin (&c, "#place|configuration|#runs|answer off by|valid for|#similarity|"
                         "#interval|#clauses|#groups|#serious findings|first cause");
    FID_TRY (put_clean (f, "\n### ", list->name, "", err));
    if (by_run && *list->run->workload)
        FID_TRY (put_clean (f, " (", list->run->workload, ")", err));
    FID_TRY (put_clean (f, ", profile ", list->profile, fid_list_whose (list), err));
    fputs ("\n\n", f);
    FID_FREED char *left_out = fid_list_left_out (list, err);
    FID_TRY (!left_out);
    if (*left_out)
        fprintf (f, "%s\n\n", left_out);
    FID_EACH (const struct fid_entry, e, list->entry) {
        const struct fid_result_head *r = e->result;
        FID_FREED char *valid = fid_valid_for (r, err);
        FID_FREED char *cause = !valid       ? NULL
                                : r->cause_n ? fid_cause_words (&r->cause[0], r, err)
                                             : fid_strdup ("-", err);
        FID_TRY (!cause);
        fid_cells_add (&c, "%s%zu", e->tied ? "=" : "", e->place);
        fid_cells_row (&c, "%s %zu %s %s %.3f", fid_entry_name (e), e->emulation_n,
                       fid_entry_answer (list, e, off), valid, e->value);
        fid_cells_range (&c, e->low, e->high, 2);
        fid_cells_add (&c, "%d", fid_clauses_compared (r));
        fid_cells_add (&c, "%d/%d", r->compared_n, r->of_n);
        fid_cells_row (&c, "%zu %s", r->finding_n[FID_SERIOUS], cause);
    }
    return fid_cells_write (&c, FID_FORMAT_MD, f, err);
}

/* Grade of each group, the configurations in the order of the ranking. */
static int put_groups (const struct fid_list *list, FILE *f, struct fid_error *err)
{
    const struct fid_result_head *first = list->entry[0].result;
    struct fid_column columns[FID_GROUP_N + 1] = {{"configuration", false}};
    size_t group[FID_GROUP_N], n = 0;
    for (size_t g = 0; g < FID_GROUP_N; g++)
        if (first->group[g].known) {
            group[n++] = g;
            columns[n] = (struct fid_column){fid_groups[g].name, true};
        }
    struct fid_cells c;
    fid_cells_init (&c, columns, n + 1);
    for (size_t j = 0; j < list->entry_n; j++) {
        const struct fid_result_head *r = list->entry[j].result;
        fid_cells_add (&c, "%s", fid_entry_name (&list->entry[j]));
        for (size_t i = 0; i < n; i++)
            fid_cells_number (&c, r->group[group[i]].grade, 2);
    }
    fputs ("\n", f);
    return fid_cells_end (&c, FID_FORMAT_MD, f, err);
}

/* The breakdown of the best configuration. */
static int put_breakdown (const struct fid_list *list, FILE *f, struct fid_error *err)
{
    const struct fid_screen s = {f, err, FID_FORMAT_MD, FID_GRADES_FROM, true, false};
    const struct fid_entry *best = &list->entry[0];
    struct fid_result *r = fid_result_load (best->result->path, err);
    FID_TRY (!r);
    int rc = put_clean (f, "\nThe breakdown of ", fid_entry_name (best), ":\n", err);
    rc = rc ? rc : fid_screen_resources (&s, r);
    fid_result_destroy (r);
    return rc;
}

/* All pairs that stand for several runs. */
static int put_runs (const struct fid_results *all, FILE *f, struct fid_error *err)
{
    FID_SCOPED (fid_cells_clear) struct fid_cells c;
    fid_cells_begin (&c, "real|emulation|#runs|#similarity|#95 %|#clauses|interval over");
    FID_EACH (const struct fid_result_head, r, all->result) {
        if (r->real.run.n * r->emulation.run.n < 2)
            continue;
        fid_cells_row (&c, "%s %s", r->real.shown, r->emulation.shown);
        fid_cells_add (&c, "%zu x %zu", r->real.run.n, r->emulation.run.n);
        fid_cells_number (&c, r->similarity, 3);
        fid_cells_range (&c, r->similarity_low, r->similarity_high, 2);
        fid_cells_add (&c, "%d", fid_clauses_compared (r));
        fid_cells_add (&c, "%s", r->similarity_ci_of ? r->similarity_ci_of : "-");
    }
    if (!c.cell_n)
        return 0;
    fputs ("\n## Pairs of several runs\n\n", f);
    return fid_cells_write (&c, FID_FORMAT_MD, f, err);
}

/* Write the block of the matrix whose numbered columns begin at emulation from. */
static int put_block (const struct fid_report *report, size_t from, FILE *f,
                      struct fid_error *err)
{
    struct fid_column columns[BLOCK_N + 1] = {{"real", false}};
    char number[BLOCK_N][24];
    size_t n = report->emulation.run_n - from;
    if (n > BLOCK_N)
        n = BLOCK_N;
    for (size_t j = 0; j < n; j++) {
        snprintf (number[j], sizeof number[j], "[%zu]", from + j + 1);
        columns[j + 1] = (struct fid_column){number[j], true};
    }
    struct fid_cells c;
    fid_cells_init (&c, columns, n + 1);
    for (size_t i = 0; i < report->real.run_n; i++) {
        const char *real = report->real.run[i]->id;
        fid_cells_add (&c, "%s", real);
        for (size_t j = 0; j < n; j++) {
            const struct fid_result_head *r =
                fid_report_pair (report, real, report->emulation.run[from + j]->id);
            fid_cells_number (&c, r ? r->similarity : FID_ABSENT, 2);
        }
    }
    fputs ("\n", f);
    FID_TRY (fid_cells_end (&c, FID_FORMAT_MD, f, err));
    fputs ("\n", f);
    for (size_t j = 0; j < n; j++) {
        fprintf (f, "* %s ", number[j]);
        FID_TRY (put_clean (f, "", report->emulation.run[from + j]->id, "\n", err));
    }
    return 0;
}

/* Findings, what was not compared, and words. */
static int put_rest (const struct fid_report *report, FILE *f, struct fid_error *err)
{
    bool headed = false;
    FID_EACH (const struct fid_result_head, r, report->all.result) {
        if (r->finding_n[FID_SERIOUS] == 0)
            continue;
        if (!headed)
            fputs ("\n## Serious findings\n", f);
        headed = true;
        struct fid_span all = fid_span_of (r->serious), text;
        FID_TRY (put_clean (f, "\n", r->real.shown, " x ", err));
        FID_TRY (put_clean (f, "", r->emulation.shown, ":\n\n", err));
        for (size_t i = 0; i < r->finding_n[FID_SERIOUS] && fid_span_field (&all, '\n', &text);
             i++) {
            FID_FREED char *one = fid_strndup (text.p, text.n, err);
            FID_TRY (!one);
            FID_TRY (put_clean (f, "* ", one, "\n", err));
        }
    }
    if (report->all.failure_n)
        fputs ("\n## Not compared\n\n", f);
    FID_EACH (const struct fid_failure, fail, report->all.failure) {
        fputs ("* ", f);
        if (fail->real) {
            FID_TRY (put_clean (f, "", fail->real, " x ", err));
            FID_TRY (put_clean (f, "", fail->emulation, ": ", err));
        }
        FID_TRY (put_clean (f, "", fail->reason, "\n", err));
    }
    fputs ("\n## Words\n\n", f);
    for (const struct fid_word *w = fid_words_shown; w->word; w++) {
        if (!w->in_md)
            continue;
        char *text = fid_format (err, "**%s**: %s.", w->word, fid_word_meaning (w->word));
        FID_TRY (fid_wrap_made (f, "* ", text, MD_WIDTH, err));
    }
    return 0;
}

int fid_report_md (const struct fid_report *report, FILE *f, struct fid_error *err)
{
    const struct fid_results *all = &report->all;
    fprintf (f, "# fidlio report\n\n%zu pairs of %zu real runs and %zu emulations",
             all->result_n, report->real.run_n, report->emulation.run_n);
    if (*report->window && !all->mixed_window)
        FID_TRY (put_clean (f, "; window: ", report->window, "", err));
    if (all->result_n && !all->mixed_key && *all->result[0].out_of_scope)
        FID_TRY (
            put_clean (f, "; declared out of scope: ", all->result[0].out_of_scope, "", err));
    fputs (".\n", f);
    FID_TRY (fid_wrap_made (f, "", fid_tie_words (err), MD_WIDTH, err));
    const char *caveat;
    for (size_t i = 0; (caveat = fid_report_caveat (report, i)); i++)
        fprintf (f, "\n**%s**\n", caveat);
    if (report->workload.list_n)
        fputs ("\n## By workload\n", f);
    for (size_t i = 0; i < report->workload.list_n; i++) {
        FID_TRY (put_list (&report->workload.list[i], false, f, err));
        FID_TRY (put_groups (&report->workload.list[i], f, err));
        FID_TRY (put_breakdown (&report->workload.list[i], f, err));
    }
    bool several = report->real.list_n > report->workload.list_n;
    if (several)
        fputs ("\n## By real run\n", f);
    for (size_t i = 0; several && i < report->real.list_n; i++)
        FID_TRY (put_list (&report->real.list[i], true, f, err));
    FID_TRY (put_runs (all, f, err));
    if (report->emulation.list_n) {
        struct fid_cells c;
        fid_cells_begin (&c, "emulation|nearest real run|profile|#similarity|#clauses");
        fputs ("\n## Nearest real run of each emulation\n\n", f);
        FID_EACH (const struct fid_list, list, report->emulation.list) {
            for (size_t j = 0; j < list->entry_n && list->entry[j].place == 1; j++) {
                const struct fid_entry *e = &list->entry[j];
                fid_cells_add (&c, "%s", list->run->shown);
                fid_cells_add (&c, "%s%s", e->tied ? "= " : "", e->result->real.shown);
                fid_cells_row (&c, "%s %.3f %d", list->profile, e->value,
                               fid_clauses_compared (e->result));
            }
        }
        FID_TRY (fid_cells_end (&c, FID_FORMAT_MD, f, err));
    }
    if (report->emulation.run_n)
        fputs ("\n## Similarities of all pairs\n", f);
    for (size_t from = 0; from < report->emulation.run_n; from += BLOCK_N)
        FID_TRY (put_block (report, from, f, err));
    return put_rest (report, f, err);
}
