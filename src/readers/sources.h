/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sources.h - the files of a run, each with the reader that knows its format */
#pragma once

#include "readers/discover.h"
#include "run/sink.h"
#include "run/run.h"

/* Where the files of a run are: a directory, or a single file (a log of one run). */
struct fid_place {
    char *dir;  /* owned */
    char *only; /* owned; the file in dir, NULL: all of them */
};

/* Takes a path apart: a regular file is the only one of its folder.  -1 for an error
 * of the system. */
int fid_place_of (const char *path, struct fid_place *place, struct fid_error *err);
void fid_place_clear (struct fid_place *place);

/* Registers the files of the directory run->dir in run->source, sorted by path; those of
 * folders of prepared traces only where there are no raw ones.  only: adds this file alone,
 * unless NULL.  A file that cannot be opened is registered with the reason.  -1: FID_EINPUT if
 * a folder cannot be read, or without memory. */
int fid_sources_list (struct fid_run *run, const char *only, struct fid_error *err);

/* The same for all files at any depth. */
int fid_sources_tree (struct fid_run *run, struct fid_error *err);

/* Forgets run->source. */
void fid_sources_clear (struct fid_run *run);

/* Lets the reader of a source in dir read it.  Records and remarks go to the sink.  The source
 * gets what the file is, as far as it can be read: sizes, hash, whether it is cut.  -1: FID_EINPUT
 * if it cannot be opened, or as reader->read. */
int fid_source_read (const char *dir, struct fid_source *s, const struct fid_run_opts *opts,
                     const struct fid_sink *sink, struct fid_error *err);

/* Notes in a source why it could not be read; -1 if the reason is not the file, but the system,
 * unless it is only this file that the system does not give, and keep_going. */
int fid_source_fail (struct fid_source *s, const struct fid_error *why, bool keep_going,
                     struct fid_error *err);

/* Whether some file is a raw trace or monitor, so that folders of prepared ones do not count.
 */
bool fid_sources_raw (const struct fid_run *run);

/* Whether some file is of a known format. */
bool fid_sources_known (const struct fid_run *run);
