/* SPDX-License-Identifier: GPL-3.0-or-later */
/* outfile.h - files that appear whole or not at all
 *
 * A regular file is written under a temporary name in its directory, synced, and
 * renamed over the old one; then the directory is synced.  A symbolic link stays:
 * the file it points to is replaced (or made).  Devices, FIFOs and the program's
 * own standard output (/dev/stdout, redirected or not) are written directly.
 *
 * That is so for a path that somebody named.  Of an output inside a folder that somebody named,
 * `below` is that folder, with which the path begins: from there on no link is entered or
 * followed, and nothing but a regular file is written or replaced, even if another process
 * changes the folder meanwhile.  NULL: the path itself was named. */
#pragma once

#include "base/base.h"

struct fid_outfile {
    FILE *f;    /* write here */
    char *path; /* owned; as given, for messages */
    int dir;    /* owned; the folder that name and temp are in; or AT_FDCWD */
    char *name; /* owned; the file to replace */
    char *temp; /* owned; NULL: written directly */
    bool begun; /* begin has run, so end will */
    bool lazy;  /* set after opening: do not sync.  For many files that can be made again and
                   whose content is checked before it is relied on */
};

/* Once before threads start: begin is called before each file is written, end when it is whole
 * or given up; both by the thread that writes, which may write another one meanwhile.  begin
 * may wait for ever. */
void fid_outfile_watch (void (*begin) (void), void (*end) (void));

/* Start writing the file path.  Returns -1 with FID_EINTERNAL "path: reason". */
int fid_outfile_open (struct fid_outfile *o, const char *path, const char *below,
                      struct fid_error *err);

/* Give the file its name.  Returns -1 with FID_EINTERNAL if anything could not be
 * written; the old file is then unchanged (unless all that failed was syncing the
 * directory) and no temporary file is left. */
int fid_outfile_commit (struct fid_outfile *o, struct fid_error *err);

/* Discard what was written (what went to a device is gone).  Harmless after
 * commit and when called twice. */
void fid_outfile_abort (struct fid_outfile *o);

/* Commit if rc is 0, else abort.  rc: the result of what has written the file.  Returns 0 or
 * -1. */
int fid_outfile_end (struct fid_outfile *o, int rc, struct fid_error *err);

/* Open, write and commit a text. */
int fid_outfile_write (const char *path, const char *below, const char *text, size_t n,
                       struct fid_error *err);

/* Opens a regular file that is changed in place (appended to, locked); a link, FIFO or device is
 * an error.  flags, mode: of open (2).  Returns a descriptor; -1 with FID_EINTERNAL. */
int fid_open_below (const char *path, const char *below, int flags, mode_t mode,
                    struct fid_error *err);

/* Removes a file, if it is there.  -1 with FID_EINTERNAL. */
int fid_remove_file (const char *path, const char *below, struct fid_error *err);

#define FID_STALE_S 600 /* age of a temporary file that nobody writes any more */

/* Removes the temporary files in dir that killed processes left: of this kind of name, not
 * changed for age_s seconds (a process of the same number may be writing it on another
 * machine), and of no process that lives.  What cannot be removed stays. */
void fid_outfile_sweep (const char *dir, const char *below, int age_s);

/* Makes an empty folder beside path, PATH.PID-i.tmp, to be filled and then moved to path or
 * removed (fid_remove_tree).  Such folders of path that killed processes left are removed as
 * fid_outfile_sweep removes files.  Owned by the caller; NULL with FID_EINTERNAL. */
char *fid_outfolder (const char *path, struct fid_error *err);

/* Removes a folder, if it is there, with all that is in it; links as links.  -1 with
 * FID_EINTERNAL: what cannot be removed stays. */
int fid_remove_tree (const char *dir, struct fid_error *err);

/* Gives a file, or the one that a symbolic link leads to, a second name, or copies it where the
 * file system cannot do that: `to` appears whole, in the place of what was there.  -1 with
 * FID_EINTERNAL. */
int fid_outfile_link (const char *from, const char *to, const char *below,
                      struct fid_error *err);

/* Syncs all files and folders below a folder that other programs filled, and that gets its
 * final name next: of a file that is not synced, only the name may be there after a loss of
 * power.  -1 with FID_EINTERNAL. */
int fid_sync_tree (const char *dir, struct fid_error *err);

/* Make a directory and its parents (mkdir -p).  Returns -1 with FID_EINTERNAL. */
int fid_make_dirs (const char *path, const char *below, struct fid_error *err);
