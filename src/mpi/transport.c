/* transport.c - see transport.h */
#include <mpi.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include "mpi/transport.h"

#define TAG 1

#define EXPORT __attribute__ ((visibility ("default")))

EXPORT int
fid_mpi_open (size_t *rank, size_t *n, const char **library)
{
    static char name[MPI_MAX_LIBRARY_VERSION_STRING];
    int level, r, size;
    MPI_Init_thread (NULL, NULL, MPI_THREAD_SERIALIZED, &level);
    MPI_Comm_rank (MPI_COMM_WORLD, &r);
    MPI_Comm_size (MPI_COMM_WORLD, &size);
    MPI_Get_library_version (name, &(int){0});
    name[strcspn (name, ",\n")] = '\0';
    *rank = (size_t)r;
    *n = (size_t)size;
    *library = name;
    return level >= MPI_THREAD_SERIALIZED ? 0 : -1;
}

EXPORT size_t
fid_mpi_here (void)
{
    MPI_Comm here;
    int n;
    MPI_Comm_split_type (MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here);
    MPI_Comm_size (here, &n);
    MPI_Comm_free (&here);
    return (size_t)n;
}

EXPORT int
fid_mpi_send (size_t to, const char *text, size_t size)
{
    return size > INT_MAX || MPI_Send (text, (int)size, MPI_CHAR, (int)to, TAG, MPI_COMM_WORLD)
               ? -1
               : 0;
}

/* Asks instead of waiting: the waiting of MPI keeps a processor busy. */
EXPORT int
fid_mpi_receive (size_t *from, char **text, size_t *size)
{
    MPI_Status status;
    int there, n;
    if (MPI_Iprobe (MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, &there, &status))
        return -1;
    if (!there)
        return 0;
    MPI_Get_count (&status, MPI_CHAR, &n);
    char *p = malloc ((size_t)n + 1);
    if (!p || MPI_Recv (p, n, MPI_CHAR, status.MPI_SOURCE, TAG, MPI_COMM_WORLD, &status)) {
        free (p);
        return -1;
    }
    p[n] = '\0';
    *from = (size_t)status.MPI_SOURCE;
    *text = p;
    *size = (size_t)n;
    return 1;
}

EXPORT void
fid_mpi_close (void)
{
    MPI_Finalize ();
}
