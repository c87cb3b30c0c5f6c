/* SPDX-License-Identifier: GPL-3.0-or-later */
/* places.c - see places.h */
#include "run/places.h"

/* By every member, so that equal ranks do not depend on the order of the operations. */
FID_ORDER_BY (by_rank, struct fid_placed,
              FID_RISING (rank) FID_RISING (t_ns) FID_RISING (file) FID_RISING (offset))

FID_ORDER_BY (by_time, struct fid_placed,
              FID_RISING (t_ns) FID_RISING (rank) FID_RISING (file) FID_RISING (offset))

/* The k-th smallest of n ranks, from 0; orders them partly (Wirth's form of Hoare's selection).
 */
static uint64_t select_rank (uint64_t *rank, ptrdiff_t n, ptrdiff_t k)
{
    ptrdiff_t from = 0, to = n - 1;
    while (from < to) {
        uint64_t pivot = rank[k];
        ptrdiff_t i = from, j = to;
        while (i <= j) {
            while (rank[i] < pivot)
                i++;
            while (rank[j] > pivot)
                j--;
            if (i > j)
                break;
            uint64_t held = rank[i];
            rank[i++] = rank[j];
            rank[j--] = held;
        }
        from = j < k ? i : from;
        to = k < i ? j : to;
    }
    return rank[k];
}

/* Leaves the smallest FID_PLACES ranks, in the order in which they came. */
static void cut_sample (struct fid_places *p)
{
    uint64_t rank[2 * FID_PLACES];
    size_t n = 0, kept_n = 0;
    if (p->n <= FID_PLACES)
        return;
    for (size_t i = 0; i < p->n; i++)
        rank[i] = p->at[i].rank;
    p->limit = select_rank (rank, (ptrdiff_t)p->n, FID_PLACES - 1);
    for (size_t i = 0; i < p->n; i++)
        kept_n += p->at[i].rank <= p->limit;
    if (kept_n > FID_PLACES) { /* equal ranks */
        qsort (p->at, p->n, sizeof *p->at, by_rank);
        p->n = FID_PLACES;
        return;
    }
    for (size_t i = 0; i < p->n; i++)
        if (p->at[i].rank <= p->limit)
            p->at[n++] = p->at[i];
    p->n = n;
}

int fid_places_keep (struct fid_places *p, struct fid_placed place, struct fid_error *err)
{
    if (p->n == 2 * FID_PLACES)
        cut_sample (p);
    return FID_PUSH_TO (p->at, p->n, p->cap, err, place);
}

void fid_places_settle (struct fid_places *p)
{
    cut_sample (p);
    size_t i = 1;
    while (i < p->n && by_time (&p->at[i - 1], &p->at[i]) <= 0)
        i++;
    if (i < p->n)
        qsort (p->at, p->n, sizeof *p->at, by_time);
}

void fid_places_clear (struct fid_places *p)
{
    free (p->at);
    *p = (struct fid_places){0};
}
