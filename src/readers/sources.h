/* sources.h - the files of a run, each with the reader that knows its format */
#ifndef FID_SOURCES_H
#define FID_SOURCES_H

#include "readers/discover.h"
#include "timeline/run.h"

/* Where the files of a run are: a directory, or a single file (a log of one run). */
struct fid_place {
    char *dir;  /* owned */
    char *only; /* owned; the file in dir, NULL: all of them */
};

/* Takes a path apart: a regular file is the only one of its folder.  -1 without memory. */
int fid_place_of (const char *path, struct fid_place *place, struct fid_error *err);
void fid_place_clear (struct fid_place *place);

/* Registers the files of the directory run->dir in run->source, sorted by path; those of
 * folders of prepared traces only where there are no raw ones.  only: this file alone, unless
 * NULL.  A file that cannot be opened is registered with the reason.  -1: FID_EINPUT if a
 * folder cannot be read, or without memory. */
int fid_sources_list (struct fid_run *run, const char *only, struct fid_error *err);

/* The same for all files at any depth. */
int fid_sources_tree (struct fid_run *run, struct fid_error *err);

/* Forgets run->source. */
void fid_sources_clear (struct fid_run *run);

/* Whether some file is of a known format. */
bool fid_sources_known (const struct fid_run *run);

#endif
