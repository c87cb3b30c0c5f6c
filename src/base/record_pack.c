/* SPDX-License-Identifier: GPL-3.0-or-later */
/* record_pack.c - what a document says as bytes of this build, by its table (see record.h) */
#include <math.h>
#include "base/record.h"

#define ESCAPE 0x1B /* no text that was read has one */

/* Walks a struct, packing or unpacking. */
struct packing {
    struct fid_bytes *out; /* NULL: unpacking */
    struct fid_span in;
    struct fid_arena *arena;
    struct fid_error *err;
};

static int refuse_bytes (const struct packing *w)
{
    return fid_errorf (w->err, FID_EINPUT, "damaged");
}

static int move_bytes (struct packing *w, void *p, size_t n)
{
    if (w->out)
        return fid_bytes_put (w->out, p, n, w->err);
    if (n > w->in.n)
        return refuse_bytes (w);
    memcpy (p, w->in.p, n);
    w->in.p += n;
    w->in.n -= n;
    return 0;
}

/* Its bytes with the one at the end, 0 for NULL; unpacked, it stays where the bytes are. */
static int move_text (struct packing *w, const char **text)
{
    size_t n = w->out && *text ? strlen (*text) + 1 : 0;
    if (move_bytes (w, &n, sizeof n))
        return -1;
    if (w->out)
        return fid_bytes_put (w->out, *text, n, w->err);
    *text = n ? w->in.p : NULL;
    if (n > w->in.n || (n && (w->in.p[n - 1] || memchr (w->in.p, ESCAPE, n))))
        return refuse_bytes (w);
    w->in.p += n;
    w->in.n -= n;
    return 0;
}

/* The length of a list; unpacked, room for it. */
static int move_length (struct packing *w, size_t *n, void *list, size_t size)
{
    if (move_bytes (w, n, sizeof *n))
        return -1;
    if (w->out)
        return 0;
    if (*n > 2 * w->in.n / size) /* nothing is packed to less than half */
        return refuse_bytes (w);
    void *room = fid_arena_take (w->arena, *n, size, w->err);
    if (!room)
        return -1;
    memcpy (list, &room, sizeof room);
    return 0;
}

/* Whether a value that was unpacked is one that the table allows. */
static bool is_sane (const struct fid_member *m, const void *p)
{
    int id;
    unsigned set;
    switch (m->kind) {
    case FID_MEMBER_NUMBER:
    case FID_MEMBER_INTERVAL:
        for (size_t i = 0; i < m->size / sizeof (double); i++)
            if (isnan (((const double *)p)[i]))
                return false;
        return true;
    case FID_MEMBER_BOOL:
        return *(const unsigned char *)p <= 1;
    case FID_MEMBER_ID:
        memcpy (&id, p, sizeof id);
        return id == 0 || m->names->name (id) || (id == -1 && m->need != FID_NEEDED);
    case FID_MEMBER_SET:
        memcpy (&set, p, sizeof set);
        return !(set >> m->names->n);
    default:
        return m->kind == FID_MEMBER_COUNT || m->kind == FID_MEMBER_INT ||
               m->kind == FID_MEMBER_HASH;
    }
}

static int move_members (struct packing *w, const struct fid_record *record, char *base);

static int move_member (struct packing *w, const struct fid_member *m, char *base)
{
    char *p = base + (m->flat ? 0 : m->at), *element;
    size_t *n = (void *)(base + m->n_at);
    switch (m->kind) {
    case FID_MEMBER_TEXT:
        return move_text (w, (const char **)(void *)p);
    case FID_MEMBER_OBJECT:
        return move_members (w, m->of, p);
    case FID_MEMBER_LIST:
        if (move_length (w, n, p, m->element))
            return -1;
        memcpy (&element, p, sizeof element);
        for (size_t i = 0; i < *n; i++)
            if (move_members (w, m->of, element + i * m->element))
                return -1;
        return 0;
    case FID_MEMBER_TEXTS: {
        struct fid_texts *list = (void *)p;
        if (move_length (w, &list->n, &list->text, sizeof *list->text))
            return -1;
        for (size_t i = 0; i < list->n; i++)
            if (move_text (w, &list->text[i]))
                return -1;
        return 0;
    }
    default:
        return move_bytes (w, p, m->size) || !is_sane (m, p) ? refuse_bytes (w) : 0;
    }
}

static int move_members (struct packing *w, const struct fid_record *record, char *base)
{
    for (size_t i = 0; i < record->n; i++) {
        const struct fid_member *m = &record->member[i];
        if (!m->aside && m->kind != FID_MEMBER_CONST && move_member (w, m, base))
            return -1;
    }
    return 0;
}

int fid_record_pack (const struct fid_record *record, const void *from, struct fid_bytes *out,
                     struct fid_error *err)
{
    struct packing w = {.out = out, .err = err};
    return move_members (&w, record, (char *)(uintptr_t)from); /* only read */
}

int fid_record_unpack (const struct fid_record *record, struct fid_span *in,
                       struct fid_arena *arena, void *to, struct fid_error *err)
{
    struct packing w = {.in = *in, .arena = arena, .err = err};
    int rc = move_members (&w, record, to);
    *in = w.in;
    return rc;
}
