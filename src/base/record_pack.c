/* SPDX-License-Identifier: GPL-3.0-or-later */
/* record_pack.c - structs as bytes, by their table (see record.h)
 *
 * Numbers are zigzag LEB128; of a list, all elements' first members follow each other, each as
 * its difference from the one before, then all second ones.  What pointers point to comes after
 * the members of the struct itself. */
#include "base/record.h"

#define ESCAPE 0x1B /* no text that was read from a document has one */

void fid_bytes_clear (struct fid_bytes *b)
{
    free (b->p);
    *b = (struct fid_bytes){0};
}

int fid_bytes_put (struct fid_bytes *b, const void *p, size_t n, struct fid_error *err)
{
    FID_TRY (fid_array_grow (&b->p, &b->cap, b->n + n, 1, err));
    if (n)
        memcpy (b->p + b->n, p, n);
    b->n += n;
    return 0;
}

int fid_bytes_put_word (struct fid_bytes *b, uint64_t x, struct fid_error *err)
{
    unsigned char byte[8];
    for (int i = 0; i < 8; i++)
        byte[i] = (unsigned char)(x >> 8 * i);
    return fid_bytes_put (b, byte, sizeof byte, err);
}

uint64_t fid_bytes_word (const unsigned char *p)
{
    uint64_t x = 0;
    for (int i = 0; i < 8; i++)
        x |= (uint64_t)p[i] << 8 * i;
    return x;
}

/* Walks objects, writing or reading. */
struct walk {
    struct fid_bytes *out;    /* NULL: reading */
    struct fid_packed_in *in; /* NULL: writing */
    struct fid_error *err;
};

static int say_damaged (const struct walk *w, const char *what)
{
    return fid_errorf (w->err, FID_EINPUT, "%s: damaged, or not a digest that fidlio made: %s",
                       w->in->path, what);
}

/* Checks that n bytes are left; NULL if they are not. */
static const unsigned char *take_bytes (const struct walk *w, uint64_t n)
{
    const unsigned char *p = w->in->p;
    if ((uint64_t)(w->in->end - w->in->p) < n) {
        say_damaged (w, "it ends too early");
        return NULL;
    }
    w->in->p += n;
    return p;
}

/* Reads a number at *p, which moves behind it. */
static inline int read_number (const struct walk *w, const unsigned char **p, uint64_t *x)
{
    *x = 0;
    for (size_t n = 0;; n++) {
        if (*p == w->in->end)
            return say_damaged (w, "it ends too early");
        unsigned byte = *(*p)++;
        if (n == 9 && byte > 1)
            return say_damaged (w, "a number is too large");
        *x |= (uint64_t)(byte & 127) << 7 * n;
        if (byte < 128)
            return 0;
    }
}

static int walk_number (const struct walk *w, uint64_t *x)
{
    unsigned char byte[10];
    size_t n = 0;
    if (w->in)
        return read_number (w, &w->in->p, x);
    uint64_t rest = *x;
    do {
        byte[n] = (unsigned char)(rest & 127);
        rest >>= 7;
        byte[n++] |= rest ? 128 : 0;
    } while (rest);
    return fid_bytes_put (w->out, byte, n, w->err);
}

/* Eight bytes at p. */
static int walk_word (const struct walk *w, void *p)
{
    uint64_t x;
    if (w->out) {
        memcpy (&x, p, sizeof x);
        return fid_bytes_put_word (w->out, x, w->err);
    }
    const unsigned char *from = take_bytes (w, sizeof x);
    FID_TRY (!from);
    x = fid_bytes_word (from);
    memcpy (p, &x, sizeof x);
    return 0;
}

/* --- one member of n objects, stride bytes apart */

static uint64_t load_integer (const void *p, size_t size, bool is_signed)
{
    uint32_t half;
    uint64_t whole;
    if (size == 1)
        return *(const uint8_t *)p;
    if (size == 4) {
        memcpy (&half, p, 4);
        return is_signed ? (uint64_t)(int32_t)half : half;
    }
    memcpy (&whole, p, 8);
    return whole;
}

static bool is_signed_kind (const struct fid_member *m)
{
    return m->kind == FID_MEMBER_INT || m->kind == FID_MEMBER_ID ||
           m->kind == FID_MEMBER_INSTANTS;
}

/* Whether an id or a set that was read is one that the table allows. */
static bool is_named (const struct fid_member *m, uint64_t x)
{
    return m->kind == FID_MEMBER_SET ? !(x >> m->names->n)
                                     : x == 0 || fid_name_of (m->names, (int)x) ||
                                           ((int)x == -1 && m->need != FID_NEEDED);
}

/* differ: each number is its difference from the one before. */
static int read_integers (const struct walk *w, const struct fid_member *m, size_t size,
                          char *p, size_t stride, size_t n, bool differ)
{
    const bool is_signed = is_signed_kind (m);
    const unsigned char *from = w->in->p;
    uint64_t before = 0, x, low = is_signed && size < 8 ? (uint64_t)INT32_MIN : 0;
    uint64_t most = size == 8                ? UINT64_MAX
                    : is_signed || size == 4 ? UINT32_MAX
                    : m->most > 0            ? UINT8_MAX
                                             : 1;
    if (!is_signed && m->most > 0 && m->most < (double)most)
        most = (uint64_t)m->most;
    for (size_t i = 0; i < n; i++, p += stride) {
        FID_TRY (read_number (w, &from, &x));
        if (differ)
            before = x = before + (x >> 1 ^ (x & 1 ? UINT64_MAX : 0));
        if (x - low > most || (m->names && !is_named (m, x)))
            return say_damaged (w, m->key);
        uint8_t byte = (uint8_t)x;
        uint32_t half = (uint32_t)x;
        memcpy (p, size == 1 ? (void *)&byte : size == 4 ? (void *)&half : (void *)&x, size);
    }
    w->in->p = from;
    return 0;
}

static int walk_integers (const struct walk *w, const struct fid_member *m, size_t size,
                          char *p, size_t stride, size_t n, bool differ)
{
    uint64_t before = 0;
    if (w->in)
        return read_integers (w, m, size, p, stride, n, differ);
    for (size_t i = 0; i < n; i++, p += stride) {
        uint64_t x = load_integer (p, size, is_signed_kind (m)), d = x - before;
        uint64_t number = differ ? d << 1 ^ (d >> 63 ? UINT64_MAX : 0) : x;
        before = x;
        FID_TRY (walk_number (w, &number));
    }
    return 0;
}

static int walk_real (const struct walk *w, const struct fid_member *m, void *p)
{
    double x;
    FID_TRY (walk_word (w, p));
    memcpy (&x, p, sizeof x);
    return w->in && !isfinite (x) && !(m->any && x == FID_GAP) ? say_damaged (w, m->key) : 0;
}

static int walk_chars (const struct walk *w, const struct fid_member *m, char *p)
{
    uint64_t n = w->out ? strlen (p) : 0;
    FID_TRY (walk_number (w, &n));
    if (w->out)
        return fid_bytes_put (w->out, p, (size_t)n, w->err);
    const unsigned char *from = take_bytes (w, n);
    FID_TRY (!from);
    if (n >= m->size || memchr (from, '\0', (size_t)n))
        return say_damaged (w, m->key);
    memcpy (p, from, (size_t)n);
    return 0;
}

/* A text that was read, as the table and the reader want it; NULL without memory. */
static const char *keep_text (const struct walk *w, const struct fid_member *m,
                              const char *from, size_t n)
{
    if (m->kind == FID_MEMBER_OWNED)
        return fid_strndup (from, n, w->err);
    if (w->in->word)
        return w->in->word (w->in->ctx, from, n, w->err);
    char *text = fid_arena_take (w->in->arena, n + 1, 1, w->err);
    return text ? memcpy (text, from, n) : NULL;
}

/* A pointer to a text: its length and 1, 0 for NULL. */
static int walk_text (const struct walk *w, const struct fid_member *m, void *p)
{
    const char *s;
    memcpy (&s, p, sizeof s);
    uint64_t n = w->out && s ? strlen (s) + 1 : 0;
    FID_TRY (walk_number (w, &n));
    if (w->out)
        return s ? fid_bytes_put (w->out, s, (size_t)n - 1, w->err) : 0;
    if (!n)
        return 0;
    const char *from = (const char *)take_bytes (w, n - 1);
    FID_TRY (!from);
    if (memchr (from, '\0', (size_t)n - 1) ||
        (w->in->arena && memchr (from, ESCAPE, (size_t)n - 1)))
        return say_damaged (w, m->key);
    s = keep_text (w, m, from, (size_t)n - 1);
    memcpy (p, &s, sizeof s);
    return s ? 0 : -1;
}

/* Bytes of one number, or struct, of which a member may have several. */
static size_t element_size (const struct fid_member *m)
{
    switch (m->kind) {
    case FID_MEMBER_HASH:
    case FID_MEMBER_NUMBER:
    case FID_MEMBER_INTERVAL:
        return 8;
    case FID_MEMBER_OBJECT:
        return m->flat ? m->size : m->of->size;
    case FID_MEMBER_COUNT:
    case FID_MEMBER_INT:
        return m->element ? m->element : m->size;
    default:
        return m->size;
    }
}

static int walk_objects (const struct walk *w, const struct fid_record *record, char *p,
                         size_t stride, size_t n);

/* Element k of the member, of all objects. */
static int walk_column (const struct walk *w, const struct fid_member *m, size_t size, char *p,
                        size_t stride, size_t n)
{
    switch (m->kind) {
    case FID_MEMBER_OBJECT:
        return walk_objects (w, m->of, p, stride, n);
    case FID_MEMBER_COUNT:
    case FID_MEMBER_INT:
    case FID_MEMBER_BOOL:
    case FID_MEMBER_ID:
    case FID_MEMBER_SET:
    case FID_MEMBER_INSTANTS:
        return walk_integers (w, m, size, p, stride, n, true);
    default:
        break;
    }
    for (; n; n--, p += stride) {
        int rc = m->kind == FID_MEMBER_HASH    ? walk_word (w, p)
                 : m->kind == FID_MEMBER_CHARS ? walk_chars (w, m, p)
                 : m->kind == FID_MEMBER_TEXT || m->kind == FID_MEMBER_OWNED
                     ? walk_text (w, m, p)
                     : walk_real (w, m, p);
        if (rc)
            return rc;
    }
    return 0;
}

/* --- what pointers point to */

static bool is_pointer (const struct fid_member *m)
{
    return m->kind == FID_MEMBER_LIST || m->kind == FID_MEMBER_TEXTS ||
           m->kind == FID_MEMBER_COUNTS || m->kind == FID_MEMBER_INSTANTS ||
           m->kind == FID_MEMBER_REALS;
}

static bool is_packed (const struct fid_member *m)
{
    return !m->aside && m->kind != FID_MEMBER_CONST && m->kind != FID_MEMBER_ROOM &&
           m->kind != FID_MEMBER_OUT;
}

/* Where the length of a list is in its object. */
static size_t length_at (const struct fid_member *m)
{
    return m->kind == FID_MEMBER_TEXTS ? m->at + offsetof (struct fid_texts, n) : m->n_at;
}

/* The length of the array that a pointer of an object leads to; false if the object's counts
 * contradict each other. */
static bool length_of (const struct fid_member *m, const char *object, size_t *n)
{
    size_t times = 1;
    memcpy (n, object + length_at (m), sizeof *n);
    if (m->times_at)
        memcpy (&times, object + m->times_at, sizeof times);
    return !__builtin_mul_overflow (*n, times, n);
}

/* The least bytes that an object takes. */
static size_t least_bytes (const struct fid_record *record)
{
    size_t sum = 0;
    FID_EACH_OF (const struct fid_member, m, record->member, record->n)
        if (is_packed (m) && (!is_pointer (m) || !m->n_is_row))
            sum += is_pointer (m)
                       ? 1
                       : m->size / element_size (m) *
                             (m->kind == FID_MEMBER_OBJECT ? least_bytes (m->of) : 1);
    return sum;
}

static int walk_pointed (const struct walk *w, const struct fid_member *m, char *object)
{
    size_t n, size = m->kind == FID_MEMBER_TEXTS ? sizeof (char *) : m->element;
    char *at;
    memcpy (&at, object + m->at, sizeof at);
    if (!length_of (m, object, &n))
        return w->in ? say_damaged (w, m->key) : 0;
    if (w->in && n > (size_t)(w->in->end - w->in->p) / (m->of ? least_bytes (m->of) : 1))
        return say_damaged (w, m->key);
    if (w->in && (n || w->in->arena)) {
        at = w->in->arena ? fid_arena_take (w->in->arena, n, size, w->err) : calloc (n, size);
        FID_NEED (at, w->err);
        memcpy (object + m->at, &at, sizeof at);
    }
    struct fid_member one = *m;
    one.size = size;
    switch (n ? m->kind : FID_MEMBER_OUT) {
    case FID_MEMBER_LIST:
        return walk_objects (w, m->of, at, size, n);
    case FID_MEMBER_COUNTS: /* small ones, which do not follow each other */
        return walk_integers (w, &one, size, at, size, n, false);
    case FID_MEMBER_TEXTS:
        one.kind = FID_MEMBER_TEXT;
        return walk_column (w, &one, size, at, size, n);
    case FID_MEMBER_OUT:
        return 0;
    default:
        return walk_column (w, &one, size, at, size, n);
    }
}

static int walk_objects (const struct walk *w, const struct fid_record *record, char *p,
                         size_t stride, size_t n)
{
    static const struct fid_member length = {.key = "a length", .kind = FID_MEMBER_COUNT};
    FID_EACH_OF (const struct fid_member, m, record->member, record->n) {
        char *from = p + (m->flat ? 0 : m->at);
        size_t size = element_size (m);
        if (!is_packed (m) || (is_pointer (m) && m->n_is_row))
            continue;
        if (is_pointer (m))
            FID_TRY (walk_integers (w, &length, sizeof (size_t), p + length_at (m), stride, n,
                                    true));
        else
            for (size_t at = 0; at + size <= m->size; at += size)
                FID_TRY (walk_column (w, m, size, from + at, stride, n));
    }
    for (char *object = p; n; n--, object += stride) {
        FID_EACH_OF (const struct fid_member, m, record->member, record->n) {
            size_t room = 0;
            if (is_packed (m) && is_pointer (m))
                FID_TRY (walk_pointed (w, m, object));
            if (m->kind == FID_MEMBER_ROOM && w->in && length_of (m, object, &room))
                memcpy (object + m->at, &room, sizeof room);
        }
        if (w->in && record->sane && !record->sane (object))
            return say_damaged (w, record->name);
    }
    return 0;
}

/* Sets the lengths of arrays that were not read to 0, so that the object can be freed. */
static void mend_lengths (const struct fid_record *record, char *object)
{
    static const size_t none = 0;
    FID_EACH_OF (const struct fid_member, m, record->member, record->n) {
        char *at = NULL;
        if (!is_packed (m))
            continue; /* not read: it may be behind the object, as what is beside a head */
        for (size_t i = 0; m->kind == FID_MEMBER_OBJECT && i < m->size; i += element_size (m))
            mend_lengths (m->of, object + (m->flat ? 0 : m->at) + i);
        if (!is_pointer (m))
            continue;
        memcpy (&at, object + m->at, sizeof at);
        if (!at)
            memcpy (object + length_at (m), &none, sizeof none);
        if (!at && m->times_at)
            memcpy (object + m->times_at, &none, sizeof none);
    }
}

int fid_record_pack (const struct fid_record *record, const void *from, struct fid_bytes *out,
                     struct fid_error *err)
{
    const struct walk w = {.out = out, .err = err};
    return walk_objects (&w, record, (char *)(uintptr_t)from, record->size, 1); /* only read */
}

int fid_record_unpack (const struct fid_record *record, void *to, struct fid_packed_in *in,
                       struct fid_error *err)
{
    const struct walk w = {.in = in, .err = err};
    int rc = walk_objects (&w, record, to, record->size, 1);
    if (rc)
        mend_lengths (record, to);
    return rc;
}

uint64_t fid_record_hash (const struct fid_record *record, uint64_t seed)
{
    FID_EACH_OF (const struct fid_member, m, record->member, record->n) {
        seed = fid_hash_bytes (m->key, strlen (m->key), seed);
        seed = fid_hash_number ((uint64_t)m->kind, seed);
        seed = fid_hash_number ((uint64_t)m->most, seed);
        seed = fid_hash_number (is_pointer (m) ? 0 : m->size / element_size (m), seed);
        if (m->of)
            seed = fid_record_hash (m->of, seed);
    }
    return seed;
}
