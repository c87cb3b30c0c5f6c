/* SPDX-License-Identifier: GPL-3.0-or-later */
/* strace_tasks.c - see strace_tasks.h */
#include "readers/strace/strace_tasks.h"

#define FD_MAX (1 << 16)

struct fid_strace_files {
    size_t user_n;
    struct open_file {
        char *path; /* owned */
        int64_t at; /* where the next read or write begins; -1: unknown */
    } * fd;         /* owned; by descriptor */
    size_t n, cap;
};

static void leave_files (struct fid_strace_files *f)
{
    if (!f || --f->user_n)
        return;
    for (size_t i = 0; i < f->n; i++)
        free (f->fd[i].path);
    FID_FREE (f->fd, f);
}

static struct fid_strace_files *copy_files (struct fid_strace_files *from,
                                            struct fid_error *err)
{
    struct fid_strace_files *f = calloc (1, sizeof *f);
    if (!f)
        return fid_null_nomem (err);
    f->user_n = 1;
    if (from && fid_array_grow (&f->fd, &f->cap, from->n, sizeof *f->fd, err)) {
        leave_files (f);
        return NULL;
    }
    for (; from && f->n < from->n; f->n++) {
        char *path = from->fd[f->n].path;
        from->fd[f->n].at = -1; /* from now on either of them moves it */
        f->fd[f->n] = (struct open_file){path ? fid_strdup (path, err) : NULL, -1};
        if (path && !f->fd[f->n].path) {
            leave_files (f);
            return NULL;
        }
    }
    return f;
}

/* --- tasks */

/* The task of tid, maybe without files. */
static struct fid_strace_task *task_of (struct fid_strace_tasks *t, int64_t tid,
                                        struct fid_error *err)
{
    uint64_t hash = (uint64_t)tid * UINT64_C (0x9e3779b97f4a7c15) >> 32;
    for (size_t at = 0, i; fid_index_next (&t->index, hash, &at, &i);)
        if (t->task[i]->tid == tid)
            return t->task[i];
    struct fid_strace_task *task = calloc (1, sizeof *task);
    if (!task)
        return fid_null_nomem (err);
    if (fid_array_grow (&t->task, &t->cap, t->n + 1, sizeof *t->task, err) ||
        fid_index_put (&t->index, hash, t->n, err)) {
        free (task);
        return NULL;
    }
    t->task[t->n++] = task;
    task->tid = task->pid = tid;
    return task;
}

static bool has_flag (const struct fid_strace_task *task, const char *flag)
{
    struct fid_span text = {task->begun.text, task->begun.text_n};
    return text.n && fid_span_find (text, flag) >= 0;
}

struct fid_strace_task *fid_strace_task (struct fid_strace_tasks *t, int64_t tid,
                                         struct fid_error *err)
{
    struct fid_strace_task *task = task_of (t, tid, err), *parent = t->cloning;
    if (!task || task->files)
        return task;
    if (parent && parent != task && parent->files)
        return fid_strace_child (t, parent, tid, has_flag (parent, "CLONE_FILES"),
                                 has_flag (parent, "CLONE_THREAD"), err)
                   ? NULL
                   : task;
    task->files = copy_files (NULL, err);
    return task->files ? task : NULL;
}

int fid_strace_child (struct fid_strace_tasks *t, struct fid_strace_task *parent, int64_t tid,
                      bool shares, bool thread, struct fid_error *err)
{
    struct fid_strace_task *child = task_of (t, tid, err);
    FID_TRY (!child);
    if (child == parent || (child->files && child->parent == parent))
        return 0; /* its lines came before the end of the clone */
    struct fid_strace_files *files = shares ? parent->files : copy_files (parent->files, err);
    FID_TRY (!files);
    files->user_n += shares;
    leave_files (child->files);
    child->files = files;
    child->parent = parent;
    child->pid = thread ? parent->pid : tid;
    return 0;
}

void fid_strace_exit (struct fid_strace_tasks *t, struct fid_strace_task *task)
{
    if (t->cloning == task)
        t->cloning = NULL;
    fid_strace_end (task);
    leave_files (task->files);
    task->files = NULL;
    task->parent = NULL;
    task->pid = task->tid;
}

int fid_strace_begin (struct fid_strace_task *task, struct fid_span text, int64_t start_ns,
                      struct fid_error *err)
{
    fid_strace_end (task);
    task->begun.text = fid_strndup (text.p, text.n, err);
    task->begun.text_n = text.n;
    task->begun.start_ns = start_ns;
    return task->begun.text ? 0 : -1;
}

void fid_strace_end (struct fid_strace_task *task)
{
    FID_FREE (task->begun.text, task->begun.path);
    task->begun = (struct fid_strace_begun){0};
}

/* --- descriptors */

const char *fid_strace_path (const struct fid_strace_task *task, int64_t fd)
{
    return fd >= 0 && (uint64_t)fd < task->files->n ? task->files->fd[fd].path : NULL;
}

void fid_strace_place (struct fid_strace_task *task, int64_t fd, int64_t at)
{
    if (fd >= 0 && (uint64_t)fd < task->files->n)
        task->files->fd[fd].at = at;
}

int64_t fid_strace_move (struct fid_strace_task *task, int64_t fd, int64_t byte_n)
{
    if (fd < 0 || (uint64_t)fd >= task->files->n || task->files->fd[fd].at < 0)
        return -1;
    task->files->fd[fd].at += byte_n;
    return task->files->fd[fd].at - byte_n;
}

int fid_strace_name_fd (struct fid_strace_task *task, int64_t fd, struct fid_span path,
                        struct fid_error *err)
{
    struct fid_strace_files *f = task->files;
    if (fd < 0 || fd >= FD_MAX)
        return 0;
    FID_TRY (fid_array_grow (&f->fd, &f->cap, (size_t)fd + 1, sizeof *f->fd, err));
    while (f->n <= (size_t)fd)
        f->fd[f->n++] = (struct open_file){NULL, -1};
    char *text = fid_strndup (path.p, path.n, err);
    FID_TRY (!text);
    free (f->fd[fd].path);
    f->fd[fd] = (struct open_file){text, -1};
    return 0;
}

char *fid_strace_close (struct fid_strace_task *task, int64_t fd)
{
    struct fid_strace_files *f = task->files;
    if (fd < 0 || (uint64_t)fd >= f->n)
        return NULL;
    char *path = f->fd[fd].path;
    f->fd[fd] = (struct open_file){NULL, -1};
    return path;
}

void fid_strace_tasks_clear (struct fid_strace_tasks *t)
{
    for (size_t i = 0; i < t->n; i++) {
        fid_strace_end (t->task[i]);
        leave_files (t->task[i]->files);
        free (t->task[i]);
    }
    free (t->task);
    fid_index_clear (&t->index);
    *t = (struct fid_strace_tasks){0};
}
