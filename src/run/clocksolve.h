/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clocksolve.h - what the parts of the clock solver share (clock.c and civil.c) */
#pragma once

#include "run/anchorfit.h"
#include "run/clock.h"
#include "run/zone.h"

/* Monitors' stamps are whole seconds, so coverage is no more exact. */
#define FID_COVER_UNSURE_NS FID_S

struct fid_clock_solver {
    struct fid_clocks *c;
    struct fid_clock_input *in;
    bool has[FID_CLOCK_N][FID_CLOCK_N]; /* anchors [from][to], from > to */
    struct fid_anchorfit edge[FID_CLOCK_N][FID_CLOCK_N];
    bool present[FID_CLOCK_N];       /* some file or anchor is in this clock */
    struct fid_extent *here, *there; /* owned; scratch with room for every source */
    bool tod_known;                  /* day of the ticks: LOCAL = TOD + tod_day_ns */
    int64_t tod_day_ns;
};

/* Writes the extents of the sources in a clock to st, of application logs only if there are
 * any; returns how many. */
size_t fid_clock_stretches (const struct fid_clock_solver *s, enum fid_clock clock,
                            struct fid_extent *st);

/* Write a clock's map. */
void fid_clock_put (struct fid_clock_solver *s, enum fid_clock clock, int64_t offset_ns,
                    int64_t uncertainty_ns, const char *how);

/* civil.c: the application's local time (axis UTC only) and the host's, on the
 * axis; the former first. */
int fid_relate_app (struct fid_clock_solver *s, struct fid_error *err);
int fid_relate_host (struct fid_clock_solver *s, struct fid_error *err);

/* --- hourerror.c: files whose stamps are hours or days off */

/* The extent of a source; false if it has no stamps, or impossible ones. */
bool fid_source_stretch (const struct fid_clock_source *s, struct fid_extent *st);

/* Sets shift_ns of every source in local time: the day if it has no date, and hours if it
 * does not overlap `ref` but would after a shift.  ref is the time of the job in local
 * time; with ref_n 0 the files that agree with most others.  Files that overlap ref keep
 * their hours. */
int fid_hour_errors (struct fid_clocks *c, struct fid_clock_input *in,
                     const struct fid_extent *ref, size_t ref_n, struct fid_error *err);
