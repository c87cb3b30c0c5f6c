/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hourerror.h - files whose stamps are hours or days off */
#pragma once

#include "run/clock.h"
#include "run/zone.h"

/* The extent of a source; false if it has no stamps, or impossible ones. */
bool fid_source_stretch (const struct fid_clock_source *s, struct fid_extent *st);

/* Sets shift_ns of every source in local time: the day if it has no date, and hours if it
 * does not overlap `ref` but would after a shift.  ref is the time of the job in local
 * time; with ref_n 0 the files that agree with most others.  Files that overlap ref keep
 * their hours. */
int fid_hour_errors (struct fid_clocks *c, struct fid_clock_input *in,
                     const struct fid_extent *ref, size_t ref_n, struct fid_error *err);
