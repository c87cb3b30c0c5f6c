/* steps_histograms.h - computation times of all configurations; for src/charts only */
#ifndef FID_STEPS_HISTOGRAMS_H
#define FID_STEPS_HISTOGRAMS_H

#include "plot/figure.h"
#include "tools/steps/steps.h"

/* Add the sheet: a row for each batch size, a column for each number of GPUs; bins
 * of equal width from the least value to the greatest, as many as the root of
 * the values, 8 to 40; the median is a dotted line. */
void fid_steps_histograms (struct fid_figure *fig, const struct fid_step_stats *steps);

#endif
