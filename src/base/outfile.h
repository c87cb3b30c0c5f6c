/* outfile.h - files that appear whole or not at all
 *
 * Written under a temporary name in the same directory, fsynced and renamed. */
#ifndef FID_OUTFILE_H
#define FID_OUTFILE_H

#include <stdbool.h>
#include <stdio.h>
#include "base/error.h"

struct fid_outfile {
    FILE *f;    /* write here */
    char *path; /* owned */
    char *temp; /* owned */
};

/* Start a file that will be called path.  -1, FID_EINTERNAL: "path: reason". */
int fid_outfile_open (struct fid_outfile *o, const char *path, struct fid_error *err);

/* Finish it under its name; on failure nothing stays behind and -1 is
 * returned with FID_EINTERNAL. */
int fid_outfile_commit (struct fid_outfile *o, struct fid_error *err);

/* Throw it away; harmless after commit and twice. */
void fid_outfile_abort (struct fid_outfile *o);

/* The three above for a text at hand. */
int fid_outfile_write (const char *path, const char *text, size_t n, struct fid_error *err);

/* mkdir -p.  -1, FID_EINTERNAL. */
int fid_make_dirs (const char *path, struct fid_error *err);

#endif
