/* SPDX-License-Identifier: GPL-3.0-or-later */
/* transport.c - see transport.h */
#define _POSIX_C_SOURCE 200809L
#include <mpi.h>
#include <string.h>
#include <time.h>
#include "mpi/transport.h"

#define EXPORT __attribute__ ((visibility ("default")))

EXPORT int fid_mpi_open (size_t *rank, size_t *n, const char **library)
{
    static char name[MPI_MAX_LIBRARY_VERSION_STRING];
    int level, r, size;
    MPI_Init_thread (NULL, NULL, MPI_THREAD_FUNNELED, &level);
    MPI_Comm_rank (MPI_COMM_WORLD, &r);
    MPI_Comm_size (MPI_COMM_WORLD, &size);
    MPI_Get_library_version (name, &(int){0});
    name[strcspn (name, ",\n")] = '\0';
    *rank = (size_t)r;
    *n = (size_t)size;
    *library = name;
    return level >= MPI_THREAD_FUNNELED ? 0 : -1;
}

EXPORT size_t fid_mpi_here (void)
{
    MPI_Comm here;
    int n;
    MPI_Comm_split_type (MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here);
    MPI_Comm_size (here, &n);
    MPI_Comm_free (&here);
    return (size_t)n;
}

/* Asks instead of waiting: the waiting of MPI keeps a processor busy. */
EXPORT int fid_mpi_meet (void)
{
    const struct timespec ms = {.tv_nsec = 1000000};
    MPI_Request all_here;
    int done = 0, rc = MPI_Ibarrier (MPI_COMM_WORLD, &all_here);
    while (!rc && !done && !(rc = MPI_Test (&all_here, &done, MPI_STATUS_IGNORE)) && !done)
        nanosleep (&ms, NULL);
    return rc ? -1 : 0;
}

EXPORT void fid_mpi_close (void)
{
    MPI_Finalize ();
}
