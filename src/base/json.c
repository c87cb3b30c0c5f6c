/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json.c - see json.h */
#include "base/json.h"
#include "base/jsonread.h"
#include "base/scan.h"
#ifdef __SSE2__
#include <emmintrin.h>
#endif

/* ---- the scanner */

void fid_json_init (struct fid_json *j, struct fid_span text)
{
    *j = (struct fid_json){.p = text.p, .end = fid_span_end (text)};
}

void fid_json_init_line (struct fid_json *j, struct fid_span line)
{
    line = fid_span_trim (line);
    if (fid_span_starts (line, "["))
        line = (struct fid_span){line.p + 1, line.n - 1};
    fid_json_init (j, line);
}

static inline void skip_blanks (struct fid_json *j)
{
    if (j->p < j->end && (unsigned char)*j->p > ' ') /* mostly so */
        return;
    while (j->p < j->end && (*j->p == ' ' || *j->p == '\n' || *j->p == '\t' || *j->p == '\r'))
        j->p++;
}

/* Blanks and commas; commas in the wrong place are tolerated. */
static void skip_gap (struct fid_json *j)
{
    skip_blanks (j);
    while (j->p < j->end && *j->p == ',') {
        j->p++;
        skip_blanks (j);
    }
}

static char fail_json (struct fid_json *j)
{
    if (!j->bad)
        j->bad_at = j->p;
    j->bad = true;
    j->p = j->end;
    return 0;
}

char fid_json_peek (struct fid_json *j)
{
    skip_blanks (j);
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
        return *j->p >= '0' && *j->p <= '9' ? '0' : fail_json (j);
    }
}

bool fid_json_enter (struct fid_json *j, char open)
{
    if (fid_json_peek (j) != open)
        return false;
    j->p++;
    j->depth++;
    return true;
}

/* The first quote or backslash, or the end. */
static inline const char *plain_end (const char *p, const char *end)
{
#ifdef __SSE2__
    const __m128i quote = _mm_set1_epi8 ('"'), backslash = _mm_set1_epi8 ('\\');
    for (; end - p >= 16; p += 16) {
        __m128i x = _mm_loadu_si128 ((const __m128i *)p);
        unsigned found = (unsigned)_mm_movemask_epi8 (
            _mm_or_si128 (_mm_cmpeq_epi8 (x, quote), _mm_cmpeq_epi8 (x, backslash)));
        if (found)
            return p + __builtin_ctz (found);
    }
#endif
    while (p < end && *p != '"' && *p != '\\')
        p++;
    return p;
}

/* The text between the quotes at j->p. */
static struct fid_span take_quoted (struct fid_json *j)
{
    const char *start = ++j->p;
    for (;;) {
        j->p = plain_end (j->p, j->end);
        if (j->p >= j->end || *j->p == '"')
            break;
        j->p += j->end - j->p > 1 ? 2 : 1;
    }
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
static bool has_more (struct fid_json *j, char close)
{
    skip_gap (j);
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
        return fail_json (j);
    return true;
}

/* A member as programs write it: `, "key": ' and a value.  Else NULL. */
static const char *plain_member (const struct fid_json *j, struct fid_span *key)
{
    const char *p = j->p, *end = j->end;
    if (end - p < 4)
        return NULL;
    p += *p == ',';
    p += *p == ' ';
    if (*p++ != '"')
        return NULL;
    *key = (struct fid_span){p, 0};
    p = plain_end (p, end);
    key->n = (size_t)(p - key->p);
    if (end - p < 4 || p[0] != '"' || p[1] != ':')
        return NULL;
    p += 2 + (p[2] == ' ');
    return (unsigned char)*p > ' ' ? p : NULL;
}

bool fid_json_member (struct fid_json *j, struct fid_span *key)
{
    const char *plain = plain_member (j, key);
    if (plain) {
        j->p = plain;
        return true;
    }
    if (!has_more (j, '}'))
        return false;
    if (*j->p != '"')
        return fail_json (j);
    *key = take_quoted (j);
    skip_blanks (j);
    if (j->p == j->end) {
        j->cut = true;
        return false;
    }
    if (*j->p != ':')
        return fail_json (j);
    j->p++;
    skip_blanks (j);
    if (j->p == j->end) {
        j->cut = true;
        return false;
    }
    return true;
}

bool fid_json_element (struct fid_json *j)
{
    return has_more (j, ']');
}

/* A number or a word, as text; bad if there is none. */
static struct fid_span take_bare (struct fid_json *j, bool inside)
{
    static const bool ends[256] = {
        [','] = true, [']'] = true,  ['}'] = true,  ['['] = true,  ['{'] = true, ['"'] = true,
        [' '] = true, ['\n'] = true, ['\r'] = true, ['\t'] = true, [':'] = true, [0] = true};
    const char *start = j->p;
    while (j->p < j->end &&
           (!ends[(unsigned char)*j->p] || (j->decimal_comma && *j->p == ',' && j->p > start &&
                                            j->end - j->p > 1 && fid_is_digit (j->p[1]))))
        j->p++;
    struct fid_span s = {start, (size_t)(j->p - start)};
    if (!s.n)
        fail_json (j);
    else if (j->p == j->end && inside)
        j->cut = true; /* the rest of the word may be missing */
    return s;
}

void fid_json_skip (struct fid_json *j)
{
    char open[FID_JSON_NESTED];
    size_t depth = 0;
    skip_blanks (j);
    do {
        if (depth)
            skip_gap (j);
        if (j->p == j->end) {
            j->cut |= !j->bad && depth + j->depth > 0;
            return;
        }
        char c = *j->p;
        if (c == '{' || c == '[') {
            if (depth == FID_JSON_NESTED) {
                fail_json (j);
                return;
            }
            open[depth++] = c;
            j->p++;
        } else if (c == '}' || c == ']') {
            if (!depth || open[--depth] != (c == '}' ? '{' : '[')) {
                fail_json (j);
                return;
            }
            j->p++;
        } else if (c == '"') {
            take_quoted (j);
        } else if (c == ':' && depth && open[depth - 1] == '{') {
            j->p++;
        } else {
            take_bare (j, depth + j->depth > 0);
        }
    } while (depth > 0);
}

bool fid_json_into (struct fid_json *j, char open)
{
    if (fid_json_enter (j, open))
        return true;
    fid_json_skip (j);
    return false;
}

struct fid_span fid_json_raw (struct fid_json *j)
{
    skip_blanks (j);
    const char *start = j->p;
    fid_json_skip (j);
    return (struct fid_span){start, (size_t)(j->p - start)};
}

/* The text of a number, in quotes or not; false, consumed, if it is neither or
 * cut. */
static bool number_text (struct fid_json *j, struct fid_span *text)
{
    char c = fid_json_peek (j);
    if (c == '"')
        *text = take_quoted (j);
    else if (c == '0')
        *text = take_bare (j, j->depth > 0);
    else {
        fid_json_skip (j);
        return false;
    }
    return !j->cut;
}

bool fid_json_i64 (struct fid_json *j, int64_t *out)
{
    struct fid_span s;
    double d;
    if (!number_text (j, &s))
        return false;
    if (fid_span_i64 (s, out))
        return true;
    if (!fid_span_f64 (s, &d) || d < -9e18 || d > 9e18 || d != (double)(int64_t)d)
        return false;
    *out = (int64_t)d;
    return true;
}

bool fid_json_f64 (struct fid_json *j, double *out)
{
    struct fid_span s;
    return number_text (j, &s) && fid_span_f64 (s, out);
}

bool fid_json_string (struct fid_json *j, struct fid_span *out)
{
    if (fid_json_peek (j) != '"') {
        fid_json_skip (j);
        return false;
    }
    struct fid_span s = take_quoted (j);
    if (j->cut)
        return false;
    *out = s;
    return true;
}

char *fid_json_unescaped (struct fid_span written, struct fid_error *err)
{
    struct fid_error wrong;
    if (!written.n || !memchr (written.p, '\\', written.n))
        return fid_strndup (written.n ? written.p : "", written.n, err);
    FID_FREED char *quoted = fid_format (err, "\"%.*s\"", (int)written.n, written.p);
    if (!quoted)
        return NULL;
    FID_SCOPED (fid_json_freed) cJSON *s = fid_json_parse (quoted, written.n + 2, "", &wrong);
    return s ? fid_strdup (s->valuestring, err) : fid_strndup (written.p, written.n, err);
}

/* ---- containers, fast */

/* Masks of 64 bytes. */
struct marks {
    uint64_t quotes, brackets, lines, backslashes;
};

#ifdef __SSE2__
static inline struct marks marks_of (const char *p)
{
    const __m128i quote = _mm_set1_epi8 ('"'), open = _mm_set1_epi8 ('{'),
                  close = _mm_set1_epi8 ('}'), line = _mm_set1_epi8 ('\n'),
                  back = _mm_set1_epi8 ('\\'),
                  low = _mm_set1_epi8 (0x20); /* makes [ and ] of { and } alike */
    struct marks m = {0};
    for (int i = 0; i < 4; i++) {
        __m128i x = _mm_loadu_si128 ((const __m128i *)(p + 16 * i)), y = _mm_or_si128 (x, low);
        __m128i bracket = _mm_or_si128 (_mm_cmpeq_epi8 (y, open), _mm_cmpeq_epi8 (y, close));
#define MASK(of, v) m.of |= (uint64_t)(unsigned)_mm_movemask_epi8 (v) << 16 * i
        MASK (quotes, _mm_cmpeq_epi8 (x, quote));
        MASK (brackets, bracket);
        MASK (lines, _mm_cmpeq_epi8 (x, line));
        MASK (backslashes, _mm_cmpeq_epi8 (x, back));
#undef MASK
    }
    return m;
}
#else
static inline struct marks marks_of (const char *p)
{
    struct marks m = {0};
    for (int i = 0; i < 8; i++) {
        uint64_t x = fid_scan_load (p + 8 * i), y = x | FID_BYTES8 (0x20);
        m.quotes |= fid_scan_zeros (x ^ FID_BYTES8 ('"')) << 8 * i;
        m.brackets |=
            (fid_scan_zeros (y ^ FID_BYTES8 ('{')) | fid_scan_zeros (y ^ FID_BYTES8 ('}')))
            << 8 * i;
        m.lines |= fid_scan_zeros (x ^ FID_BYTES8 ('\n')) << 8 * i;
        m.backslashes |= fid_scan_zeros (x ^ FID_BYTES8 ('\\')) << 8 * i;
    }
    return m;
}
#endif

/* Whether the quote at p has an odd number of backslashes in front of it. */
static bool is_escaped (const char *p)
{
    size_t n = 0;
    while (p[-1 - (ptrdiff_t)n] == '\\')
        n++;
    return n % 2;
}

/* The brackets outside of texts; *string: whether a text goes on, before the 64 bytes at p and
 * behind them.  escapes: the byte before them is a backslash. */
static inline uint64_t outside_texts (const char *p, const struct marks *m, bool escapes,
                                      bool *string)
{
    uint64_t quotes = m->quotes;
    if (escapes || m->backslashes) {
        bool open = *string;
        for (uint64_t rest = quotes; rest; rest &= rest - 1) {
            bool escaped = open && is_escaped (p + __builtin_ctzll (rest));
            quotes &= ~(escaped ? rest & -rest : 0);
            open ^= !escaped;
        }
    }
    for (int k = 1; k < 64; k *= 2) /* each bit becomes the parity of itself and those below */
        quotes ^= quotes << k;
    quotes ^= *string ? ~UINT64_C (0) : 0;
    *string = quotes >> 63;
    return m->brackets & ~quotes;
}

const char *fid_json_container_end (const char *p, const char *end, size_t *line_n)
{
    uint64_t kinds = 0; /* of the containers that are open: bit 0 the innermost, 1: an array */
    unsigned depth = 0;
    bool string = false, escapes = false;
    size_t lines = 0;
    for (; p < end; p += 64) {
        char last[64] = {0};
        bool short_of = end - p < 64;
        if (short_of)
            memcpy (last, p, (size_t)(end - p));
        struct marks m = marks_of (short_of ? last : p);
        uint64_t found = outside_texts (p, &m, escapes, &string);
        escapes = m.backslashes >> 63;
        for (; found; found &= found - 1) {
            unsigned at = (unsigned)__builtin_ctzll (found);
            const char *q = p + at;
            if (*q == '{' || *q == '[') {
                if (++depth == 64)
                    return NULL;
                kinds = kinds << 1 | (*q == '[');
            } else {
                if ((kinds & 1) != (*q == ']'))
                    return NULL;
                kinds >>= 1;
                if (--depth == 0) {
                    uint64_t before = m.lines & ((UINT64_C (1) << at) - 1);
                    *line_n = lines + (size_t)__builtin_popcountll (before);
                    return q + 1;
                }
            }
        }
        lines += m.lines ? (size_t)__builtin_popcountll (m.lines) : 0;
    }
    return NULL;
}
