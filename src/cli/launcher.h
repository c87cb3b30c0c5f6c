/* launcher.h - the other processes of an MPI job, if the program is part of one */
#ifndef FID_LAUNCHER_H
#define FID_LAUNCHER_H

#include "batch/ranks.h"

/* Joins the job if a launcher (mpirun, srun) has started more than one process: n is their
 * number, else 1.  The module is libdir/fidlio/fidlio-mpi.so, or the file that FIDLIO_MPI
 * names.  -1: FID_EUSAGE if this program has no module, or that of another MPI library. */
int fid_ranks_join (struct fid_ranks *ranks, struct fid_error *err);

/* Leaves the job. */
void fid_ranks_leave (const struct fid_ranks *ranks);

#endif
