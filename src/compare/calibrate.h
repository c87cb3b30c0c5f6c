/* calibrate.h - the steps of fid_calibrate; for src/compare only */
#ifndef FID_CALIBRATE_H
#define FID_CALIBRATE_H

#include "compare/calibration.h"
#include "compare/scales.h"

/* Makes the sets of c from the runs, which must be sorted: for each workload with repeats its
 * scales and, on thread_n threads, the distances of all ordered pairs of repeats.  -1 with
 * FID_EINPUT if no workload has repeats. */
int fid_cal_measure_pairs (struct fid_calibration *c, const struct fid_run *const *run,
                           size_t run_n, enum fid_window w, const struct fid_compare_opts *opts,
                           size_t thread_n, struct fid_error *err);

#endif
