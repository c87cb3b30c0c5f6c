/* SPDX-License-Identifier: GPL-3.0-or-later */
/* of_run.h - the plan of a recorded run
 *
 * Reads, opens and checkpoints are those of the traces; steps, the lead of loaders and their
 * work are those of the job (job/of_run.h).  Reads that no step takes begin behind the step that
 * had begun, or so long after the part that they are in. */
#pragma once

#include "plan/plan.h"
#include "run/run.h"

/* length_s: how long the job takes without tracers, 0: as recorded.  What computes (steps, readers'
 * work) is made that much shorter or longer.  Clear *plan even after a failure.  -1: FID_EINPUT
 * if nothing was read and nothing saved, or if computation cannot make up for the length.
 * O(reads x readers). */
int fid_plan_of_run (struct fid_plan *plan, const struct fid_run *run, double length_s,
                     struct fid_error *err);
