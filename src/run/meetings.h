/* SPDX-License-Identifier: GPL-3.0-or-later */
/* meetings.h - how far the clocks of two hosts are apart, by what happened on both at once
 *
 * Ranks begin an epoch together, and meet at barriers and at the ends of checkpoints: each pair
 * of stamps of such an instant tells the difference of the clocks, give or take the time for
 * which one rank waits.  The line through them is the median of the pairwise slopes (Theil
 * 1950, Sen 1968: doi:10.1080/01621459.1968.10480934), if that is significant, at the median
 * height. */
#pragma once

#include "run/record.h"

/* One instant on the clocks of two hosts. */
struct fid_meeting {
    int64_t here_ns, there_ns;
};

/* there = here + offset + drift (here - ref), within the uncertainty. */
struct fid_meetings_fit {
    size_t n; /* meetings; 0 if nothing happened on both, or they disagree */
    int64_t offset_ns, ref_ns, uncertainty_ns;
    double drift;
};

/* Of hosts whose wall clocks nothing compares: those that NTP keeps are nearer. */
#define FID_UTC_UNSURE_NS INT64_C (500000000)

/* What scatters more than this is no meeting: the hosts only did alike things. */
#define FID_MEETING_SCATTER_NS INT64_C (50000000)

/* Fits meeting[n], in any order.  Where they do not agree fit->n and the offset are 0, and the
 * uncertainty holds their differences.  Time O(n^2); n is at most FID_MEETINGS_MAX. */
int fid_meetings_fit (const struct fid_meeting *meeting, size_t n, struct fid_meetings_fit *fit,
                      struct fid_error *err);

#define FID_MEETINGS_MAX 512

/* Finds the meetings in the phases of two logs: starts and ends of the same epochs, blocks and
 * evaluations, and ends of checkpoints.  Writes at most FID_MEETINGS_MAX; returns how many. */
size_t fid_meetings_find (const struct fid_phase *here, size_t here_n,
                          const struct fid_phase *there, size_t there_n,
                          struct fid_meeting *meeting);
