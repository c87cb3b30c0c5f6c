/* run_figure.h - one run against time: phases, CPU, GPU, disk, I/O, lanes
 *
 * The panels of the earlier pipeline's timelines.  Time is seconds after the
 * start of the job, as in series files. */
#ifndef FID_RUN_FIGURE_H
#define FID_RUN_FIGURE_H

#include "charts/activity.h"
#include "plot/figure.h"

/* What is shown. */
enum {
    FID_SHOW_PHASES = 1,
    FID_SHOW_CPU = 2,
    FID_SHOW_GPU = 4,
    FID_SHOW_DISK = 8,
    FID_SHOW_IO = 16, /* throughput of calls and block requests */
    FID_SHOW_LANES = 32,
    FID_SHOW_HISTOGRAMS = 64 /* only if asked for: no time axis */
};

/* Fill fig with a run's stretch number `stretch` of a (which has seen the run
 * being read).  what: bits of FID_SHOW_...; 0: all that was recorded, while what
 * is asked for by name and was not recorded says so.  The figure borrows from
 * both.  -1 with FID_EINPUT if nothing was traced in the stretch. */
int fid_run_figure (struct fid_figure *fig, const struct fid_run *run,
                     const struct fid_activity *a, size_t stretch, unsigned what,
                     struct fid_error *err);

#endif
