/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pidset.h - a set of process numbers */
#pragma once

#include "base/base.h"

struct fid_pidset {
    int64_t *slot; /* owned; open addressing, -1: free */
    size_t n, cap;
};

/* The slot of pid, or the free one where it belongs; the set must have slots. */
static inline size_t fid_pidset_place (const struct fid_pidset *s, int64_t pid)
{
    size_t i = (size_t)((uint64_t)pid * UINT64_C (0x9e3779b97f4a7c15) >> 32) & (s->cap - 1);
    while (s->slot[i] >= 0 && s->slot[i] != pid)
        i = (i + 1) & (s->cap - 1);
    return i;
}

static inline bool fid_pidset_has (const struct fid_pidset *s, int64_t pid)
{
    return s->n && pid >= 0 && s->slot[fid_pidset_place (s, pid)] == pid;
}

int fid_pidset_add_new (struct fid_pidset *s, int64_t pid, struct fid_error *err);

/* Does nothing if pid < 0. */
static inline int fid_pidset_add (struct fid_pidset *s, int64_t pid, struct fid_error *err)
{
    return pid < 0 || fid_pidset_has (s, pid) ? 0 : fid_pidset_add_new (s, pid, err);
}

int fid_pidset_merge (struct fid_pidset *s, const struct fid_pidset *from,
                      struct fid_error *err);
void fid_pidset_clear (struct fid_pidset *s);
