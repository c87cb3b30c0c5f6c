/* brief.h - a line for each configuration of the emulator, for terminals */
#ifndef FID_BRIEF_H
#define FID_BRIEF_H

#include "report/report.h"

/* Whether an entry of the list of a workload is what the overviews are of: an emulation of that
 * workload or of an unknown one.  Real runs and emulations of others are context. */
bool fid_report_is_emulation (const struct fid_report *report, const struct fid_list *list,
                              const struct fid_entry *e);

/* Write the table: similarity with interval, what it is valid for, what to change first, in at most
 * FID_WIDTH columns.  Where no emulation was compared, the real runs.  -1 with FID_EINTERNAL. */
int fid_report_brief (const struct fid_report *report, FILE *f, struct fid_error *err);

#endif
