/* SPDX-License-Identifier: GPL-3.0-or-later */
/* replay.h - the reads of a run as jobs of other benchmarks
 *
 * fio       a job for each reader with an iolog: files, offsets and sizes as they were read.
 * Where the run reads ahead of its steps the log has times (version 3), at which reads begin
 *           unless the storage is late; where it reads between steps (version 2), the reader
 *           thinks for the time that steps compute.
 * elbencho  a command line: threads, files, sizes, blocks and the rate of each thread. */
#pragma once

#include "run/run.h"

/* Writes job.fio and reader-N.iolog into a folder, which is made.  -1: FID_EINPUT if no read of
 * data was traced, or a name has a blank, which fio cannot read. */
int fid_derive_fio (const struct fid_run *run, const char *folder, struct fid_error *err);

/* Prints the command lines that make the files and read them.  -1 as above. */
int fid_derive_elbencho (const struct fid_run *run, FILE *f, struct fid_error *err);
