/* SPDX-License-Identifier: GPL-3.0-or-later */
/* write.h - the files of the earlier tools for instrumented runs
 *
 *     all_data.json                       {gpus: {batch: {metric: [values]}}}
 *     UNET3D_step_analysis.log            mllog; DLIO_UNET3D_... for dlio
 *     bert_step_analysis.txt              timeline
 *     compute_time_fit.json               {gpus: {batch: {"mu": [], "std": []}}}
 *     ditribution_fits.txt                (sic) the planes through them
 *     processed/BERT_plotting_data.json   timeline: {gpus: {batch: {metric: {...}}}}
 *     processed/dlio_sleep_times.json     timeline: statistics of all_compute
 *
 * Numbers are written as Python does, so the same values give the same bytes.  Statistics
 * that a single value does not have are n/a in text and null in JSON. */
#pragma once

#include "tools/steps/steps.h"

/* Write them into dir, which is created; fit: also compute_time_fit.json and
 * ditribution_fits.txt, which profiler recordings always have. */
void fid_steps_write (const struct fid_step_stats *steps, const char *dir, bool fit);

/* Write the logs that were read as dir/raw_data/CONFIG.json, arrays of their MLLOG events;
 * further ones of the same name become CONFIG_2.json and so on. */
void fid_steps_write_raw_data (const struct fid_step_stats *steps, const char *dir);
