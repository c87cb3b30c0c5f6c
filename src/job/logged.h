/* SPDX-License-Identifier: GPL-3.0-or-later */
/* logged.h - a run without what was found in its traces and added to its log (complete.h) */
#pragma once

#include "run/run.h"

/* Fills *log with a copy of the run without what was added.  The copy owns log->phases alone,
 * which the caller clears.  -1 without memory. */
int fid_run_as_logged (const struct fid_run *run, struct fid_run *log, struct fid_error *err);
