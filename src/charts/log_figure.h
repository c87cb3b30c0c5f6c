/* log_figure.h - what training logs tell, drawn */
#ifndef FID_LOG_PICTURE_H
#define FID_LOG_PICTURE_H

#include "tools/logs/job.h"
#include "plot/figure.h"

#define FID_LOG_TITLE "Steps execution time" /* of the earlier chart */

/* Step times of each epoch: all of them above, and below those within a tenth of
 * the average without the first step (T Mi Iavg), which is dotted.  Up to twelve
 * epochs are told apart.  Of more the first and the last are; the others grow darker
 * above (of more than a hundred the median and the range are drawn), and below
 * there are their median and middle half.  The figure is without a title and
 * borrows nothing. */
void fid_log_picture (struct fid_figure *fig, const struct fid_job *job);

/* Accuracy of the validations against training time (sums of epoch times): a
 * panel for each computing system on one axis, a colour for each batch size.  Jobs
 * of one system, and of one batch size of it, follow each other.  Returns how many
 * are shown; the empty figure borrows their names. */
size_t fid_accuracy_picture (struct fid_figure *fig, const struct fid_job *job, size_t job_n);

#endif
