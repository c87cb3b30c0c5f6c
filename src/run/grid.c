/* SPDX-License-Identifier: GPL-3.0-or-later */
/* grid.c - see grid.h */
#include "base/floor_div.h"
#include "run/grid.h"

/* Two bins become one.  Element i goes to one at or before it, and what was
 * there has moved on already. */
static void halve_bins (struct fid_grid *g)
{
    const size_t odd = g->first & 1;
    size_t n = 0;
    for (size_t i = 0; i < g->n; i++) {
        size_t to = (odd + i) / 2;
        uint32_t op_n = g->op_n[i];
        uint64_t byte_n = g->byte_n[i];
        bool fresh = to == n;
        g->op_n[to] = fresh ? op_n : g->op_n[to] + op_n;
        g->byte_n[to] = fresh ? byte_n : g->byte_n[to] + byte_n;
        n = to + 1;
    }
    g->first = fid_floor_div (g->first, 2);
    g->n = n;
    g->bin_ns *= 2;
}

/* Make room so that bins [lo, hi] are elements. */
static int cover_bins (struct fid_grid *g, int64_t lo, int64_t hi, struct fid_error *err)
{
    size_t n = (size_t)(hi - lo + 1);
    if (n > g->cap) {
        size_t cap = g->cap ? g->cap : 1024;
        while (cap < n)
            cap *= 2;
        uint32_t *op_n = realloc (g->op_n, cap * sizeof *op_n);
        if (op_n)
            g->op_n = op_n;
        uint64_t *byte_n = realloc (g->byte_n, cap * sizeof *byte_n);
        if (byte_n)
            g->byte_n = byte_n;
        FID_NEED (op_n && byte_n, err);
        g->cap = cap;
    }
    size_t shift = (size_t)(g->first - lo);
    if (shift) {
        memmove (g->op_n + shift, g->op_n, g->n * sizeof *g->op_n);
        memmove (g->byte_n + shift, g->byte_n, g->n * sizeof *g->byte_n);
        memset (g->op_n, 0, shift * sizeof *g->op_n);
        memset (g->byte_n, 0, shift * sizeof *g->byte_n);
    }
    size_t old = shift + g->n;
    memset (g->op_n + old, 0, (n - old) * sizeof *g->op_n);
    memset (g->byte_n + old, 0, (n - old) * sizeof *g->byte_n);
    g->first = lo;
    g->n = n;
    return 0;
}

int fid_grid_begin (struct fid_grid *g, int64_t bin_ns, int64_t t_ns, struct fid_error *err)
{
    if (g->bin_ns)
        return 0;
    g->first = fid_floor_div (t_ns, bin_ns);
    FID_TRY (cover_bins (g, g->first, g->first, err));
    g->bin_ns = bin_ns;
    g->last_ns = g->first * bin_ns;
    g->last = 0;
    return 0;
}

int fid_grid_add_far (struct fid_grid *g, int64_t t_ns, uint64_t bytes, struct fid_error *err)
{
    FID_TRY (fid_grid_begin (g, FID_GRID_BIN_NS, t_ns, err));
    /* mostly a later bin: a division of 32 bits takes half the time */
    uint64_t ahead_ns = (uint64_t)t_ns - (uint64_t)g->last_ns;
    bool near = g->n && t_ns > g->last_ns && ahead_ns <= UINT32_MAX && g->bin_ns <= UINT32_MAX;
    if (near && ahead_ns - (uint64_t)g->bin_ns < (uint64_t)g->bin_ns && g->last + 1 < g->cap &&
        g->last + 1 < FID_GRID_MAX) { /* the next one */
        if (g->last + 1 == g->n) {
            g->op_n[g->n] = 0;
            g->byte_n[g->n++] = 0;
        }
        g->last_ns += g->bin_ns;
        g->last++;
        g->op_n[g->last]++;
        g->byte_n[g->last] += bytes;
        return 0;
    }
    for (;; near = false) {
        int64_t k = near ? g->first + (int64_t)g->last +
                               (int64_t)((uint32_t)ahead_ns / (uint32_t)g->bin_ns)
                         : fid_floor_div (t_ns, g->bin_ns);
        int64_t last = g->first + (int64_t)g->n - 1;
        if (k >= g->first && k <= last) {
            g->last_ns = k * g->bin_ns;
            g->last = (size_t)(k - g->first);
            g->op_n[g->last]++;
            g->byte_n[g->last] += bytes;
            return 0;
        }
        int64_t lo = k < g->first ? k : g->first, hi = k > last ? k : last;
        if (hi - lo + 1 > (int64_t)FID_GRID_MAX) {
            halve_bins (g);
            continue;
        }
        /* growing at the front is rare; a little slack keeps it so */
        if (k < g->first && k - 1024 > hi - (int64_t)FID_GRID_MAX)
            lo -= 1024;
        FID_TRY (cover_bins (g, lo, hi, err));
    }
}

int fid_grid_merge (struct fid_grid *g, struct fid_grid *from, struct fid_error *err)
{
    int64_t lo, hi;
    if (!from->bin_ns)
        return 0;
    if (!g->bin_ns) {
        *g = *from;
        *from = (struct fid_grid){0};
        return 0;
    }
    for (;;) {
        while (g->bin_ns < from->bin_ns)
            halve_bins (g);
        while (from->bin_ns < g->bin_ns)
            halve_bins (from);
        lo = g->first < from->first ? g->first : from->first;
        hi = g->first + (int64_t)g->n > from->first + (int64_t)from->n
                 ? g->first + (int64_t)g->n - 1
                 : from->first + (int64_t)from->n - 1;
        if (hi - lo + 1 <= (int64_t)FID_GRID_MAX)
            break;
        halve_bins (g);
    }
    FID_TRY (cover_bins (g, lo, hi, err));
    g->last_ns = g->first * g->bin_ns;
    g->last = 0;
    size_t at = (size_t)(from->first - g->first);
    for (size_t i = 0; i < from->n; i++) {
        g->op_n[at + i] += from->op_n[i];
        g->byte_n[at + i] += from->byte_n[i];
    }
    return 0;
}

void fid_grid_clear (struct fid_grid *g)
{
    FID_FREE (g->op_n, g->byte_n);
    *g = (struct fid_grid){0};
}
