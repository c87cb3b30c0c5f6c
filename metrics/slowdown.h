/* slowdown.h - what a slower storage would do to a job: a fluid model of its loader
 *
 * A job is cut into windows of its training, as long as the loader prefetches: within a
 * window reading and computing overlap, over windows they wait for each other.  Window i
 * computes for c(i) seconds and asks for q(i) of a demand (bytes, or operations by
 * reader), of which a unit costs u seconds (1 / bandwidth, or latency).  The share o of
 * the reading overlaps with computing, the rest adds:
 *
 *   T(u) = sum over i of  o max (c(i), q(i) u) + (1 - o) (c(i) + q(i) u)
 *
 * The slowdown curve is ln (T(u) / T(0)) at FID_SLOWDOWN_N costs, equally spaced in log u
 * between 1/8 and 8 times the cost at which the whole demand of the real run takes as
 * long as its training.  Two curves are compared by
 *
 *   d = mean over the costs of |emulation - real|
 *
 * Unit: ln.  0 for equal curves, no upper bound, symmetric.  Jobs whose demand and
 * computation are both k times as large have the same curve only if their costs are
 * scaled, too: curves are compared at the costs of the real run.
 *
 * Source: fluid approximation as in Kleinrock 1976, Queueing Systems II, chapter 2.  The
 * curve as a measure is ours. */
#ifndef FID_SLOWDOWN_H
#define FID_SLOWDOWN_H

#include <stddef.h>

#define FID_SLOWDOWN_N     24
#define FID_SLOWDOWN_RANGE 8.

struct fid_slowdown_job {
    const double *compute_s, *demand; /* borrowed; n windows, >= 0 */
    size_t n;
    double overlap; /* o, 0 .. 1 */
};

/* T(u) in seconds; u >= 0.  O(n). */
double fid_slowdown_time (const struct fid_slowdown_job *job, double cost);

/* Write the costs of curves, ascending: from 1/8 to 8 times `mean`, > 0. */
void fid_slowdown_costs (double mean, double cost[FID_SLOWDOWN_N]);

/* Write ln (T(u) / T(0)) at each cost.
 *
 * Returns 0; GSL_EDOM if the job never computes; GSL_EINVAL for an overlap outside 0..1
 * or a number that is negative or not finite.  O(n). */
int fid_slowdown_curve (const struct fid_slowdown_job *job, const double *cost, size_t cost_n,
                        double *curve);

#endif
