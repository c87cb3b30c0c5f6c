/* SPDX-License-Identifier: GPL-3.0-or-later */
/* busy.c - spans added up on a grid that doubles its cells (see plot.h) */
#include "base/floor_div.h"
#include "plot/plot.h"

static void widen_cells (struct fid_busy *t)
{
    int64_t first = fid_floor_div (t->first, 2);
    size_t n = t->n ? (size_t)(fid_floor_div (t->first + (int64_t)t->n - 1, 2) - first) + 1 : 0;
    for (size_t i = 0; i < t->n; i++) {
        size_t to = (size_t)(fid_floor_div (t->first + (int64_t)i, 2) - first);
        double busy = t->busy[i];
        uint32_t count = t->count[i];
        t->busy[i] = 0;
        t->count[i] = 0;
        t->busy[to] += busy;
        t->count[to] = t->count[to] > UINT32_MAX - count ? UINT32_MAX : t->count[to] + count;
    }
    t->first = first;
    t->n = n;
    t->cell *= 2;
}

/* Make the cells from..to exist; the caller has checked that they fit. */
static int reach_cells (struct fid_busy *t, int64_t from, int64_t to, struct fid_error *err)
{
    size_t before = t->n && from < t->first ? (size_t)(t->first - from) : 0;
    int64_t last = t->first + (int64_t)t->n - 1;
    size_t n =
        !t->n ? (size_t)(to - from) + 1 : t->n + before + (to > last ? (size_t)(to - last) : 0);
    size_t cap = t->cap;
    FID_TRY (fid_array_grow (&t->busy, &cap, n, sizeof *t->busy, err));
    FID_TRY (fid_array_grow (&t->count, &t->cap, n, sizeof *t->count, err));
    memmove (t->busy + before, t->busy, t->n * sizeof *t->busy);
    memmove (t->count + before, t->count, t->n * sizeof *t->count);
    memset (t->busy, 0, before * sizeof *t->busy);
    memset (t->count, 0, before * sizeof *t->count);
    memset (t->busy + before + t->n, 0, (n - before - t->n) * sizeof *t->busy);
    memset (t->count + before + t->n, 0, (n - before - t->n) * sizeof *t->count);
    if (!t->n || before)
        t->first = from;
    t->n = n;
    return 0;
}

int fid_busy_add (struct fid_busy *t, int64_t start, int64_t end, struct fid_error *err)
{
    if (!t->cell)
        t->cell = 1;
    if (end < start)
        end = start;
    for (;; widen_cells (t)) {
        int64_t from = fid_floor_div (start, t->cell);
        int64_t to = end > start ? fid_floor_div (end - 1, t->cell) : from;
        int64_t low = t->n && t->first < from ? t->first : from;
        int64_t last = t->first + (int64_t)t->n - 1, high = t->n && last > to ? last : to;
        if ((uint64_t)high - (uint64_t)low >= FID_BUSY_CELLS)
            continue;
        FID_TRY (reach_cells (t, from, to, err));
        for (int64_t k = from; k <= to; k++) {
            int64_t a = k * t->cell, b = a + t->cell;
            t->busy[k - t->first] += (double)((end < b ? end : b) - (start > a ? start : a));
        }
        t->count[from - t->first] += t->count[from - t->first] < UINT32_MAX;
        t->total++;
        return 0;
    }
}

void fid_busy_clear (struct fid_busy *t)
{
    FID_FREE (t->busy, t->count);
    *t = (struct fid_busy){0};
}
