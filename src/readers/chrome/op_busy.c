/* SPDX-License-Identifier: GPL-3.0-or-later */
/* op_busy.c - see op_busy.h */
#include "readers/chrome/op_busy.h"

#define MERGE_FROM 4096 /* so many spans wait at least before they are merged */

FID_ORDER_BY (by_start, struct fid_op_stretch, FID_RISING (start_ns))

static bool in_order (const struct fid_op_busy *b)
{
    for (size_t i = 1; i < b->n; i++)
        if (b->at[i].start_ns < b->at[i - 1].start_ns)
            return false;
    return true;
}

void fid_op_busy_merge (struct fid_op_busy *b)
{
    size_t n = 0;
    if (!in_order (b)) /* sorting takes as much memory again */
        qsort (b->at, b->n, sizeof *b->at, by_start);
    for (size_t i = 0; i < b->n; i++) {
        struct fid_op_stretch *last = n ? &b->at[n - 1] : NULL;
        if (!last || b->at[i].start_ns > last->end_ns)
            b->at[n++] = b->at[i];
        else if (b->at[i].end_ns > last->end_ns)
            last->end_ns = b->at[i].end_ns;
    }
    b->n = b->merged_n = n;
}

int fid_op_busy_add (struct fid_op_busy *b, int64_t start_ns, int64_t end_ns,
                     struct fid_error *err)
{
    struct fid_op_stretch *last = b->n ? &b->at[b->n - 1] : NULL;
    if (last && start_ns >= last->start_ns && start_ns <= last->end_ns) {
        last->end_ns = end_ns > last->end_ns ? end_ns : last->end_ns; /* mostly: by time */
        return 0;
    }
    if (b->n >= MERGE_FROM && b->n >= 2 * b->merged_n)
        fid_op_busy_merge (b);
    return FID_PUSH_TO (b->at, b->n, b->cap, err, (struct fid_op_stretch){start_ns, end_ns});
}

double fid_op_busy_ns (struct fid_op_busy *b)
{
    double sum = 0;
    fid_op_busy_merge (b);
    for (size_t i = 0; i < b->n; i++)
        sum += (double)(b->at[i].end_ns - b->at[i].start_ns);
    return sum;
}

void fid_op_busy_clear (struct fid_op_busy *b)
{
    free (b->at);
    *b = (struct fid_op_busy){.at = NULL};
}
