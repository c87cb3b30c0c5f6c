/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fields.c - see fields.h */
#include "base/fields.h"

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
    struct fid_fields_in *in; /* NULL: writing */
    struct fid_error *err;
};

static int say_damaged (const struct walk *w, const char *what)
{
    return fid_errorf (w->err, FID_EINPUT, "%s: damaged, or not a digest that fidlio made: %s",
                       w->in->path, what);
}

/* Checks that n bytes are left; NULL if they are not. */
static const unsigned char *take_bytes (const struct walk *w, size_t n)
{
    const unsigned char *p = w->in->p;
    if ((size_t)(w->in->end - p) < n) {
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

static int walk_word (const struct walk *w, uint64_t *x)
{
    if (w->out)
        return fid_bytes_put_word (w->out, *x, w->err);
    const unsigned char *p = take_bytes (w, 8);
    if (!p)
        return -1;
    *x = fid_bytes_word (p);
    return 0;
}

/* The bytes of a text of n; reading, n is what was written. */
static int text_length (const struct walk *w, size_t *n)
{
    uint64_t x = *n;
    if (walk_number (w, &x))
        return -1;
    if (w->in && x > (uint64_t)(w->in->end - w->in->p))
        return say_damaged (w, "it ends too early");
    *n = (size_t)x;
    return 0;
}

/* --- one member of one object */

static uint64_t load_integer (const void *p, size_t size, bool is_signed)
{
    uint8_t byte;
    uint32_t half;
    uint64_t whole;
    if (size == 1) {
        memcpy (&byte, p, 1);
        return byte;
    }
    if (size == 4) {
        memcpy (&half, p, 4);
        return is_signed ? (uint64_t)(int32_t)half : half;
    }
    memcpy (&whole, p, 8);
    return whole;
}

static void store_integer (void *p, size_t size, uint64_t x)
{
    uint8_t byte = (uint8_t)x;
    uint32_t half = (uint32_t)x;
    memcpy (p, size == 1 ? (void *)&byte : size == 4 ? (void *)&half : (void *)&x, size);
}

/* Integers of n objects, stride bytes apart; differ: each is its difference from the one
 * before. */
static int read_integers (const struct walk *w, const struct fid_field *f, size_t size, char *p,
                          size_t stride, size_t n, bool differ)
{
    const bool is_signed = f->kind == FID_FIELD_SIGNED;
    const unsigned char *from = w->in->p;
    uint64_t before = 0, x, low = is_signed && size < 8 ? (uint64_t)INT32_MIN : 0;
    uint64_t most = size == 8                ? UINT64_MAX
                    : is_signed || size == 4 ? UINT32_MAX
                    : f->below               ? UINT8_MAX
                                             : 1;
    if (!is_signed && f->below && f->below <= most)
        most = f->below - 1;
    for (size_t i = 0; i < n; i++, p += stride) {
        if (read_number (w, &from, &x))
            return -1;
        if (differ)
            before = x = before + (x >> 1 ^ (x & 1 ? UINT64_MAX : 0));
        if (x - low > most)
            return say_damaged (w, f->name);
        store_integer (p, size, x);
    }
    w->in->p = from;
    return 0;
}

static int write_integers (const struct walk *w, const struct fid_field *f, size_t size,
                           const char *p, size_t stride, size_t n, bool differ)
{
    uint64_t before = 0;
    for (size_t i = 0; i < n; i++, p += stride) {
        uint64_t x = load_integer (p, size, f->kind == FID_FIELD_SIGNED), d = x - before;
        uint64_t number = differ ? d << 1 ^ (d >> 63 ? UINT64_MAX : 0) : x;
        before = x;
        if (walk_number (w, &number))
            return -1;
    }
    return 0;
}

static int walk_real (const struct walk *w, const struct fid_field *f, void *p)
{
    double x;
    uint64_t bits;
    memcpy (&bits, p, sizeof bits);
    if (walk_word (w, &bits))
        return -1;
    memcpy (&x, &bits, sizeof x);
    if (w->in && !isfinite (x))
        return say_damaged (w, f->name);
    if (w->in)
        memcpy (p, &bits, sizeof bits);
    return 0;
}

static int walk_chars (const struct walk *w, const struct fid_field *f, char *p)
{
    size_t n = w->out ? strlen (p) : 0;
    if (text_length (w, &n))
        return -1;
    if (w->out)
        return fid_bytes_put (w->out, p, n, w->err);
    const unsigned char *from = take_bytes (w, n);
    if (!from || n >= f->size || memchr (from, '\0', n))
        return say_damaged (w, f->name);
    memcpy (p, from, n);
    return 0;
}

/* A pointer to a text: its length and 1, 0 for NULL. */
static int walk_text (const struct walk *w, const struct fid_field *f, void *p)
{
    char *s;
    memcpy (&s, p, sizeof s);
    uint64_t n = w->out && s ? strlen (s) + 1 : 0;
    if (walk_number (w, &n))
        return -1;
    if (w->out)
        return s ? fid_bytes_put (w->out, s, (size_t)n - 1, w->err) : 0;
    if (!n)
        return 0;
    if (n - 1 > (uint64_t)(w->in->end - w->in->p))
        return say_damaged (w, "it ends too early");
    const char *from = (const char *)take_bytes (w, (size_t)n - 1);
    if (memchr (from, '\0', (size_t)n - 1))
        return say_damaged (w, f->name);
    const char *made = f->kind == FID_FIELD_TEXT
                           ? fid_strndup (from, (size_t)n - 1, w->err)
                           : w->in->word (w->in->ctx, from, (size_t)n - 1, w->err);
    FID_TRY (!made);
    memcpy (p, &made, sizeof made);
    return 0;
}

/* --- a member of n objects, stride bytes apart */

static int walk_objects (const struct walk *w, const struct fid_fields *fields, char *p,
                         size_t stride, size_t n);

static size_t element_size (const struct fid_field *f)
{
    switch (f->kind) {
    case FID_FIELD_HASH:
    case FID_FIELD_REAL:
        return 8;
    case FID_FIELD_STRUCT:
        return f->of->size;
    case FID_FIELD_NUMBER:
    case FID_FIELD_SIGNED:
        return f->element ? f->element : f->size;
    default:
        return f->size;
    }
}

/* Element k of the member, of all objects. */
static int walk_column (const struct walk *w, const struct fid_field *f, size_t size, char *p,
                        size_t stride, size_t n)
{
    if (f->kind == FID_FIELD_STRUCT)
        return walk_objects (w, f->of, p, stride, n);
    if (f->kind == FID_FIELD_NUMBER || f->kind == FID_FIELD_SIGNED)
        return w->in ? read_integers (w, f, size, p, stride, n, true)
                     : write_integers (w, f, size, p, stride, n, true);
    for (size_t i = 0; i < n; i++, p += stride) {
        uint64_t hash = 0;
        int rc = 0;
        switch (f->kind) {
        case FID_FIELD_REAL:
            rc = walk_real (w, f, p);
            break;
        case FID_FIELD_CHARS:
            rc = walk_chars (w, f, p);
            break;
        case FID_FIELD_TEXT:
        case FID_FIELD_WORD:
            rc = walk_text (w, f, p);
            break;
        case FID_FIELD_HASH:
            memcpy (&hash, p, sizeof hash);
            rc = walk_word (w, &hash);
            if (w->in)
                memcpy (p, &hash, sizeof hash);
            break;
        default:
            break; /* what is not written, or comes later */
        }
        if (rc)
            return rc;
    }
    return 0;
}

/* The length of the array that a pointer of an object leads to; false if the object's counts
 * contradict each other. */
static bool length_of (const struct fid_field *f, const char *object, size_t *n)
{
    *n = 1;
    for (size_t i = 0; i < f->length_n; i++) {
        size_t x;
        memcpy (&x, object + f->length[i], sizeof x);
        if (__builtin_mul_overflow (*n, x, n))
            return false;
    }
    return true;
}

static bool is_pointer (const struct fid_field *f)
{
    return f->kind == FID_FIELD_LIST || f->kind == FID_FIELD_NUMBERS ||
           f->kind == FID_FIELD_INSTANTS || f->kind == FID_FIELD_REALS;
}

/* The least bytes that an object takes. */
static size_t least_bytes (const struct fid_fields *fields)
{
    size_t sum = 0;
    FID_EACH_OF (const struct fid_field, f, fields->field, fields->n)
        if (!is_pointer (f) && f->kind != FID_FIELD_ROOM && f->kind != FID_FIELD_OUT)
            sum += f->size / element_size (f) *
                   (f->kind == FID_FIELD_STRUCT ? least_bytes (f->of) : 1);
    return sum;
}

/* n elements at `at`. */
static int walk_elements (const struct walk *w, const struct fid_field *f, char *at,
                          size_t size, size_t n)
{
    if (f->kind == FID_FIELD_LIST)
        return walk_objects (w, f->of, at, size, n);
    const struct fid_field one = {.name = f->name,
                                  .size = size,
                                  .below = f->below,
                                  .kind = f->kind == FID_FIELD_REALS      ? FID_FIELD_REAL
                                          : f->kind == FID_FIELD_INSTANTS ? FID_FIELD_SIGNED
                                                                          : FID_FIELD_NUMBER};
    if (f->kind != FID_FIELD_NUMBERS)
        return walk_column (w, &one, size, at, size, n);
    /* small ones, which do not follow each other */
    return w->in ? read_integers (w, &one, size, at, size, n, false)
                 : write_integers (w, &one, size, at, size, n, false);
}

/* What the pointer of one object points to. */
static int walk_pointed (const struct walk *w, const struct fid_field *f, char *object)
{
    size_t n, size = f->of ? f->of->size : f->element;
    char *at;
    memcpy (&at, object + f->at, sizeof at);
    if (!length_of (f, object, &n))
        return w->in ? say_damaged (w, f->name) : 0;
    if (w->in && n > (size_t)(w->in->end - w->in->p) / (f->of ? least_bytes (f->of) : 1))
        return say_damaged (w, f->name);
    if (w->in && n) {
        if (!(at = calloc (n, size)))
            return fid_error_nomem (w->err);
        memcpy (object + f->at, &at, sizeof at);
    }
    return n ? walk_elements (w, f, at, size, n) : 0;
}

/* What the pointers of one object point to, and their capacities. */
static int walk_pointers (const struct walk *w, const struct fid_fields *fields, char *object)
{
    FID_EACH_OF (const struct fid_field, f, fields->field, fields->n) {
        if (is_pointer (f) && walk_pointed (w, f, object))
            return -1;
        size_t n = 0;
        if (f->kind == FID_FIELD_ROOM && w->in && length_of (f, object, &n))
            memcpy (object + f->at, &n, sizeof n);
    }
    return 0;
}

static int walk_objects (const struct walk *w, const struct fid_fields *fields, char *p,
                         size_t stride, size_t n)
{
    FID_EACH_OF (const struct fid_field, f, fields->field, fields->n) {
        size_t size = element_size (f);
        for (size_t at = 0; at + size <= f->size; at += size)
            if (walk_column (w, f, size, p + f->at + at, stride, n))
                return -1;
    }
    for (size_t i = 0; i < n; i++) {
        char *object = p + i * stride;
        if (walk_pointers (w, fields, object))
            return -1;
        if (w->in && fields->sane && !fields->sane (object))
            return say_damaged (w, fields->name);
    }
    return 0;
}

/* Sets the lengths of arrays that were not read to 0, so that the object can be freed. */
static void mend_lengths (const struct fid_fields *fields, char *object)
{
    static const size_t none = 0;
    FID_EACH_OF (const struct fid_field, f, fields->field, fields->n) {
        char *at = NULL;
        for (size_t i = 0; f->kind == FID_FIELD_STRUCT && i < f->size; i += f->of->size)
            mend_lengths (f->of, object + f->at + i);
        if (is_pointer (f))
            memcpy (&at, object + f->at, sizeof at);
        for (size_t i = 0; is_pointer (f) && !at && i < f->length_n; i++)
            memcpy (object + f->length[i], &none, sizeof none);
    }
}

int fid_fields_write (const struct fid_fields *fields, const void *object,
                      struct fid_bytes *out, struct fid_error *err)
{
    const struct walk w = {.out = out, .err = err};
    return walk_objects (&w, fields, (char *)(uintptr_t)object, fields->size,
                         1); /* only read */
}

int fid_fields_read (const struct fid_fields *fields, void *object, struct fid_fields_in *in,
                     struct fid_error *err)
{
    const struct walk w = {.in = in, .err = err};
    int rc = walk_objects (&w, fields, object, fields->size, 1);
    if (rc)
        mend_lengths (fields, object);
    return rc;
}

uint64_t fid_fields_hash (const struct fid_fields *fields, uint64_t seed)
{
    FID_EACH_OF (const struct fid_field, f, fields->field, fields->n) {
        seed = fid_hash_bytes (f->name, strlen (f->name), seed);
        seed = fid_hash_number ((uint64_t)f->kind, seed);
        seed = fid_hash_number (f->below, seed);
        seed = fid_hash_number (is_pointer (f) ? 0 : f->size / element_size (f), seed);
        if (f->of)
            seed = fid_fields_hash (f->of, seed);
    }
    return seed;
}
