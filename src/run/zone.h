/* SPDX-License-Identifier: GPL-3.0-or-later */
/* zone.h - whole-hour differences between clocks, from what their files cover
 *
 * Without anchors, the difference of two civil clocks follows from the files: monitors
 * run while the application runs, so the right difference is the one under which they
 * cover its log.  Time zones are whole quarters of an hour (from -12 to
 * +14 h), and a clock read wrongly is off by hours or days. */
#pragma once

#include "base/base.h"

#define FID_QUARTER  (900 * FID_S)
#define FID_HOUR     (3600 * FID_S)
#define FID_ZONE_MIN (-12 * FID_HOUR) /* local - UTC */
#define FID_ZONE_MAX (14 * FID_HOUR)

/* What a file covers; undated: any number of days may be added.  Stamps are
 * within +-FID_EXTENT_MAX (the year 2065), so that sums of two and a shift
 * stay in range. */
#define FID_EXTENT_MAX INT64_C (3000000000000000000)

/* Whether sums and differences of such stamps stay in range. */
static inline bool fid_stamp_is_sane (int64_t t_ns)
{
    return t_ns < FID_EXTENT_MAX && t_ns > -FID_EXTENT_MAX;
}

struct fid_extent {
    int64_t first_ns, last_ns;
    bool undated;
};

struct fid_zone {
    int64_t shift_ns;   /* add to the stretches */
    size_t candidate_n; /* shifts that cover as well; 1: unique */
    int64_t reach_ns;   /* the farthest of them from shift_ns */
    double cover;       /* mean share of app covered, 0 to 1 */
};

/* t to the nearest quarter of an hour. */
int64_t fid_zone_round (int64_t t_ns);

/* Whether the two share an instant, without any shift. */
bool fid_extent_meets (const struct fid_extent *a, const struct fid_extent *b);

/* The smallest stretch over a[n]; n >= 1. */
struct fid_extent fid_extent_hull (const struct fid_extent *a, size_t n);

/* The shift between min_ns and max_ns, in quarters of an hour, under which
 * s[n] cover app[app_n] best.  Among equals `wish` wins if it is one of them,
 * else the one nearest 0.  False if nothing meets under any.  O(n app_n). */
bool fid_zone_cover (const struct fid_extent *s, size_t n, const struct fid_extent *app,
                     size_t app_n, int64_t min_ns, int64_t max_ns, const int64_t *wish,
                     struct fid_zone *z);

/* Whole days that bring the undated *s nearest to ref. */
int64_t fid_zone_day (const struct fid_extent *s, const struct fid_extent *ref);

/* Quarters of an hour, within a day and a bit, under which *s, which does not
 * meet ref, has most in common with it (overlap / union); whole hours win ties,
 * then the shorter.  False if no shift makes them meet. */
bool fid_zone_error (const struct fid_extent *s, const struct fid_extent *ref,
                     int64_t *shift_ns);
