/* SPDX-License-Identifier: GPL-3.0-or-later */
/* several.h - directories that hold several runs
 *
 * Benchmarks leave trees of results: SYSTEM/WORKLOAD/run1, run2, ...  Their files must not be
 * taken for those of one run.  Two files are of different runs if
 *
 * - they are of a format of which a run has files in one folder only (struct fid_reader, once:
 *   raw traces, DLIO's summary.json), and lie in different folders, which are not those of
 * hosts;
 * - or they are logs of one format, in different folders or named alike ("result_0.txt",
 *   "result_1.txt"), and the training in one ends before that in the other begins.  Logs of the
 *   ranks or hosts of one run overlap.
 *
 * Folders are those of hosts if both hold logs whose trainings overlap (and are no copies), or
 * meta.json lists their names in "hosts", or they lie in a folder called hosts or nodes, or a
 * log lies above both and in neither.  A folder called "run1" or the like is no host's.
 *
 * A run is the highest folder without such a contradiction; where nothing known lies beside
 * its only folder, that folder, unless the higher one is called "run1" or the like. */
#pragma once

#include "readers/recording.h"

/* Whether the files registered in run->source are of one run, for which some are read into rec, a
 * recording for each; fills run->hosts and the host of each source.  -1, FID_EINPUT: of several,
 * and err names them. */
int fid_runs_check (struct fid_run *run, struct fid_recording *rec, struct fid_error *err);

/* Lists the runs at and below a path: the path itself if it is one run, else those found in
 * its tree, in order.  runs is cleared by the caller with fid_files_clear.  -1: FID_EINPUT if
 * it cannot be read or holds no run. */
int fid_runs_find (const char *path, struct fid_files *runs, struct fid_error *err);
