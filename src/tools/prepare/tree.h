/* tree.h - a folder of files that appears when all of it is written
 *
 * Files are written into a folder of another name beside the tree's place and
 * moved one by one at the end; files of an earlier tree that were not made
 * again stay. */
#ifndef FID_TREE_H
#define FID_TREE_H

#include <stdbool.h>
#include <stdio.h>
#include "base/error.h"

struct fid_tree {
    char *dir;     /* owned; the place */
    char *staging; /* owned */
    bool parent_made; /* the folder that holds the place was not there before */
    char **name;   /* owned; files written, relative */
    size_t n, cap;
};

/* The place may exist.  -1, FID_EINTERNAL. */
int fid_tree_open (struct fid_tree *t, const char *dir, struct fid_error *err);

/* Start a file ("timeline/timeline.csv"); its folders are made. */
FILE *fid_tree_file (struct fid_tree *t, const char *name, struct fid_error *err);

/* Close it; -1 if something could not be written. */
int fid_tree_close (struct fid_tree *t, FILE *f, const char *name, struct fid_error *err);

/* Where a file can be read now: the one written, else that of an earlier tree;
 * NULL (err untouched) if there is none.  Freed by the caller. */
char *fid_tree_find (const struct fid_tree *t, const char *name);

/* Drop a file written before the commit. */
void fid_tree_drop (struct fid_tree *t, const char *name);

/* Move all files to the place. */
int fid_tree_commit (struct fid_tree *t, struct fid_error *err);

/* Remove what was not committed; harmless twice. */
void fid_tree_clear (struct fid_tree *t);

#endif
