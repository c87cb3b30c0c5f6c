/* SPDX-License-Identifier: GPL-3.0-or-later */
/* anchorfit.h - offset and drift between two clocks, from anchors late on one side
 *
 * A stamp is taken before the other clock sees it: the stamp of a log line is at most
 * the start of its write, so  to - from  is at most the true offset, and close to it
 * unless the process was delayed in between.  The error of second ticks has the other
 * sign: the printed second comes from the coarse clock, which lags by up to one timer
 * tick, so no line shows the old second later than a tick after the boundary, and many
 * come close to that.  Both are envelopes:
 *
 *   1. maxima of up to 16 windows of anchors, a line through them by the
 *      median of the pairwise slopes (drift, if it is significant);
 *   2. without the drift: the point that most intervals contain (outliers on
 *      either side have no influence), at the highest lower end among them.
 *
 * Sources: Moon, Skelly & Towsley 1999, doi:10.1109/INFCOM.1999.749287 (skew
 * from the envelope of one-way delays); Theil 1950 and Sen 1968,
 * doi:10.1080/01621459.1968.10480934 (median of slopes); Marzullo 1984 (the
 * vote of intervals, as used by NTP, RFC 5905). */
#pragma once

#include "run/record.h"

/* The coarse clock behind a printed second lags by up to one timer tick: 1 ms (HZ=1000)
 * to 10 ms (HZ=100).  The traces do not show which. */
#define FID_TICK_LATE_NS INT64_C (10000000)

struct fid_anchorfit {
    size_t n, used_n; /* anchors, and those whose interval agrees with the fit */
    int64_t ref_ns;   /* of `from`; the middle of the anchors */
    int64_t offset_ns;
    double drift;           /* to = from + offset + drift (from - ref) */
    int64_t uncertainty_ns; /* half-width that holds the true offset */
    int64_t residual_ns;    /* largest distance of a used interval from the fit */
    int64_t jump_ns;        /* 0, or by how much `to` was set during the run */
    int64_t jump_at_ns;     /* of `from` */
};

/* Fit anchor[n], all of one pair of clocks, to_min_ns <= to_max_ns; n >= 1.  late: they are
 * second ticks, and the printed second may lag by FID_TICK_LATE_NS.  With a jump the
 * side with more anchors counts, and the uncertainty includes the jump.
 * Returns 0, or -1 without memory.  O(n log n). */
int fid_anchor_fit (const struct fid_anchor *anchor, size_t n, bool late,
                    struct fid_anchorfit *f, struct fid_error *err);
