/* SPDX-License-Identifier: GPL-3.0-or-later */
/* manifest.h - text files that list runs and pairs, one entry a line
 *
 *     # comment
 *     real DIR
 *     emulation DIR
 *     pair REAL EMULATION   a tab separates names that hold blanks
 *     name NAME DIR         DIR is called NAME; the other lines may call it so, too
 *
 * Paths are relative to the file's directory. */
#pragma once

#include "base/arena.h"

enum fid_manifest_kind {
    FID_MANIFEST_REAL,
    FID_MANIFEST_EMULATION,
    FID_MANIFEST_PAIR,
    FID_MANIFEST_NAME
};

struct fid_manifest_entry {
    enum fid_manifest_kind kind;
    char *dir[2]; /* [1] of pairs only */
    char *name;   /* of FID_MANIFEST_NAME */
    size_t line;
};

struct fid_manifest {
    struct fid_arena arena;        /* owned; all is in it */
    struct fid_manifest_entry *at; /* in the order of the file */
    size_t n, cap;
};

/* Reads a manifest; clear it, even after a failure.  FID_EINPUT if it cannot be read,
 * FID_EUSAGE "path:line: reason" if a line has another form or a name is there twice. */
int fid_manifest_read (struct fid_manifest *m, const char *path, struct fid_error *err);

/* That name, or the last part of the path (freed by the caller); NULL with FID_EINTERNAL. */
char *fid_manifest_label (const struct fid_manifest *m, const char *dir, struct fid_error *err);

/* The directories of all runs, each once, in the order of the file: *dir (freed by the caller)
 * borrows from the manifest. */
int fid_manifest_runs (const struct fid_manifest *m, char ***dir, size_t *n,
                       struct fid_error *err);

void fid_manifest_clear (struct fid_manifest *m);
