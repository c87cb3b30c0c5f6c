/* log_parts.h - shared by the pictures of training logs only */
#ifndef FID_LOG_PARTS_H
#define FID_LOG_PARTS_H

#include "joblog/job.h"
#include "plot/figure.h"

/* The pen of line i where each has its own; the first FID_KEYS_MAX differ. */
struct fid_pen fid_log_pen (size_t i);

/* Of each step index, over the epochs: the median and the middle half. */
struct fid_log_band {
    struct fid_line low, median, high;
};

/* The figure owns what the lines point to.  False if memory is out. */
bool fid_log_band (struct fid_figure *fig, const struct fid_job *job, struct fid_log_band *out);

#endif
