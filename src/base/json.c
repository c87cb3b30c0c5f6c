/* json.c - see json.h */
#include <string.h>
#include "base/json.h"

#define DEPTH_MAX 512

void
fid_json_init (struct fid_json *j, struct fid_span text)
{
    *j = (struct fid_json){.p = text.p, .end = text.p + text.n};
}

static void
blanks (struct fid_json *j)
{
    while (j->p < j->end && (*j->p == ' ' || *j->p == '\n' || *j->p == '\t' || *j->p == '\r'))
        j->p++;
}

/* Blanks and at most what separates values: commas where none belong are
 * tolerated, too. */
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
    char open[DEPTH_MAX];
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
            if (depth == DEPTH_MAX) {
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
