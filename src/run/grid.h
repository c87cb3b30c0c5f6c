/* SPDX-License-Identifier: GPL-3.0-or-later */
/* grid.h - operations and bytes against time, in bins of fixed width
 *
 * Bin k covers [k, k + 1) * bin_ns on the axis of its owner.  Starts with 10 ms
 * bins; when more than FID_GRID_MAX would be needed the width doubles, so that
 * memory never passes 4 MiB a grid (43 minutes at 10 ms, a day at 640 ms). */
#pragma once

#include "base/base.h"

#define FID_GRID_BIN_NS INT64_C (10000000)
#define FID_GRID_MAX    ((size_t)1 << 18)

struct fid_grid {
    int64_t bin_ns;   /* 0: empty grid */
    int64_t first;    /* index of element 0 */
    uint32_t *op_n;   /* owned */
    uint64_t *byte_n; /* owned */
    size_t n, cap;
    int64_t last_ns; /* where the bin added to last begins, */
    size_t last;     /* and its element */
};

/* Gives an empty grid bins of that width, the first around t_ns; without it they are of
 * FID_GRID_BIN_NS. */
int fid_grid_begin (struct fid_grid *g, int64_t bin_ns, int64_t t_ns, struct fid_error *err);

/* fid_grid_add for a bin that is not the last one again. */
int fid_grid_add_far (struct fid_grid *g, int64_t t_ns, uint64_t bytes, struct fid_error *err);

/* Count one operation of so many bytes at t_ns.  Amortised O(1). */
static inline int fid_grid_add (struct fid_grid *g, int64_t t_ns, uint64_t bytes,
                                struct fid_error *err)
{
    if ((uint64_t)t_ns - (uint64_t)g->last_ns >= (uint64_t)g->bin_ns)
        return fid_grid_add_far (g, t_ns, bytes, err);
    g->op_n[g->last]++;
    g->byte_n[g->last] += bytes;
    return 0;
}

/* Counts n operations of so many bytes together at t_ns. */
static inline int fid_grid_add_n (struct fid_grid *g, int64_t t_ns, uint64_t n, uint64_t bytes,
                                  struct fid_error *err)
{
    FID_TRY (fid_grid_add (g, t_ns, bytes, err));
    g->op_n[g->last] += (uint32_t)(n - 1);
    return 0;
}

/* Add all of from to g.  from may have wider bins afterwards, or be empty. */
int fid_grid_merge (struct fid_grid *g, struct fid_grid *from, struct fid_error *err);

void fid_grid_clear (struct fid_grid *g);
