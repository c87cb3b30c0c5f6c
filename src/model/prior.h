/* SPDX-License-Identifier: GPL-3.0-or-later */
/* prior.h - how much runs of one configuration differ, as known before any are seen
 *
 * A line of the file names a group, "overall" (the similarity), "answer" or "capacity" (by how much
 * the benchmark's are off, ln), the standard deviation of -ln (grade), or of the error, between
 * runs of one configuration, and the degrees of freedom that this knowledge is worth
 * (metrics/moderated.h).  Groups that are not listed use "overall", the other two what is built in.
 * profiles/prior.conf is built in, for those who have no runs of their own. */
#pragma once

#include "model/resources.h"

#define FID_OVERALL             "overall"
#define FID_PRIOR_NAME_ANSWER   "answer"
#define FID_PRIOR_NAME_CAPACITY "capacity"

/* What has a prior: groups, and these. */
enum fid_prior_id {
    FID_PRIOR_SIMILARITY = FID_GROUP_N,
    FID_PRIOR_ANSWER,   /* how far the answer is off */
    FID_PRIOR_CAPACITY, /* how far the accelerators that 1 GB/s feeds are */
    FID_PRIOR_N
};

struct fid_prior {
    double deviation, freedom;
};

struct fid_priors {
    struct fid_prior of[FID_PRIOR_N];
};

/* Read a file, or what is built in where path is NULL.  Returns -1 with FID_EINPUT if it
 * cannot be read, FID_EUSAGE "path:line: ..." for a line that is not understood or if there
 * is no line "overall". */
int fid_priors_load (const char *path, struct fid_priors *priors, struct fid_error *err);

/* The name in files of a group or one of enum fid_prior_id, and its number; -1. */
const char *fid_prior_name (int id);
int fid_prior_find (struct fid_span name);

/* The built-in prior of a group or another of the above. */
struct fid_prior fid_prior_of (int id);
