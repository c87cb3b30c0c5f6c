/* SPDX-License-Identifier: GPL-3.0-or-later */
/* readlag.h - how much later than their stamps a monitor took its readings
 *
 * iostat and mpstat wake up once a second, at the same fraction of each second, and stamp
 * their readings with the whole second: a reading stamped 10:00:05 may be of 10:00:05.9.
 * Events of the same run tell the fraction: it is the lag at which the amounts of the
 * events between two readings follow the values best,
 *
 *   r (L) = correlation of value[j] and A (t[j] + L) - A (t[j] - period + L)
 *
 * with A (t) the amount of the events until t.  1 - r^2 is the part of the values that a
 * straight line through the amounts leaves unexplained; lags that leave nearly as little as
 * the best one could be true, too, and make the uncertainty. */
#pragma once

#include "run/grid.h"

struct fid_lag_reading {
    int64_t t_ns; /* of its stamp, on the axis of the grid */
    double value; /* average since the reading before */
};

struct fid_readlag {
    bool known;             /* there were enough readings and events */
    bool certain;           /* well enough to move the readings */
    int64_t lag_ns;         /* to add to the stamps */
    int64_t uncertainty_ns; /* half-width that holds the truth */
    double explained;       /* r^2 at that lag */
    size_t reading_n;
    const char *by; /* static; the events: "block requests" */
};

/* Estimates the lag of readings (ascending in time) whose values follow the amounts
 * (byte_n) of a grid that starts at origin_ns of their axis.  *lag.known is false if there
 * are fewer than 20 readings, or values or amounts do not change.  Returns 0, or -1 without
 * memory.  Cost O(n + bins). */
int fid_readlag_estimate (const struct fid_lag_reading *reading, size_t n,
                          const struct fid_grid *events, int64_t origin_ns,
                          struct fid_readlag *lag, struct fid_error *err);
