/* file_roles.h - the roles that only the use of files shows, and what files add to the run */
#pragma once

#include "run/build_priv.h"

/* Decides the classes that no rule decided, by how they were used, and gives all files their
 * role.  first_pid: the process of the run's first event. */
void fid_file_roles_decide (struct fid_file_classes *c, struct fid_events *e,
                            int64_t first_pid);

/* Adds to the run what was counted of files: by role, bytes of each, their places one after the
 * other, folders, and how many were open. */
int fid_file_roles_add (struct fid_build *b, struct fid_error *err);
