/* steps_figure.h - pictures of the steps of instrumented runs
 *
 *   breakdown   the whole step, waiting for data, computation; s
 *   throughput  from disk, of loading, of computation; samples/s
 *   latency     of the next batch, of loading and preparing in the loader; s
 *   histograms  all_compute of each configuration: rows are batch sizes, columns
 *               numbers of GPUs
 *
 * The first three have the batch size as x (logarithmic, 2k for 2048, of DLRM), a
 * line for each number of GPUs through the medians, and a band from q1 to q3. */
#ifndef FID_STEPS_PICTURE_H
#define FID_STEPS_PICTURE_H

#include "plot/figure.h"
#include "tools/steps/steps.h"

enum fid_steps_plot {
    FID_STEPS_BREAKDOWN,
    FID_STEPS_THROUGHPUT,
    FID_STEPS_LATENCY,
    FID_STEPS_HISTOGRAMS,
    FID_STEPS_PLOT_N
};

/* "breakdown"; -1 if there is none of that name. */
const char *fid_steps_plot_name (enum fid_steps_plot plot);
int fid_steps_plot_by_name (const char *name);

/* Add its panels; the statistics live as long as the figure.  Want of memory is
 * the figure's to tell. */
void fid_steps_picture (struct fid_figure *fig, const struct fid_step_stats *steps,
                        enum fid_steps_plot plot);

/* px of width that show it well. */
double fid_steps_picture_width (const struct fid_step_stats *steps, enum fid_steps_plot plot);

#endif
