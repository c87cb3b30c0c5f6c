/* json.c - see json.h */
#include "config.h"
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/json.h"
#include "base/jsonread.h"

/* ---- the scanner */

void
fid_json_init (struct fid_json *j, struct fid_span text)
{
    *j = (struct fid_json){.p = text.p, .end = fid_span_end (text)};
}

void
fid_json_init_line (struct fid_json *j, struct fid_span line)
{
    line = fid_span_trim (line);
    if (fid_span_starts (line, "["))
        line = (struct fid_span){line.p + 1, line.n - 1};
    fid_json_init (j, line);
}

static void
blanks (struct fid_json *j)
{
    while (j->p < j->end && (*j->p == ' ' || *j->p == '\n' || *j->p == '\t' || *j->p == '\r'))
        j->p++;
}

/* Blanks and commas; commas in the wrong place are tolerated. */
static void
gap (struct fid_json *j)
{
    blanks (j);
    while (j->p < j->end && *j->p == ',') {
        j->p++;
        blanks (j);
    }
}

static char
bad (struct fid_json *j)
{
    if (!j->bad)
        j->bad_at = j->p;
    j->bad = true;
    j->p = j->end;
    return 0;
}

char
fid_json_peek (struct fid_json *j)
{
    blanks (j);
    if (j->p == j->end)
        return 0;
    switch (*j->p) {
    case '{':
    case '[':
    case '"':
        return *j->p;
    case 't':
    case 'f':
        return 't';
    case 'n':
        return 'n';
    case '-':
    case '+':
    case 'N':
    case 'I':
        return '0';
    default:
        return *j->p >= '0' && *j->p <= '9' ? '0' : bad (j);
    }
}

bool
fid_json_enter (struct fid_json *j, char open)
{
    if (fid_json_peek (j) != open)
        return false;
    j->p++;
    j->depth++;
    return true;
}

/* The text between the quotes at j->p. */
static struct fid_span
quoted (struct fid_json *j)
{
    const char *start = ++j->p;
    while (j->p < j->end && *j->p != '"')
        j->p += *j->p == '\\' && j->end - j->p > 1 ? 2 : 1;
    if (j->p >= j->end) {
        j->p = j->end;
        j->cut = true;
    }
    struct fid_span s = {start, (size_t)(j->p - start)};
    if (j->p < j->end)
        j->p++;
    return s;
}

/* Whether another value follows in the container closed by close. */
static bool
more (struct fid_json *j, char close)
{
    gap (j);
    if (j->p == j->end) {
        j->cut = !j->bad;
        return false;
    }
    if (*j->p == close) {
        j->p++;
        j->depth--;
        return false;
    }
    if (*j->p == '}' || *j->p == ']')
        return bad (j);
    return true;
}

bool
fid_json_member (struct fid_json *j, struct fid_span *key)
{
    if (!more (j, '}'))
        return false;
    if (*j->p != '"')
        return bad (j);
    *key = quoted (j);
    blanks (j);
    if (j->p == j->end) {
        j->cut = true;
        return false;
    }
    if (*j->p != ':')
        return bad (j);
    j->p++;
    blanks (j);
    if (j->p == j->end) {
        j->cut = true;
        return false;
    }
    return true;
}

bool
fid_json_element (struct fid_json *j)
{
    return more (j, ']');
}

/* A number or a word, as text; bad if there is none. */
static struct fid_span
bare (struct fid_json *j, bool inside)
{
    static const char ends[] = ",]}[{\" \n\r\t:";
    const char *start = j->p;
    while (j->p < j->end && !memchr (ends, *j->p, sizeof ends)) /* the NUL included */
        j->p++;
    struct fid_span s = {start, (size_t)(j->p - start)};
    if (!s.n)
        bad (j);
    else if (j->p == j->end && inside)
        j->cut = true; /* the rest of the word may be missing */
    return s;
}

void
fid_json_skip (struct fid_json *j)
{
    char open[FID_JSON_NESTED];
    size_t depth = 0;
    blanks (j);
    do {
        if (depth)
            gap (j);
        if (j->p == j->end) {
            j->cut |= !j->bad && depth + j->depth > 0;
            return;
        }
        char c = *j->p;
        if (c == '{' || c == '[') {
            if (depth == FID_JSON_NESTED) {
                bad (j);
                return;
            }
            open[depth++] = c;
            j->p++;
        } else if (c == '}' || c == ']') {
            if (!depth || open[--depth] != (c == '}' ? '{' : '[')) {
                bad (j);
                return;
            }
            j->p++;
        } else if (c == '"') {
            quoted (j);
        } else if (c == ':' && depth && open[depth - 1] == '{') {
            j->p++;
        } else {
            bare (j, depth + j->depth > 0);
        }
    } while (depth > 0);
}

struct fid_span
fid_json_raw (struct fid_json *j)
{
    blanks (j);
    const char *start = j->p;
    fid_json_skip (j);
    return (struct fid_span){start, (size_t)(j->p - start)};
}

/* The text of a number, in quotes or not; false, consumed, if it is neither or
 * cut. */
static bool
number (struct fid_json *j, struct fid_span *text)
{
    char c = fid_json_peek (j);
    if (c == '"')
        *text = quoted (j);
    else if (c == '0')
        *text = bare (j, j->depth > 0);
    else {
        fid_json_skip (j);
        return false;
    }
    return !j->cut;
}

bool
fid_json_i64 (struct fid_json *j, int64_t *out)
{
    struct fid_span s;
    double d;
    if (!number (j, &s))
        return false;
    if (fid_span_i64 (s, out))
        return true;
    if (!fid_span_f64 (s, &d) || d < -9e18 || d > 9e18 || d != (double)(int64_t)d)
        return false;
    *out = (int64_t)d;
    return true;
}

bool
fid_json_f64 (struct fid_json *j, double *out)
{
    struct fid_span s;
    return number (j, &s) && fid_span_f64 (s, out);
}

bool
fid_json_string (struct fid_json *j, struct fid_span *out)
{
    if (fid_json_peek (j) != '"') {
        fid_json_skip (j);
        return false;
    }
    struct fid_span s = quoted (j);
    if (j->cut)
        return false;
    *out = s;
    return true;
}

char *
fid_json_unescaped (struct fid_span written, struct fid_error *err)
{
    char *meant = NULL;
    struct fid_error wrong;
    if (!written.n || !memchr (written.p, '\\', written.n))
        return fid_strndup (written.n ? written.p : "", written.n, err);
    char *quoted = fid_format (err, "\"%.*s\"", (int)written.n, written.p);
    if (!quoted)
        return NULL;
    cJSON *s = fid_json_parse (quoted, written.n + 2, "", &wrong);
    meant = s ? fid_strdup (s->valuestring, err) : fid_strndup (written.p, written.n, err);
    cJSON_Delete (s);
    free (quoted);
    return meant;
}

/* ---- the objects of an array */

void
fid_json_items_init (struct fid_json_items *it, struct fid_text *text, const char *member)
{
    *it = (struct fid_json_items){.text = text, .member = member, .line_n = 1};
}

void
fid_json_items_clear (struct fid_json_items *it)
{
    free (it->item);
    it->item = NULL;
    it->item_n = it->item_cap = 0;
}

static int
no_json (const struct fid_json_items *it, const char *what, struct fid_error *err)
{
    return fid_errorf (err, FID_EINPUT, "%s:%zu: %s", it->text->path, it->line_n, what);
}

/* Whether what comes next is an element of the array, or what separates them. */
static bool
among_items (const struct fid_json_items *it)
{
    return it->array && it->depth == it->array;
}

static void
in_string (struct fid_json_items *it, char c)
{
    bool key = it->depth == 1 && !it->array;
    if (it->escaped)
        it->escaped = false;
    else if (c == '\\')
        it->escaped = true;
    else if (c == '"') {
        it->string = false;
        return;
    }
    if (key && it->key_n < sizeof it->key)
        it->key[it->key_n++] = c;
}

static int
open_one (struct fid_json_items *it, char c, struct fid_error *err)
{
    bool wanted =
        c == '[' && !it->found &&
        (it->depth == 0 || (it->depth == 1 && it->open[0] == '{' &&
                            fid_span_is ((struct fid_span){it->key, it->key_n}, it->member)));
    if (among_items (it)) {
        if (c == '[')
            return no_json (it, "an array where an object belongs", err);
        it->taking = true;
        it->item_n = 0;
        it->item_at = it->line_n;
    }
    if (it->depth == FID_JSON_NESTED)
        return no_json (it, "nested too deeply", err);
    it->open[it->depth++] = c;
    if (wanted) {
        it->array = it->depth;
        it->found = true;
    }
    return 0;
}

/* 1: an object is complete. */
static int
close_one (struct fid_json_items *it, char c, struct fid_error *err)
{
    if (!it->depth || it->open[it->depth - 1] != (c == '}' ? '{' : '['))
        return no_json (it, "not JSON: brackets do not match", err);
    if (among_items (it))
        it->array = 0;
    it->depth--;
    if (!it->taking || it->depth != it->array)
        return 0;
    it->taking = false;
    return 1;
}

/* Whether the member read now is the number that is wanted. */
static bool
is_wanted (const struct fid_json_items *it)
{
    struct fid_span key = {it->key, it->key_n};
    return it->wanted && !it->array && fid_span_is (key, it->wanted);
}

/* A character of a member of the outer object. */
static void
beside_array (struct fid_json_items *it, char c)
{
    if (c == '"')
        it->key_n = 0;
    else if (c == ':')
        it->number_n = is_wanted (it) ? 0 : it->number_n;
    else if (it->number_n < sizeof it->number && is_wanted (it))
        it->number[it->number_n++] = c;
}

/* Look at one character; 1 if it ends an object, -1. */
static int
look (struct fid_json_items *it, char c, struct fid_error *err)
{
    it->line_n += c == '\n';
    if (it->string) {
        in_string (it, c);
        return 0;
    }
    switch (c) {
    case ' ':
    case '\t':
    case '\r':
    case '\n':
    case ',':
        return 0;
    case '{':
    case '[':
        return open_one (it, c, err);
    case '}':
    case ']':
        return close_one (it, c, err);
    default:
        break;
    }
    if (!it->depth)
        return no_json (it, "not JSON", err);
    if (among_items (it))
        return no_json (it, "not JSON: no object where one belongs", err);
    it->string = c == '"';
    if (it->depth == 1)
        beside_array (it, c);
    return 0;
}

static int
keep (struct fid_json_items *it, const char *from, const char *to, struct fid_error *err)
{
    size_t n = (size_t)(to - from);
    if (fid_array_grow (&it->item, &it->item_cap, it->item_n + n, 1, err))
        return -1;
    memcpy (it->item + it->item_n, from, n);
    it->item_n += n;
    return 0;
}

int
fid_json_items_next (struct fid_json_items *it, struct fid_span *object, struct fid_error *err)
{
    for (;;) {
        const char *p = it->block.p, *end = fid_span_end (it->block), *from = p;
        while (p < end) {
            bool was = it->taking;
            int rc = look (it, *p, err);
            if (rc < 0)
                return -1;
            if (it->taking && !was)
                from = p;
            p++;
            if (!rc)
                continue;
            if (keep (it, from, p, err))
                return -1;
            it->block = (struct fid_span){p, (size_t)(end - p)};
            *object = (struct fid_span){it->item, it->item_n};
            return 1;
        }
        if (it->taking && from < p && keep (it, from, p, err))
            return -1;
        it->block = (struct fid_span){NULL, 0};
        int rc = fid_text_block (it->text, &it->block, err);
        if (rc < 0)
            return -1;
        if (!rc) {
            it->cut = it->depth > 0;
            return 0;
        }
    }
}
