/* file_roles.h - the roles that only the use of files shows, and what files add to the run
 *
 * When all traces of file I/O have been read, the way a class of files (file_table.h) was used
 * decides its role; its streams are then added to those of the role. */
#ifndef FID_FILE_ROLES_H
#define FID_FILE_ROLES_H

#include "run/file_table.h"

/* Decides the classes that are not decided and adds the streams and counts of all to the run,
 * closes of files in streams to *closed, which is empty. */
int fid_file_roles_settle (struct fid_file_table *f, struct fid_run *run,
                           struct fid_grid *closed, struct fid_error *err);

#endif
