/* within_run_ci.h - intervals of a single pair, from inside its runs
 *
 * Without repeats, only the chance inside a run can be seen.  Its window is cut into blocks of
 * time, which are drawn with replacement until the window is full again (stationary bootstrap,
 * metrics/blocks.h); measures that can be computed from the drawn samples are computed again.
 * Blocks are at least two steps long, and at least as long as the automatic length for the most
 * demanding series.  All series of a side are cut at the same instants.
 *
 *   marginal    of sampled gauges and of steps: the drawn samples, each side by itself
 *   shape       local costs along the warping path, which does not change: blocks of the
 *               real run's time
 *
 * Everything else keeps its value: marginals of events are histograms without a time; blocks
 * destroy the order that timing, rhythm and coupling measure; there is only a handful of
 * phases; the configuration decides volume, and if a few bursts hold it (checkpoints), blocks
 * hit or miss them.  The interval is too narrow by construction: it does not know how runs
 * differ. Source: Politis & Romano 1994, doi:10.1080/01621459.1994.10476870. */
#ifndef FID_WITHIN_H
#define FID_WITHIN_H

#include "compare/comparison.h"
#include "compare/kept_signals.h"

/* Draws, and sets the intervals of c: its similarities, its resources, and the details
 * within_run_low and within_run_high (distance) of the measures.  Sets none if the window is
 * shorter than nine bins.  Time O(draws * samples). */
int fid_within_intervals (struct fid_comparison *c, struct fid_within *w,
                          struct fid_error *err);

#endif
