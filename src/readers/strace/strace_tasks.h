/* SPDX-License-Identifier: GPL-3.0-or-later */
/* strace_tasks.h - the traced threads, and which file each of their descriptors names
 *
 * Threads share the descriptors of their process, children begin with a copy.  Memory grows
 * with the threads and their open files. */
#pragma once

#include "base/index.h"

/* The open files of a process. */
struct fid_strace_files;

/* A call that another line ends. */
struct fid_strace_begun {
    char *text; /* owned; NULL: none */
    size_t text_n;
    int64_t start_ns;
    char *path; /* owned; of the file that a close closes, or NULL */
};

struct fid_strace_task {
    int64_t tid, pid; /* of the thread and of its process */
    struct fid_strace_files *files;
    struct fid_strace_begun begun;
    const struct fid_strace_task *parent; /* borrowed; NULL: unknown */
};

struct fid_strace_tasks {
    struct fid_strace_task **task; /* owned, as what it points to */
    size_t n, cap;
    struct fid_index index;          /* of them, by tid */
    struct fid_strace_task *cloning; /* borrowed; the last to begin a clone */
};

/* The task of a thread, made if it is new: then a child of the last task that began a clone, or
 * of nobody.  NULL without memory. */
struct fid_strace_task *fid_strace_task (struct fid_strace_tasks *t, int64_t tid,
                                         struct fid_error *err);

/* Makes tid a child of parent.  shares: its descriptors, too; thread: of the same process. */
int fid_strace_child (struct fid_strace_tasks *t, struct fid_strace_task *parent, int64_t tid,
                      bool shares, bool thread, struct fid_error *err);

/* Forgets what is known of a thread that ended. */
void fid_strace_exit (struct fid_strace_tasks *t, struct fid_strace_task *task);

/* Keeps text as the beginning of a call; -1 without memory. */
int fid_strace_begin (struct fid_strace_task *task, struct fid_span text, int64_t start_ns,
                      struct fid_error *err);
void fid_strace_end (struct fid_strace_task *task);

/* The path behind a descriptor; "" for pipes and sockets, NULL if nothing opened it here. */
const char *fid_strace_path (const struct fid_strace_task *task, int64_t fd);

/* Sets the place in the file at which the next call on a descriptor begins; -1: unknown. */
void fid_strace_place (struct fid_strace_task *task, int64_t fd, int64_t at);

/* Moves that place on by byte_n; returns where it was, or -1 if that is unknown. */
int64_t fid_strace_move (struct fid_strace_task *task, int64_t fd, int64_t byte_n);

/* Names a descriptor, whose place is unknown; numbers beyond any limit are ignored. */
int fid_strace_name_fd (struct fid_strace_task *task, int64_t fd, struct fid_span path,
                        struct fid_error *err);

/* Closes a descriptor: returns its path (freed by the caller) or NULL. */
char *fid_strace_close (struct fid_strace_task *task, int64_t fd);

void fid_strace_tasks_clear (struct fid_strace_tasks *t);
