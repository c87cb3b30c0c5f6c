/* robust_axis.h - the end of an axis of values where a few spikes would hide the rest
 *
 * Where the highest value is more than FID_SPIKE times the 99th percentile of those above 0, the axis ends at
 * twice that percentile; what is above it is marked at the edge and counted. */
#ifndef FID_ROBUST_AXIS_H
#define FID_ROBUST_AXIS_H

#include "plot/figure.h"

#define FID_SPIKE      4.
#define FID_SPIKE_LEAST 50 /* values above 0; of fewer, none is a spike */

struct fid_robust {
    double hi;      /* the end of the axis; 0: no value is above 0 */
    double highest; /* value */
    size_t cut_n;   /* values above hi */
};

/* The end for those of y[n] that are shown of n lines with x from lo to hi.  Memory is fig's. */
struct fid_robust fid_robust_end (struct fid_figure *fig, const struct fid_line *line,
                                  size_t line_n, const struct fid_axis *x);

/* Marks at the upper edge for the values of a line that are cut; n 0: none. */
struct fid_line fid_robust_marks (struct fid_figure *fig, const struct fid_line *line,
                                  const struct fid_axis *x, double hi);

#endif
