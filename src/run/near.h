/* SPDX-License-Identifier: GPL-3.0-or-later */
/* near.h - which time is the run's, where stamps lie far apart
 *
 * The phases tell it.  Without them, a stamp may be damaged or a file of another recording:
 * samples and files with events that are more than 30 days from all others are another part.
 * The run is the part that has both, else the one with most bytes of events, else most samples;
 * a part beside it belongs to it if the gap is shorter than one of the two.  All events and
 * samples at most 30 days from the run count: a job may be resumed after days. */
#pragma once

#include "run/take.h"

/* On the axis; events outside are not the run's.  Set by near.c alone; const elsewhere. */
struct fid_near_time {
    int64_t from_ns, to_ns;
    int64_t slack_ns; /* they are so far from the run itself */
};

/* Decides it, once phases and samples are on the axis, and leaves out samples that lie far from
 * it; each file with such becomes a finding. */
int fid_near_find (struct fid_near_time *near, struct fid_run *run, struct fid_samples *samples,
                   struct fid_error *err);

/* A finding for each file with events that were left out for that. */
int fid_near_findings (const struct fid_near_time *near, const struct fid_taken *taken,
                       struct fid_run *run, struct fid_error *err);

/* A finding if events that were taken lie days from most others, in a run without a log. */
int fid_near_apart (const struct fid_samples *samples, struct fid_run *run,
                    struct fid_error *err);
