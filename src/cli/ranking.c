/* ranking.c - see ranking.h */
#include "config.h"
#include "cli/ranking.h"
#include "cli/signals.h"
#include "report/report.h"

int
fid_print_ranking (const char *dir, bool write, const struct fid_common *common)
{
    struct fid_report report;
    struct fid_error err;
    if (fid_report_load (&report, dir, &err)) {
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
    if (write) {
        fid_writing_begin ();
        rc = fid_report_write (&report, dir, &err);
        fid_writing_end ();
    }
    if (rc == 0)
        rc = fid_report_ranking (&report, common->format, stdout, &err);
    fid_report_clear (&report);
    if (rc) {
        fid_say_error (&err);
        return (int)err.status;
    }
    return status;
}
