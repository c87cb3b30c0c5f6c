/* SPDX-License-Identifier: GPL-3.0-or-later */
/* file_classes.h - the files of a run by class, and what each class is used for
 *
 * A file gets its role when its name is first seen, if the rules of role_rules.h know it.
 * Others are collected by class: names that differ in digits only, beyond FID_CLASSES_MAX
 * classes those of one extension; how a class is used decides its role (file_roles.h).  A trace
 * that names no paths calls a file by its name alone: such a name has the class of the files of
 * that name whose paths another trace tells, if they have one class. */
#pragma once

#include "run/role_rules.h"
#include "run/run.h"

#define FID_CLASSES_MAX 64
#define FID_NO_CLASS    UINT32_MAX
#define FID_PID_NONE    INT64_C (-1)
#define FID_PIDS_MANY   INT64_C (-2)

enum fid_file_op { FID_FILE_READ, FID_FILE_WRITE, FID_FILE_OPEN, FID_FILE_OP_N };

/* In training and evaluation; without phases in the whole run. */
struct fid_file_use {
    uint64_t spans;  /* bit k % 64: in phase k */
    uint64_t amount; /* bytes + operations */
    int64_t pid;     /* the only process; FID_PID_NONE, FID_PIDS_MANY */
};

/* How one file, or all of a class, are used by the run. */
struct fid_file_uses {
    uint64_t op_n[FID_FILE_OP_N], byte_n[FID_FILE_OP_N];
    struct fid_file_use of[FID_FILE_OP_N]; /* but of writes: */
    bool saves;   /* large ones in a checkpoint or just before; without phases anywhere */
    uint64_t end; /* how far it is read, or all of a class; without offsets: bytes */
};

/* Files with one role, or of which only their use will show it. */
struct fid_file_class {
    char key[64];     /* "case_#_x.npy"; of decided ones "=data/kind" */
    char example[64]; /* a name */
    bool decided;     /* by role_rules.h */
    struct fid_role role;
    uint64_t file_n; /* names */
    struct fid_file_uses use;
};

struct fid_file_classes {
    FID_LIST (struct fid_file_class, class);       /* owned */
    size_t undecided_n;                            /* classes */
    uint32_t decided[FID_ROLE_N][FID_ROLE_RULE_N]; /* their classes, from 1; 0: none yet */
    uint32_t *of; /* owned; by number of the file; FID_NO_CLASS: a device */
};

/* Finds the classes of all files of e, and adds up how they are used: use[] by number of the
 * file. *c is empty before.  O(files). */
int fid_file_classes_find (struct fid_file_classes *c, const struct fid_events *e,
                           const struct fid_role_rules *rules, const struct fid_file_uses *use,
                           struct fid_error *err);

/* Nobody has used anything. */
void fid_file_uses_init (struct fid_file_uses *u);

/* Notes that a process used the file. */
static inline void fid_file_use_pid (struct fid_file_use *u, int64_t pid)
{
    if (pid != FID_PID_NONE)
        u->pid = u->pid == FID_PID_NONE || u->pid == pid ? pid : FID_PIDS_MANY;
}

extern const uint8_t fid_role_streams[FID_ROLE_N][FID_FILE_OP_N + 1];

/* The stream of an operation on a file of that role; FID_STREAM_N: none. */
static inline enum fid_stream_id fid_role_stream (enum fid_role_id role, enum fid_file_op op)
{
    return (enum fid_stream_id)fid_role_streams[role][op];
}

/* The stream of a row of a whole run; FID_STREAM_N: it belongs to none. */
enum fid_stream_id fid_row_stream (const struct fid_events *e, const struct fid_event_row *r);

/* The file operation of an event; FID_FILE_OP_N: none (close, metadata, block requests). */
static inline enum fid_file_op fid_file_op_of (enum fid_op op)
{
    return op == FID_OP_READ    ? FID_FILE_READ
           : op == FID_OP_WRITE ? FID_FILE_WRITE
           : op == FID_OP_OPEN  ? FID_FILE_OPEN
                                : FID_FILE_OP_N;
}

/* The end of a name from its last dot on; "" if it has none. */
struct fid_span fid_extension (struct fid_span name);
