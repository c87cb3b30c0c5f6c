/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sorter.c - see sorter.h */
#include "tools/prepare/sorter.h"

#define CHUNK ((size_t)1 << 20) /* events */

/* A sorted chunk in a temporary file. */
struct chunk {
    FILE *file; /* owned; read up to behind `head` */
    struct fid_lane_event head;
};

struct fid_sorter {
    struct fid_lane_event *event; /* owned; the current chunk */
    size_t n, cap, at;
    struct chunk *chunk; /* owned; once all are written, a heap with the first event on top */
    size_t chunk_n, chunk_cap;
};

struct fid_sorter *fid_sorter_create (struct fid_error *err)
{
    struct fid_sorter *s = calloc (1, sizeof *s);
    if (!s)
        fid_error_nomem (err);
    return s;
}

FID_ORDER_BY (by_start, struct fid_lane_event,
              FID_RISING (start_ns) FID_RISING (end_ns) FID_RISING (lane) FID_RISING (pid)
                  FID_RISING (orphan))

static int file_error (struct fid_error *err)
{
    return fid_errorf (err, FID_EINTERNAL, "temporary file for sorting: %s", strerror (errno));
}

/* Write the current chunk to a file. */
static int spill_chunk (struct fid_sorter *s, struct fid_error *err)
{
    FID_TRY (fid_array_grow (&s->chunk, &s->chunk_cap, s->chunk_n + 1, sizeof *s->chunk, err));
    FILE *f = tmpfile ();
    if (!f)
        return file_error (err);
    s->chunk[s->chunk_n++].file = f;
    qsort (s->event, s->n, sizeof *s->event, by_start);
    if (fwrite (s->event, sizeof *s->event, s->n, f) != s->n || fflush (f))
        return file_error (err);
    rewind (f);
    s->n = 0;
    return 0;
}

int fid_sorter_add (struct fid_sorter *s, const struct fid_lane_event *ev,
                    struct fid_error *err)
{
    FID_TRY (s->n == CHUNK && spill_chunk (s, err));
    return FID_PUSH_TO (s->event, s->n, s->cap, err, *ev);
}

static void sift_down (struct fid_sorter *s, size_t i)
{
    for (;;) {
        size_t least = i;
        for (size_t child = 2 * i + 1; child <= 2 * i + 2 && child < s->chunk_n; child++)
            if (by_start (&s->chunk[child].head, &s->chunk[least].head) < 0)
                least = child;
        if (least == i)
            return;
        struct chunk swap = s->chunk[i];
        s->chunk[i] = s->chunk[least];
        s->chunk[least] = swap;
        i = least;
    }
}

/* Read the next event of a chunk: 1, 0 at its end, -1. */
static int read_head (struct chunk *c, struct fid_error *err)
{
    if (fread (&c->head, sizeof c->head, 1, c->file) == 1)
        return 1;
    return ferror (c->file) ? file_error (err) : 0;
}

int fid_sorter_end (struct fid_sorter *s, struct fid_error *err)
{
    if (!s->chunk_n) {
        FID_SORT (s->event, s->n, by_start);
        return 0;
    }
    FID_TRY (s->n && spill_chunk (s, err));
    free (s->event);
    s->event = NULL;
    for (size_t i = 0; i < s->chunk_n; i++)
        if (read_head (&s->chunk[i], err) < 0)
            return -1;
    for (size_t i = s->chunk_n / 2; i-- > 0;)
        sift_down (s, i);
    return 0;
}

int fid_sorter_next (struct fid_sorter *s, struct fid_lane_event *ev, struct fid_error *err)
{
    if (s->event) {
        if (s->at == s->n)
            return 0;
        *ev = s->event[s->at++];
        return 1;
    }
    if (!s->chunk_n)
        return 0;
    *ev = s->chunk[0].head;
    int rc = read_head (&s->chunk[0], err);
    if (rc < 0)
        return -1;
    if (!rc) {
        fclose (s->chunk[0].file);
        s->chunk[0] = s->chunk[--s->chunk_n];
    }
    sift_down (s, 0);
    return 1;
}

void fid_sorter_destroy (struct fid_sorter *s)
{
    if (!s)
        return;
    for (size_t i = 0; i < s->chunk_n; i++)
        fclose (s->chunk[i].file);
    FID_FREE (s->chunk, s->event, s);
}
