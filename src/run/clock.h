/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clock.h - one time axis for everything a run recorded
 *
 * Every file is stamped in some clock (enum fid_clock).  Anchors - one instant
 * seen on two clocks, with an interval of uncertainty - relate them; the solver
 * fits offset and drift over all anchors, derives the zone from the data, finds
 * whole-hour and 12-hour errors, and gives the uncertainty.  The axis is UTC
 * where any source is in UTC, else the application's local time, else the
 * host's, else the boot clock; a comparison only needs positions on the axis
 * relative to each other.  Nothing depends on TZ. */
#pragma once

#include "run/run_finding.h"

/* A stamp of civil local time before this is a time of day without a date. */
#define FID_UNDATED_BEFORE (INT64_C (3652) * 86400 * 1000000000)

/* One file: its clock and the stamps it holds. */
struct fid_clock_source {
    const char *file; /* borrowed; for messages */
    enum fid_clock clock;
    bool any;                  /* holds stamps at all */
    bool phases;               /* an application log: first/last stamp of the job */
    int64_t first_ns, last_ns; /* in its own clock */
    int64_t shift_ns;          /* result: add to its stamps before mapping
                                  (date of a time of day, whole-hour error) */
};

struct fid_clock_input {
    const struct fid_anchor *anchor; /* borrowed */
    size_t anchor_n;
    struct fid_clock_source *source; /* borrowed; shift_ns is written */
    size_t source_n;
    bool has_zone;   /* option --utc-offset */
    int64_t zone_ns; /* local - UTC of the tracing host */
};

/* axis = t + offset_ns + drift * (t - ref_ns), all in ns. */
struct fid_clock_map {
    bool known;
    int64_t offset_ns, ref_ns;
    double drift;           /* seconds per second; 0 where not fitted */
    int64_t uncertainty_ns; /* half-width around the mapped instant that holds the truth */
    size_t anchor_n;        /* anchors behind it */
    int64_t residual_ns;    /* largest distance of a used anchor's interval from the fit */
    char how[160];          /* "516 log writes" , "23 second ticks", "same zone as ..." */
};

struct fid_clocks {
    enum fid_clock axis;
    struct fid_clock_map map[FID_CLOCK_N];
    bool zone_known;
    int64_t zone_ns; /* local - UTC of the tracing host */
    char zone_how[160];
    struct fid_run_findings findings; /* hour errors, ambiguous zone, unrelated clocks */
};

/* Solves.  Clocks that cannot be related stay unknown and get a finding, without a guess.
 * -1 only without memory. */
int fid_clocks_solve (struct fid_clocks *c, struct fid_clock_input *in, struct fid_error *err);

/* t_ns of clock (already with its source's shift) on the axis; the map must be
 * known.  A stamp of a broken file that would overflow is mapped to the limit. */
static inline int64_t fid_clock_map_ns (const struct fid_clock_map *m, int64_t t_ns)
{
    int64_t offset_ns = m->offset_ns, sum;
    if (m->drift != 0) {
        /* rounding to 256 ns near 2^60 times 500 ppm is nothing */
        double drift = m->drift * ((double)t_ns - (double)m->ref_ns);
        int64_t whole = (int64_t)drift;
        double rest = drift - (double)whole; /* exact; llround without the call */
        offset_ns += whole + (rest >= 0.5) - (rest <= -0.5);
    }
    if (__builtin_add_overflow (t_ns, offset_ns, &sum))
        return t_ns < 0 ? INT64_MIN : INT64_MAX;
    return sum;
}

void fid_clocks_clear (struct fid_clocks *c);
