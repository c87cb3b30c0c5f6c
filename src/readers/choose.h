/* SPDX-License-Identifier: GPL-3.0-or-later */
/* choose.h - which files of a run directory are used for what, so that nothing counts twice
 *
 * For each kind of content (FID_GIVES_...):
 * - A file is a copy, and gives nothing, if another file of the same format has its name
 *   without ".gz", ".zst", ".xz" or ".bk".
 * - Events and gauges come from all files of the highest rank; events of logs of requests to a
 *   store count beside those of traces of files.
 * - Phases, steps and the lines of the application's log come from one file each: the one with
 *   the highest rank; of files whose names differ only in a number, the one with the lowest
 *   number (rank 0); then the one with the most phases or steps; then dlio.log, other *.log, and
 *   the rest (stderr.txt). */
#pragma once

#include "readers/recording.h"

/* Sets `used` of all sources, and narrows `gives` to what a file holds where that varies (logs,
 * tables, DFTracer, strace): such files are read into rec, which has a recording for each source.  -1 when out of memory; a file that cannot be read holds nothing. */
int fid_choose_sources (struct fid_run *run, struct fid_recording *rec, struct fid_error *err);

/* Uses one of the files that hold the same events, one or several together: that which leads, or
 * has the shortest name; each that is left out is a finding.  `rec' has one for each source.
 * O(rows of files that may be copies).  -1 with FID_EINTERNAL. */
int fid_copies_drop (struct fid_run *run, struct fid_recording *rec, struct fid_error *err);
