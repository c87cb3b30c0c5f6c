/* SPDX-License-Identifier: GPL-3.0-or-later */
/* steps_figure.h - charts of the steps of instrumented runs
 *
 *   breakdown   the whole step, waiting for data, computation; s
 *   throughput  from disk, of loading, of computation; samples/s
 *   latency     of the next batch, of loading and preprocessing in the loader; s
 *   histograms  all_compute of each configuration: a row for each batch size, a column
 *               for each number of GPUs; sqrt (values) bins, 8 to 40, of equal width; the
 *               median is a dotted line; the normal law of the same mean mu and deviation std
 *
 * The first three have the batch size on the x axis (for DLRM logarithmic, 2k for 2048),
 * a line for each number of GPUs through the medians, and a band from q1 to q3. */
#pragma once

#include "plot/figure.h"
#include "tools/steps/steps.h"

enum fid_steps_plot {
    FID_STEPS_BREAKDOWN,
    FID_STEPS_THROUGHPUT,
    FID_STEPS_LATENCY,
    FID_STEPS_HISTOGRAMS,
    FID_STEPS_PLOT_N
};

/* "breakdown" */
const char *fid_steps_plot_name (enum fid_steps_plot plot);

/* Add the panels of a chart.  The statistics must outlive the figure, which also reports
 * if memory ran out. */
void fid_steps_picture (struct fid_figure *fig, const struct fid_step_stats *steps,
                        enum fid_steps_plot plot);

/* A suitable width, px. */
double fid_steps_picture_width (const struct fid_step_stats *steps, enum fid_steps_plot plot);
