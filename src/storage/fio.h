/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fio.h - a storage from what the benchmark fio measured on it */
#pragma once

#include "storage/storage.h"

/* Fills *s, which fid_storage_init made, from a file that `fio --output-format=json' wrote:
 *
 *   read_mib_s, write_mib_s  the largest sum over jobs that ran together (one group of fio's)
 *   read_ms   mean latency of the smallest reads of a job with one request under way (iodepth
 * 1), less what the transfer takes at read_mib_s; not stated without such a job iops      the
 * most reads of at most 64 KiB a second, of jobs with more than one under way
 *
 * -1 with FID_EUSAGE "path:line: ..." if no job reads, FID_EINPUT if it is not such a file. */
int fid_storage_from_fio (struct fid_storage *s, const char *path, struct fid_error *err);
