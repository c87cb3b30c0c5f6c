/* jsonread.c - see jsonread.h */
#include "config.h"
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/jsonread.h"
#include "base/text.h"

#define DEPTH_MAX 1000 /* containers inside each other */

/* ---- parsing */

struct parser {
    const char *p, *end;
    size_t depth;
    const char *const *without; /* members below the first level that are left out; ends with
                                   NULL */
    bool blind;                 /* inside one of these: values are checked, nothing is kept */
    bool nomem;
};

/* Stands for a value that is not kept. */
static cJSON unkept;
static char unkept_text[1];

static void
skip_blanks (struct parser *s)
{
    while (s->p < s->end && (*s->p == ' ' || *s->p == '\n' || *s->p == '\t' || *s->p == '\r'))
        s->p++;
}

/* Step over c if it is next. */
static bool
take (struct parser *s, char c)
{
    if (s->p == s->end || *s->p != c)
        return false;
    s->p++;
    return true;
}

static bool
take_word (struct parser *s, const char *word)
{
    size_t n = strlen (word);
    if ((size_t)(s->end - s->p) < n || memcmp (s->p, word, n) != 0)
        return false;
    s->p += n;
    return true;
}

static bool
take_digits (struct parser *s)
{
    const char *from = s->p;
    while (s->p < s->end && *s->p >= '0' && *s->p <= '9')
        s->p++;
    return s->p > from;
}

static bool
take_number (struct parser *s, double *x)
{
    struct fid_span text = {s->p, 0};
    take (s, '-');
    if (!take (s, '0') && !take_digits (s))
        return false;
    if (take (s, '.') && !take_digits (s))
        return false;
    if (take (s, 'e') || take (s, 'E')) {
        if (!take (s, '+'))
            take (s, '-');
        if (!take_digits (s))
            return false;
    }
    text.n = (size_t)(s->p - text.p);
    return fid_span_decimal (text, x); /* false: no double is that large */
}

/* The number that the four digits of \uXXXX make; -1 if they are not there. */
static int
take_hex (struct parser *s)
{
    int x = 0;
    for (int i = 0; i < 4; i++, s->p++) {
        int c = s->p < s->end ? *s->p | 32 : 0; /* leaves digits as they are */
        if (c >= '0' && c <= '9' && *s->p == c)
            x = x << 4 | (c - '0');
        else if (c >= 'a' && c <= 'f')
            x = x << 4 | (c - 'a' + 10);
        else
            return -1;
    }
    return x;
}

/* The character of \uXXXX, or of a surrogate pair of them, as UTF-8 to out; its
 * bytes, or 0 if it is invalid (NUL, which would end the text, included). */
static size_t
take_unicode (struct parser *s, char *out)
{
    int x = take_hex (s);
    if (x >= 0xD800 && x < 0xDC00 && take_word (s, "\\u")) {
        int low = take_hex (s);
        x = low >= 0xDC00 && low < 0xE000 ? 0x10000 + ((x - 0xD800) << 10) + (low - 0xDC00)
                                          : -1;
    }
    if (x <= 0 || (x >= 0xD800 && x < 0xE000))
        return 0;
    size_t n = x < 0x80 ? 1 : x < 0x800 ? 2 : x < 0x10000 ? 3 : 4;
    static const unsigned char first[] = {0, 0, 0xC0, 0xE0, 0xF0};
    for (size_t i = n; i-- > 1; x >>= 6)
        out[i] = (char)(0x80 | (x & 0x3F));
    out[0] = (char)(first[n] | x);
    return n;
}

/* The length of what comes next without escapes, quotes and control characters. */
static size_t
plain_length (const struct parser *s)
{
    const char *p = s->p;
    while (p < s->end && *p != '"' && *p != '\\' && (unsigned char)*p >= 0x20)
        p++;
    return (size_t)(p - s->p);
}

/* A string, unescaped, freed by free_string; NULL if it is malformed. */
static char *
take_string (struct parser *s)
{
    static const char escapes[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
    if (!take (s, '"'))
        return NULL;
    size_t plain_n = plain_length (s);
    if (s->blind && s->end - s->p > (ptrdiff_t)plain_n && s->p[plain_n] == '"') {
        s->p += plain_n + 1;
        return unkept_text;
    }
    const char *close = s->p + plain_n;
    while (close < s->end && *close != '"')
        close += *close == '\\' && s->end - close > 1 ? 2 : 1;
    char *text = cJSON_malloc ((size_t)(close - s->p) + 1), *to = text;
    s->nomem |= !text;
    if (text) {
        memcpy (to, s->p, plain_n);
        to += plain_n;
        s->p += plain_n;
    }
    while (text && s->p < s->end && *s->p != '"') {
        const char *at = s->p;
        size_t n = 1;
        if ((unsigned char)*at < 0x20)
            break;
        s->p++;
        if (*at != '\\')
            *to = *at;
        else if (take (s, 'u'))
            n = take_unicode (s, to);
        else {
            const char *e = s->p < s->end && *s->p ? strchr (escapes, *s->p++) : NULL;
            n = e != NULL;
            *to = e ? meanings[e - escapes] : 0;
        }
        if (!n) {
            s->p = at;
            break;
        }
        to += n;
    }
    if (text && take (s, '"')) {
        *to = '\0';
        return text;
    }
    cJSON_free (text);
    return NULL;
}

static void
free_string (char *text)
{
    if (text != unkept_text)
        cJSON_free (text);
}

static void
free_value (cJSON *item)
{
    if (item != &unkept)
        cJSON_Delete (item);
}

static bool
is_left_out (const struct parser *s, const char *key)
{
    for (size_t i = 0; s->depth > 1 && s->without && s->without[i]; i++)
        if (strcmp (s->without[i], key) == 0)
            return true;
    return false;
}

static cJSON *take_value (struct parser *s);

/* The elements, or members, of a container up to its closing bracket. */
static bool
take_elements (struct parser *s, cJSON *in, char close)
{
    skip_blanks (s);
    if (take (s, close))
        return true;
    do {
        char *key = NULL;
        skip_blanks (s);
        if (close == '}') {
            if (!(key = take_string (s)))
                return false;
            skip_blanks (s);
        }
        bool blind = s->blind;
        s->blind = blind || (key && is_left_out (s, key));
        cJSON *item = close == ']' || take (s, ':') ? take_value (s) : NULL;
        s->blind = blind;
        if (!item || item == &unkept)
            free_string (key);
        if (!item)
            return false;
        if (item != &unkept) {
            item->string = key;
            cJSON_AddItemToArray (in, item); /* appends in constant time, to objects too */
        }
        skip_blanks (s);
    } while (take (s, ','));
    return take (s, close);
}

static cJSON *
take_value (struct parser *s)
{
    cJSON *item = NULL;
    double x;
    skip_blanks (s);
    char c = s->p < s->end ? *s->p : '\0';
    if (c == '{' || c == '[') {
        if (++s->depth > DEPTH_MAX)
            return NULL;
        s->p++;
        item = s->blind ? &unkept : c == '{' ? cJSON_CreateObject () : cJSON_CreateArray ();
        s->nomem |= !item;
        if (item && !take_elements (s, item, c == '{' ? '}' : ']')) {
            free_value (item);
            return NULL;
        }
        s->depth--;
        return item;
    }
    if (c == '"') {
        char *text = take_string (s);
        if (!text)
            return NULL;
        if (s->blind) {
            free_string (text);
            return &unkept;
        }
        item = cJSON_CreateNull ();
        if (item) {
            item->type = cJSON_String;
            item->valuestring = text;
        } else
            cJSON_free (text);
    } else if (take_word (s, "null"))
        item = s->blind ? &unkept : cJSON_CreateNull ();
    else if (take_word (s, "true"))
        item = s->blind ? &unkept : cJSON_CreateTrue ();
    else if (take_word (s, "false"))
        item = s->blind ? &unkept : cJSON_CreateFalse ();
    else if (take_number (s, &x))
        item = s->blind ? &unkept : cJSON_CreateNumber (x);
    else
        return NULL;
    s->nomem |= !item;
    return item;
}

/* Whether a bracket or a string is never closed. */
static bool
is_open (struct fid_span text)
{
    size_t depth = 0;
    bool quoted = false;
    for (size_t i = 0; i < text.n; i++) {
        char c = text.p[i];
        if (quoted && c == '\\')
            i++;
        else if (c == '"')
            quoted = !quoted;
        else if (!quoted && (c == '{' || c == '['))
            depth++;
        else if (!quoted && (c == '}' || c == ']') && depth > 0)
            depth--;
    }
    return quoted || depth > 0;
}

static cJSON *
parse (const char *text, size_t n, const char *const *without, const char *path,
       struct fid_error *err)
{
    struct parser s = {.p = text, .end = text + n, .without = without};
    take_word (&s, "\xEF\xBB\xBF"); /* a byte order mark */
    cJSON *doc = take_value (&s);
    skip_blanks (&s);
    if (doc && s.p == s.end)
        return doc;
    size_t line_n = 1;
    for (const char *p = text; p < s.p; p++)
        line_n += *p == '\n';
    if (s.nomem)
        fid_error_nomem (err);
    else
        fid_errorf (err, FID_EINPUT, "%s:%zu: %s", path, line_n,
                    n == 0 ? "the file is empty"
                    : !doc && is_open ((struct fid_span){text, n})
                        ? "the JSON does not end: the file is cut"
                        : "this is not JSON");
    cJSON_Delete (doc);
    return NULL;
}

cJSON *
fid_json_parse (const char *text, size_t n, const char *path, struct fid_error *err)
{
    return parse (text, n, NULL, path, err);
}

cJSON *
fid_json_load_without (const char *path, const char *const *names, struct fid_error *err)
{
    struct fid_text text;
    struct fid_span all;
    if (fid_text_open (&text, path, err))
        return NULL;
    cJSON *doc =
        fid_text_rest (&text, &all, err) ? NULL : parse (all.p, all.n, names, path, err);
    fid_text_close (&text);
    return doc;
}

cJSON *
fid_json_load (const char *path, struct fid_error *err)
{
    return fid_json_load_without (path, NULL, err);
}

/* ---- members */

int
fid_reading_fail (struct fid_reading *r, const char *fmt, ...)
{
    if (r->bad)
        return -1;
    r->bad = true;
    char text[400];
    va_list ap;
    va_start (ap, fmt);
    vsnprintf (text, sizeof text, fmt, ap);
    va_end (ap);
    return fid_errorf (r->err, FID_EINPUT, "%s: not a %s file: %s", r->path, r->what, text);
}

int
fid_reading_lacks (struct fid_reading *r, const char *member)
{
    return fid_reading_fail (r, "%s is missing or of the wrong kind", member);
}

int
fid_reading_nomem (struct fid_reading *r)
{
    if (!r->bad)
        fid_error_nomem (r->err);
    r->bad = true;
    return -1;
}

bool
fid_reading_schema (struct fid_reading *r, const cJSON *doc, const char *schema)
{
    const cJSON *m = fid_get (doc, "schema");
    if (!cJSON_IsString (m))
        fid_reading_fail (r, "it has no schema");
    else if (strcmp (m->valuestring, schema) != 0)
        fid_reading_fail (r, "its schema is %.60s, this version reads %s", m->valuestring,
                          schema);
    return !r->bad;
}

const cJSON *
fid_get (const cJSON *o, const char *key)
{
    return cJSON_GetObjectItemCaseSensitive (o, key);
}

const cJSON *
fid_get_object (struct fid_reading *r, const cJSON *o, const char *key)
{
    const cJSON *m = fid_get (o, key);
    if (!cJSON_IsObject (m))
        fid_reading_fail (r, "'%s' is missing or not an object", key);
    return m;
}

const cJSON *
fid_get_list (struct fid_reading *r, const cJSON *o, const char *key)
{
    const cJSON *m = fid_get (o, key);
    if (!cJSON_IsArray (m))
        fid_reading_fail (r, "'%s' is missing or not a list", key);
    return m;
}

bool
fid_has_control (const char *s)
{
    while ((unsigned char)*s >= 0x20 && *s != 0x7F)
        s++;
    return *s != '\0';
}

const char *
fid_get_string (const cJSON *o, const char *key)
{
    const cJSON *m = fid_get (o, key);
    return cJSON_IsString (m) && !fid_has_control (m->valuestring) ? m->valuestring : NULL;
}

const char *
fid_get_text (struct fid_reading *r, const cJSON *o, const char *key, const char *where)
{
    const cJSON *m = fid_get (o, key);
    if (!cJSON_IsString (m)) {
        fid_reading_fail (r, "'%s' of %s is missing or not a text", key, where);
        return "";
    }
    if (fid_has_control (m->valuestring))
        fid_reading_fail (r, "'%s' of %s holds control characters", key, where);
    return m->valuestring;
}

const char *
fid_get_maybe_text (struct fid_reading *r, const cJSON *o, const char *key, const char *where)
{
    const cJSON *m = fid_get (o, key);
    if (!m || cJSON_IsNull (m))
        return NULL;
    return fid_get_text (r, o, key, where);
}

int
fid_get_id (struct fid_reading *w, const cJSON *o, const char *key, int (*find) (const char *))
{
    const char *name = fid_get_text (w, o, key, "the file");
    int id = find (name);
    if (id < 0)
        fid_reading_fail (w, "this version knows no %s '%s'", key, name);
    return id < 0 ? 0 : id;
}

void *
fid_get_rows (struct fid_reading *r, const cJSON *list, size_t size, size_t *n)
{
    const cJSON *o;
    *n = 0;
    if (r->bad)
        return NULL;
    void *rows = calloc ((size_t)cJSON_GetArraySize (list) + 1, size);
    if (!rows) {
        fid_reading_nomem (r);
        return NULL;
    }
    cJSON_ArrayForEach (o, list)++ *n;
    return rows;
}

bool
fid_get_amount (const cJSON *o, const char *key, double max, double *x)
{
    const cJSON *m = fid_get (o, key);
    bool good = cJSON_IsNumber (m) && isfinite (m->valuedouble) && m->valuedouble >= 0 &&
                m->valuedouble <= max;
    *x = good ? m->valuedouble : -1;
    return good;
}

bool
fid_get_maybe_amount (const cJSON *o, const char *key, double max, double *x)
{
    return fid_get_amount (o, key, max, x) || cJSON_IsNull (fid_get (o, key));
}

double
fid_get_maybe_number (struct fid_reading *r, const cJSON *o, const char *key)
{
    const cJSON *m = fid_get (o, key);
    if (cJSON_IsNull (m))
        return FID_GAP;
    if (!cJSON_IsNumber (m) || !isfinite (m->valuedouble)) {
        fid_reading_fail (r, "'%s' is missing or not a number", key);
        return FID_GAP;
    }
    return m->valuedouble;
}

double
fid_get_number_from (struct fid_reading *r, const cJSON *o, const char *key, double least)
{
    double x = fid_get_maybe_number (r, o, key);
    if (!(x >= least) || x == FID_GAP) {
        fid_reading_fail (r, "'%s' is not a number >= %g", key, least);
        return least > 0 ? least : 0;
    }
    return x;
}

int
fid_get_count_from (struct fid_reading *r, const cJSON *o, const char *key, int least,
                    bool nullable)
{
    double x = fid_get_maybe_number (r, o, key);
    if (x == FID_GAP && nullable)
        return -1;
    if (!(x >= least && x <= INT_MAX) || x != floor (x)) {
        fid_reading_fail (r, "'%s' is not a whole number", key);
        return least;
    }
    return (int)x;
}

size_t
fid_get_length (const cJSON *list)
{
    return cJSON_IsArray (list) ? (size_t)cJSON_GetArraySize (list) : 0;
}
