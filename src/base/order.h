/* SPDX-License-Identifier: GPL-3.0-or-later */
/* order.h - functions for qsort, from the members that decide; sorting and searching what is in
 * order
 *
 *   FID_ORDER_BY (by_start, struct span, FID_RISING (start_ns) FID_FALLING (end_ns))
 *
 * defines the static function by_start, which orders elements of that type by start_ns; of equals
 * the one with the larger end_ns is first. */
#pragma once

#include "base/std.h"

#define FID_ORDER_BY(name, type, keys)                                                         \
    static int name (const void *va, const void *vb)                                           \
    {                                                                                          \
        const type *a = va, *b = vb;                                                           \
        keys return 0;                                                                         \
    }
/* The same of an array of pointers to that type. */
#define FID_ORDER_AT(name, type, keys)                                                         \
    static int name (const void *va, const void *vb)                                           \
    {                                                                                          \
        const type *a = *(const type *const *)va, *b = *(const type *const *)vb;               \
        keys return 0;                                                                         \
    }
#define FID_RISING(member)                                                                     \
    if (a->member != b->member)                                                                \
        return a->member < b->member ? -1 : 1;
#define FID_FALLING(member)                                                                    \
    if (a->member != b->member)                                                                \
        return a->member > b->member ? -1 : 1;
#define FID_RISING_TEXT(member)                                                                \
    {                                                                                          \
        int order = strcmp (a->member, b->member);                                             \
        if (order)                                                                             \
            return order;                                                                      \
    }

/* Of arrays of char *, double and uint64_t. */
static inline int fid_order_texts (const void *a, const void *b)
{
    return strcmp (*(const char *const *)a, *(const char *const *)b);
}

static inline int fid_order_doubles (const void *va, const void *vb)
{
    double a = *(const double *)va, b = *(const double *)vb;
    return (a > b) - (a < b);
}

static inline int fid_order_u64s (const void *va, const void *vb)
{
    uint64_t a = *(const uint64_t *)va, b = *(const uint64_t *)vb;
    return (a > b) - (a < b);
}

/* Sorts; what is in order already costs one pass. */
static inline void fid_into_order (void *array, size_t n, size_t size,
                                   int (*compare) (const void *, const void *))
{
    const char *at = array;
    for (size_t i = 1; i < n; i++, at += size)
        if (compare (at, at + size) > 0) {
            qsort (array, n, size, compare);
            return;
        }
}

/* The same of an array of n elements; NULL is an empty one. */
#define FID_SORT(array, n, compare) fid_into_order (array, n, sizeof *(array), compare)

/* FID_FIRST_AFTER (at, n, type, start_ns, t_ns): how many of the n elements, in the order of that
 * int64_t member, have one of at most t_ns. */
#define FID_FIRST_AFTER(at, n, type, member, t_ns)                                             \
    fid_first_after (at, n, sizeof (type), offsetof (type, member), t_ns)

static inline size_t fid_first_after (const void *at, size_t n, size_t size, size_t offset,
                                      int64_t limit)
{
    size_t low = 0;
    while (low < n) {
        size_t middle = low + (n - low) / 2;
        int64_t value;
        memcpy (&value, (const char *)at + middle * size + offset, sizeof value);
        if (value <= limit)
            low = middle + 1;
        else
            n = middle;
    }
    return low;
}
