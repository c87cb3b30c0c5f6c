/* SPDX-License-Identifier: GPL-3.0-or-later */
/* file_roles.h - the roles that only the use of files shows, and what files add to the run */
#pragma once

#include "run/take.h"

/* Finds the classes of all files, *c, by rules and by how they were used, and gives the files
 * their role.  *c is empty before. */
int fid_file_roles_find (struct fid_file_classes *c, struct fid_run *run,
                         const struct fid_collected *collected, const struct fid_taken *taken,
                         struct fid_error *err);

/* What is counted of a file of the run (by count.c). */
struct fid_file_state {
    uint64_t hash;         /* fid_events_file_hash */
    bool read;             /* as data */
    uint64_t byte_n[2];    /* in training and in evaluation; without phases all in [0] */
    size_t source;         /* the one being counted */
    int epoch;             /* the one being counted */
    uint32_t epoch_read_n; /* reads in it so far */
    enum fid_part epoch_part;
};

/* Adds to the run what was counted of files: by role, bytes of each, folders, and how many were
 * open (closed: of data). */
int fid_file_roles_add (struct fid_run *run, const struct fid_file_classes *classes,
                        const struct fid_file_state *file, const struct fid_grid *closed,
                        struct fid_error *err);
