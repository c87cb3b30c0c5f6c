/* write.h - the files that the earlier tools wrote of instrumentation logs
 *
 *     all_data.json                       {gpus: {batch: {metric: [values]}}}
 *     UNET3D_step_analysis.log            mllog; DLIO_UNET3D_... of dlio
 *     bert_step_analysis.txt              timeline
 *     compute_time_fit.json               {gpus: {batch: {"mu": [], "std": []}}}
 *     ditribution_fits.txt                (their spelling) the line through them
 *     processed/BERT_plotting_data.json   timeline: {gpus: {batch: {metric: {...}}}}
 *     processed/dlio_sleep_times.json     timeline: of all_compute
 *
 * Numbers are written as Python does, so that the same values give the same
 * bytes; what one value alone does not have is n/a in text and null in JSON. */
#ifndef FID_STEPS_WRITE_H
#define FID_STEPS_WRITE_H

#include "tools/steps/steps.h"

/* Write them below dir, which is made; fit: compute_time_fit.json and
 * ditribution_fits.txt too, which profiler recordings always have.  -1 with
 * FID_EINTERNAL. */
int fid_steps_write (const struct fid_step_stats *steps, const char *dir, bool fit,
                     struct fid_error *err);

/* Write the logs that were read as dir/raw_data/CONFIG.json, arrays of their MLLOG
 * events; CONFIG_2.json ... for further ones of that name. */
int fid_steps_write_raw_data (const struct fid_step_stats *steps, const char *dir,
                              struct fid_error *err);

#endif
