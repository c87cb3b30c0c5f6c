/* SPDX-License-Identifier: GPL-3.0-or-later */
/* op_place.h - the operator traces under a path: a file, or those of all ranks in a folder
 *
 *   worker/0/bps_trace_final.json   BytePS and dPRO: a folder for each GPU, named by its number
 *   rank-0.json.gz, worker1.pt.trace.json.gz   PyTorch: a file for each rank
 *
 * In a folder with a final trace (bps_trace_final.json, else bps_trace_local_rank...json) its
 * parts (comm.json, io.json, temp.json) and what fidlio trace writes are passed over.  The rank
 * is that which the file declares (Kineto's distributedInfo), else the number behind "rank" in the
 * name of the file or of its folder, else the folder's name if that is a number, else the number
 * behind "worker" in the file's name, else 0; where two files of a folder have the same, they are numbered in the order of
 * their paths. */
#pragma once

#include "base/base.h"

struct fid_op_file {
    char *path; /* owned */
    int rank;
};

struct fid_op_place {
    struct fid_op_file *file; /* owned; by rank, then by path */
    size_t n, cap;
    bool folder;
};

/* Finds them; the caller clears *p, even after a failure.  -1 with FID_EINPUT if no trace is
 * found, or FID_EINTERNAL. */
int fid_op_place_find (struct fid_op_place *p, const char *path, struct fid_error *err);

void fid_op_place_clear (struct fid_op_place *p);
