/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hosttime.h - dates and times of day as the monitors of a host write them
 *
 * mpstat, iostat and nvidia-smi print local time in the spelling of the host's
 * locale; mpstat gives the date once, so a trace over midnight must be
 * followed from row to row. */
#pragma once

#include "base/base.h"

/* "Feb" is 2; 0: no month. */
int fid_month (struct fid_span s);

/* Take a time of day off *rest: "HH:MM:SS", or "hh:mm:ss" with AM or PM behind
 * it.  False, *rest unchanged, if there is no time. */
bool fid_host_time (struct fid_span *rest, int64_t *tod_ns);

/* A whole stamp: date and time of day as above, or ISO 8601 with or without a
 * zone; *zone_s and *zoned as fid_time_iso gives them. */
bool fid_host_stamp (struct fid_span s, bool day_first, int64_t *ns, int64_t *zone_s,
                     bool *zoned);

/* Takes the time stamp that ts puts before a line, and the blanks behind it: ISO 8601 in one
 * word, a date and a time, or a time (after a month and a day, which lack the year).  *dated: it
 * has a date.  False, *line unchanged, if there is no stamp. */
bool fid_host_take_stamp (struct fid_span *line, bool day_first, int64_t *t_ns, bool *dated);

/* A line of a monitor without the colours that S_COLORS=always adds, and without the "^C"
 * of a terminal and blanks around it.  The result is the line itself, or in buf (longer lines stay as they are). */
#define FID_HOST_PLAIN 1024
struct fid_span fid_host_plain (struct fid_span line, char buf[FID_HOST_PLAIN]);

/* Times of day that pass midnight: zero-initialise, set day to the first date
 * (days since 1970-01-01). */
struct fid_daytime {
    int64_t day;
    int64_t newest_ns;
    bool any;
};

/* The instant of the next row.  A step back of more than 12 hours is the next
 * day; a smaller one is a row out of order. */
int64_t fid_daytime_next (struct fid_daytime *d, int64_t tod_ns);
