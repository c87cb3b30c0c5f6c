/* dlio_config.h - GPUs and batch size as DLIO itself states them
 *
 *   GPUs   the number of its processes, in dlio.log
 *   batch  workload.reader.batch_size of .hydra/config.yaml or configs/config.yaml beside
 *          the log, else the batch size in dlio.log */
#ifndef FID_STEPS_DLIO_CONFIG_H
#define FID_STEPS_DLIO_CONFIG_H

#include <stdint.h>

/* Set those of *gpus and *batch that are 0 and that the files state.  -1 with fid_why if a file
 * cannot be read. */
int fid_steps_dlio_config (const char *log, int64_t *gpus, int64_t *batch);

#endif
