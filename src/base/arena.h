/* SPDX-License-Identifier: GPL-3.0-or-later */
/* arena.h - memory that is freed all at once
 *
 * A document that was read consists of many small lists and texts which end together. */
#pragma once

#include "base/base.h"

struct fid_arena_block;

/* All zero: empty. */
struct fid_arena {
    struct fid_arena_block *last; /* owned */
};

/* Zeroed memory for n elements; at least a byte.  NULL with FID_EINTERNAL. */
void *fid_arena_take (struct fid_arena *a, size_t n, size_t size, struct fid_error *err);

/* As fid_array_grow, for an array in the arena; what it outgrows stays there, too. */
int fid_arena_grow (struct fid_arena *a, void *array, size_t *cap, size_t need,
                    size_t elem_size, struct fid_error *err);

/* A copy of s; NULL for NULL, which is no failure. */
char *fid_arena_text (struct fid_arena *a, const char *s, struct fid_error *err);

/* A text as of printf.  NULL with FID_EINTERNAL. */
char *fid_arena_format (struct fid_arena *a, struct fid_error *err, const char *fmt, ...)
    FID_PRINTF (3, 4);
char *fid_arena_vformat (struct fid_arena *a, struct fid_error *err, const char *fmt,
                         va_list ap);

void fid_arena_clear (struct fid_arena *a);
