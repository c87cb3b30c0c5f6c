/* SPDX-License-Identifier: GPL-3.0-or-later */
/* span.c - see span.h */
#include "base/base.h"
#ifdef __SSE2__
#include <emmintrin.h>
#endif

struct fid_span fid_span_of (const char *text)
{
    return (struct fid_span){text, strlen (text)};
}

bool fid_span_ends (struct fid_span s, const char *suffix)
{
    size_t n = strlen (suffix);
    return s.n >= n && (n == 0 || memcmp (s.p + s.n - n, suffix, n) == 0);
}

bool fid_span_ends_like (struct fid_span s, const char *suffix)
{
    size_t n = strlen (suffix);
    return s.n >= n && (n == 0 || strncasecmp (s.p + s.n - n, suffix, n) == 0);
}

ptrdiff_t fid_span_find (struct fid_span s, const char *needle)
{
    size_t n = strlen (needle);
    if (!n || s.n < n)
        return n || !s.n ? -1 : 0;
    const char *p = s.p, *last = s.p + s.n - n;
#ifdef __SSE2__
    /* where its first and last letters are, 16 places at a time; memmem prepares tables */
    const __m128i first = _mm_set1_epi8 (*needle), end = _mm_set1_epi8 (needle[n - 1]);
    for (; last - p >= 15; p += 16) {
        __m128i a = _mm_cmpeq_epi8 (first, _mm_loadu_si128 ((const __m128i *)p));
        __m128i b = _mm_cmpeq_epi8 (end, _mm_loadu_si128 ((const __m128i *)(p + n - 1)));
        unsigned same = (unsigned)_mm_movemask_epi8 (_mm_and_si128 (a, b));
        for (; same; same &= same - 1) {
            const char *at = p + __builtin_ctz (same);
            if (memcmp (at, needle, n) == 0)
                return at - s.p;
        }
    }
#endif
    for (; p <= last && (p = memchr (p, *needle, (size_t)(last - p) + 1)); p++)
        if (memcmp (p, needle, n) == 0)
            return p - s.p;
    return -1;
}

static bool is_blank (char c)
{
    return c == ' ' || c == '\t';
}

struct fid_span fid_span_trim (struct fid_span s)
{
    while (s.n && is_blank (s.p[0]))
        s.p++, s.n--;
    while (s.n && is_blank (s.p[s.n - 1]))
        s.n--;
    return s;
}

struct fid_span fid_span_last_part (struct fid_span path)
{
    size_t at = path.n;
    while (at && path.p[at - 1] != '/')
        at--;
    return (struct fid_span){at ? path.p + at : path.p, path.n - at};
}

struct fid_span fid_file_name (const char *path)
{
    struct fid_span name = fid_span_last_part (fid_span_of (path));
    static const char *const packed[] = {".gz", ".zst", ".xz"};
    for (int i = 0; i < 3; i++)
        if (fid_span_ends (name, packed[i]))
            return (struct fid_span){name.p, name.n - strlen (packed[i])};
    return name;
}

/* Bit i: byte i of the 16 at p is a blank. */
static inline unsigned blanks16 (const char *p)
{
#ifdef __SSE2__
    __m128i x = _mm_loadu_si128 ((const __m128i *)p);
    return (unsigned)_mm_movemask_epi8 (_mm_or_si128 (
        _mm_cmpeq_epi8 (x, _mm_set1_epi8 (' ')), _mm_cmpeq_epi8 (x, _mm_set1_epi8 ('\t'))));
#else
    unsigned found = 0;
    for (int i = 0; i < 16; i++)
        found |= (unsigned)is_blank (p[i]) << i;
    return found;
#endif
}

/* The first blank, or the end. */
static const char *word_end (const char *p, const char *end)
{
    for (; end - p >= 16; p += 16) {
        unsigned found = blanks16 (p);
        if (found)
            return p + __builtin_ctz (found);
    }
    while (p < end && !is_blank (*p))
        p++;
    return p;
}

bool fid_span_word (struct fid_span *rest, struct fid_span *word)
{
    const char *p = rest->p, *end = fid_span_end (*rest);
    while (p < end && is_blank (*p))
        p++;
    const char *start = p;
    p = word_end (p, end);
    *word = (struct fid_span){start, (size_t)(p - start)};
    *rest = (struct fid_span){p, (size_t)(end - p)};
    return word->n > 0;
}

bool fid_span_field (struct fid_span *rest, char sep, struct fid_span *field)
{
    if (!rest->p)
        return false;
    const char *at = rest->n ? memchr (rest->p, sep, rest->n) : NULL;
    if (!at) {
        *field = *rest;
        *rest = (struct fid_span){NULL, 0};
        return true;
    }
    *field = (struct fid_span){rest->p, (size_t)(at - rest->p)};
    *rest = (struct fid_span){at + 1, rest->n - field->n - 1};
    return true;
}

size_t fid_span_words (struct fid_span s, struct fid_span *words, size_t max)
{
    const char *start = NULL; /* of the word that is open */
    unsigned before = 1;      /* whether the byte before is a blank */
    char few[16] = "";
    size_t n = 0;
    for (size_t i = 0; i <= s.n; i += 16) { /* the end counts as a blank */
        size_t left = s.n - i;
        if (left && left < 16)
            memcpy (few, s.p + i, left);
        unsigned blank = left < 16 ? blanks16 (few) | ~0u << left : blanks16 (s.p + i);
        unsigned edges = (blank ^ (blank << 1 | before)) & 0xffff;
        for (before = blank >> 15 & 1; edges; edges &= edges - 1) {
            const char *at = s.p + i + __builtin_ctz (edges);
            if (start && n++ < max)
                words[n - 1] = (struct fid_span){start, (size_t)(at - start)};
            start = start ? NULL : at;
        }
    }
    return n;
}

bool fid_span_u64 (struct fid_span s, uint64_t *out)
{
    uint64_t v = 0;
    if (!s.n || s.n > 20)
        return false;
    for (size_t i = 0; i < s.n; i++) {
        unsigned d = (unsigned char)s.p[i] - '0';
        if (d > 9)
            return false;
        /* only the twentieth digit can pass 2^64 */
        if (i == 19 && (v > UINT64_MAX / 10 || v * 10 > UINT64_MAX - d))
            return false;
        v = v * 10 + d;
    }
    *out = v;
    return true;
}

bool fid_span_i64 (struct fid_span s, int64_t *out)
{
    bool neg = s.n && s.p[0] == '-';
    uint64_t v;
    if (s.n && (s.p[0] == '-' || s.p[0] == '+'))
        s.p++, s.n--;
    if (!fid_span_u64 (s, &v) || v > (uint64_t)INT64_MAX + neg)
        return false;
    *out = neg ? (int64_t)(0 - v) : (int64_t)v;
    return true;
}

bool fid_span_hex (struct fid_span s, uint64_t *out)
{
    uint64_t v = 0;
    if (s.n < 3 || s.n > 18 || s.p[0] != '0' || (s.p[1] != 'x' && s.p[1] != 'X'))
        return false;
    for (size_t i = 2; i < s.n; i++) {
        unsigned c = (unsigned char)s.p[i], d;
        if (c - '0' <= 9)
            d = c - '0';
        else if ((c | 32) - 'a' <= 5)
            d = (c | 32) - 'a' + 10;
        else
            return false;
        v = v << 4 | d;
    }
    *out = v;
    return true;
}

#define F64_MAX 60 /* bytes of a number */

/* The digits at *p: appended to *v as long as they fit, all of them to text. */
static size_t take_digits (const char **p, const char *end, uint64_t *v, bool *fits, char *text,
                           size_t *text_n)
{
    size_t n = 0;
    for (; *p < end && (unsigned)(**p - '0') <= 9; ++*p, n++) {
        text[(*text_n)++] = **p;
        if (*v < UINT64_MAX / 100)
            *v = *v * 10 + (uint64_t)(**p - '0');
        else
            *fits = false;
    }
    return n;
}

bool fid_span_decimal (struct fid_span s, double *out)
{
    return !(s.n && memchr (s.p, ',', s.n)) && fid_span_f64 (s, out);
}

static const double ten[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                             1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                             1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

/* A number of at most 15 digits with a point or none; false: it has another form. */
static inline bool plain_number (struct fid_span s, double *out)
{
    uint64_t v = 0;
    size_t i = 0, point = s.n - 1; /* its place */
    if (s.n - 1 > 15)
        return false;
    for (; i < s.n && (unsigned)(s.p[i] - '0') <= 9; i++)
        v = v * 10 + (uint64_t)(s.p[i] - '0');
    if (i < s.n && s.p[i] == '.')
        for (point = i++; i < s.n && (unsigned)(s.p[i] - '0') <= 9; i++)
            v = v * 10 + (uint64_t)(s.p[i] - '0');
    if (i < s.n || (s.n == 1 && s.p[0] == '.') || v >> 53)
        return false;
    *out = (double)v / ten[s.n - 1 - point];
    return true;
}

/* A number of any form. */
static bool any_number (struct fid_span s, double *out)
{
    const char *p = s.p, *end = p + s.n;
    char text[F64_MAX + 16];
    size_t text_n = 0, frac = 0;
    uint64_t v = 0;
    int64_t exp10 = 0;
    bool fits = true;
    if (!s.n || s.n > F64_MAX)
        return false;
    bool neg = *p == '-';
    if (*p == '-' || *p == '+')
        p++;
    size_t whole = take_digits (&p, end, &v, &fits, text, &text_n);
    if (p < end && (*p == '.' || *p == ',')) {
        p++;
        frac = take_digits (&p, end, &v, &fits, text, &text_n);
    }
    if (whole + frac == 0)
        return false;
    if (p < end && (*p == 'e' || *p == 'E')) {
        if (!fid_span_i64 ((struct fid_span){p + 1, (size_t)(end - p - 1)}, &exp10) ||
            exp10 > 400 || exp10 < -400)
            return false;
        p = end;
    }
    if (p != end)
        return false;
    exp10 -= (int64_t)frac;
    double d;
    if (fits && v < (UINT64_C (1) << 53) && exp10 >= -22 && exp10 <= 22) {
        /* both factors exact: one correctly rounded operation */
        d = exp10 < 0 ? (double)v / ten[-exp10] : (double)v * ten[exp10];
    } else {
        /* rare: let the library round all the digits; as an integer with an
         * exponent, so that it matters to no locale what a point is */
        snprintf (text + text_n, sizeof text - text_n, "e%d", (int)exp10);
        d = strtod (text, NULL);
    }
    if (!isfinite (d))
        return false;
    *out = neg ? -d : d;
    return true;
}

bool fid_span_f64 (struct fid_span s, double *out)
{
    return plain_number (s, out) || any_number (s, out);
}
