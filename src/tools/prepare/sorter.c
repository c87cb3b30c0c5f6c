/* sorter.c - see sorter.h */
#include "config.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "tools/prepare/sorter.h"

#define CHUNK  ((size_t)1 << 20)
#define WINDOW ((size_t)4096) /* events of a chunk held while merging */

/* One sorted chunk. */
struct chunk {
    uint64_t from, n;             /* events in the file still to be read */
    struct fid_lane_event *event; /* owned; a window of them */
    size_t at, have;
};

struct fid_sorter {
    struct fid_lane_event *event; /* owned; the current chunk */
    size_t n, cap, at;
    FILE *file; /* owned; full chunks */
    struct chunk *chunk;
    size_t chunk_n, chunk_cap;
    size_t *heap; /* owned; chunks, the one with the first event on top */
    size_t heap_n;
};

struct fid_sorter *
fid_sorter_create (struct fid_error *err)
{
    struct fid_sorter *s = calloc (1, sizeof *s);
    if (!s)
        fid_error_nomem (err);
    return s;
}

static int
cmp (int64_t a, int64_t b)
{
    return (a > b) - (a < b);
}

static int
by_start (const void *va, const void *vb)
{
    const struct fid_lane_event *a = va, *b = vb;
    int c = cmp (a->start_ns, b->start_ns);
    c = c ? c : cmp (a->end_ns, b->end_ns);
    c = c ? c : cmp (a->lane, b->lane);
    c = c ? c : cmp (a->pid, b->pid);
    return c ? c : cmp (a->orphan, b->orphan);
}

static int
file_error (struct fid_error *err)
{
    return fid_errorf (err, FID_EINTERNAL, "temporary file for sorting: %s", strerror (errno));
}

/* Write the current chunk to the file. */
static int
spill (struct fid_sorter *s, struct fid_error *err)
{
    if (!s->file && !(s->file = tmpfile ()))
        return file_error (err);
    if (fid_array_grow (&s->chunk, &s->chunk_cap, s->chunk_n + 1, sizeof *s->chunk, err))
        return -1;
    qsort (s->event, s->n, sizeof *s->event, by_start);
    if (fwrite (s->event, sizeof *s->event, s->n, s->file) != s->n)
        return file_error (err);
    uint64_t from = s->chunk_n ? s->chunk[s->chunk_n - 1].from + s->chunk[s->chunk_n - 1].n : 0;
    s->chunk[s->chunk_n++] = (struct chunk){.from = from, .n = s->n};
    s->n = 0;
    return 0;
}

int
fid_sorter_add (struct fid_sorter *s, const struct fid_lane_event *ev, struct fid_error *err)
{
    if (s->n == CHUNK && spill (s, err))
        return -1;
    if (fid_array_grow (&s->event, &s->cap, s->n + 1, sizeof *s->event, err))
        return -1;
    s->event[s->n++] = *ev;
    return 0;
}

/* Whether chunk a's next event comes before chunk b's. */
static int
before (const struct fid_sorter *s, size_t a, size_t b)
{
    const struct chunk *ra = &s->chunk[a], *rb = &s->chunk[b];
    int c = by_start (&ra->event[ra->at], &rb->event[rb->at]);
    return c ? c < 0 : a < b;
}

static void
sift_down (struct fid_sorter *s, size_t i)
{
    for (;;) {
        size_t least = i;
        for (size_t child = 2 * i + 1; child <= 2 * i + 2 && child < s->heap_n; child++)
            if (before (s, s->heap[child], s->heap[least]))
                least = child;
        if (least == i)
            return;
        size_t swap = s->heap[i];
        s->heap[i] = s->heap[least];
        s->heap[least] = swap;
        i = least;
    }
}

/* Read the next window of a chunk; have is 0 at its end. */
static int
refill (struct fid_sorter *s, struct chunk *r, struct fid_error *err)
{
    size_t want = r->n < WINDOW ? (size_t)r->n : WINDOW;
    r->at = 0;
    r->have = want;
    if (!want)
        return 0;
    if (fseeko (s->file, (off_t)(r->from * sizeof *r->event), SEEK_SET) ||
        fread (r->event, sizeof *r->event, want, s->file) != want)
        return file_error (err);
    r->from += want;
    r->n -= want;
    return 0;
}

int
fid_sorter_end (struct fid_sorter *s, struct fid_error *err)
{
    if (!s->chunk_n) {
        if (s->n)
            qsort (s->event, s->n, sizeof *s->event, by_start);
        return 0;
    }
    if (s->n && spill (s, err))
        return -1;
    free (s->event);
    s->event = NULL;
    s->heap = calloc (s->chunk_n, sizeof *s->heap);
    if (!s->heap)
        return fid_error_nomem (err);
    for (size_t i = 0; i < s->chunk_n; i++) {
        s->chunk[i].event = calloc (WINDOW, sizeof *s->chunk[i].event);
        if (!s->chunk[i].event)
            return fid_error_nomem (err);
        if (refill (s, &s->chunk[i], err))
            return -1;
        s->heap[s->heap_n++] = i;
    }
    for (size_t i = s->heap_n / 2; i-- > 0;)
        sift_down (s, i);
    return 0;
}

int
fid_sorter_next (struct fid_sorter *s, struct fid_lane_event *ev, struct fid_error *err)
{
    if (!s->chunk_n) {
        if (s->at == s->n)
            return 0;
        *ev = s->event[s->at++];
        return 1;
    }
    if (!s->heap_n)
        return 0;
    struct chunk *r = &s->chunk[s->heap[0]];
    *ev = r->event[r->at++];
    if (r->at == r->have) {
        if (refill (s, r, err))
            return -1;
        if (!r->have)
            s->heap[0] = s->heap[--s->heap_n];
    }
    sift_down (s, 0);
    return 1;
}

void
fid_sorter_destroy (struct fid_sorter *s)
{
    if (!s)
        return;
    for (size_t i = 0; i < s->chunk_n; i++)
        free (s->chunk[i].event);
    if (s->file)
        fclose (s->file);
    free (s->chunk);
    free (s->heap);
    free (s->event);
    free (s);
}
