/* transport.h - messages between the processes of an MPI job
 *
 * A module of its own, fidlio-mpi.so, which the program loads when a launcher of MPI has
 * started it: nobody else needs an MPI library, or waits for one to load.  It uses nothing of
 * fidlio.
 *
 * Not thread-safe: one call at a time, from any thread. */
#ifndef FID_TRANSPORT_H
#define FID_TRANSPORT_H

#include <stddef.h>

/* Joins the job; *library, static: "Open MPI v4.1.4".  Returns 0, or -1 if the library cannot
 * be called from several threads in turn.  As all of MPI, it ends the process if the job is
 * broken. */
int fid_mpi_open (size_t *rank, size_t *n, const char **library);

/* How many processes of the job are on this machine; all ranks have to ask. */
size_t fid_mpi_here (void);

/* As in batch/ranks.h. */
int fid_mpi_send (size_t to, const char *text, size_t size);
int fid_mpi_receive (size_t *from, char **text, size_t *size);

/* Leaves the job; all ranks have to. */
void fid_mpi_close (void);

#endif
