/* SPDX-License-Identifier: GPL-3.0-or-later */
/* complete.h - phases and steps of a run that its log does not name, as its job has them */
#pragma once

#include "run/run.h"

/* Adds what is found in the traces to run->phases and run->steps: checkpoints, evaluations,
 * steps; and lets phases of training last until the last rank has ended its steps.  The roles
 * of files are known, and nothing is counted by phase yet.  Findings say what was added, and
 * how surely.  -1 without memory. */
int fid_job_complete (struct fid_run *run, struct fid_error *err);
