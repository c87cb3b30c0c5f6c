/* ranks.h - the steps of all ranks of a run, and what they tell about waiting for each other
 *
 * Ranks are those that the reading of a run tells: of files whose names differ in a number, or
 * of one file that names them (a log with the tags of a launcher, a merged trace).  The k-th
 * training step of an epoch is the same one in all ranks.
 */
#pragma once

#include "run/run.h"
#include "tools/whatif/job.h"

/* Takes the ranks of a run, which stays in use: source, rank, times, has_fetch, has_start and meet
 * of *job, whose name and path are set.  Ends the program if it records no steps with waits. */
void fid_whatif_ranks (const struct fid_run *run, struct fid_whatif_job *job);
