/* SPDX-License-Identifier: GPL-3.0-or-later */
/* role_rules.h - the rules that decide a file's role from its name and path
 *
 * In this order: patterns of the user, folders of the emulator's configuration, the kind of
 * file (where it lies, the end of its name).  What they leave undecided is decided by how
 * the file is used (file_roles.h). */
#pragma once

#include "base/base.h"
#include "model/roles.h"

struct fid_role_pattern {
    char *glob; /* owned */
    enum fid_role_id role;
};

/* A folder of the configuration; a relative one is found anywhere in a path. */
struct fid_role_folder {
    enum fid_role_id role;
    char path[96];
};

#define FID_ROLE_FOLDERS 4

struct fid_role_rules {
    FID_LIST (struct fid_role_pattern, pattern); /* owned; the first that matches decides */
    struct fid_role_folder folder[FID_ROLE_FOLDERS];
    size_t folder_n;
    char log[96]; /* name of the application's log; "": unknown */
};

/* The user's patterns in a run's directory. */
#define FID_ROLES_FILE "roles"

struct fid_role {
    enum fid_role_id role;
    enum fid_role_rule rule;
};

/* Appends the patterns of a file: "PATTERN ROLE" a line, '#' begins a comment.  A pattern
 * (fnmatch, '*' matches '/', too) without '/' is held against the name of a file, one with
 * '/' against its path and against the ends of its path.  -1: FID_EINPUT "path:line: ...". */
int fid_role_rules_read (struct fid_role_rules *rules, const char *path, struct fid_error *err);

/* Finds what is wrong in such a file before any run is read; *hash is that of its bytes. */
int fid_role_rules_check (const char *path, uint64_t *hash, struct fid_error *err);

/* Adds a folder of the configuration; NULL and "" are ignored. */
void fid_role_rules_folder (struct fid_role_rules *rules, enum fid_role_id role,
                            const char *path);

/* Decides by the rules; false if they leave it open.  path is "" where only the name is
 * known, and may be cut. */
bool fid_role_decide (const struct fid_role_rules *rules, struct fid_span name,
                      struct fid_span path, struct fid_role *out);

/* "torch_15974_1651855744_21": memory, in /dev/shm, in which a process hands a tensor over; its
 * first number is its maker's pid. */
bool fid_is_tensor (struct fid_span name);

void fid_role_rules_clear (struct fid_role_rules *rules);
