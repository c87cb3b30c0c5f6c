/* SPDX-License-Identifier: GPL-3.0-or-later */
/* index.c - see index.h */
#include "base/index.h"

/* Open addressing, at most half full: linear probing from the hash on. */
static void put_slot (struct fid_index_slot *slot, size_t cap, struct fid_index_slot s)
{
    size_t i = s.hash & (cap - 1);
    while (slot[i].element_p1)
        i = (i + 1) & (cap - 1);
    slot[i] = s;
}

int fid_index_put (struct fid_index *x, uint64_t hash, size_t element, struct fid_error *err)
{
    if (2 * (x->n + 1) > x->cap) {
        /* elements keep their order: a run of occupied slots is moved from its first slot on */
        size_t cap = x->cap ? 2 * x->cap : 64, first = 0;
        struct fid_index_slot *slot = calloc (cap, sizeof *slot);
        FID_NEED (slot, err);
        while (first < x->cap && x->slot[first].element_p1)
            first++;
        for (size_t k = 0; k < x->cap; k++) {
            struct fid_index_slot s = x->slot[(first + k) & (x->cap - 1)];
            if (s.element_p1)
                put_slot (slot, cap, s);
        }
        free (x->slot);
        x->slot = slot;
        x->cap = cap;
    }
    put_slot (x->slot, x->cap, (struct fid_index_slot){hash, element + 1});
    x->n++;
    return 0;
}

bool fid_index_next (const struct fid_index *x, uint64_t hash, size_t *at, size_t *element)
{
    while (x->cap) {
        const struct fid_index_slot *s = &x->slot[(hash + (*at)++) & (x->cap - 1)];
        if (!s->element_p1)
            return false;
        if (s->hash == hash) {
            *element = s->element_p1 - 1;
            return true;
        }
    }
    return false;
}

void fid_index_clear (struct fid_index *x)
{
    free (x->slot);
    *x = (struct fid_index){0};
}
