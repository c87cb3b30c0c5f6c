/* within_run_ci.h - how sure the numbers of a single pair are, from within its runs
 *
 * Where there are no repeats the only chance to be seen is that inside a run: its
 * window is cut into blocks of time, which are drawn with replacement until the
 * window is full again (stationary bootstrap, metrics/blocks.h), and what can be
 * computed from samples in that order is computed anew.  Blocks are at least two
 * steps long and at least as long as the automatic length of the liveliest series
 * asks for; all series of a side are cut at the same instants.
 *
 *   marginal    of sampled gauges and of steps: the drawn samples, each side by itself
 *   shape       local costs along the warping path, which stays as it is: blocks of
 *               the real run's time
 *
 * All else keeps its value: marginals of events are histograms without a time;
 * timing, rhythm and coupling are about the order that blocks destroy; phases are
 * a handful; volume is set by the configuration, and where a few bursts hold it
 * (checkpoints) blocks hit or miss them, which says nothing of chance.  Such an interval is too
 * narrow by construction: it knows nothing of how runs differ.  Source: Politis & Romano 1994,
 * doi:10.1080/01621459.1994.10476870. */
#ifndef FID_WITHIN_H
#define FID_WITHIN_H

#include "compare/comparison.h"
#include "compare/kept_signals.h"

/* Draw, and set the intervals of c: its similarities, resources, and the details
 * within_run_low and within_run_high (distance) of the measures.  None if the
 * window is shorter than nine bins.  Time O(draws * samples). */
int fid_within_intervals (struct fid_comparison *c, struct fid_within *w,
                          struct fid_error *err);

#endif
