/* ranking.c - see ranking.h */
#include "config.h"
#include <stdlib.h>
#include "base/array.h"
#include "base/outfile.h"
#include "cli/ranking.h"
#include "cli/signals.h"
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
    int rc;
    fid_writing_begin ();
    if (common->format == FID_FORMAT_XLSX) {
        rc = fid_tables_xlsx (report, how->output, err);
    } else if ((rc = fid_outfile_open (&o, how->output, err)) == 0) {
        rc = print_table (report, how->table, common, o.f, err);
        if (rc)
            fid_outfile_abort (&o);
        else
            rc = fid_outfile_commit (&o, err);
    }
    fid_writing_end ();
    return rc;
}

/* dir/<real>__<emulation>.trace.json of every pair that has series. */
static int
write_chrome (const struct fid_report *report, const char *dir, const struct fid_common *common,
              int *status, struct fid_error *err)
{
    int rc = fid_make_dirs (dir, err);
    for (size_t i = 0; rc == 0 && i < report->all.result_n; i++) {
        struct fid_error why;
        const struct fid_result_head *r = &report->all.result[i];
        struct fid_series *s = fid_series_of_result (r, &why);
        if (!s) {
            fid_say (common, "%s x %s has no trace: %s", r->real.id, r->emulation.id, why.text);
            *status = FID_EPARTIAL;
            continue;
        }
        char *path = fid_format (err, "%s/%s__%s.trace.json", dir, r->real.id, r->emulation.id);
        rc = path ? fid_chrome_write (s, path, err) : -1;
        free (path);
        fid_series_destroy (s);
    }
    return rc;
}

int
fid_print_ranking (const char *dir, const struct fid_printing *how,
                   const struct fid_common *common)
{
    struct fid_report report;
    struct fid_notes notes = {0};
    struct fid_error err;
    if (fid_report_load (&report, dir, how->thread_n, &err)) {
        fid_say_error (&err);
        return (int)err.status;
    }
    int status = FID_OK;
    for (size_t i = 0; i < report.all.failure_n; i++) {
        const struct fid_failure *fail = &report.all.failure[i];
        if (fail->real)
            fid_say (common, "%s x %s was not compared: %s", fail->real, fail->emulation,
                     fail->reason);
        else
            fid_say (common, "%s/%s", dir, fail->reason);
        status = report.all.result_n ? FID_EPARTIAL : FID_EINPUT;
    }
    const char *caveat;
    for (size_t i = 0; (caveat = fid_report_caveat (&report, i)); i++)
        fid_say (common, "%s", caveat);
    int rc = 0;
    if (how->write) {
        fid_writing_begin ();
        report.notes = &notes;
        rc = fid_report_write (&report, dir, &err);
        fid_writing_end ();
        for (size_t i = 0; i < notes.n; i++)
            fid_say (common, "%s; its pair is reported without pictures", notes.text[i]);
        fid_notes_clear (&notes);
    }
    if (rc == 0 && !how->silent)
        rc = how->output ? print_to_file (&report, how, common, &err)
                         : print_table (&report, how->table, common, stdout, &err);
    if (rc == 0 && how->chrome)
        rc = write_chrome (&report, how->chrome, common, &status, &err);
    fid_report_clear (&report);
    if (rc) {
        fid_say_error (&err);
        return (int)err.status;
    }
    return status;
}
