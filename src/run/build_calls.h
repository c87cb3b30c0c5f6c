/* SPDX-License-Identifier: GPL-3.0-or-later */
/* build_calls.h - calls that are missing here and there, as those beside them show */
#pragma once

#include "base/hash.h"
#include "run/run.h"

/* The calls of one process on the files of one name; for tensors, those of all processes. */
struct fid_calls_use {
    uint64_t name; /* its hash */
    bool tensor;
    unsigned ops; /* bits: enum fid_op */
    struct fid_calls_run {
        uint64_t end, byte_n;   /* of the last call; byte_n 0: none */
        int64_t next_n;         /* calls that go on where the one before ended */
        int64_t gap_n[2];       /* that leave out the length of one call, of two */
        int64_t skip_n, back_n; /* that leave out anything, that go back */
    } read, write;
};

/* Set by count.c, call by call; starts with {0}. */
struct fid_calls {
    int64_t read_n, unsized_n;            /* reads, also foreign ones; without a size */
    FID_LIST (struct fid_calls_use, use); /* owned */
    struct fid_index by_hash;
    uint32_t *first; /* owned; fid_first_processes */
    size_t last;     /* the use of the call before */
    uint32_t last_process, last_file;
};

/* Adds a call on a file.  The roles of files are known. */
int fid_calls_add (struct fid_calls *c, const struct fid_events *e,
                   const struct fid_event_row *row, struct fid_error *err);

/* Finds calls that are missing between others, marks their streams and adds findings; also where
 * reads have no size. */
int fid_calls_find (const struct fid_calls *c, struct fid_run *run, struct fid_error *err);

void fid_calls_clear (struct fid_calls *c);
