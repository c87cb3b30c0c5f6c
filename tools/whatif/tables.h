/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tables.h - fetches, waits and iterations of all ranks of a job, from CSV tables
 *
 *   DIR/FILE.csv                                Time, GPU, Epoch, Step, Iteration time (sec),
 * ... DIR/simp/FILE_simp_fetchdifftime.csv        Epoch, Index number, Fetch time (sec)_gpu0,
 * ... DIR/simp/FILE_simp_fetchstartdifftime.csv   Epoch, Index number, Start time_gpu0, ...
 *
 * The name of DIR tells the number of GPUs: the number before "GPU", 8 for "DDP" without one,
 * else 1.  Epoch 1 (the second) counts.  The step of a GPU and the batches fetched belong
 * together by their numbers; an iteration that lacks a value of some GPU is left out. */
#pragma once

#include "tools/whatif/align.h"

#define FID_WHATIF_EPOCH 1

struct fid_rank_times {
    size_t rank_n, row_n;
    int64_t *index;          /* of each iteration, ascending */
    struct fid_fetch *fetch; /* [row][rank] */
    size_t left_n;           /* iterations left out */
    char left[300];          /* why the first of them was */
};

/* Reads the tables of one FILE in the directory dir, which is called folder.  Ends the program,
 * "path:line: reason", if one is missing or malformed, has other GPUs than the folder, or no
 * iteration is left.  Time O(n log n). */
void fid_rank_times_read (const char *dir, const char *folder, const char *file,
                          struct fid_rank_times *out);
