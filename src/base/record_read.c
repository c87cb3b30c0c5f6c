/* SPDX-License-Identifier: GPL-3.0-or-later */
/* record_read.c - documents read by a table (see record.h) */
#include "base/packed.h"
#include "base/record.h"

static void set_count (const struct fid_member *m, void *p, double x)
{
    unsigned small = (unsigned)x;
    uint64_t large = (uint64_t)x;
    memcpy (p, m->size == sizeof small ? (void *)&small : (void *)&large, m->size);
}

/* What one member is read with. */
struct reading {
    struct fid_reading *r;
    const struct fid_record *record;
    const struct fid_member *m;
    struct fid_arena *arena;
    const cJSON *o, *item; /* the object, its member */
    char *base;            /* the struct */
};

static void *take_values (const struct reading *x, size_t n, size_t size)
{
    void *p = x->r->bad ? NULL : fid_arena_take (x->arena, n, size, x->r->err);
    x->r->bad |= !p;
    return p;
}

static bool is_within (const struct fid_member *m, double x)
{
    return m->any || (x >= m->least && (!(m->most > 0) || x <= m->most));
}

static double read_number (const struct reading *x, const char *key)
{
    const cJSON *item = fid_get (x->o, key);
    if (!cJSON_IsNumber (item) || !isfinite (item->valuedouble))
        fid_reading_fail (x->r, "'%s' is missing or not a number", key);
    else if (!is_within (x->m, item->valuedouble) && x->m->most > 0)
        fid_reading_fail (x->r, "'%s' of %s is not a number from %g to %g", x->m->key,
                          x->record->name, x->m->least, x->m->most);
    else if (!is_within (x->m, item->valuedouble))
        fid_reading_fail (x->r, "'%s' is not a number >= %g", x->m->key, x->m->least);
    else
        return item->valuedouble;
    return x->m->any ? 0 : x->m->least;
}

static double read_whole (const struct reading *x, double most)
{
    double v = read_number (x, x->m->key);
    if (!(v >= 0 && v <= most) || v != floor (v)) {
        fid_reading_fail (x->r, "'%s' is not a whole number", x->m->key);
        return 0;
    }
    return v;
}

static void read_chars (const struct reading *x, char *to)
{
    const char *s = fid_get_text (x->r, x->o, x->m->key, x->record->name);
    if (strlen (s) >= x->m->size)
        fid_reading_fail (x->r, "'%s' of %s is longer than %zu bytes", x->m->key,
                          x->record->name, x->m->size - 1);
    else
        memcpy (to, s, strlen (s) + 1);
}

static void read_interval (const struct reading *x, double to[2])
{
    for (int i = 0; i < 2; i++) {
        const cJSON *end = cJSON_GetArrayItem (x->item, i);
        bool good = fid_get_length (x->item) == 2 && cJSON_IsNumber (end) &&
                    is_within (x->m, end->valuedouble) && (!i || to[0] <= end->valuedouble);
        if (!good)
            fid_reading_fail (x->r, "'%s' is not an interval", x->m->key);
        to[i] = good ? end->valuedouble : -1;
    }
}

static void read_list (const struct reading *x)
{
    const cJSON *list = fid_get_list (x->r, x->o, x->m->key), *item;
    size_t n = fid_get_length (list);
    char *rows = take_values (x, n, x->m->element), *to = rows;
    if ((double)n < x->m->least)
        fid_reading_fail (x->r, "'%s' has %zu elements, not %g or more", x->m->key, n,
                          x->m->least);
    if (!rows)
        return;
    memcpy (x->base + x->m->at, &rows, sizeof rows);
    memcpy (x->base + x->m->n_at, &n, sizeof n);
    cJSON_ArrayForEach (item, list)
    {
        if (fid_record_read (x->r, item, x->m->of, x->arena, to))
            return;
        to += x->m->element;
    }
}

static void read_numbers (const struct reading *x, struct fid_numbers *to)
{
    const char *key = x->m->key;
    if (!cJSON_IsArray (x->item))
        fid_reading_fail (x->r, "'%s' is missing or not a list", key);
    size_t n = fid_get_length (x->item);
    if (!(to->x = take_values (x, n, sizeof *to->x)))
        return;
    to->n = n;
    size_t good_n = fid_get_numbers (x->item, x->m->gaps, to->x);
    for (size_t i = 0; i < good_n && !x->m->any; i++)
        if (to->x[i] != FID_GAP && !is_within (x->m, to->x[i]))
            fid_reading_fail (x->r, "element %zu of '%s' is out of its range", i, key);
    if (good_n < n)
        fid_reading_fail (x->r, "element %zu of '%s' is not a number", good_n, key);
    if (!x->m->as_long_as)
        return;
    const struct fid_numbers *like = (const void *)(x->base + x->m->as_long_as - 1);
    if (n != like->n)
        fid_reading_fail (x->r, "'%s' has %zu elements, not %zu", key, n, like->n);
}

static void read_pairs (const struct reading *x, struct fid_numbers *to)
{
    const cJSON *list = fid_get_list (x->r, x->o, x->m->key), *pair;
    size_t n = fid_get_length (list), i = 0, step = x->m->split ? 1 : 2;
    double *a = take_values (x, n, 2 * sizeof *a), *b = a ? a + (x->m->split ? n : 1) : NULL;
    if (!a)
        return;
    cJSON_ArrayForEach (pair, list)
    {
        const cJSON *from = cJSON_GetArrayItem (pair, 0), *end = cJSON_GetArrayItem (pair, 1);
        if (fid_get_length (pair) != 2 || !cJSON_IsNumber (from) || !cJSON_IsNumber (end) ||
            !is_within (x->m, from->valuedouble) || !is_within (x->m, end->valuedouble)) {
            fid_reading_fail (x->r, "element %zu of '%s' is not a pair of numbers", i,
                              x->m->key);
            return;
        }
        a[step * i] = from->valuedouble;
        b[step * i++] = end->valuedouble;
    }
    to[0] = (struct fid_numbers){a, x->m->split ? n : 2 * n};
    if (x->m->split)
        to[1] = (struct fid_numbers){b, n};
}

static void read_square (const struct reading *x, struct fid_numbers *to)
{
    const cJSON *list = fid_get_list (x->r, x->o, x->m->key), *row, *item;
    size_t n = fid_get_length (list);
    if (!(to->x = take_values (x, n, n * sizeof *to->x)))
        return;
    cJSON_ArrayForEach (row, list)
    {
        if (fid_get_length (row) != n)
            fid_reading_fail (x->r, "'%s' is not a square of numbers", x->m->key);
        for (item = x->r->bad ? NULL : row->child; item; item = item->next) {
            bool number = cJSON_IsNumber (item) && isfinite (item->valuedouble);
            if (!(number && item->valuedouble >= 0) && !cJSON_IsNull (item))
                fid_reading_fail (x->r, "an element of '%s' is neither null nor a number >= 0",
                                  x->m->key);
            to->x[to->n++] = number ? item->valuedouble : -1;
        }
    }
}

static void read_texts (const struct reading *x, struct fid_texts *to)
{
    const cJSON *list = fid_get_list (x->r, x->o, x->m->key), *item;
    if (!(to->text = take_values (x, fid_get_length (list), sizeof *to->text)))
        return;
    cJSON_ArrayForEach (item, list)
    {
        const char *s = cJSON_GetStringValue (item);
        if (!s || fid_has_control (s))
            fid_reading_fail (x->r, "an element of '%s' is not a text", x->m->key);
        else if (!(to->text[to->n++] = fid_arena_text (x->arena, s, x->r->err)))
            x->r->bad = true;
    }
}

static void read_id (const struct reading *x, int *id)
{
    const char *name = fid_get_text (x->r, x->o, x->m->key, "the file");
    int found = fid_name_find (x->m->names, name);
    if (found < 0)
        fid_reading_fail (x->r, "this version knows no %s '%s'", x->m->key, name);
    *id = found < 0 ? 0 : found;
}

static void read_set (const struct reading *x, unsigned *set)
{
    const cJSON *item;
    cJSON_ArrayForEach (item, fid_get_list (x->r, x->o, x->m->key))
    {
        int i = fid_name_find (x->m->names, cJSON_GetStringValue (item));
        if (i < 0 || *set >> i & 1)
            fid_reading_fail (x->r, "'%s' of %s is not a list of names", x->m->key,
                              x->record->name);
        *set |= i < 0 ? 0 : 1u << i;
    }
}

static void read_amounts (const struct reading *x)
{
    const cJSON *o = fid_get_object (x->r, x->o, x->m->key), *item;
    size_t n = (size_t)cJSON_GetArraySize (o);
    struct fid_amount *all = take_values (x, n, sizeof *all), *to = all;
    cJSON_ArrayForEach (item, o)
    {
        if (!to)
            return;
        if (!cJSON_IsNumber (item) || !isfinite (item->valuedouble) ||
            fid_has_control (item->string))
            fid_reading_fail (x->r, "'%s' of %s is not an object of numbers", x->m->key,
                              x->record->name);
        else if (!(to->name = fid_arena_text (x->arena, item->string, x->r->err)))
            x->r->bad = true;
        to++->value = item->valuedouble;
    }
    memcpy (x->base + x->m->at, &all, sizeof all);
    memcpy (x->base + x->m->n_at, &n, sizeof n);
}

static void read_packed (const struct reading *x)
{
    size_t n;
    memcpy (&n, x->base + x->m->n_at, sizeof n);
    const char *text = fid_get_text (x->r, x->o, x->m->key, x->record->name);
    uint16_t *q = take_values (x, n, sizeof *q);
    if (q && fid_quanta_read (text, q, n))
        fid_reading_fail (x->r, "'%s' of %s is not %zu packed numbers", x->m->key,
                          x->record->name, n);
    memcpy (x->base + x->m->at, &q, sizeof q);
}

static void read_text (const struct reading *x, const char **to)
{
    const char *s = fid_get_text (x->r, x->o, x->m->key, x->record->name);
    if (x->m->least > 0 && !*s)
        fid_reading_fail (x->r, "'%s' of %s is empty", x->m->key, x->record->name);
    if (!x->r->bad && !(*to = fid_arena_text (x->arena, s, x->r->err)))
        x->r->bad = true;
}

/* Marks a value as not known; all else is 0. */
static void set_not_known (const struct fid_member *m, char *p)
{
    double x = m->any ? FID_GAP : FID_ABSENT;
    int none = m->names && !fid_name_of (m->names, 0) ? 0 : -1;
    if (m->kind == FID_MEMBER_NUMBER)
        memcpy (p, &x, sizeof x);
    else if (m->kind == FID_MEMBER_INTERVAL)
        memcpy (p, (double[2]){x, x}, 2 * sizeof x);
    else if (m->kind == FID_MEMBER_ID || m->kind == FID_MEMBER_INT)
        memcpy (p, &none, sizeof none);
    else if (m->kind == FID_MEMBER_BOOL && m->need == FID_OR_NULL)
        *(unsigned char *)p = FID_NOT_TOLD;
    else if (m->kind == FID_MEMBER_OBJECT)
        for (size_t i = 0; i < m->of->n; i++)
            if (m->of->member[i].need != FID_NEEDED || m->of->member[i].any)
                set_not_known (&m->of->member[i], p + m->of->member[i].at);
}

static void read_member (const struct reading *x)
{
    const struct fid_member *m = x->m;
    void *to = x->base + (m->flat ? 0 : m->at);
    int i;
    double v;
    switch (m->kind) {
    case FID_MEMBER_CONST:
        if (strcmp (m->key, "schema") == 0)
            fid_reading_schema (x->r, x->o, m->text);
        break;
    case FID_MEMBER_NUMBER:
        *(double *)to = read_number (x, m->key);
        break;
    case FID_MEMBER_COUNT:
        set_count (m, to, read_whole (x, m->size == sizeof (unsigned) ? UINT_MAX : 1e15));
        break;
    case FID_MEMBER_INT:
        i = (int)read_whole (x, INT_MAX);
        memcpy (to, &i, sizeof i);
        break;
    case FID_MEMBER_BOOL:
        *(bool *)to = cJSON_IsTrue (x->item);
        if (!cJSON_IsBool (x->item))
            fid_reading_fail (x->r, "'%s' of %s is missing or neither true nor false", m->key,
                              x->record->name);
        break;
    case FID_MEMBER_TEXT:
        read_text (x, to);
        break;
    case FID_MEMBER_CHARS:
        read_chars (x, to);
        break;
    case FID_MEMBER_HASH:
        if (!fid_hash_read (fid_get_string (x->o, m->key), to))
            fid_reading_fail (x->r, "'%s' of %s is missing or not a hash", m->key,
                              x->record->name);
        break;
    case FID_MEMBER_ID:
        read_id (x, to);
        break;
    case FID_MEMBER_NAMED:
        for (size_t k = 0; k < m->size / sizeof v; k++) {
            v = read_number (x, fid_name_of (m->names, (int)k));
            memcpy ((char *)to + k * sizeof v, &v, sizeof v);
        }
        break;
    case FID_MEMBER_INTERVAL:
        read_interval (x, to);
        break;
    case FID_MEMBER_OBJECT:
        fid_record_read (x->r, fid_get_object (x->r, x->o, m->key), m->of, x->arena, to);
        break;
    case FID_MEMBER_LIST:
        read_list (x);
        break;
    case FID_MEMBER_NUMBERS:
        read_numbers (x, to);
        break;
    case FID_MEMBER_PAIRS:
        read_pairs (x, to);
        break;
    case FID_MEMBER_SQUARE:
        read_square (x, to);
        break;
    case FID_MEMBER_TEXTS:
        read_texts (x, to);
        break;
    case FID_MEMBER_SET:
        read_set (x, to);
        break;
    case FID_MEMBER_AMOUNTS:
        read_amounts (x);
        break;
    case FID_MEMBER_PACKED:
        read_packed (x);
        break;
    default: /* only in bytes */
        break;
    }
}

int fid_record_read (struct fid_reading *r, const cJSON *o, const struct fid_record *record,
                     struct fid_arena *arena, void *to)
{
    cJSON one = {.type = cJSON_Object}; /* begins at the member, so that it is found at once */
    struct reading x = {r, record, record->member, arena, o, NULL, to};
    const cJSON *next = o ? o->child : NULL;
    if (!cJSON_IsObject (o))
        fid_reading_fail (r, "%s is not an object", record->name);
    for (size_t i = 0; i < record->n && !r->bad; i++, x.m++) {
        /* they mostly are in the order of the table */
        bool here = next && next->string && x.m->key && strcmp (next->string, x.m->key) == 0;
        x.item = here ? next : fid_get (o, x.m->key);
        next = x.item ? x.item->next : next;
        one.child = (cJSON *)x.item;
        x.o = x.m->kind == FID_MEMBER_NAMED ? o : &one;
        x.arena = x.m->aside ? arena + 1 : arena;
        if (x.m->make) /* it follows from the rest */
            continue;
        if (x.m->need == FID_NEEDED || (x.item && !cJSON_IsNull (x.item)))
            read_member (&x);
        else if (x.m->need == FID_OR_NULL && !x.item)
            fid_reading_fail (r, "'%s' of %s is missing", x.m->key, record->name);
        else
            set_not_known (x.m, x.base + (x.m->flat ? 0 : x.m->at));
    }
    if (!r->bad && record->check)
        record->check (r, to);
    return r->bad ? -1 : 0;
}

int fid_record_load (const struct fid_record *record, const char *path, struct fid_arena *arena,
                     void *to, struct fid_error *err)
{
    struct fid_reading r = {.path = path, .what = record->name, .err = err};
    FID_SCOPED (fid_json_freed) cJSON *doc = fid_json_load (path, err);
    return doc ? fid_record_read (&r, doc, record, arena, to) : -1;
}
