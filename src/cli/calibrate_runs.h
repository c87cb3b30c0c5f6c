/* calibrate_runs.h - calibrations in the commands that compare */
#ifndef FID_CALIBRATING_H
#define FID_CALIBRATING_H

#include "cli/common.h"
#include "compare/calibration.h"

/* Load the file an option names. */
int fid_calibration_option (const char *path, struct fid_calibration **out,
                            struct fid_error *err);

/* Calibrate on the real runs in the directories; a directory that cannot be
 * read is said and left out.  *out stays NULL, without an error, if no workload
 * has repeats; *why then says what to record (static text). */
int fid_calibrate_dirs (char *const *dir, size_t dir_n, const struct fid_run_opts *run_opts,
                        const struct fid_compare_opts *opts, size_t thread_n,
                        const struct fid_common *common, struct fid_calibration **out,
                        const char **why, struct fid_error *err);

/* Write the document under path. */
int fid_calibration_write (const struct fid_calibration *c, const char *path,
                           struct fid_error *err);

#endif
