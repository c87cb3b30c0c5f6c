/* SPDX-License-Identifier: GPL-3.0-or-later */
/* take.h - the rows of files become rows of the run: placed on the axis, without those of other
 * processes */
#pragma once

#include "run/collect.h"
#include "run/file_classes.h"

struct fid_counted;
struct fid_near_time;

/* Calls of other processes on a file. */
struct fid_foreign {
    uint64_t op_n[FID_FILE_OP_N], byte_n[FID_FILE_OP_N];
};

/* The rows of a source in the run. */
struct fid_source_rows {
    size_t source, from, to;
    bool blocks; /* of block requests; else of calls */
};

/* Bytes read in the run, and of the same files far from it. */
struct fid_source_taken {
    uint64_t near_byte_n, again_byte_n;
};

/* What monitors of a host see of block requests, of whomever; both empty without samples. */
struct fid_host_taken {
    struct fid_grid moved;   /* bytes, when they ended */
    struct fid_grid waiting; /* ns with a block read in flight */
};

/* Set by take.c alone; const elsewhere. */
struct fid_taken {
    FID_LIST (struct fid_source_rows, rows); /* owned; in the order of the rows */
    FID_LIST (struct fid_foreign, foreign);  /* owned; by file */
    FID_LIST (struct fid_file_uses, use); /* owned; by file, own calls; until roles are known */
    int64_t first_ns, first_pid;          /* the first own event; FID_PID_NONE: none */
    uint64_t unmapped_n;
    struct fid_source_taken *source; /* owned */
    struct fid_host_taken *host;     /* owned */
};

/* What tells which rows are the run's; all is borrowed. */
struct fid_take_by {
    const struct fid_collected *collected;
    const struct fid_near_time *near;
    const struct fid_counted *counted; /* NULL: calls are taken; else block requests */
    struct fid_ownership *owner;       /* by host */
    bool monitored;                    /* there are samples */
};

int fid_taken_init (struct fid_taken *t, const struct fid_run *run, struct fid_error *err);

/* See fid_build_take. */
int fid_take_rows (struct fid_taken *to, struct fid_run *run, size_t source,
                   struct fid_events *from, const struct fid_take_by *by,
                   struct fid_error *err);

void fid_taken_clear (struct fid_taken *t, size_t host_n);
