/* documents.h - the JSON files of write.h, as Python's json.dump writes them
 *
 * {gpus: {batch: ...}}, indented by four but for the statistics, which are one
 * line.  Errors show when the file is closed. */
#ifndef FID_STEPS_DOCUMENTS_H
#define FID_STEPS_DOCUMENTS_H

#include <stdio.h>
#include "tools/steps/steps.h"

void fid_steps_put_values (FILE *f, const struct fid_step_stats *s); /* all_data.json */
void fid_steps_put_fits (FILE *f, const struct fid_step_stats *s);   /* compute_time_fit */
void fid_steps_put_statistics (FILE *f,
                               const struct fid_step_stats *s); /* BERT_plotting_data */
void fid_steps_put_sleep_times (FILE *f, const struct fid_step_stats *s); /* dlio_sleep_times */

#endif
