/* SPDX-License-Identifier: GPL-3.0-or-later */
/* by_time.c - see by_time.h */
#include "job/by_time.h"

static int64_t start_at (const struct fid_by_time *b, size_t i)
{
    return (int64_t)fid_events_cell (b->events, b->call ? b->call[i].row : i,
                                     FID_COLUMN_start_ns);
}

static bool is_earlier (const struct fid_in_order *a, const struct fid_in_order *b)
{
    return a->start_ns < b->start_ns || (a->start_ns == b->start_ns && a->at < b->at);
}

/* Moves stretch i down to where those below it are not earlier. */
static void sift_down (struct fid_by_time *b, size_t i)
{
    struct fid_in_order *heap = b->heap, moved = heap[i];
    for (size_t child; (child = 2 * i + 1) < b->heap_n; i = child) {
        child += child + 1 < b->heap_n && is_earlier (&heap[child + 1], &heap[child]);
        if (!is_earlier (&heap[child], &moved))
            break;
        heap[i] = heap[child];
    }
    heap[i] = moved;
}

int fid_by_time_init (struct fid_by_time *b, const struct fid_events *events,
                      const struct fid_call *call, size_t n, struct fid_error *err)
{
    *b = (struct fid_by_time){.events = events, .call = call};
    int64_t before_ns = INT64_MAX;
    for (size_t i = 0; i < n; i++) {
        int64_t start_ns = start_at (b, i);
        if ((!i || start_ns < before_ns) &&
            FID_PUSH (b->heap, err,
                      (struct fid_in_order){.start_ns = start_ns, .at = (uint32_t)i}))
            return -1;
        b->heap[b->heap_n - 1].end = (uint32_t)i + 1;
        before_ns = start_ns;
    }
    for (size_t i = b->heap_n / 2; i-- > 0;)
        sift_down (b, i);
    return 0;
}

bool fid_by_time_next (struct fid_by_time *b, size_t *i)
{
    struct fid_in_order *first = b->heap;
    if (!b->heap_n)
        return false;
    *i = first->at++;
    if (first->at < first->end)
        first->start_ns = start_at (b, first->at);
    else
        *first = first[--b->heap_n];
    sift_down (b, 0);
    return true;
}

void fid_by_time_clear (struct fid_by_time *b)
{
    free (b->heap);
    *b = (struct fid_by_time){0};
}

int fid_by_time_sort (struct fid_call *call, size_t n, const struct fid_events *events,
                      struct fid_error *err)
{
    struct fid_by_time b;
    FID_FREED struct fid_call *sorted = NULL;
    int rc = fid_by_time_init (&b, events, call, n, err);
    if (!rc && b.heap_n > 1 && !(sorted = malloc (n * sizeof *sorted)))
        rc = fid_error_nomem (err);
    for (size_t i, k = 0; sorted && fid_by_time_next (&b, &i); k++)
        sorted[k] = call[i];
    if (sorted)
        memcpy (call, sorted, n * sizeof *sorted);
    fid_by_time_clear (&b);
    return rc;
}
