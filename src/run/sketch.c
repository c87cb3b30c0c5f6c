/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sketch.c - see sketch.h */
#include "run/sketch.h"

static double value_of (int64_t bin)
{
    int64_t bits = (int64_t)((uint64_t)bin << FID_SKETCH_SHIFT);
    double value;
    memcpy (&value, &bits, sizeof value);
    return value;
}

int fid_sketch_cover (struct fid_sketch *s, int64_t lo, int64_t hi, struct fid_error *err)
{
    if (s->n) {
        lo = lo < s->first ? lo : s->first;
        hi = hi > s->first + (int64_t)s->n - 1 ? hi : s->first + (int64_t)s->n - 1;
    }
    /* whole octaves, so that growth is rare */
    lo &= ~INT64_C (127);
    hi |= INT64_C (127);
    size_t n = (size_t)(hi - lo + 1);
    if (n == s->n)
        return 0;
    uint64_t *count = calloc (n, sizeof *count);
    FID_NEED (count, err);
    if (s->n)
        memcpy (count + (s->first - lo), s->count, s->n * sizeof *count);
    free (s->count);
    s->count = count;
    s->first = lo;
    s->n = n;
    return 0;
}

int fid_sketch_merge (struct fid_sketch *s, const struct fid_sketch *from,
                      struct fid_error *err)
{
    if (!from->n)
        return 0;
    FID_TRY (fid_sketch_cover (s, from->first, from->first + (int64_t)from->n - 1, err));
    for (size_t i = 0; i < from->n; i++)
        s->count[from->first - s->first + (int64_t)i] += from->count[i];
    s->total += from->total;
    return 0;
}

size_t fid_sketch_export (const struct fid_sketch *s, double *value, double *weight)
{
    size_t n = 0;
    for (size_t i = 0; i < s->n; i++) {
        if (!s->count[i])
            continue;
        value[n] = value_of (s->first + (int64_t)i);
        weight[n++] = (double)s->count[i];
    }
    return n;
}

void fid_sketch_clear (struct fid_sketch *s)
{
    free (s->count);
    *s = (struct fid_sketch){0};
}
