/* SPDX-License-Identifier: GPL-3.0-or-later */
/* record.c - documents written by a table (see record.h) */
#include "base/decimal.h"
#include "base/packed.h"
#include "base/record.h"

/* --- values in a struct */

static int int_at (const void *p)
{
    int x;
    memcpy (&x, p, sizeof x);
    return x;
}

static double count_at (const struct fid_member *m, const void *p)
{
    unsigned small;
    uint64_t large;
    if (m->size == sizeof small)
        return memcpy (&small, p, sizeof small), (double)small;
    return memcpy (&large, p, sizeof large), (double)large;
}

const char *fid_name_of (const struct fid_names *names, int value)
{
    const char *name = NULL;
    if (value >= names->from && value < names->n)
        memcpy (&name, (const char *)names->first + (size_t)value * names->size, sizeof name);
    return name;
}

int fid_name_find (const struct fid_names *names, const char *name)
{
    for (int i = names->from; name && i < names->n; i++) {
        const char *one = fid_name_of (names, i);
        if (one && strcmp (one, name) == 0)
            return i;
    }
    return -1;
}

static bool is_known (const struct fid_member *m, const void *from)
{
    const char *p = (const char *)from + (m->flat ? 0 : m->at);
    switch (m->kind) {
    case FID_MEMBER_NUMBER:
    case FID_MEMBER_INTERVAL:
        return m->any ? *(const double *)(const void *)p != FID_GAP
                      : *(const double *)(const void *)p >= m->least;
    case FID_MEMBER_INT:
        return int_at (p) >= m->least;
    case FID_MEMBER_ID:
        return fid_name_of (m->names, int_at (p)) != NULL;
    case FID_MEMBER_COUNT:
    case FID_MEMBER_HASH:
        return count_at (m, p) > 0;
    case FID_MEMBER_BOOL:
        return m->need != FID_OR_NULL ? *(const bool *)p
                                      : *(const unsigned char *)p != FID_NOT_TOLD;
    case FID_MEMBER_CHARS:
        return *p != '\0';
    case FID_MEMBER_TEXT: {
        const char *text = *(const char *const *)(const void *)p;
        return text && *text;
    }
    case FID_MEMBER_LIST:
    case FID_MEMBER_NUMBERS:
    case FID_MEMBER_PAIRS:
    case FID_MEMBER_SQUARE:
    case FID_MEMBER_PACKED:
    case FID_MEMBER_TEXTS: /* a pointer comes first */
        return *(void *const *)(const void *)p != NULL;
    case FID_MEMBER_OBJECT:
        return is_known (&m->of->member[m->of->known], p);
    default:
        return true;
    }
}

/* --- rounding */

static void round_numbers (const struct fid_member *m, double *x, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (x[i] != FID_GAP)
            x[i] = m->micro ? rint (x[i] * 1e6) / 1e6 : fid_decimal_round (x[i], m->digits);
}

void fid_record_round (const struct fid_record *record, void *object)
{
    FID_EACH_OF (const struct fid_member, m, record->member, record->n) {
        char *p = (char *)object + (m->flat ? 0 : m->at);
        struct fid_numbers *list = (void *)p;
        if (m->kind == FID_MEMBER_OBJECT) {
            fid_record_round (m->of, p);
        } else if (m->kind == FID_MEMBER_LIST && !m->make) {
            char *element = *(char **)(void *)p;
            size_t n = *(size_t *)(void *)((char *)object + m->n_at);
            for (size_t i = 0; i < n; i++)
                fid_record_round (m->of, element + i * m->element);
        } else if (m->micro || m->digits) {
            bool plain = m->kind == FID_MEMBER_NUMBER || m->kind == FID_MEMBER_NAMED;
            round_numbers (m, plain ? (double *)(void *)p : list->x,
                           plain ? m->size / sizeof (double) : list->n);
            if (m->split)
                round_numbers (m, list[1].x, list[1].n);
        }
    }
}

/* --- writing */

/* Null for what is not known. */
static void put_number (struct fid_doc *d, cJSON *in, const char *key, double x)
{
    fid_doc_maybe (d, in, key, x != FID_GAP && !isnan (x), x);
}

static void put_pairs (struct fid_doc *d, cJSON *o, const struct fid_member *m,
                       const struct fid_numbers *list)
{
    cJSON *in = fid_doc_list (d, o, m->key);
    size_t n = m->split ? list->n : list->n / 2;
    for (size_t i = 0; i < n; i++) {
        cJSON *pair = fid_doc_list (d, in, NULL);
        put_number (d, pair, NULL, list->x[m->split ? i : 2 * i]);
        put_number (d, pair, NULL, m->split ? list[1].x[i] : list->x[2 * i + 1]);
    }
}

static void put_square (struct fid_doc *d, cJSON *o, const struct fid_member *m,
                        const void *from)
{
    const struct fid_numbers *list = (const void *)((const char *)from + m->at);
    size_t n = m->n_at ? *(const size_t *)(const void *)((const char *)from + m->n_at)
                       : (size_t)lround (sqrt ((double)list->n));
    cJSON *in = fid_doc_list (d, o, m->key), *row = NULL;
    for (size_t i = 0; i < list->n; i++) {
        row = i % n ? row : fid_doc_list (d, in, NULL);
        fid_doc_maybe (d, row, NULL, list->x[i] >= 0, list->x[i]);
    }
}

/* The i-th element of a list; NULL behind the last.  room: for one that is made. */
static const void *element_of (const struct fid_member *m, const void *from, size_t i,
                               void *room)
{
    if (m->make)
        return m->make (from, i, room) ? room : NULL;
    const char *element = *(const char *const *)(const void *)((const char *)from + m->at);
    return i < *(const size_t *)(const void *)((const char *)from + m->n_at)
               ? element + i * m->element
               : NULL;
}

static void put_list (struct fid_doc *d, cJSON *o, const struct fid_member *m, const void *from)
{
    FID_FREED void *room = malloc (m->element);
    cJSON *list = fid_doc_list (d, o, m->key);
    const void *element;
    d->failed |= !room;
    for (size_t i = 0; !d->failed && (element = element_of (m, from, i, room)); i++)
        fid_record_put (d, fid_doc_object (d, list, NULL), m->of, element);
}

static void put_named (struct fid_doc *d, cJSON *o, const struct fid_member *m, const double *x)
{
    for (size_t i = 0; i < m->size / sizeof *x; i++)
        put_number (d, o, fid_name_of (m->names, (int)i), x[i]);
}

static void put_texts (struct fid_doc *d, cJSON *o, const struct fid_member *m,
                       const struct fid_texts *list)
{
    cJSON *in = fid_doc_list (d, o, m->key);
    for (size_t i = 0; i < list->n; i++)
        fid_doc_text (d, in, NULL, list->text[i]);
}

static void put_set (struct fid_doc *d, cJSON *o, const struct fid_member *m, unsigned set)
{
    cJSON *in = fid_doc_list (d, o, m->key);
    for (int i = 0; i < m->names->n; i++)
        if (set >> i & 1)
            fid_doc_text (d, in, NULL, fid_name_of (m->names, i));
}

static void put_amounts (struct fid_doc *d, cJSON *o, const struct fid_member *m,
                         const void *from)
{
    const struct fid_amount *a =
        *(struct fid_amount *const *)(const void *)((const char *)from + m->at);
    size_t n = *(const size_t *)(const void *)((const char *)from + m->n_at);
    cJSON *in = fid_doc_object (d, o, m->key);
    for (size_t i = 0; i < n; i++)
        fid_doc_number (d, in, a[i].name, a[i].value);
}

static void put_packed (struct fid_doc *d, cJSON *o, const struct fid_member *m,
                        const void *from)
{
    const uint16_t *q = *(uint16_t *const *)(const void *)((const char *)from + m->at);
    size_t n = *(const size_t *)(const void *)((const char *)from + m->n_at);
    struct fid_error unused;
    FID_FREED char *text = fid_quanta_text (q, n, &unused);
    fid_doc_take (d, o, m->key, text ? cJSON_CreateString (text) : NULL);
}

/* A text that has to be there is written if it is empty, too. */
static void put_text (struct fid_doc *d, cJSON *o, const char *key, const char *s)
{
    fid_doc_take (d, o, key, cJSON_CreateString (s ? s : ""));
}

static void put_member (struct fid_doc *d, cJSON *o, const struct fid_member *m,
                        const void *from)
{
    const void *p = (const char *)from + (m->flat ? 0 : m->at);
    switch (m->kind) {
    case FID_MEMBER_CONST:
        put_text (d, o, m->key, m->text);
        break;
    case FID_MEMBER_NUMBER:
        put_number (d, o, m->key, *(const double *)p);
        break;
    case FID_MEMBER_COUNT:
        fid_doc_number (d, o, m->key, count_at (m, p));
        break;
    case FID_MEMBER_INT:
        fid_doc_number (d, o, m->key, int_at (p));
        break;
    case FID_MEMBER_BOOL:
        fid_doc_bool (d, o, m->key, *(const bool *)p);
        break;
    case FID_MEMBER_TEXT:
        put_text (d, o, m->key, *(const char *const *)p);
        break;
    case FID_MEMBER_CHARS:
        put_text (d, o, m->key, p);
        break;
    case FID_MEMBER_HASH:
        fid_doc_hash (d, o, m->key, *(const uint64_t *)p);
        break;
    case FID_MEMBER_ID:
        fid_doc_text (d, o, m->key, fid_name_of (m->names, int_at (p)));
        break;
    case FID_MEMBER_NAMED:
        put_named (d, o, m, p);
        break;
    case FID_MEMBER_INTERVAL: {
        cJSON *list = fid_doc_list (d, o, m->key);
        for (int i = 0; i < 2; i++)
            fid_doc_number (d, list, NULL, ((const double *)p)[i]);
        break;
    }
    case FID_MEMBER_OBJECT:
        fid_record_put (d, fid_doc_object (d, o, m->key), m->of, p);
        break;
    case FID_MEMBER_LIST:
        put_list (d, o, m, from);
        break;
    case FID_MEMBER_NUMBERS:
        fid_doc_numbers (d, o, m->key, ((const struct fid_numbers *)p)->x,
                         ((const struct fid_numbers *)p)->n);
        break;
    case FID_MEMBER_PAIRS:
        put_pairs (d, o, m, p);
        break;
    case FID_MEMBER_SQUARE:
        put_square (d, o, m, from);
        break;
    case FID_MEMBER_TEXTS:
        put_texts (d, o, m, p);
        break;
    case FID_MEMBER_SET:
        put_set (d, o, m, *(const unsigned *)p);
        break;
    case FID_MEMBER_AMOUNTS:
        put_amounts (d, o, m, from);
        break;
    case FID_MEMBER_PACKED:
        put_packed (d, o, m, from);
        break;
    default: /* only in bytes */
        break;
    }
}

void fid_record_put (struct fid_doc *d, cJSON *o, const struct fid_record *record,
                     const void *from)
{
    FID_EACH_OF (const struct fid_member, m, record->member, record->n)
        if (m->need == FID_NEEDED || is_known (m, from) ||
            (m->kind == FID_MEMBER_BOOL && m->need != FID_OR_NULL))
            put_member (d, o, m, from);
        else if (m->need != FID_LEFT_OUT)
            fid_doc_null (d, o, m->key);
}

cJSON *fid_record_json (const struct fid_record *record, const void *from)
{
    struct fid_doc d;
    struct fid_error unused;
    fid_doc_begin (&d);
    fid_record_put (&d, d.root, record, from);
    return fid_doc_end (&d, &unused);
}

char *fid_record_packed (const struct fid_record *record, const void *from,
                         struct fid_error *err)
{
    struct fid_doc d;
    fid_doc_begin (&d);
    d.pack = true;
    fid_record_put (&d, d.root, record, from);
    FID_SCOPED (fid_json_freed) cJSON *doc = fid_doc_end (&d, err);
    return doc ? fid_json_packed (doc, err) : NULL;
}

cJSON *fid_record_doc (const struct fid_record *record, const void *from, struct fid_error *err)
{
    struct fid_doc d;
    fid_doc_begin (&d);
    fid_record_put (&d, d.root, record, from);
    cJSON *doc = fid_doc_end (&d, err);
    if (doc && fid_get (doc, "hash") && fid_json_seal (doc, err)) {
        cJSON_Delete (doc);
        return NULL;
    }
    return doc;
}

char *fid_record_text (const struct fid_record *record, const void *from, struct fid_error *err)
{
    FID_SCOPED (fid_json_freed) cJSON *doc = fid_record_doc (record, from, err);
    return doc ? fid_json_text (doc, err) : NULL;
}

int fid_record_save (const struct fid_record *record, const void *from, const char *path,
                     const char *below, struct fid_error *err)
{
    FID_SCOPED (fid_json_freed) cJSON *doc = fid_record_doc (record, from, err);
    return doc ? fid_json_save (doc, path, below, err) : -1;
}

/* --- writing while it is made */

/* A new line of an object or list; returns its columns. */
static size_t write_line (FILE *f, bool first, size_t depth, const char *key)
{
    fprintf (f, "%s\n%*s", first ? "" : ",", (int)(2 * depth), "");
    return 2 * depth + (size_t)(key ? fprintf (f, "\"%s\": ", key) : 0);
}

static int write_piece (const cJSON *item, size_t depth, size_t used, FILE *f,
                        struct fid_error *err)
{
    FID_FREED char *text = fid_json_piece (item, depth, used, err);
    if (text)
        fputs (text, f); /* an error shows when the file is closed */
    return text ? 0 : -1;
}

static int write_object (const struct fid_record *record, const void *from, size_t depth,
                         FILE *f, struct fid_error *err);

static int write_list (const struct fid_member *m, const void *from, size_t depth, FILE *f,
                       struct fid_error *err)
{
    FID_FREED void *room = malloc (m->element);
    const void *element;
    size_t n = 0;
    FID_NEED (room, err);
    fputc ('[', f);
    for (; (element = element_of (m, from, n, room)); n++) {
        write_line (f, !n, depth, NULL);
        FID_TRY (write_object (m->of, element, depth + 1, f, err));
    }
    if (n)
        write_line (f, true, depth - 1, NULL);
    fputc (']', f);
    return 0;
}

/* The members of an object, whose lists that are .open have lines of their own. */
static int write_object (const struct fid_record *record, const void *from, size_t depth,
                         FILE *f, struct fid_error *err)
{
    const struct fid_member *m = record->member, *end = m + record->n;
    bool open = false, first = true;
    for (; m < end; m++)
        open |= m->open;
    if (!open) {
        FID_SCOPED (fid_json_freed) cJSON *item = fid_record_json (record, from);
        return item ? write_piece (item, depth - 1, 2 * (depth - 1), f, err)
                    : fid_error_nomem (err);
    }
    fputc ('{', f);
    for (m = record->member; m < end; m++, first = false) {
        const struct fid_record one = {.member = m, .n = 1};
        FID_SCOPED (fid_json_freed)
        cJSON *o = m->open ? NULL : fid_record_doc (&one, from, err);
        size_t used = write_line (f, first, depth, m->key);
        if (m->open)
            FID_TRY (write_list (m, from, depth + 1, f, err));
        else if (!o || write_piece (o->child, depth, used, f, err))
            return -1;
    }
    write_line (f, true, depth - 1, NULL);
    fputc ('}', f);
    return 0;
}

int fid_record_write (const struct fid_record *record, const void *from, FILE *f,
                      struct fid_error *err)
{
    FID_TRY (write_object (record, from, 1, f, err));
    fputc ('\n', f);
    return 0;
}
