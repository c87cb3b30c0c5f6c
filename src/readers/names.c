/* names.c - see names.h */
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>
#include "base/array.h"
#include "readers/names.h"

uint64_t
fid_names_key (struct fid_span key)
{
    uint64_t h = XXH3_64bits (key.p, key.n);
    return h ? h : 1;
}

/* The slot that has hash, or the free one where it belongs. */
static struct fid_names_slot *
slot_of (const struct fid_names *names, uint64_t hash)
{
    size_t i = (size_t)hash & (names->cap - 1);
    while (names->slots[i].hash && names->slots[i].hash != hash)
        i = (i + 1) & (names->cap - 1);
    return &names->slots[i];
}

static int
grow (struct fid_names *names, struct fid_error *err)
{
    struct fid_names next = *names;
    next.cap = names->cap ? names->cap * 2 : 64;
    next.slots = calloc (next.cap, sizeof *next.slots);
    if (!next.slots)
        return fid_error_nomem (err);
    for (size_t i = 0; i < names->cap; i++)
        if (names->slots[i].hash)
            *slot_of (&next, names->slots[i].hash) = names->slots[i];
    free (names->slots);
    *names = next;
    return 0;
}

int
fid_names_put (struct fid_names *names, struct fid_span key, struct fid_span text,
               struct fid_error *err)
{
    uint64_t hash = fid_names_key (key);
    /* at most half full, so that searches stay short */
    if (2 * (names->n + 1) > names->cap && grow (names, err))
        return -1;
    struct fid_names_slot *slot = slot_of (names, hash);
    if (slot->hash)
        return 0;
    if (fid_array_grow (&names->text, &names->text_cap, names->text_n + text.n + 1, 1, err))
        return -1;
    *slot = (struct fid_names_slot){hash, names->text_n, text.n};
    if (text.n)
        memcpy (names->text + names->text_n, text.p, text.n);
    names->text_n += text.n;
    names->n++;
    return 0;
}

bool
fid_names_get (const struct fid_names *names, uint64_t key, struct fid_span *text)
{
    if (!names->cap)
        return false;
    const struct fid_names_slot *slot = slot_of (names, key);
    if (!slot->hash)
        return false;
    *text = (struct fid_span){names->text + slot->at, slot->n};
    return true;
}

void
fid_names_clear (struct fid_names *names)
{
    free (names->slots);
    free (names->text);
    *names = (struct fid_names){0};
}
