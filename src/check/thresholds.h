/* thresholds.h - numbers that configurations have to reach, from a file
 *
 *     # workload  resource    facet   limit           value
 *     *           overall     -       min_score       0.2
 *     unet3d      storage     -       min_similarity  0.8
 *     *           vfs.read    volume  min_similarity  0.9
 *
 * Five words a line; '#' starts a comment.  The resource is "overall", a group
 * or a resource; '*' stands for every workload, every resource, every facet.
 * The facet '-' is the number of the resource as a whole.  A facet's number is
 * the lowest of its measures.  The number of a configuration is the median over
 * its runs. */
#ifndef FID_LIMITS_H
#define FID_LIMITS_H

#include <stdbool.h>
#include <stddef.h>
#include "base/error.h"

struct fid_limit {
    char *workload, *resource, *facet; /* owned */
    bool score;                        /* else similarity */
    double value;                      /* 0 to 1 */
    size_t line;
};

struct fid_limits {
    char *path;              /* owned */
    struct fid_limit *limit; /* owned */
    size_t limit_n, limit_cap;
};

/* Read them.  -1 with FID_EINPUT if the file cannot be read, FID_EUSAGE
 * "path:line: ..." for a line that is none. */
int fid_limits_load (const char *path, struct fid_limits *limits, struct fid_error *err);

void fid_limits_clear (struct fid_limits *limits);

#endif
