/* SPDX-License-Identifier: GPL-3.0-or-later */
/* one_run.h - a directory that holds one run, told without looking into every file */
#pragma once

#include "readers/discover.h"
#include "readers/reader.h"
#include "run/run.h"

/* Whether files of this format can show that there are several runs (several.h); tables (rank
 * 1) may be of anything. */
bool fid_reader_marks_runs (const struct fid_reader *r);

/* Finds out whether the files are of one run beyond doubt: no file that could contradict
 * another one is of such a format, and there are raw traces.  The largest files are looked into
 * first; some are added to run->source. */
int fid_runs_surely_one (struct fid_run *run, const struct fid_files *files, bool *sure,
                         struct fid_error *err);
