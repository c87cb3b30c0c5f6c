/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report.c - see report.h */
#include "report/report.h"
#include "results/hold.h"

int fid_report_load (struct fid_report *report, const char *dir, size_t thread_n, bool write,
                     struct fid_error *err)
{
    struct fid_results *all = &report->all;
    *report = (struct fid_report){
        .window = "", .thread_n = thread_n, .seen = calloc (1, sizeof *report->seen)};
    FID_NEED (report->seen, err);
    report->seen->write = write;
    FID_TRY (fid_results_load (all, dir, thread_n, report->seen, err));
    FID_TRY (fid_results_hold (all, true, err));
    if (all->result_n + all->failure_n == 0)
        return fid_errorf (err, FID_EINPUT, "%s: no result files (<real>__<emulation>.json)",
                           dir);
    FID_TRY (fid_rank (&report->real, all, FID_RANK_REAL, thread_n, err));
    FID_TRY (fid_rank (&report->workload, all, FID_RANK_WORKLOAD, thread_n, err));
    FID_TRY (fid_rank (&report->emulation, all, FID_RANK_EMULATION, thread_n, err));
    if (all->result_n)
        report->window = all->result[0].window;
    return 0;
}

void fid_notes_clear (struct fid_notes *notes)
{
    for (size_t i = 0; i < notes->n; i++)
        free (notes->text[i]);
    free (notes->text);
    *notes = (struct fid_notes){0};
}

void fid_report_clear (struct fid_report *report)
{
    fid_ranking_clear (&report->real);
    fid_ranking_clear (&report->workload);
    fid_ranking_clear (&report->emulation);
    fid_results_clear (&report->all);
    if (report->seen)
        fid_seen_clear (report->seen);
    free (report->seen);
    report->seen = NULL;
}

const struct fid_result_head *fid_report_pair (const struct fid_report *report,
                                               const char *real_id, const char *emulation_id)
{
    size_t i = fid_results_find (&report->all, real_id, emulation_id);
    return i < report->all.result_n ? &report->all.result[i] : NULL;
}

bool fid_report_is_emulation (const struct fid_report *report, const struct fid_list *list,
                              const struct fid_result_head *r)
{
    const struct fid_ranking *real = &report->real;
    size_t from = 0, to = list->other ? 0 : real->run_n; /* in the order of their ids */
    while (from < to) {
        size_t mid = from + (to - from) / 2;
        int c = strcmp (r->emulation.id, real->run[mid]->id);
        if (c == 0)
            return false;
        *(c < 0 ? &to : &from) = c < 0 ? mid : mid + 1;
    }
    return !list->other;
}

const char *fid_report_caveat (const struct fid_report *report, size_t i)
{
    const char *said[3] = {0};
    size_t n = 0;
    if (report->all.incomplete_n)
        said[n++] =
            "Some results are incomplete: the system did not let all files of their runs "
            "be read. The next matrix compares those pairs again.";
    if (report->all.mixed_window)
        said[n++] =
            "The results are from different windows: compare only results of one window.";
    if (report->all.mixed_key)
        said[n++] = "The results were made with different options or versions: make them anew "
                    "before comparing them.";
    return i < n ? said[i] : i - n < report->all.note_n ? report->all.note[i - n] : NULL;
}

const char *fid_base_name (const char *path)
{
    const char *slash = strrchr (path, '/');
    return slash ? slash + 1 : path;
}

#define SMALL_MATRIX 5000 /* cells */
#define SPARSE       10   /* cells a pair */

bool fid_report_is_sparse (const struct fid_report *report)
{
    size_t cell_n = report->real.run_n * report->emulation.run_n;
    return cell_n > SMALL_MATRIX && cell_n > SPARSE * report->all.result_n;
}
