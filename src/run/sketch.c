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

double fid_sketch2_edge (int bin)
{
    int64_t bits = (int64_t)bin << FID_SKETCH2_SHIFT;
    double value;
    memcpy (&value, &bits, sizeof value);
    return value;
}

/* Makes the bins lo[] to hi[] elements. */
static int cover_bins (struct fid_sketch2 *s, const int lo[2], const int hi[2],
                       struct fid_error *err)
{
    struct fid_sketch2 wider = {.total = s->total};
    for (int k = 0; k < 2; k++) {
        int end = s->n[k] ? s->first[k] + (int)s->n[k] - 1 : hi[k];
        wider.first[k] = s->n[k] && s->first[k] < lo[k] ? s->first[k] : lo[k];
        end = end > hi[k] ? end : hi[k];
        wider.n[k] = (size_t)(end - wider.first[k] + 1);
    }
    FID_NEED (wider.count = calloc (wider.n[0] * wider.n[1], sizeof *wider.count), err);
    for (size_t i = 0; i < s->n[0]; i++)
        memcpy (wider.count + ((size_t)(s->first[0] - wider.first[0]) + i) * wider.n[1] +
                    (s->first[1] - wider.first[1]),
                s->count + i * s->n[1], s->n[1] * sizeof *s->count);
    free (s->count);
    *s = wider;
    return 0;
}

static uint64_t *bin_at (const struct fid_sketch2 *s, int x, int y)
{
    size_t i = (size_t)(int64_t)(x - s->first[0]), j = (size_t)(int64_t)(y - s->first[1]);
    return i < s->n[0] && j < s->n[1] ? &s->count[i * s->n[1] + j] : NULL;
}

int fid_sketch2_add_far (struct fid_sketch2 *s, double x, double y, uint64_t n,
                         struct fid_error *err)
{
    if (!(x > 0) || !(y > 0) || isinf (x) || isinf (y))
        return 0;
    int at[2] = {fid_sketch2_bin (x), fid_sketch2_bin (y)};
    uint64_t *count = bin_at (s, at[0], at[1]);
    if (!count) {
        FID_TRY (cover_bins (s, at, at, err));
        count = bin_at (s, at[0], at[1]);
    }
    *count += n;
    s->total += n;
    return 0;
}

int fid_sketch2_merge (struct fid_sketch2 *s, const struct fid_sketch2 *from,
                       struct fid_error *err)
{
    if (!from->total)
        return 0;
    int hi[2] = {from->first[0] + (int)from->n[0] - 1, from->first[1] + (int)from->n[1] - 1};
    FID_TRY (cover_bins (s, from->first, hi, err));
    for (size_t i = 0; i < from->n[0]; i++)
        for (size_t j = 0; j < from->n[1]; j++)
            *bin_at (s, from->first[0] + (int)i, from->first[1] + (int)j) +=
                from->count[i * from->n[1] + j];
    s->total += from->total;
    return 0;
}

uint64_t fid_sketch2_count (const struct fid_sketch2 *s, int x, int y)
{
    const uint64_t *count = bin_at (s, x, y);
    return count ? *count : 0;
}

void fid_sketch2_clear (struct fid_sketch2 *s)
{
    free (s->count);
    *s = (struct fid_sketch2){0};
}
