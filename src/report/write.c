/* write.c - writes the files of a report into a folder (see report.h) */
#include <stdlib.h>
#include "base/array.h"
#include "base/outfile.h"
#include "base/text.h"
#include "report/report.h"

#define FILE_N 4

static int
write_file (const struct fid_report *report, const char *dir, size_t i, bool *alone,
            struct fid_error *err)
{
    static const struct {
        const char *name;
        int (*write) (const struct fid_report *, FILE *, struct fid_error *);
    } files[FILE_N] = {
        {"ranking.tsv", fid_report_tsv},
        {"report.md", fid_report_md},
        {"report.html", NULL},
        {"index.json", fid_report_index},
    };
    struct fid_outfile o;
    char *path = fid_format (err, "%s/%s", dir, files[i].name);
    if (!path || fid_outfile_open (&o, path, err)) {
        free (path);
        return -1;
    }
    free (path);
    int rc = files[i].write ? files[i].write (report, o.f, err)
                            : fid_report_html (report, o.f, alone, err);
    return fid_outfile_end (&o, rc, err);
}

int
fid_report_write (const struct fid_report *report, const char *dir, struct fid_error *err)
{
    bool *alone = calloc (report->all.result_n + 1, sizeof *alone);
    int rc = alone ? 0 : fid_error_nomem (err);
    for (size_t i = 0; rc == 0 && i < FILE_N; i++)
        rc = write_file (report, dir, i, alone, err);
    if (rc == 0)
        rc = fid_report_pages (report, dir, alone, err);
    free (alone);
    return rc;
}

int
fid_report_write_history (const struct fid_history *h, const char *dir, bool beside,
                          struct fid_error *err)
{
    struct fid_outfile o;
    char *path = fid_format (err, "%s/" FID_HISTORY_PAGE, dir);
    int rc = path ? fid_outfile_open (&o, path, err) : -1;
    free (path);
    if (rc)
        return -1;
    return fid_outfile_end (&o, fid_report_history (h, beside, o.f, err), err);
}
