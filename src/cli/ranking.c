/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ranking.c - see ranking.h */
#include "base/outfile.h"
#include "check/gate_text.h"
#include "cli/ranking.h"
#include "cli/options.h"
#include "report/breakdown.h"

static void print_ranking_table (const struct fid_report *report, enum fid_table table,
                                 const struct fid_common *common, FILE *f)
{
    enum fid_format format = common->format;
    bool brief = format == FID_FORMAT_TABLE && !common->verbose;
    struct fid_screen screen = fid_screen_of (common);
    screen.f = f;
    fid_must (table != FID_TABLE_RANKING
                  ? fid_table_write_one (report, table, format, f, &fid_why)
              : brief ? fid_report_brief (report, &screen)
                      : fid_report_ranking (report, format, f, &fid_why));
}

static void print_to_file (const struct fid_report *report, const struct fid_printing *how,
                           const struct fid_common *common)
{
    if (common->format == FID_FORMAT_SQLITE) {
        fid_must (fid_tables_sqlite (report, how->output, &fid_why));
        return;
    }
    FILE *f = fid_file_begin (how->output, NULL);
    print_ranking_table (report, how->table, common, f);
    fid_file_end (f);
}

void fid_history_say (const struct fid_history *h, const struct fid_common *common)
{
    if (h->short_n)
        fid_say (common,
                 "too few results: %zu of %zu series have about %zu; a change can be "
                 "distinguished from chance with %d",
                 h->short_n, h->short_n + h->searched_n, h->shortest_n, FID_HISTORY_LEAST);
    fid_say (common, "%zu changes in %zu series of %zu stored results", h->change_n,
             h->searched_n, h->entry_n);
}

void fid_print_some (struct fid_cells *cells, const struct fid_common *common)
{
    if (cells->cell_n || common->format != FID_FORMAT_TABLE)
        fid_print_table (cells, common);
    else
        fid_cells_clear (cells);
}

void fid_history_print (const struct fid_history *h, const struct fid_common *common)
{
    struct fid_cells cells;
    fid_history_cells (h, &cells);
    fid_print_some (&cells, common);
    fid_history_say (h, common);
}

struct ranking {
    const char *dir;
    const struct fid_printing *how;
    const struct fid_common *common;
    struct fid_report report;
    struct fid_history history;
    int status; /* exit status */
};

/* DIR/<real>__<emulation>.trace.json of every pair that has series. */
static void write_chrome (struct ranking *r)
{
    const char *dir = r->how->chrome;
    fid_must (fid_make_dirs (dir, NULL, &fid_why));
    FID_EACH (const struct fid_result_head, of, r->report.all.result) {
        struct fid_series *s = fid_series_of_result (of, &fid_why);
        if (!s) {
            fid_say (r->common, "%s x %s has no trace: %s", of->real.id, of->emulation.id,
                     fid_why.text);
            r->status = FID_EPARTIAL;
            continue;
        }
        const char *name =
            fid_keep (fid_pair_name (of->real.id, of->emulation.id, ".trace.json", &fid_why));
        fid_must (fid_chrome_write (s, fid_textf ("%s/%s", dir, name), dir, &fid_why));
        fid_series_destroy (s);
    }
}

static void search_history (const struct fid_printing *how, const char *latest,
                            struct fid_history *history)
{
    const struct fid_history_opts opts = {
        .seed = FID_HISTORY_SEED, .clauses = true, .latest = latest};
    fid_must (fid_history_search (how->history, &opts, history, &fid_why));
}

static void make_report (void *self)
{
    struct ranking *r = self;
    const struct fid_printing *how = r->how;
    fid_must (fid_report_load (&r->report, r->dir, how->thread_n, how->write, &fid_why));
    /* what could not be compared, and what has to be known about all of it */
    const struct fid_report *report = &r->report;
    const char *caveat;
    FID_EACH (const struct fid_failure, fail, report->all.failure) {
        if (fail->real)
            fid_say (r->common, "%s x %s was not compared%s: %s%s", fail->real, fail->emulation,
                     fail->kept ? " again" : "", fail->reason,
                     fail->kept ? "; its earlier result stays" : "");
        else
            fid_say (r->common, "%s/%s", r->dir, fail->reason);
        r->status = report->all.result_n ? FID_EPARTIAL : FID_EINPUT;
    }
    for (size_t i = 0; (caveat = fid_report_caveat (report, i)); i++)
        fid_say (r->common, "%s", caveat);
    if (how->history) {
        search_history (r->how, r->dir, &r->history);
        r->report.history = &r->history;
        fid_history_say (&r->history, r->common);
        if (r->how->write)
            fid_must (fid_report_write_history (&r->history, r->dir, true, &fid_why));
    }
    if (how->write) {
        FID_SCOPED (fid_notes_clear) struct fid_notes notes = {0};
        fid_outfile_sweep (r->dir, r->dir, FID_STALE_S);
        r->report.notes = &notes;
        fid_must (fid_report_write (&r->report, r->dir, &fid_why));
        for (size_t i = 0; i < notes.n; i++)
            fid_say (r->common, "%s; its pair is reported without pictures", notes.text[i]);
    }
    if (!how->silent && how->output)
        print_to_file (&r->report, how, r->common);
    else if (!how->silent)
        print_ranking_table (&r->report, how->table, r->common, stdout);
    if (how->chrome)
        write_chrome (r);
}

void fid_print_history (const struct fid_printing *how, const struct fid_common *common)
{
    struct fid_history *history = fid_take (1, sizeof *history);
    search_history (how, NULL, history);
    if (how->write)
        fid_must (fid_report_write_history (history, how->history, false, &fid_why));
    if (!how->silent)
        fid_history_print (history, common);
}

int fid_print_ranking (const char *dir, const struct fid_printing *how,
                       const struct fid_common *common)
{
    struct ranking *r = fid_take (1, sizeof *r);
    *r = (struct ranking){.dir = dir, .how = how, .common = common, .status = FID_OK};
    return fid_exit_status (fid_try (make_report, r) ? r->status : -1, &fid_why);
}
