/* SPDX-License-Identifier: GPL-3.0-or-later */
/* put_overview.c - what the first screen draws: configurations by workload, the ranking, what
 * was not compared (see page.h) */
#include "report/html/page.h"
#include "report/verdict_words.h"

#define SHOWN 6 /* configurations of a workload, the best */

static size_t index_of (const struct fid_report *report, const struct fid_result_head *r)
{
    return fid_results_find (&report->all, r->real.id, r->emulation.id) + 1;
}

static int put_entry (FILE *f, const struct fid_report *report, const struct fid_list *list,
                      const struct fid_entry *e, struct fid_error *err)
{
    const struct fid_result_head *r = e->result;
    const struct fid_result_profile *p = fid_profile_named (r, r->profile); /* of its list */
    FID_FREED char *valid = fid_valid_for (r, err);
    FID_TRY (!valid);
    fid_put_json (f,
                  "{\"i\":%zu,\"name\":%s,\"verdict\":%d,\"valid\":%s,\"differs\":%d,"
                  "\"text\":%s,\"answer\":",
                  index_of (report, r), fid_entry_name (e), p ? (int)p->verdict : -1, valid,
                  fid_entry_differs (e), list->by_answer || !p ? NULL : p->text);
    struct fid_result_head all = *r; /* with the error of all its pairs, as in the ranking */
    if (e->error != FID_ABSENT && r->answer.error != FID_ABSENT) {
        all.answer.error = e->error;
        all.answer.low = e->error_low;
        all.answer.high = e->error_high;
    }
    fid_put_answer (f, &all);
    fputs (",\"causes\":", f);
    fid_put_causes (f, r, 1);
    struct fid_result *whole = fid_result_load (r->path, err);
    FID_TRY (!whole);
    fputs (",\"breakdown\":", f);
    fid_put_breakdown (f, whole, false);
    fid_result_destroy (whole);
    if (report->history) {
        fputs (",\"trend\":", f);
        fid_put_trend (f, report->history,
                       fid_history_similarity (report->history, r->emulation.workload,
                                               r->emulation.configuration));
    }
    fputc ('}', f);
    return 0;
}

/* The emulations of a workload, and the best of its real runs against each other. */
static int put_list (FILE *f, const struct fid_report *report, const struct fid_list *list,
                     struct fid_error *err)
{
    size_t real_n = 0, n = 0;
    const struct fid_entry *repeat = NULL;
    for (size_t i = 0; i < report->real.run_n; i++)
        real_n += strcmp (report->real.run[i]->workload, list->name) == 0 ||
                  strcmp (report->real.run[i]->id, list->name) == 0;
    fid_put_json (f, "{\"name\":%s,\"profile\":%s,\"answer\":%d,\"reals\":%zu,\"of\":[",
                  list->name, list->profile, list->by_answer, real_n);
    FID_EACH (const struct fid_entry, e, list->entry) {
        if (!fid_report_is_emulation (report, list, e->result)) {
            repeat = repeat ? repeat : e;
            continue;
        }
        if (n++ >= SHOWN)
            continue;
        fputs (n > 1 ? "," : "", f);
        FID_TRY (put_entry (f, report, list, e, err));
    }
    fputs ("],\"repeat\":", f);
    if (repeat)
        fid_put_json (f, "{\"i\":%zu,\"error\":%g,\"similarity\":%g,\"clauses\":%d}",
                      index_of (report, repeat->result), repeat->result->answer.error,
                      repeat->value, fid_clauses_compared (repeat->result));
    else
        fputs ("null", f);
    FID_FREED char *left_out = fid_list_left_out (list, err);
    fid_put_json (f, ",\"all\":%zu,\"leftOut\":%s}", n, left_out);
    return left_out ? 0 : -1;
}

/* [i, real, second run, place, tied, verdict, valid for, error, in words, similarity,
 * serious findings, 1: real runs, 2: of another workload, file, workload of the real run, clauses
 * compared] */
static int put_row (FILE *f, const struct fid_report *report, const struct fid_list *list,
                    const struct fid_entry *e, const struct fid_result_head *r,
                    struct fid_error *err)
{
    struct fid_entry one = {.result = r,
                            .error = list->by_answer ? r->answer.error : FID_ABSENT,
                            .error_low = r->answer.low,
                            .error_high = r->answer.high};
    char off[FID_ENTRY_ANSWER];
    FID_FREED char *valid = fid_valid_for (r, err);
    fid_put_json (f, "[%zu,%s,%s,%zu,%d,%d,%s,%g,%s,%g,%zu,%d,%s,%s,%d]", index_of (report, r),
                  r->real.shown, r->emulation.shown, e->place, e->tied, (int)r->verdict, valid,
                  one.error, fid_entry_answer (list, &one, off), fid_list_similarity (list, r),
                  r->finding_n[FID_SERIOUS],
                  list->other ? 2 : !fid_report_is_emulation (report, list, r),
                  fid_base_name (r->path), r->real.workload, fid_clauses_compared (r));
    return valid ? 0 : -1;
}

static int put_rows (FILE *f, const struct fid_report *report, struct fid_error *err)
{
    const struct fid_ranking *real = &report->real;
    size_t n = 0, list_n = real->list_n ? real->list_n : 1;
    size_t most =
        report->all.result_n <= FID_PAGE_ROWS ? FID_PAGE_ROWS : 1 + FID_PAGE_ROWS / list_n;
    for (size_t i = 0; i < real->list_n && n < FID_PAGE_ROWS; i++) {
        const struct fid_list *list = &real->list[i];
        for (size_t j = 0, rows = 0; j < list->entry_n; j++)
            for (size_t k = 0; k < list->entry[j].run_n && rows < most; k++, rows++) {
                fputs (n++ ? ",\n" : "", f);
                FID_TRY (
                    put_row (f, report, list, &list->entry[j], list->entry[j].run[k], err));
            }
    }
    return 0;
}

int fid_put_overview (FILE *f, const struct fid_report *report, struct fid_error *err)
{
    const struct fid_ranking *by = &report->workload;
    size_t n = 0;
    const struct fid_results *all = &report->all;
    const char *caveat;
    fid_put_json (f,
                  "{\"window\":%s,\"outOfScope\":%s,\"pairs\":%zu,\"history\":%d,"
                  "\"caveats\":[",
                  all->mixed_window                                    ? NULL
                  : fid_window_find (report->window) == FID_WINDOW_JOB ? "the job itself, from "
                                                                         "the end of its "
                                                                         "start-up to its end"
                                                                       : report->window,
                  all->result_n && !all->mixed_key ? all->result[0].out_of_scope : NULL,
                  all->result_n, report->history != NULL);
    for (size_t i = 0; (caveat = fid_report_caveat (report, i)); i++)
        fid_put_json (f, i ? ",%s" : "%s", caveat);
    fputs ("],\"failed\":[", f);
    for (size_t i = 0; i < all->failure_n && i < FID_PAGE_ROWS; i++) {
        const struct fid_failure *fail = &all->failure[i];
        fid_put_json (f, i ? ",[%s,%s,%s]" : "[%s,%s,%s]", fail->real ? fail->real : fail->file,
                      fail->emulation, fail->reason);
    }
    FID_FREED char *order = fid_tie_words (err);
    fid_put_json (f, "],\"order\":%s,\"lists\":[", order);
    int rc = order ? 0 : -1;
    for (size_t i = 0; rc == 0 && i < by->list_n; i++) {
        if (by->list[i].other)
            continue;
        fputs (n++ ? ",\n" : "", f);
        rc = put_list (f, report, &by->list[i], err);
    }
    fputs ("],\"rows\":[", f);
    rc = rc ? rc : put_rows (f, report, err);
    fputs ("]}", f);
    return rc;
}
