/* SPDX-License-Identifier: GPL-3.0-or-later */
/* launcher.c - see launcher.h */
#include "base/late.h"
#include "cli/launcher.h"
#include "mpi/transport.h"
#include "src/cli/installed.inc"

static const char *module_path (void)
{
    const char *file = getenv ("FIDLIO_MPI");
    return file && *file ? file : FID_MPI_MODULE;
}

#define CALLS(X)                                                                               \
    X (fid_mpi_open)                                                                           \
    X (fid_mpi_here) X (fid_mpi_meet) X (fid_mpi_close)
FID_LATE_LIBRARY (module_path (), CALLS)

/* How many processes the launcher says that it has started. */
static size_t launched_n (void)
{
    /* Slurm: of the step, so that a batch script, which is one process, does not count */
    static const char *const variable[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE",
                                           "SLURM_STEP_NUM_TASKS"};
    for (size_t i = 0; i < sizeof variable / sizeof *variable; i++) {
        const char *text = getenv (variable[i]);
        long n = text ? strtol (text, NULL, 10) : 0;
        if (n > 0)
            return (size_t)n;
    }
    return 1;
}

int fid_ranks_join (struct fid_ranks *ranks, struct fid_error *err)
{
    const char *library;
    struct fid_error why;
    size_t n = launched_n ();
    *ranks = (struct fid_ranks){.n = 1, .here_n = 1};
    if (n == 1)
        return 0;
    if (load_lib (&why))
        return fid_errorf (err, FID_EUSAGE,
                           "%zu processes were started, and this fidlio cannot join them (%s): "
                           "use --shard auto, then `fidlio merge'",
                           n, why.text);
    if (lib.fid_mpi_open (&ranks->rank, &ranks->n, &library))
        return fid_errorf (err, FID_EUSAGE, "%s does not support threads", library);
    ranks->here_n = lib.fid_mpi_here ();
    if (ranks->n == n)
        return 0;
    lib.fid_mpi_close ();
    fid_errorf (err, FID_EUSAGE,
                "%zu processes were started, and %s finds %zu: start them with the launcher of "
                "that library, or use --shard auto, then `fidlio merge'",
                n, library, ranks->n);
    *ranks = (struct fid_ranks){.n = 1, .here_n = 1};
    return -1;
}

int fid_ranks_meet (const struct fid_ranks *ranks, struct fid_error *err)
{
    return ranks->n > 1 && lib.fid_mpi_meet ()
               ? fid_errorf (err, FID_EINTERNAL, "the other processes cannot be reached")
               : 0;
}

void fid_ranks_leave (const struct fid_ranks *ranks)
{
    if (ranks->n > 1)
        lib.fid_mpi_close ();
}
