/* scales.h - full scales of a set of reference runs */
#ifndef FID_SCALES_H
#define FID_SCALES_H

#include "compare/pair.h"

/* The median over the runs of what each would be divided by (struct fid_scales,
 * doc/comparison.md).  dt_s is the bin of event series as asked for; 0: that of
 * the median step. */
int fid_scales_measure (const struct fid_run *const *run, size_t n, enum fid_window w,
                        double dt_s, struct fid_scales *out, struct fid_error *err);

#endif
