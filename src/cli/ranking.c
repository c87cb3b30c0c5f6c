/* ranking.c - see ranking.h */
#include <stdio.h>
#include <stdlib.h>
#include "base/array.h"
#include "base/outfile.h"
#include "cli/gate_modes.h"
#include "cli/ranking.h"
#include "report/brief.h"
#include "report/chrome.h"
#include "results/result.h"

static int
print_table (const struct fid_report *report, enum fid_table table,
             const struct fid_common *common, FILE *f, struct fid_error *err)
{
    enum fid_format format = common->format;
    if (table == FID_TABLE_RANKING && format == FID_FORMAT_TABLE && !common->verbose)
        return fid_report_brief (report, f, err);
    return table == FID_TABLE_RANKING ? fid_report_ranking (report, format, f, err)
                                      : fid_table_write_one (report, table, format, f, err);
}

static int
print_to_file (const struct fid_report *report, const struct fid_printing *how,
               const struct fid_common *common, struct fid_error *err)
{
    struct fid_outfile o;
    if (common->format == FID_FORMAT_XLSX)
        return fid_tables_xlsx (report, how->output, err);
    if (common->format == FID_FORMAT_SQLITE)
        return fid_tables_sqlite (report, how->output, err);
    return fid_outfile_open (&o, how->output, NULL, err)
               ? -1
               : fid_outfile_end (&o, print_table (report, how->table, common, o.f, err), err);
}

/* dir/<real>__<emulation>.trace.json of every pair that has series. */
static int
write_chrome (const struct fid_report *report, const char *dir, const struct fid_common *common,
              int *status, struct fid_error *err)
{
    int rc = fid_make_dirs (dir, NULL, err);
    for (size_t i = 0; rc == 0 && i < report->all.result_n; i++) {
        struct fid_error why;
        const struct fid_result_head *r = &report->all.result[i];
        struct fid_series *s = fid_series_of_result (r, &why);
        if (!s) {
            fid_say (common, "%s x %s has no trace: %s", r->real.id, r->emulation.id, why.text);
            *status = FID_EPARTIAL;
            continue;
        }
        char *name = fid_pair_name (r->real.id, r->emulation.id, ".trace.json", err);
        char *path = name ? fid_format (err, "%s/%s", dir, name) : NULL;
        free (name);
        rc = path ? fid_chrome_write (s, path, dir, err) : -1;
        free (path);
        fid_series_destroy (s);
    }
    return rc;
}

/* --- the whole */

struct ranking {
    const char *dir;
    const struct fid_printing *how;
    const struct fid_common *common;
    int status; /* exit status */
};

/* What could not be compared, and what has to be known about all of it. */
static void
say_failures (struct ranking *r, const struct fid_report *report)
{
    const char *caveat;
    for (size_t i = 0; i < report->all.failure_n; i++) {
        const struct fid_failure *fail = &report->all.failure[i];
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
}

static int
write_files (const struct ranking *r, struct fid_report *report, struct fid_error *err)
{
    struct fid_notes notes = {0};
    fid_outfile_sweep (r->dir, r->dir, FID_STALE_S);
    report->notes = &notes;
    int rc = fid_report_write (report, r->dir, err);
    for (size_t i = 0; rc == 0 && i < notes.n; i++)
        fid_say (r->common, "%s; its pair is reported without pictures", notes.text[i]);
    fid_notes_clear (&notes);
    return rc;
}

static int
search_history (const struct fid_printing *how, const char *latest, struct fid_history *history,
                struct fid_error *err)
{
    const struct fid_history_opts opts = {
        .seed = FID_HISTORY_SEED, .clauses = true, .latest = latest};
    return fid_history_search (how->history, &opts, history, err);
}

/* Give the report its history, whose page is written, too, if asked. */
static int
add_history (const struct ranking *r, struct fid_report *report, struct fid_history *history,
             struct fid_error *err)
{
    if (search_history (r->how, r->dir, history, err))
        return -1;
    report->history = history;
    fid_history_say (history, r->common);
    return r->how->write ? fid_report_write_history (history, r->dir, true, err) : 0;
}

static int
make_report (struct ranking *r, struct fid_error *err)
{
    const struct fid_printing *how = r->how;
    struct fid_report report;
    struct fid_history history = {0};
    if (fid_report_load (&report, r->dir, how->thread_n, err))
        return -1;
    say_failures (r, &report);
    int rc = how->history ? add_history (r, &report, &history, err) : 0;
    if (rc == 0 && how->write)
        rc = write_files (r, &report, err);
    if (rc == 0 && !how->silent)
        rc = how->output ? print_to_file (&report, how, r->common, err)
                         : print_table (&report, how->table, r->common, stdout, err);
    if (rc == 0 && how->chrome)
        rc = write_chrome (&report, how->chrome, r->common, &r->status, err);
    fid_report_clear (&report);
    fid_history_clear (&history);
    return rc;
}

int
fid_print_history (const struct fid_printing *how, const struct fid_common *common)
{
    struct fid_history history = {0};
    struct fid_error err;
    int rc = search_history (how, NULL, &history, &err);
    if (rc == 0 && how->write)
        rc = fid_report_write_history (&history, how->history, false, &err);
    if (rc == 0 && !how->silent)
        rc = fid_history_print (&history, common, &err);
    fid_history_clear (&history);
    return fid_exit_status (rc, &err);
}

int
fid_print_ranking (const char *dir, const struct fid_printing *how,
                   const struct fid_common *common)
{
    struct ranking r = {.dir = dir, .how = how, .common = common, .status = FID_OK};
    struct fid_error err;
    return fid_exit_status (make_report (&r, &err) ? -1 : r.status, &err);
}
