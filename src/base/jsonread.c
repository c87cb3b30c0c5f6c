/* SPDX-License-Identifier: GPL-3.0-or-later */
/* jsonread.c - see jsonread.h */
#include "base/jsonread.h"

#define DEPTH_MAX 1000 /* containers inside each other */

/* A value takes about 150 bytes, however short its text is. */
#define TEXT_MAX   ((size_t)256 << 20)
#define VALUES_MAX ((size_t)8 << 20)

struct parser {
    const char *p, *end;
    size_t depth;
    const char *const *without; /* members below the first level that are emptied; ends with
                                   NULL */
    bool pack;                  /* keep lists of more than FID_PACK_FROM numbers as one block */
    bool blind;                 /* inside one of these: values are checked, nothing is kept */
    bool counting;              /* values are made and freed */
    size_t value_n;             /* kept so far */
    bool nomem;
};

/* Stands for a value that is not kept. */
static cJSON unkept;
static char unkept_text[1];

static void skip_blanks (struct parser *s)
{
    while (s->p < s->end && (*s->p == ' ' || *s->p == '\n' || *s->p == '\t' || *s->p == '\r'))
        s->p++;
}

/* Step over c if it is next. */
static bool take_char (struct parser *s, char c)
{
    if (s->p == s->end || *s->p != c)
        return false;
    s->p++;
    return true;
}

static bool take_word (struct parser *s, const char *word)
{
    size_t n = strlen (word);
    if ((size_t)(s->end - s->p) < n || memcmp (s->p, word, n) != 0)
        return false;
    s->p += n;
    return true;
}

static bool take_digits (struct parser *s)
{
    const char *from = s->p;
    while (s->p < s->end && *s->p >= '0' && *s->p <= '9')
        s->p++;
    return s->p > from;
}

static bool take_number (struct parser *s, double *x)
{
    struct fid_span text = {s->p, 0};
    take_char (s, '-');
    if (!take_char (s, '0') && !take_digits (s))
        return false;
    if (take_char (s, '.') && !take_digits (s))
        return false;
    if (take_char (s, 'e') || take_char (s, 'E')) {
        if (!take_char (s, '+'))
            take_char (s, '-');
        if (!take_digits (s))
            return false;
    }
    text.n = (size_t)(s->p - text.p);
    return fid_span_decimal (text, x); /* false: no double is that large */
}

/* The number that the four digits of \uXXXX make; -1 if they are not there. */
static int take_hex (struct parser *s)
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
static size_t take_unicode (struct parser *s, char *out)
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

/* A string, unescaped, freed by free_string; NULL if it is malformed. */
static char *take_string (struct parser *s)
{
    static const char escapes[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
    if (!take_char (s, '"'))
        return NULL;
    const char *close = s->p;
    while (close < s->end && *close != '"' && *close != '\\' && (unsigned char)*close >= 0x20)
        close++;
    if (s->blind && close < s->end && *close == '"') {
        s->p = close + 1;
        return unkept_text;
    }
    size_t plain_n = (size_t)(close - s->p);
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
        else if (take_char (s, 'u'))
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
    if (text && take_char (s, '"')) {
        *to = '\0';
        return text;
    }
    cJSON_free (text);
    return NULL;
}

static void free_string (char *text)
{
    if (text != unkept_text)
        cJSON_free (text);
}

static bool is_emptied (const struct parser *s, const char *key)
{
    for (size_t i = 0; s->depth > 1 && s->without && s->without[i]; i++)
        if (*s->without[i] == *key && strcmp (s->without[i], key) == 0)
            return true;
    return false;
}

static cJSON *take_value (struct parser *s);

/* The next value, of which only the kind is kept: a container is empty, all else null. */
static cJSON *take_emptied (struct parser *s)
{
    skip_blanks (s);
    char c = s->p < s->end ? *s->p : '\0';
    s->blind = true;
    cJSON *item = take_value (s);
    s->blind = false;
    if (!item)
        return NULL;
    item = c == '{'   ? cJSON_CreateObject ()
           : c == '[' ? cJSON_CreateArray ()
                      : cJSON_CreateNull ();
    s->nomem |= !item;
    return item;
}

/* The elements that a list of numbers and nulls, which is next, would have. */
static size_t count_numbers (const struct parser *s)
{
    size_t n = 1;
    for (const char *p = s->p + 1; p < s->end && *p != ']'; p++)
        if (*p == ',')
            n++;
        else if (*p == '"' || *p == '[' || *p == '{')
            return 0;
    return n;
}

/* A list that is next, of numbers and nulls, as one block.  NULL if it is short or another list;
 * s->p is then where it was. */
static cJSON *take_packed (struct parser *s)
{
    const char *from = s->p;
    size_t n = count_numbers (s), i = 0;
    double *x = n > FID_PACK_FROM ? cJSON_malloc (n * sizeof *x) : NULL;
    if (!x)
        return NULL;
    s->p++;
    do {
        skip_blanks (s);
        if (take_word (s, "null"))
            x[i] = FID_GAP;
        else if (!take_number (s, &x[i]))
            break;
        i++;
        skip_blanks (s);
    } while (take_char (s, ','));
    if (i == n && take_char (s, ']'))
        return fid_packed_list (x, n);
    cJSON_free (x);
    s->p = from;
    return NULL;
}

/* The elements, or members, of a container up to its closing bracket. */
static bool take_elements (struct parser *s, cJSON *in, char close)
{
    skip_blanks (s);
    if (take_char (s, close))
        return true;
    do {
        char *key = NULL;
        skip_blanks (s);
        if (close == '}') {
            if (!(key = take_string (s)))
                return false;
            skip_blanks (s);
        }
        bool emptied = key && !s->blind && is_emptied (s, key);
        cJSON *item = close == '}' && !take_char (s, ':') ? NULL
                      : emptied                           ? take_emptied (s)
                                                          : take_value (s);
        bool kept = item && item != &unkept && !s->counting;
        if (!kept)
            free_string (key);
        if (!item)
            return false;
        if (s->counting && item != &unkept)
            cJSON_Delete (item);
        if (kept) {
            item->string = key;
            cJSON_AddItemToArray (in, item); /* appends in constant time, to objects too */
        }
        skip_blanks (s);
    } while (take_char (s, ','));
    return take_char (s, close);
}

static cJSON *take_value (struct parser *s)
{
    cJSON *item = NULL;
    double x;
    skip_blanks (s);
    if (!s->blind && ++s->value_n > VALUES_MAX)
        return NULL;
    char c = s->p < s->end ? *s->p : '\0';
    if (c == '[' && s->pack && !s->blind && (item = take_packed (s)))
        return item;
    if (c == '{' || c == '[') {
        if (++s->depth > DEPTH_MAX)
            return NULL;
        s->p++;
        item = s->blind ? &unkept : c == '{' ? cJSON_CreateObject () : cJSON_CreateArray ();
        s->nomem |= !item;
        if (item && !take_elements (s, item, c == '{' ? '}' : ']')) {
            cJSON_Delete (item == &unkept ? NULL : item);
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
static bool is_open (struct fid_span text)
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

static cJSON *parse_text (struct fid_span all, const char *const *without, bool pack,
                          const char *path, struct fid_error *err)
{
    const char *text = all.p;
    size_t n = all.n;
    const struct parser begin = {.p = text, .end = text + n, .without = without, .pack = pack};
    struct parser s = begin;
    cJSON *doc = NULL;
    if (n >= 2 * VALUES_MAX) { /* it may have more: before memory is taken for all */
        s.counting = true;
        cJSON_Delete (take_value (&s));
    }
    if (s.value_n <= VALUES_MAX) {
        s = begin;
        doc = take_value (&s);
    }
    skip_blanks (&s);
    if (doc && s.p == s.end)
        return doc;
    size_t line_n = 1;
    for (const char *p = text; p < s.p; p++)
        line_n += *p == '\n';
    if (s.nomem)
        fid_error_nomem (err);
    else if (s.value_n > VALUES_MAX)
        fid_errorf (err, FID_EINPUT, "%s:%zu: more than %zu values, the most of a document",
                    path, line_n, VALUES_MAX);
    else
        fid_errorf (err, FID_EINPUT, "%s:%zu: %s", path, line_n,
                    n == 0 ? "the file is empty"
                    : !doc && is_open ((struct fid_span){text, n})
                        ? "the JSON does not end: the file is cut"
                        : "this is not JSON");
    cJSON_Delete (doc);
    return NULL;
}

cJSON *fid_json_parse (const char *text, size_t n, const char *path, struct fid_error *err)
{
    bool mark =
        n >= 3 && memcmp (text, "\xEF\xBB\xBF", 3) == 0; /* files are opened behind it */
    return parse_text ((struct fid_span){text + 3 * mark, n - 3 * mark}, NULL, false, path,
                       err);
}

static cJSON *load_file (const char *path, const char *const *without, bool pack,
                         struct fid_error *err)
{
    FID_SCOPED (fid_text_close) struct fid_text text = {0};
    struct fid_span all;
    if (fid_text_open (&text, path, err))
        return NULL;
    return fid_text_rest_within (&text, TEXT_MAX, &all, err)
               ? NULL
               : parse_text (all, without, pack, path, err);
}

cJSON *fid_json_load (const char *path, struct fid_error *err)
{
    return load_file (path, NULL, false, err);
}

cJSON *fid_json_load_without (const char *path, const char *const *names, struct fid_error *err)
{
    return load_file (path, names, false, err);
}

cJSON *fid_json_load_packed (const char *path, struct fid_error *err)
{
    return load_file (path, NULL, true, err);
}

size_t fid_get_length (const cJSON *list)
{
    if (fid_is_packed (list))
        return (size_t)list->valuedouble;
    return cJSON_IsArray (list) ? (size_t)cJSON_GetArraySize (list) : 0;
}

size_t fid_get_numbers (const cJSON *list, bool gaps, double *out)
{
    const cJSON *item;
    size_t i = 0, n = fid_get_length (list);
    if (fid_is_packed (list)) {
        memcpy (out, list->valuestring, n * sizeof *out);
        while (i < n && (gaps || out[i] != FID_GAP))
            i++;
        return i;
    }
    cJSON_ArrayForEach (item, list)
    {
        bool number = cJSON_IsNumber (item) && isfinite (item->valuedouble);
        if (!number && !(gaps && cJSON_IsNull (item)))
            return i;
        out[i++] = number ? item->valuedouble : FID_GAP;
    }
    return i;
}

/* --- members of documents */

int fid_reading_fail (struct fid_reading *r, const char *fmt, ...)
{
    if (r->bad)
        return -1;
    r->bad = true;
    char text[sizeof r->err->text];
    va_list ap;
    va_start (ap, fmt);
    vsnprintf (text, sizeof text, fmt, ap);
    va_end (ap);
    return fid_errorf (r->err, FID_EINPUT, "%s: not a %s file: %s", r->path, r->what, text);
}

bool fid_reading_schema (struct fid_reading *r, const cJSON *doc, const char *schema)
{
    const cJSON *m = fid_get (doc, "schema");
    if (!cJSON_IsString (m))
        fid_reading_fail (r, "it has no schema");
    else if (strcmp (m->valuestring, schema) != 0)
        fid_reading_fail (r, "its schema is %.60s, this version reads %s", m->valuestring,
                          schema);
    return !r->bad;
}

bool fid_reading_sealed (struct fid_reading *r, const cJSON *doc, uint64_t *hash,
                         const char *then)
{
    const char *said = fid_get_string (doc, "hash");
    char is[FID_HASH_TEXT];
    if (!said)
        fid_reading_fail (r, "hash is missing or of the wrong kind");
    if (r->bad)
        return false;
    r->bad = fid_json_body_hash (doc, hash, r->err) != 0;
    if (!r->bad && strcmp (said, fid_hash_text (*hash, is)) != 0) {
        fid_errorf (
            r->err, FID_EINPUT,
            "%s: was changed after it was made: its contents hash to %s, it says %.40s%s",
            r->path, is, said, then);
        r->bad = true;
    }
    return !r->bad;
}

const cJSON *fid_get (const cJSON *o, const char *key)
{
    return cJSON_GetObjectItemCaseSensitive (o, key);
}

const cJSON *fid_get_object (struct fid_reading *r, const cJSON *o, const char *key)
{
    const cJSON *m = fid_get (o, key);
    if (!cJSON_IsObject (m))
        fid_reading_fail (r, "'%s' is missing or not an object", key);
    return m;
}

const cJSON *fid_get_list (struct fid_reading *r, const cJSON *o, const char *key)
{
    const cJSON *m = fid_get (o, key);
    if (!cJSON_IsArray (m))
        fid_reading_fail (r, "'%s' is missing or not a list", key);
    else if (!m->child && fid_get_length (m))
        fid_reading_fail (r, "'%s' is a list of numbers", key);
    return m;
}

bool fid_has_control (const char *s)
{
    while ((unsigned char)*s >= 0x20 && *s != 0x7F)
        s++;
    return *s != '\0';
}

const char *fid_get_string (const cJSON *o, const char *key)
{
    const cJSON *m = fid_get (o, key);
    return cJSON_IsString (m) && !fid_has_control (m->valuestring) ? m->valuestring : NULL;
}

const char *fid_get_text (struct fid_reading *r, const cJSON *o, const char *key,
                          const char *where)
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

bool fid_get_amount (const cJSON *o, const char *key, double max, double *x)
{
    const cJSON *m = fid_get (o, key);
    bool good = cJSON_IsNumber (m) && isfinite (m->valuedouble) && m->valuedouble >= 0 &&
                m->valuedouble <= max;
    *x = good ? m->valuedouble : -1;
    return good;
}
