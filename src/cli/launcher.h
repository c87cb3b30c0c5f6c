/* SPDX-License-Identifier: GPL-3.0-or-later */
/* launcher.h - the other processes of an MPI job, if the program is part of one */
#pragma once

#include "base/base.h"

struct fid_ranks {
    size_t rank, n;
    size_t here_n; /* on the machine of this one, itself included */
};

/* Joins the job if a launcher (mpirun, srun) has started more than one process: n is their
 * number, else 1.  The module is libdir/fidlio/fidlio-mpi.so, or the file that FIDLIO_MPI
 * names.  -1: FID_EUSAGE if this program has no module, or that of another MPI library. */
int fid_ranks_join (struct fid_ranks *ranks, struct fid_error *err);

/* Waits until all processes are here.  -1: FID_EINTERNAL. */
int fid_ranks_meet (const struct fid_ranks *ranks, struct fid_error *err);

/* Leaves the job; all have to. */
void fid_ranks_leave (const struct fid_ranks *ranks);
