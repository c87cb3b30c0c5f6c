/* SPDX-License-Identifier: GPL-3.0-or-later */
/* missed.h - block requests that their tracer missed
 *
 * The kernel runs no tracing program in an interrupt that comes while another one runs on that
 * processor, so programs that print requests at their completion miss some; the disk's own
 * counters (iostat) have all. */
#pragma once

#include "run/run.h"

/* Bytes that the disks of a run delivered by their counters, over those of its block requests,
 * of all processes; 0: not known.  more_n: bytes beyond all requests while the run made some.
 */
double fid_run_counted (const struct fid_run *run, double *more_n);

/* Whether the trace of block requests includes other processes, as the disk's counters do. */
bool fid_run_shows_others (const struct fid_run *run);

/* fid_run_counted, as far as a tracer misses some: 1 to FID_MISSED_MOST; 1 where that is not
 * known, or is not the tracer's doing (another disk, other units).  Requests before and after
 * the counters count as traced, so it may be too low, never too high. */
double fid_run_missed (const struct fid_run *run);

#define FID_MISSED_MOST 1.25 /* beyond it more is wrong than a tracer that misses some */
