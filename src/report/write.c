/* SPDX-License-Identifier: GPL-3.0-or-later */
/* write.c - writes the files of a report into a folder (see report.h) */
#include "base/outfile.h"
#include "report/report.h"

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
