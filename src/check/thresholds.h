/* thresholds.h - the least numbers that configurations must reach, from a file
 *
 *     # workload  resource    facet   threshold       value
 *     *           overall     -       min_score       0.2
 *     unet3d      storage     -       min_similarity  0.8
 *     *           data.read    volume  min_similarity  0.9
 *
 * Five words a line; '#' starts a comment.  The resource is "overall", a group or a
 * resource; '*' stands for every workload, resource or facet.  The facet '-' means the
 * resource as a whole.  A facet's number is the lowest of its measures; the number of a
 * configuration is the median over its runs. */
#ifndef FID_THRESHOLDS_H
#define FID_THRESHOLDS_H

#include <stdbool.h>
#include <stddef.h>
#include "base/error.h"

struct fid_threshold {
    char *workload, *resource, *facet; /* owned */
    bool score;                        /* else similarity */
    double value;                      /* 0 to 1 */
    size_t line;
};

struct fid_thresholds {
    char *path;                /* owned */
    struct fid_threshold *all; /* owned */
    size_t n, cap;
};

/* Read a file.  Returns -1 with FID_EINPUT if it cannot be read, FID_EUSAGE
 * "path:line: ..." for a malformed line. */
int fid_thresholds_load (const char *path, struct fid_thresholds *thresholds,
                         struct fid_error *err);

void fid_thresholds_clear (struct fid_thresholds *thresholds);

#endif
