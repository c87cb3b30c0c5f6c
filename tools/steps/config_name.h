/* SPDX-License-Identifier: GPL-3.0-or-later */
/* config_name.h - GPUs and batch size from the name of a configuration
 *
 *     config_8gpu_4batch  UNET3D_1g_2b  BERT_8gb6  DLRM_benchmark_8GPU_b32k
 *
 *   GPUs   the number before GPU, else gpu, else g, else G
 *   batch  the number before batch, else after _ and before b, else after b,
 *          else after batch, else before b, else before global
 *
 * A number may end in k for 1024 or M for 1024^2.  If several fit a rule, the last one
 * counts. */
#pragma once

#include "base/base.h"

#define FID_CONFIG_MAX (INT64_C (1) << 40) /* the largest of either number */

/* From one part of a path; false, *out unchanged, if it contains no such number. */
bool fid_config_gpus (struct fid_span name, int64_t *out);
bool fid_config_batch (struct fid_span name, int64_t *out);

/* Both numbers, each from the last part of a path that contains it; one that is missing is
 * left as it is.  Returns the length of the path up to the end of the later of those parts, 0
 * if a number is missing. */
size_t fid_config_of_path (struct fid_span path, int64_t *gpus, int64_t *batch);

/* "32k" and "2M" with short_forms, else "32768".  130712, a typing error in the data of the
 * earlier tools, is 128k, too. */
#define FID_BATCH_TEXT 24
char *fid_config_batch_text (int64_t batch, bool short_forms, char buf[FID_BATCH_TEXT]);
