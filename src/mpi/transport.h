/* SPDX-License-Identifier: GPL-3.0-or-later */
/* transport.h - the processes of an MPI job
 *
 * A module of its own, fidlio-mpi.so, which the program loads when a launcher of MPI has
 * started it: nobody else needs an MPI library, or waits for one to load.  It uses nothing of
 * fidlio.  One thread calls it, the one that opened it. */
#pragma once

#include <stddef.h>

/* Joins the job; *library, static: "Open MPI v4.1.4".  Returns 0, or -1 if the library does
 * not allow other threads.  As all of MPI, it ends the process if the job is broken. */
int fid_mpi_open (size_t *rank, size_t *n, const char **library);

/* How many processes of the job are on this machine; all ranks have to ask. */
size_t fid_mpi_here (void);

/* Waits until all ranks are here. */
int fid_mpi_meet (void);

/* Leaves the job; all ranks have to. */
void fid_mpi_close (void);
