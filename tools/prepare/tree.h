/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tree.h - a folder of files that appears once all of them are written
 *
 * Files are written into a staging folder next to the place of the tree and moved one by
 * one at the end.  Files of an earlier tree stay unless they are written again. */
#pragma once

#include "base/base.h"

struct fid_tree {
    char *dir;        /* the place */
    char *staging;    /* owned */
    bool parent_made; /* the parent folder of dir was created */
    char **file;      /* files written, in staging */
    size_t file_n, file_cap;
};

/* Start a tree; dir may exist.  What cannot be made or written ends the program. */
void fid_tree_open (struct fid_tree *t, const char *dir);

/* Start a file ("timeline/timeline.csv"); creates its folders. */
FILE *fid_tree_file (struct fid_tree *t, const char *name);

/* Close a file (NULL: none). */
void fid_tree_close (struct fid_tree *t, FILE *f, const char *name);

/* The path where a file can be read now: the one just written, else that of an earlier
 * tree; NULL: there is none. */
const char *fid_tree_find (const struct fid_tree *t, const char *name);

/* Move all files to their place. */
void fid_tree_commit (struct fid_tree *t);

/* Remove what was not committed; a second call is harmless. */
void fid_tree_clear (struct fid_tree *t);
