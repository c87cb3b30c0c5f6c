/* SPDX-License-Identifier: GPL-3.0-or-later */
/* busiest.h - which of several hosts does most */
#pragma once

#include "run/run.h"

struct fid_busiest {
    size_t host, seen_n; /* number of the host; of how many something was recorded */
    double most, sum;    /* what it uses, and all */
    double times;        /* what it uses over the mean of those */
};

/* By use[host], what each host uses; below 0: nothing was recorded of it.  False where fewer
 * than two were seen, or none uses anything. */
bool fid_busiest_of (const double *use, size_t host_n, struct fid_busiest *out);

/* The same of a stream: by bytes, or by time in calls that have no bytes. */
bool fid_busiest_of_stream (const struct fid_run *run, enum fid_stream_id id,
                            struct fid_busiest *out);

/* Whether traces of a host could show such calls. */
bool fid_host_sees (const struct fid_run *run, size_t host, enum fid_stream_id id);

/* Adds the finding that says so.  -1 without memory. */
int fid_busiest_say (struct fid_run *run, const char *resource, const struct fid_busiest *b,
                     struct fid_error *err);
