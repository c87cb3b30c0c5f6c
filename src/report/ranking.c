/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ranking.c - a report on the terminal and in files (see report.h) */
#include "base/plain.h"
#include "base/wrap.h"
#include "report/tables.h"
#include "report/verdict_words.h"
#include "report/report.h"
#include "report/screen.h"
#include "base/outfile.h"

/* Whether the runs of a configuration are valid for the same profiles as the middle one. */
static char *valid_for (const struct fid_entry *e, struct fid_error *err)
{
    char *text = fid_valid_for (e->result, err);
    return fid_entry_differs (e) ? fid_more (text, err, " (differs among %s runs)",
                                             e->emulation_n > 1 ? "its" : "real")
                                 : text;
}

/* What fits 80 columns. */
static int write_list (const struct fid_list *list, FILE *f, struct fid_error *err)
{
    FID_SCOPED (fid_cells_clear) struct fid_cells c;
    char off[FID_ENTRY_ANSWER];
    fid_cells_begin (&c, "#place|configuration|#runs|answer off by|#similarity|#clauses|"
                         "valid for");
    FID_EACH (const struct fid_entry, e, list->entry) {
        FID_FREED char *valid = valid_for (e, err);
        FID_TRY (!valid);
        fid_cells_add (&c, "%s%zu", e->tied ? "=" : "", e->place);
        fid_cells_row (&c, "%s %zu %s %.2f %d %s", fid_entry_name (e), e->emulation_n,
                       fid_entry_answer (list, e, off), e->value,
                       fid_clauses_compared (e->result), valid);
    }
    FID_TRY (fid_cells_write (&c, FID_FORMAT_TABLE, f, err));
    return fid_wrap_made (f, "", fid_list_left_out (list, err), FID_WIDTH, err);
}

int fid_report_ranking (const struct fid_report *report, enum fid_format format, FILE *f,
                        struct fid_error *err)
{
    if (format == FID_FORMAT_JSON)
        return fid_report_index (report, f, err);
    if (format == FID_FORMAT_MD)
        return fid_report_md (report, f, err);
    if (format != FID_FORMAT_TABLE)
        return fid_table_write_one (report, FID_TABLE_RANKING, format, f, err);
    for (size_t i = 0; i < report->workload.list_n; i++) {
        const struct fid_list *list = &report->workload.list[i];
        FID_FREED char *head = fid_format (err, "%s, profile %s%s", list->name, list->profile,
                                           fid_list_whose (list));
        FID_FREED char *clean = head ? fid_cell_plain (head, err) : NULL;
        const char *out_of_scope = list->entry[0].result->out_of_scope;
        FID_TRY (!clean);
        fprintf (f, "%s%s\n", i ? "\n" : "", clean);
        if (*out_of_scope && !report->all.mixed_key)
            fprintf (f, "declared out of scope: %s\n", out_of_scope);
        FID_TRY (write_list (list, f, err));
        /* The first cause of each configuration, or why it has no similarity. */
        FID_EACH (const struct fid_entry, e, list->entry) {
            const struct fid_result_head *r = e->result;
            FID_FREED char *what = NULL;
            if (r->similarity == FID_ABSENT)
                what = fid_format (err, "no similarity: %s", r->similarity_reason);
            else if (r->cause_n)
                what = fid_cause_words (&r->cause[0], r, err);
            else
                continue;
            char *text = what ? fid_format (err, "%s: %s", fid_entry_name (e), what) : NULL;
            FID_TRY (fid_wrap_made (f, "       ", text, FID_WIDTH, err));
        }
    }
    return 0;
}

int fid_report_tsv (const struct fid_report *report, FILE *f, struct fid_error *err)
{
    return fid_report_ranking (report, FID_FORMAT_TSV, f, err);
}

/* --- the screen of each workload */

/* The configurations of a list: emulations, or all if `all'. */
static size_t take_shown (const struct fid_report *report, const struct fid_list *list,
                          bool all, struct fid_named *of)
{
    size_t n = 0;
    FID_EACH (const struct fid_entry, e, list->entry)
        if (all || fid_report_is_emulation (report, list, e->result))
            of[n++] =
                (struct fid_named){fid_entry_name (e), e->result,     e->error,
                                   e->error_low,       e->error_high, fid_entry_differs (e)};
    return n;
}

int fid_report_brief (const struct fid_report *report, const struct fid_screen *s)
{
    bool all = true, headed = false;
    FID_EACH (const struct fid_list, list, report->workload.list)
        FID_EACH (const struct fid_entry, e, list->entry)
            all &= !fid_report_is_emulation (report, list, e->result);
    FID_EACH (const struct fid_list, list, report->workload.list) {
        FID_FREED struct fid_named *of = calloc (list->entry_n, sizeof *of);
        FID_NEED (of, s->err);
        const size_t n = take_shown (report, list, all, of);
        if (!n)
            continue;
        fputs (headed ? "\n" : "", s->f);
        headed = true;
        FID_FREED char *title = fid_format (s->err, "%s%s, profile %s", list->name,
                                            fid_list_whose (list), list->profile);
        FID_TRY (!title || fid_screen_several (s, title, of, n));
    }
    return 0;
}

/* --- files of a report */

int fid_report_write (const struct fid_report *report, const char *dir, struct fid_error *err)
{
    static const struct {
        const char *name;
        int (*write) (const struct fid_report *, FILE *, struct fid_error *);
    } files[] = {
        {"ranking.tsv", fid_report_tsv},
        {"report.md", fid_report_md},
        {"report.html", fid_report_html},
        {"index.json", fid_report_index},
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        struct fid_outfile o;
        FID_FREED char *path = fid_format (err, "%s/%s", dir, files[i].name);
        FID_TRY (!path);
        FID_TRY (fid_outfile_open (&o, path, dir, err));
        FID_TRY (fid_outfile_end (&o, files[i].write (report, o.f, err), err));
    }
    fid_seen_end (report->seen);
    return 0;
}

int fid_report_write_history (const struct fid_history *h, const char *dir, bool beside,
                              struct fid_error *err)
{
    struct fid_outfile o;
    FID_FREED char *path = fid_format (err, "%s/" FID_HISTORY_PAGE, dir);
    FID_TRY (!path);
    FID_TRY (fid_outfile_open (&o, path, dir, err));
    return fid_outfile_end (&o, fid_report_history (h, beside, o.f, err), err);
}
