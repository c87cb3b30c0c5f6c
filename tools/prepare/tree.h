/* tree.h - a folder of files that appears once all of them are written
 *
 * Files are written into a staging folder next to the place of the tree and moved one by
 * one at the end.  Files of an earlier tree stay unless they are written again. */
#ifndef FID_TREE_H
#define FID_TREE_H

#include <stdbool.h>
#include <stdio.h>
#include "base/error.h"

struct fid_tree {
    char *dir;        /* owned; the place */
    char *staging;    /* owned */
    bool parent_made; /* the parent folder of dir was created */
    char **file;      /* owned; files written, in staging */
    size_t n, cap;
};

/* Start a tree; dir may exist.  -1, FID_EINTERNAL. */
int fid_tree_open (struct fid_tree *t, const char *dir, struct fid_error *err);

/* Start a file ("timeline/timeline.csv"); creates its folders. */
FILE *fid_tree_file (struct fid_tree *t, const char *name, struct fid_error *err);

/* Close a file (NULL: none).  Returns rc, the result so far, if that is not 0; else 0, or
 * -1 if something could not be written. */
int fid_tree_close (struct fid_tree *t, FILE *f, const char *name, int rc,
                    struct fid_error *err);

/* The path where a file can be read now: the one just written, else that of an earlier
 * tree.  Freed by the caller; NULL, err untouched, if there is none. */
char *fid_tree_find (const struct fid_tree *t, const char *name);

/* Move all files to their place. */
int fid_tree_commit (struct fid_tree *t, struct fid_error *err);

/* Remove what was not committed; a second call is harmless. */
void fid_tree_clear (struct fid_tree *t);

#endif
