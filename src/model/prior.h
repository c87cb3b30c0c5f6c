/* prior.h - how much runs of one configuration differ, as known before any are seen
 *
 * A line of the file names a group or "overall" (the score), the standard deviation of
 * -ln (grade) between runs of one configuration, and the degrees of freedom that this
 * knowledge is worth (metrics/moderated.h).  Groups that are not listed use "overall".
 * profiles/prior.conf is built in, for those who have no runs of their own. */
#ifndef FID_MODEL_PRIOR_H
#define FID_MODEL_PRIOR_H

#include "base/error.h"
#include "model/resources.h"

#define FID_OVERALL "overall"

struct fid_prior {
    double deviation, freedom;
};

struct fid_priors {
    struct fid_prior of[FID_GROUP_N + 1]; /* FID_GROUP_N: of the score */
};

/* Read a file, or what is built in where path is NULL.  Returns -1 with FID_EINPUT if it
 * cannot be read, FID_EUSAGE "path:line: ..." for a line that is not understood or if there
 * is no line "overall". */
int fid_priors_load (const char *path, struct fid_priors *priors, struct fid_error *err);

/* The built-in prior of a group; FID_GROUP_N: that of the score. */
struct fid_prior fid_prior_of (enum fid_group_id group);

#endif
