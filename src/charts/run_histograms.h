/* run_histograms.h - how large and how slow a run's operations were */
#ifndef FID_RUN_HISTOGRAMS_H
#define FID_RUN_HISTOGRAMS_H

#include "plot/figure.h"
#include "timeline/run.h"

/* Add a row for each stream the run did something in: sizes (bytes) and
 * latencies (s) of its own operations from INIT to the end of the trace.  Eight
 * bins an octave, counts add up to the operations with a size above 0 (a
 * latency above 0); the median, known to 1/128 from below, is a dotted line.
 * Without any such operation one empty panel says so.  Want of memory is the
 * figure's to tell. */
void fid_run_histograms (struct fid_figure *fig, const struct fid_run *run);

#endif
