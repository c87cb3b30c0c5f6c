/* SPDX-License-Identifier: GPL-3.0-or-later */
/* jsonbuild.c - see jsonbuild.h */
#include "base/decimal.h"
#include "base/jsonbuild.h"
#include "base/outfile.h"

/* ---- building */

size_t fid_utf8_n (const char *text)
{
    const unsigned char *s = (const unsigned char *)text;
    if (s[0] < 0x80)
        return 1;
    if (s[0] < 0xC2 || s[0] > 0xF4 || (s[1] & 0xC0) != 0x80)
        return 0;
    if (s[0] < 0xE0)
        return 2;
    if ((s[2] & 0xC0) != 0x80)
        return 0;
    if (s[0] < 0xF0)
        return (s[0] == 0xE0 && s[1] < 0xA0) || (s[0] == 0xED && s[1] > 0x9F) ? 0 : 3;
    if ((s[3] & 0xC0) != 0x80 || (s[0] == 0xF0 && s[1] < 0x90) || (s[0] == 0xF4 && s[1] > 0x8F))
        return 0;
    return 4;
}

void fid_doc_begin (struct fid_doc *d)
{
    *d = (struct fid_doc){.root = cJSON_CreateObject ()};
    d->failed = !d->root;
}

void fid_doc_begin_list (struct fid_doc *d)
{
    *d = (struct fid_doc){.root = cJSON_CreateArray ()};
    d->failed = !d->root;
}

/* Adds item to in; returns it, or NULL on failure, which d remembers. */
static cJSON *attach_item (struct fid_doc *d, cJSON *in, const char *key, cJSON *item)
{
    bool added =
        in && item &&
        (key ? cJSON_AddItemToObject (in, key, item) : cJSON_AddItemToArray (in, item));
    if (added)
        return item;
    cJSON_Delete (item);
    d->failed = true;
    return NULL;
}

cJSON *fid_doc_object (struct fid_doc *d, cJSON *in, const char *key)
{
    return attach_item (d, in, key, cJSON_CreateObject ());
}

cJSON *fid_doc_list (struct fid_doc *d, cJSON *in, const char *key)
{
    return attach_item (d, in, key, cJSON_CreateArray ());
}

void fid_doc_number (struct fid_doc *d, cJSON *in, const char *key, double v)
{
    attach_item (d, in, key, cJSON_CreateNumber (v));
}

void fid_doc_bool (struct fid_doc *d, cJSON *in, const char *key, bool v)
{
    attach_item (d, in, key, cJSON_CreateBool (v));
}

void fid_doc_null (struct fid_doc *d, cJSON *in, const char *key)
{
    attach_item (d, in, key, cJSON_CreateNull ());
}

void fid_doc_maybe (struct fid_doc *d, cJSON *in, const char *key, bool have, double v)
{
    attach_item (d, in, key, have ? cJSON_CreateNumber (v) : cJSON_CreateNull ());
}

cJSON *fid_packed_list (double *x, size_t n)
{
    cJSON *list = cJSON_CreateArray ();
    if (!list) {
        cJSON_free (x);
        return NULL;
    }
    list->valuestring = (char *)x;
    list->valuedouble = (double)n;
    return list;
}

void fid_doc_numbers (struct fid_doc *d, cJSON *in, const char *key, const double *x, size_t n)
{
    if (d->pack && n > FID_PACK_FROM) {
        double *copy = cJSON_malloc (n * sizeof *copy);
        if (copy)
            memcpy (copy, x, n * sizeof *copy);
        attach_item (d, in, key, copy ? fid_packed_list (copy, n) : NULL);
        return;
    }
    cJSON *list = fid_doc_list (d, in, key);
    for (size_t i = 0; i < n; i++)
        fid_doc_maybe (d, list, NULL, x[i] != FID_GAP && !isnan (x[i]), x[i]);
}

void fid_doc_text (struct fid_doc *d, cJSON *in, const char *key, const char *s)
{
    attach_item (d, in, key, s && s[0] ? cJSON_CreateString (s) : cJSON_CreateNull ());
}

void fid_doc_hash (struct fid_doc *d, cJSON *in, const char *key, uint64_t hash)
{
    char hex[FID_HASH_TEXT];
    fid_doc_text (d, in, key, fid_hash_text (hash, hex));
}

void fid_doc_take (struct fid_doc *d, cJSON *in, const char *key, cJSON *item)
{
    attach_item (d, in, key, item);
}

static void add_members (struct fid_doc *d, cJSON *in, const char *members, va_list *ap)
{
    char key[48];
    while (*members) {
        size_t n = strcspn (members, " ");
        memcpy (key, members, n < sizeof key ? n : sizeof key - 1);
        key[n < sizeof key ? n : sizeof key - 1] = '\0';
        const char *conversion = members + n + 2;
        if (*conversion == 's') {
            fid_doc_text (d, in, key, va_arg (*ap, const char *));
        } else if (*conversion == 'h') {
            int told = va_arg (*ap, int);
            if (told == FID_NOT_TOLD)
                fid_doc_text (d, in, key, NULL);
            else
                fid_doc_bool (d, in, key, told);
        } else {
            double x = *conversion == 'd'   ? va_arg (*ap, int)
                       : *conversion == 'z' ? (double)va_arg (*ap, size_t)
                       : *conversion == 'j' ? (double)va_arg (*ap, uintmax_t)
                                            : va_arg (*ap, double);
            fid_doc_maybe (d, in, key, *conversion == 'f' ? !(x < 0) : x != FID_GAP, x);
        }
        members = conversion + strcspn (conversion, " ");
        members += *members == ' ';
    }
}

cJSON *fid_doc_row (struct fid_doc *d, cJSON *in, const char *key, const char *members, ...)
{
    va_list ap;
    cJSON *o = fid_doc_object (d, in, key);
    va_start (ap, members);
    add_members (d, o, members, &ap);
    va_end (ap);
    return o;
}

void fid_doc_members (struct fid_doc *d, cJSON *in, const char *members, ...)
{
    va_list ap;
    va_start (ap, members);
    add_members (d, in, members, &ap);
    va_end (ap);
}

size_t fid_json_plain_n (const char *s)
{
    size_t n = 0;
    while (s[n] >= 0x20 && s[n] < 0x7F && s[n] != '"' && s[n] != '\\')
        n++;
    return n;
}

void fid_utf8_clean (char *s)
{
    while (*(s += fid_json_plain_n (s))) {
        if (!fid_utf8_n (s))
            *s = '?';
        s += fid_utf8_step (s);
    }
}

/* Replaces the bytes that are not UTF-8 in the texts of a value by '?': names and reasons come
 * from files, which may hold anything. */
static void clean_texts (cJSON *o)
{
    for (; o; o = o->next) {
        if (cJSON_IsString (o))
            fid_utf8_clean (o->valuestring);
        clean_texts (o->child);
    }
}

cJSON *fid_doc_end (struct fid_doc *d, struct fid_error *err)
{
    if (d->failed) {
        cJSON_Delete (d->root);
        d->root = NULL;
        fid_error_nomem (err);
        return NULL;
    }
    clean_texts (d->root);
    return d->root;
}

/* ---- text */

#define LINE_N 100

struct out {
    char *p; /* owned */
    size_t n, cap;
    size_t most; /* of n while one line is tried, else SIZE_MAX */
    bool over;   /* that line was too long */
    bool packed; /* lists of numbers run on */
    struct fid_error *err;
};

static int put_bytes (struct out *o, const char *s, size_t n)
{
    if (n > o->most - o->n) {
        o->over = true;
        return -1;
    }
    if (n > o->cap - o->n)
        FID_TRY (fid_array_grow (&o->p, &o->cap, o->n + n, 1, o->err));
    memcpy (o->p + o->n, s, n);
    o->n += n;
    return 0;
}

static int puts_of (struct out *o, const char *s)
{
    return put_bytes (o, s, strlen (s));
}

static int put_string (struct out *o, const char *s)
{
    FID_TRY (put_bytes (o, "\"", 1));
    while (*s) {
        size_t plain = fid_json_plain_n (s), n = plain ? plain : fid_utf8_n (s);
        char esc[8];
        int rc;
        if (plain) {
            rc = put_bytes (o, s, n);
        } else if (n == 0) {
            rc = puts_of (o, "\xEF\xBF\xBD");
            n = 1;
        } else if (*s == '"' || *s == '\\') {
            rc = put_bytes (o, (const char[]){'\\', *s}, 2);
        } else if ((unsigned char)*s < 0x20 || *s == 0x7F) {
            snprintf (esc, sizeof esc, "\\u%04x", (unsigned char)*s);
            rc = puts_of (o, esc);
        } else {
            rc = put_bytes (o, s, n);
        }
        FID_TRY (rc);
        s += n;
    }
    return put_bytes (o, "\"", 1);
}

static int put_number (struct out *o, double x, const char *name)
{
    if (!isfinite (x))
        return fid_errorf (o->err, FID_EINTERNAL, "'%s' is not a finite number",
                           name ? name : "an element");
    if (x == 0)
        x = 0; /* no "-0" */
    char text[FID_DECIMAL_TEXT];
    return put_bytes (o, text, fid_decimal_text (x, FID_JSON_DIGITS, text));
}

static int new_line (struct out *o, size_t depth)
{
    FID_TRY (put_bytes (o, "\n", 1));
    for (size_t i = 0; i < depth; i++)
        FID_TRY (put_bytes (o, "  ", 2));
    return 0;
}

static int put_value (struct out *o, const cJSON *item, size_t depth, size_t used, bool wrap);

/* Whether it is a list of numbers (null stands for a missing one). */
static bool is_numbers (const cJSON *item)
{
    if (!cJSON_IsArray (item))
        return false;
    for (const cJSON *c = item->child; c; c = c->next)
        if (!cJSON_IsNumber (c) && !cJSON_IsNull (c))
            return false;
    return true;
}

/* As many numbers a line as fit. */
static int put_numbers (struct out *o, const cJSON *item, size_t used)
{
    size_t line = o->n - used;
    FID_TRY (put_bytes (o, "[", 1));
    const double *x = fid_is_packed (item) ? (const void *)item->valuestring : NULL;
    const cJSON *c = item->child;
    for (size_t i = 0, x_n = x ? (size_t)item->valuedouble : 0; x ? i < x_n : c != NULL;
         i++, c = x ? NULL : c->next) {
        size_t start = o->n;
        int rc = !x                                ? put_value (o, c, 0, 0, false)
                 : x[i] == FID_GAP || isnan (x[i]) ? puts_of (o, "null")
                                                   : put_number (o, x[i], NULL);
        if (rc || ((x ? i + 1 < x_n : c->next != NULL) && put_bytes (o, ",", 1)))
            return -1;
        size_t n = o->n - start;
        if (o->n - line <= LINE_N)
            continue;
        FID_TRY (put_bytes (o, "\n", 1));
        memmove (o->p + start + 1, o->p + start, n);
        o->p[start] = '\n';
        line = start + 1;
    }
    return put_bytes (o, "]", 1);
}

static int put_members (struct out *o, const cJSON *item, size_t depth, bool wrap)
{
    bool object = cJSON_IsObject (item);
    if (put_bytes (o, object ? "{" : "[", 1))
        return -1;
    for (const cJSON *c = item->child; c; c = c->next) {
        if (wrap && new_line (o, depth + 1))
            return -1;
        size_t start = o->n;
        if (object && (put_string (o, c->string) || put_bytes (o, ": ", 2)))
            return -1;
        if (put_value (o, c, depth + 1, 2 * (depth + 1) + o->n - start, wrap))
            return -1;
        if (c->next && put_bytes (o, ", ", wrap ? 1 : 2))
            return -1;
    }
    if (wrap && item->child && new_line (o, depth))
        return -1;
    return put_bytes (o, object ? "}" : "]", 1);
}

/* Takes what a value needs at least on one line off *room, after another one with a comma;
 * false if that is more. */
static bool may_fit (const cJSON *item, size_t *room, bool after)
{
    bool holds = cJSON_IsArray (item) || cJSON_IsObject (item);
    size_t need = holds                   ? 2
                  : cJSON_IsNumber (item) ? 1
                  : cJSON_IsString (item) ? strlen (item->valuestring) + 2
                                          : strlen ("null");
    need += (item->string ? strlen (item->string) + strlen ("\"\": ") : 0) + 2 * !!after;
    if (need > *room)
        return false;
    *room -= need;
    if (fid_is_packed (item)) { /* a number and ", " take 3 */
        size_t n = (size_t)item->valuedouble;
        return 3 * n - 2 <= *room && (*room -= 3 * n - 2, true);
    }
    for (const cJSON *c = item->child; c; c = c->next)
        if (!may_fit (c, room, c != item->child))
            return false;
    return true;
}

/* used: columns of the line that are taken already */
static int put_value (struct out *o, const cJSON *item, size_t depth, size_t used, bool wrap)
{
    switch (item->type & 0xFF) {
    case cJSON_False:
        return puts_of (o, "false");
    case cJSON_True:
        return puts_of (o, "true");
    case cJSON_NULL:
        return puts_of (o, "null");
    case cJSON_Number:
        return put_number (o, item->valuedouble, item->string);
    case cJSON_String:
        return put_string (o, item->valuestring);
    case cJSON_Array:
    case cJSON_Object:
        break;
    default:
        return fid_errorf (o->err, FID_EINTERNAL, "'%s' is not a JSON value",
                           item->string ? item->string : "an element");
    }
    size_t start = o->n;
    if (o->packed && is_numbers (item))
        return put_numbers (o, item, used);
    if (!wrap)
        return put_members (o, item, depth, false);
    size_t room = used + 1 < LINE_N ? LINE_N - used - 1 : 0, rest = room;
    for (const cJSON *c = item->child; c; c = c->next)
        if (!may_fit (c, &rest, c != item->child))
            return put_members (o, item, depth, true);
    o->most = start + room;
    int rc = put_members (o, item, depth, false);
    o->most = SIZE_MAX;
    if (!o->over)
        return rc;
    o->over = false;
    o->n = start;
    return put_members (o, item, depth, true);
}

static char *text_of (const cJSON *doc, bool wrap, bool packed, struct fid_error *err)
{
    struct out o = {.err = err, .packed = packed, .most = SIZE_MAX};
    if (put_value (&o, doc, 0, 0, wrap) || (wrap && put_bytes (&o, "\n", 1)) ||
        put_bytes (&o, "", 1)) {
        free (o.p);
        return NULL;
    }
    return o.p;
}

char *fid_json_text (const cJSON *doc, struct fid_error *err)
{
    return text_of (doc, true, false, err);
}

int fid_json_save (const cJSON *doc, const char *path, const char *below, struct fid_error *err)
{
    FID_FREED char *text = fid_json_text (doc, err);
    return text ? fid_outfile_write (path, below, text, strlen (text), err) : -1;
}

int fid_json_print (cJSON *doc, FILE *f, struct fid_error *err)
{
    FID_FREED char *text = doc ? fid_json_text (doc, err) : NULL;
    if (text)
        fputs (text, f);
    cJSON_Delete (doc);
    return text ? 0 : -1;
}

char *fid_json_piece (const cJSON *item, size_t depth, size_t used, struct fid_error *err)
{
    struct out o = {.err = err, .most = SIZE_MAX};
    if (put_value (&o, item, depth, used, true) || put_bytes (&o, "", 1)) {
        free (o.p);
        return NULL;
    }
    return o.p;
}

char *fid_json_line (const cJSON *doc, struct fid_error *err)
{
    return text_of (doc, false, false, err);
}

char *fid_json_packed (const cJSON *doc, struct fid_error *err)
{
    return text_of (doc, true, true, err);
}

int fid_json_body_hash (const cJSON *doc, uint64_t *hash, struct fid_error *err)
{
    cJSON *copy = cJSON_Duplicate (doc, 1);
    FID_NEED (copy, err);
    cJSON_DeleteItemFromObject (copy, "hash");
    FID_FREED char *text = fid_json_line (copy, err);
    cJSON_Delete (copy);
    FID_TRY (!text);
    *hash = fid_hash_bytes (text, strlen (text), 0);
    return 0;
}

int fid_json_seal (cJSON *doc, struct fid_error *err)
{
    uint64_t hash;
    char hex[FID_HASH_TEXT];
    FID_TRY (fid_json_body_hash (doc, &hash, err));
    /* not replaced: cJSON_ReplaceItemInObject leaves a member without a name if memory runs out
     */
    cJSON *at = cJSON_GetObjectItemCaseSensitive (doc, "hash");
    return at && cJSON_SetValuestring (at, fid_hash_text (hash, hex)) ? 0
                                                                      : fid_error_nomem (err);
}
