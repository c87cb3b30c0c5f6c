/* log_figure_parts.h - shared by the pictures of training logs only */
#ifndef FID_LOG_PARTS_H
#define FID_LOG_PARTS_H

#include "tools/logs/job.h"
#include "plot/figure.h"

/* The pen of line i where each has its own; the first FID_KEYS_MAX differ. */
struct fid_pen fid_log_pen (size_t i);

/* What the epochs of a job have in common: least, quartiles and greatest time of
 * each step index. */
struct fid_log_band {
    const double *x, *quartile[5];
    size_t n;
};

/* The figure owns what it points to.  False if memory is out. */
bool fid_log_band (struct fid_figure *fig, const struct fid_job *job, struct fid_log_band *out);

#endif
