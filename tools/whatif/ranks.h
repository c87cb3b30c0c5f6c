/* ranks.h - the steps of all ranks of a run, and what they tell about waiting for each other
 *
 * Ranks are those that the reading of a run tells: of files whose names differ in a number, or
 * of one file that names them (a log with the tags of a launcher, a merged trace).  The k-th
 * training step of an epoch is the same one in all ranks.
 */
#ifndef FID_WHATIF_RANKS_H
#define FID_WHATIF_RANKS_H

#include "tools/whatif/job.h"

/* Reads the ranks of a run: name, path, source, file, times, has_fetch, has_start and meet of
 * *job, which starts with zeros.  -1 with FID_EINPUT if the run cannot be read, or records no
 * steps with waits. */
int fid_whatif_ranks (const char *dir, struct fid_whatif_job *job, struct fid_error *err);

#endif
