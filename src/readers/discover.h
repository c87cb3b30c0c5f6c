/* SPDX-License-Identifier: GPL-3.0-or-later */
/* discover.h - the input files of a run directory
 *
 * They are in the directory and in its folders, at any depth.  Output folders of plotting tools
 * (processed, data_processed, timeline, plots*, histograms) are searched only if there is no
 * raw trace, a folder of `fidlio paper' only if it is the directory itself.  What macOS leaves
 * beside copied files ("._name") is passed over. */
#pragma once

#include "base/base.h"

/* What is not simply a file of the directory. */
enum fid_oddity {
    FID_LINK_OUT, /* a link to what lies outside: followed */
    FID_PIPE,     /* this and the next are passed over */
    FID_SOCKET,
    FID_DEVICE
};

struct fid_odd_file {
    char *path; /* owned; relative to the directory */
    enum fid_oddity what;
};

struct fid_files {
    char **path; /* owned; relative to the directory, sorted */
    size_t n, cap;
    uint64_t *byte_n; /* owned; of each file that fid_discover found, else NULL */
    FID_LIST (struct fid_odd_file, odd); /* owned; by path */
};

enum fid_search {
    FID_SEARCH_RUN,       /* of one run */
    FID_SEARCH_PROCESSED, /* the same, with the folders of prepared traces */
    FID_SEARCH_TREE       /* of any number of runs: every file */
};

/* Lists the files.  Returns -1 as fid_error_file if dir or a folder in it cannot be read. */
int fid_discover (const char *dir, enum fid_search what, struct fid_files *files,
                  struct fid_error *err);
void fid_files_clear (struct fid_files *files);

/* Appends a path, which is the list's even after a failure; -1 for NULL, too. */
int fid_files_add (struct fid_files *files, char *path, struct fid_error *err);

/* Whether a folder of that name holds prepared traces of a run: "processed", "timeline". */
bool fid_is_part_folder (struct fid_span name);

/* Whether a name matches one of the shell patterns, which end with NULL. */
bool fid_matches_any (const char *name, const char *const *pattern);
