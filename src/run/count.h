/* SPDX-License-Identifier: GPL-3.0-or-later */
/* count.h - what the rows of a run add up to: use of files, then tallies of each stream */
#pragma once

#include "run/block_roles.h"
#include "run/build_calls.h"
#include "run/take.h"

/* Of the own calls on files.  Set by count.c alone; const elsewhere. */
struct fid_counted {
    struct fid_block_uses uses; /* reads and writes */
    struct fid_calls calls;
    struct fid_grid opened_data, opened_any; /* opens of files in streams, of others */
    struct fid_grid closed, closed_data;     /* closes of files in streams, of data */
    struct fid_grid *written;                /* owned; by host: writes */
};

/* Counts the rows of calls, and what they add to the run by files' roles; *c starts with {0}.
 */
int fid_count_files (struct fid_counted *c, const struct fid_taken *taken,
                     const struct fid_file_classes *classes, struct fid_run *run,
                     struct fid_error *err);

/* Counts the rows of block requests. */
int fid_count_blocks (const struct fid_taken *taken, struct fid_run *run,
                      struct fid_error *err);

void fid_counted_clear (struct fid_counted *c, size_t host_n);
