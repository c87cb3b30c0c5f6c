/* pidset.c - see pidset.h */
#include <stdlib.h>
#include "timeline/pidset.h"

static size_t
place (const struct fid_pidset *s, int64_t pid)
{
    size_t i = (size_t)((uint64_t)pid * UINT64_C (0x9e3779b97f4a7c15) >> 32) & (s->cap - 1);
    while (s->slot[i] >= 0 && s->slot[i] != pid)
        i = (i + 1) & (s->cap - 1);
    return i;
}

bool
fid_pidset_has (const struct fid_pidset *s, int64_t pid)
{
    return s->n && pid >= 0 && s->slot[place (s, pid)] == pid;
}

static int
enlarge (struct fid_pidset *s, struct fid_error *err)
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
            s->slot[place (s, old.slot[i])] = old.slot[i];
    free (old.slot);
    return 0;
}

int
fid_pidset_add (struct fid_pidset *s, int64_t pid, struct fid_error *err)
{
    if (pid < 0 || fid_pidset_has (s, pid))
        return 0;
    if (2 * (s->n + 1) > s->cap && enlarge (s, err))
        return -1;
    s->slot[place (s, pid)] = pid;
    s->n++;
    return 0;
}

void
fid_pidset_clear (struct fid_pidset *s)
{
    free (s->slot);
    *s = (struct fid_pidset){0};
}
