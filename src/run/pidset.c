/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pidset.c - see pidset.h */
#include "run/pidset.h"

static int enlarge_set (struct fid_pidset *s, struct fid_error *err)
{
    struct fid_pidset old = *s;
    s->cap = old.cap ? old.cap * 2 : 64;
    s->slot = malloc (s->cap * sizeof *s->slot);
    if (!s->slot) {
        *s = old;
        return fid_error_nomem (err);
    }
    for (size_t i = 0; i < s->cap; i++)
        s->slot[i] = -1;
    for (size_t i = 0; i < old.cap; i++)
        if (old.slot[i] >= 0)
            s->slot[fid_pidset_place (s, old.slot[i])] = old.slot[i];
    free (old.slot);
    return 0;
}

int fid_pidset_add_new (struct fid_pidset *s, int64_t pid, struct fid_error *err)
{
    if (2 * (s->n + 1) > s->cap)
        FID_TRY (enlarge_set (s, err));
    s->slot[fid_pidset_place (s, pid)] = pid;
    s->n++;
    return 0;
}

int fid_pidset_merge (struct fid_pidset *s, const struct fid_pidset *from,
                      struct fid_error *err)
{
    for (size_t i = 0; i < from->cap; i++)
        FID_TRY (fid_pidset_add (s, from->slot[i], err));
    return 0;
}

void fid_pidset_clear (struct fid_pidset *s)
{
    free (s->slot);
    *s = (struct fid_pidset){0};
}
