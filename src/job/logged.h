/* logged.h - a run without what was found in its traces and added to its log (complete.h) */
#ifndef FID_JOB_LOGGED_H
#define FID_JOB_LOGGED_H

#include "run/run.h"

/* Makes *log a copy of the run without what was added; it borrows all but log->phases, which is
 * to be cleared.  -1 without memory. */
int fid_run_as_logged (const struct fid_run *run, struct fid_run *log, struct fid_error *err);

#endif
