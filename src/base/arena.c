/* SPDX-License-Identifier: GPL-3.0-or-later */
/* arena.c - see arena.h */
#include <stdalign.h>
#include "base/arena.h"

#define BLOCK_N 4096 /* bytes of a block; what is larger has one of its own */

struct fid_arena_block {
    struct fid_arena_block *before; /* owned */
    size_t used, size;
    alignas (max_align_t) char data[];
};

void *fid_arena_take (struct fid_arena *a, size_t n, size_t size, struct fid_error *err)
{
    const size_t unit = alignof (max_align_t);
    struct fid_arena_block *b = a->last;
    if (size && n > (SIZE_MAX / 2 - unit) / size)
        return fid_null_nomem (err);
    size_t bytes = (n * size / unit + 1) * unit;
    if (!b || b->size - b->used < bytes) {
        size_t room = bytes > BLOCK_N ? bytes : BLOCK_N;
        if (!(b = calloc (1, sizeof *b + room)))
            return fid_null_nomem (err);
        b->size = room;
        /* a block that is full at once goes below the one that still has room */
        bool below = room > BLOCK_N && a->last;
        b->before = below ? a->last->before : a->last;
        *(below ? &a->last->before : &a->last) = b;
    }
    void *p = b->data + b->used;
    b->used += bytes;
    return p;
}

int fid_arena_grow (struct fid_arena *a, void *array, size_t *cap, size_t need,
                    size_t elem_size, struct fid_error *err)
{
    size_t want = *cap ? *cap : 16;
    if (need <= *cap)
        return 0;
    while (want < need && want < SIZE_MAX / 2)
        want *= 2;
    void *old, *grown = fid_arena_take (a, want, elem_size, err);
    FID_TRY (!grown);
    memcpy (&old, array, sizeof old);
    if (*cap)
        memcpy (grown, old, *cap * elem_size);
    memcpy (array, &grown, sizeof grown);
    *cap = want;
    return 0;
}

char *fid_arena_text (struct fid_arena *a, const char *s, struct fid_error *err)
{
    char *copy = s ? fid_arena_take (a, strlen (s) + 1, 1, err) : NULL;
    return copy ? memcpy (copy, s, strlen (s)) : NULL;
}

char *fid_arena_vformat (struct fid_arena *a, struct fid_error *err, const char *fmt,
                         va_list ap)
{
    char *text = NULL, *kept = NULL;
    if (vasprintf (&text, fmt, ap) < 0)
        fid_error_nomem (err);
    else
        kept = fid_arena_text (a, text, err);
    free (text);
    return kept;
}

char *fid_arena_format (struct fid_arena *a, struct fid_error *err, const char *fmt, ...)
{
    va_list ap;
    va_start (ap, fmt);
    char *text = fid_arena_vformat (a, err, fmt, ap);
    va_end (ap);
    return text;
}

void fid_arena_clear (struct fid_arena *a)
{
    while (a->last) {
        struct fid_arena_block *b = a->last;
        a->last = b->before;
        free (b);
    }
}
