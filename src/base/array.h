/* SPDX-License-Identifier: GPL-3.0-or-later */
/* array.h - growing arrays of plain structs */
#pragma once

#include "base/error.h"

/* Make room for need elements of elem_size bytes in *array, whose capacity is *cap.
 * The capacity doubles, so n appends cost O(n).  Returns 0, or -1 with FID_EINTERNAL
 * and *array unchanged. */
int fid_array_grow (void *array, size_t *cap, size_t need, size_t elem_size,
                    struct fid_error *err);

/* Members of a struct: a growing array, its elements and its room, for FID_PUSH. */
#define FID_LIST(type, list)                                                                   \
    type *list;                                                                                \
    size_t list##_n, list##_cap

/* For each element x of list[list_n], and of list[n]; the list does not grow meanwhile. */
#define FID_EACH(type, x, list)       FID_EACH_OF (type, x, list, list##_n)
#define FID_EACH_OF(type, x, list, n) for (type *x = (list); x < (list) + (n); x++)

/* Appends a value to the growing array `list', of n elements and room for cap.  FID_PUSH: where
 * list_n and list_cap are beside it.  0, or -1 with FID_EINTERNAL and the array unchanged. */
#define FID_PUSH(list, err, ...) FID_PUSH_TO (list, list##_n, list##_cap, err, __VA_ARGS__)
#define FID_PUSH_TO(list, n, cap, err, ...)                                                    \
    (fid_array_grow (&(list), &(cap), (n) + 1, sizeof *(list), err)                            \
         ? -1                                                                                  \
         : ((list)[(n)++] = __VA_ARGS__, 0))

/* Sorts numbers, by those of their bytes that differ: faster than by comparing them. */
void fid_sort_u64s (uint64_t *x, size_t n);

/* Places 0 to n - 1 by what they belong to: those of k are at[from[k]] to at[from[k + 1] - 1],
 * ascending. */
struct fid_groups {
    uint32_t *at; /* owned */
    size_t *from; /* owned */
};

/* Groups n places; of[i] >= group_n: place i belongs to none.  Clear *g even after a failure.
 * O(n + group_n). */
int fid_groups_make (struct fid_groups *g, const uint32_t *of, size_t n, size_t group_n,
                     struct fid_error *err);
void fid_groups_clear (struct fid_groups *g);

/* A copy of n elements, with room for one more; freed by the caller.  NULL with FID_EINTERNAL. */
void *fid_array_copy (const void *array, size_t n, size_t elem_size, struct fid_error *err);

/* For qsort: int64_t, ascending. */
int fid_by_number (const void *a, const void *b);

/* strdup, strndup and asprintf; freed by the caller.  Return NULL with FID_EINTERNAL. */
char *fid_strdup (const char *s, struct fid_error *err);
char *fid_strndup (const char *s, size_t n, struct fid_error *err);
char *fid_format (struct fid_error *err, const char *fmt, ...) FID_PRINTF (2, 3);

/* The text, which is freed, with more behind it; NULL if it is NULL, too. */
char *fid_more (char *text, struct fid_error *err, const char *fmt, ...) FID_PRINTF (3, 4);
