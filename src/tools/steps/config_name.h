/* config_name.h - GPUs and batch size from the name of a configuration
 *
 *     config_8gpu_4batch  UNET3D_1g_2b  BERT_8gb6  DLRM_benchmark_8GPU_b32k
 *
 *   GPUs   the number before GPU, else gpu, else g, else G
 *   batch  the number before batch, else after _ and before b, else after b,
 *          else after batch, else before b, else before global
 *
 * A number is all of its digits, with k for 1024 and M for 1024^2; of several
 * that fit a rule the last counts. */
#ifndef FID_CONFIG_NAME_H
#define FID_CONFIG_NAME_H

#include "base/span.h"

#define FID_CONFIG_MAX (INT64_C (1) << 40) /* of either number */

/* One part of a path; false, *out as it was, if it does not tell. */
bool fid_config_gpus (struct fid_span name, int64_t *out);
bool fid_config_batch (struct fid_span name, int64_t *out);

/* Both from the parts of a path, each from the last one that tells it.  Returns
 * how many bytes of the path name the configuration (to the end of the last of
 * those parts), 0 if one is not told. */
size_t fid_config_of_path (struct fid_span path, int64_t *gpus, int64_t *batch);

/* "32k" and "2M" with short_forms, else "32768"; 130712, a slip that made its way
 * into data, is 128k too. */
#define FID_BATCH_TEXT 24
char *fid_config_batch_text (int64_t batch, bool short_forms, char buf[FID_BATCH_TEXT]);

#endif
