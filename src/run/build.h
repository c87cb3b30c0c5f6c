/* SPDX-License-Identifier: GPL-3.0-or-later */
/* build.h - records of many files into one run
 *
 * The caller (readers/load.c) registers the run's files, reads each once, and then goes on in
 * this order:
 *
 *   fid_build_create
 *   fid_build_collect    what every file says but its events: phases, steps, samples, anchors,
 *                        log lines and facts are kept
 *   fid_build_writes     rows of writes, if there are log lines: clock anchors
 *   fid_build_solve      clocks, then phases on the axis
 *   fid_build_take       rows of calls on files: placed on the axis, those of the run
 *   fid_build_roles      what files are for
 *   fid_job_complete     phases and steps that the log does not name
 *   fid_build_files_end  what the rows of files add up to
 *   fid_build_take       rows of block requests: own, write-back or foreign
 *   fid_build_finish     what these add up to, gauges, findings
 */
#pragma once

#include "run/collect.h"

struct fid_build;

/* Starts to fill a run whose id, dir, opts and sources are set. */
struct fid_build *fid_build_create (struct fid_run *run, struct fid_error *err);

/* Sinks for the records of run->source[source]: c belongs to the caller and is used until the
 * file is played.  Its events only tell what time they cover. */
struct fid_sink fid_build_collect (struct fid_build *b, size_t source, struct fid_collector *c);

/* If the run has log lines, writes into the log are anchors. */
int fid_build_writes (struct fid_build *b, size_t source, const struct fid_events *rows,
                      struct fid_error *err);

int fid_build_solve (struct fid_build *b, struct fid_error *err);

/* Moves the rows of a source to the run: of its calls on files, or of its block requests.
 * `from` has no rows afterwards, unless it also has block requests that are still to be taken.
 */
int fid_build_take (struct fid_build *b, size_t source, struct fid_events *from, bool blocks,
                    struct fid_error *err);

/* When the calls of all files are taken: decides the role of each file. */
int fid_build_roles (struct fid_build *b, struct fid_error *err);

/* Then the run's processes are known. */
int fid_build_files_end (struct fid_build *b, struct fid_error *err);

int fid_build_finish (struct fid_build *b, struct fid_error *err);
void fid_build_destroy (struct fid_build *b);
