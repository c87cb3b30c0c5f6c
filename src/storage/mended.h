/* mended.h - the answer of an emulation that did one thing as the real job does */
#ifndef FID_STORAGE_MENDED_H
#define FID_STORAGE_MENDED_H

#include "job/traits.h"
#include "storage/answer.h"

/* Finds in what the emulation's job differs from that of the first real run (fid_answer_first)
 * and, of each, the error of the answer if that alone were the real job's; the least error
 * first, unknown ones last.  Returns how many; -1 without memory.  Costs an answer for each. */
int fid_answer_differences (const struct fid_answer_run *real, size_t real_n,
                            const struct fid_job *emulation, const struct fid_answer_opts *opts,
                            struct fid_job_difference d[FID_JOB_TRAIT_N],
                            struct fid_error *err);

#endif
