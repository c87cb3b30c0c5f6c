/* SPDX-License-Identifier: GPL-3.0-or-later */
/* array.c - see array.h */
#include "base/base.h"

int fid_array_grow (void *array, size_t *cap, size_t need, size_t elem_size,
                    struct fid_error *err)
{
    if (need <= *cap)
        return 0;
    size_t want = *cap ? *cap : 16;
    while (want < need) {
        if (want > SIZE_MAX / 2 / elem_size)
            return fid_error_nomem (err);
        want *= 2;
    }
    void *old, *grown;
    memcpy (&old, array, sizeof old);
    FID_NEED (grown = realloc (old, want * elem_size), err);
    memcpy (array, &grown, sizeof grown);
    *cap = want;
    return 0;
}

void *fid_array_copy (const void *array, size_t n, size_t elem_size, struct fid_error *err)
{
    void *copy = malloc ((n + 1) * elem_size);
    if (!copy)
        fid_error_nomem (err);
    else if (n)
        memcpy (copy, array, n * elem_size);
    return copy;
}

void fid_sort_u64s (uint64_t *x, size_t n)
{
    uint64_t differ = 0, *from = x, *to = malloc ((n + 1) * sizeof *to);
    for (size_t i = 1; i < n; i++)
        differ |= x[i] ^ x[0];
    if (!to) {
        qsort (x, n, sizeof *x, fid_order_u64s);
        return;
    }
    for (int shift = 0; shift < 64; shift += 8) {
        size_t at[256] = {0}, begin = 0;
        if (!(differ >> shift & 255))
            continue;
        for (size_t i = 0; i < n; i++)
            at[from[i] >> shift & 255]++;
        for (size_t k = 0; k < 256; k++) {
            size_t count = at[k];
            at[k] = begin;
            begin += count;
        }
        for (size_t i = 0; i < n; i++)
            to[at[from[i] >> shift & 255]++] = from[i];
        uint64_t *swap = from;
        from = to;
        to = swap;
    }
    if (from != x)
        memcpy (x, from, n * sizeof *x);
    free (from == x ? to : from);
}

int fid_groups_make (struct fid_groups *g, const uint32_t *of, size_t n, size_t group_n,
                     struct fid_error *err)
{
    *g = (struct fid_groups){malloc ((n + 1) * sizeof *g->at),
                             calloc (group_n + 2, sizeof *g->from)};
    FID_NEED (g->at && g->from, err);
    for (size_t i = 0; i < n; i++) /* group k is counted at k + 2, and placed from k + 1 on */
        if (of[i] < group_n)
            g->from[of[i] + 2]++;
    for (size_t k = 2; k < group_n + 2; k++)
        g->from[k] += g->from[k - 1];
    for (size_t i = 0; i < n; i++)
        if (of[i] < group_n)
            g->at[g->from[of[i] + 1]++] = (uint32_t)i;
    return 0;
}

void fid_groups_clear (struct fid_groups *g)
{
    FID_FREE (g->at, g->from);
    *g = (struct fid_groups){0};
}

int fid_by_number (const void *va, const void *vb)
{
    const int64_t *a = va, *b = vb;
    return (*a > *b) - (*a < *b);
}

char *fid_strndup (const char *s, size_t n, struct fid_error *err)
{
    char *copy = malloc (n + 1);
    if (!copy)
        return fid_null_nomem (err);
    if (n)
        memcpy (copy, s, n);
    copy[n] = '\0';
    return copy;
}

char *fid_strdup (const char *s, struct fid_error *err)
{
    return fid_strndup (s, strlen (s), err);
}

char *fid_format (struct fid_error *err, const char *fmt, ...)
{
    va_list ap;
    char *s = NULL;
    va_start (ap, fmt);
    int n = vasprintf (&s, fmt, ap);
    va_end (ap);
    if (n < 0)
        return fid_null_nomem (err);
    return s;
}

char *fid_more (char *text, struct fid_error *err, const char *fmt, ...)
{
    va_list ap;
    FID_FREED char *before = text, *more = NULL;
    va_start (ap, fmt);
    int n = before ? vasprintf (&more, fmt, ap) : 0;
    va_end (ap);
    if (n < 0) {
        more = NULL;
        return fid_null_nomem (err);
    }
    return before ? fid_format (err, "%s%s", before, more) : NULL;
}
