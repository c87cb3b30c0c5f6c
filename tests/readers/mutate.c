/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mutate.c - see mutate.h */
#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "tests/readers/mutate.h"

/* SplitMix64 (Steele, Lea & Flood 2014, doi:10.1145/2660193.2660195). */
static uint64_t next (uint64_t *s)
{
    uint64_t z = *s += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/* 0 .. n - 1; 0 for n 0. */
static size_t below (uint64_t *s, size_t n)
{
    return n ? (size_t)(next (s) % n) : 0;
}

void bytes_set (struct bytes *b, const void *p, size_t n)
{
    if (b->cap < n + 1) {
        b->cap = 2 * n + 64;
        b->p = realloc (b->p, b->cap);
        if (!b->p)
            abort ();
    }
    if (n)
        memmove (b->p, p, n);
    b->n = n;
}

void bytes_clear (struct bytes *b)
{
    free (b->p);
    *b = (struct bytes){0};
}

/* Put with[with_n] in place of the n bytes at `at`. */
static void replace (struct bytes *b, size_t at, size_t n, const char *with, size_t with_n)
{
    size_t rest = b->n - at - n;
    if (b->cap < at + with_n + rest + 1) {
        b->cap = at + with_n + rest + 64;
        b->p = realloc (b->p, b->cap);
        if (!b->p)
            abort ();
    }
    memmove (b->p + at + with_n, b->p + at + n, rest);
    memcpy (b->p + at, with, with_n);
    b->n = at + with_n + rest;
}

static void flip (struct bytes *b, uint64_t *s)
{
    size_t at = below (s, b->n);
    if (b->n)
        b->p[at] = (char)(b->p[at] ^ 1 << below (s, 8));
}

static void drop (struct bytes *b, uint64_t *s)
{
    size_t at = below (s, b->n), n = below (s, 12);
    replace (b, at, n < b->n - at ? n : b->n - at, "", 0);
}

/* The line around a random place, its end included. */
static void a_line (const struct bytes *b, uint64_t *s, size_t *at, size_t *n)
{
    size_t from = below (s, b->n), to = from;
    while (from > 0 && b->p[from - 1] != '\n')
        from--;
    while (to < b->n && b->p[to++] != '\n')
        ;
    *at = from;
    *n = to - from;
}

/* Drop a line, write it twice, or somewhere else as well. */
static void line_games (struct bytes *b, uint64_t *s)
{
    struct bytes line = {0};
    size_t at, n, to, to_n;
    a_line (b, s, &at, &n);
    a_line (b, s, &to, &to_n);
    bytes_set (&line, b->p + at, n);
    switch (below (s, 3)) {
    case 0:
        replace (b, at, n, "", 0);
        break;
    case 1:
        replace (b, at, 0, line.p, n);
        break;
    default:
        replace (b, to, 0, line.p, n);
    }
    bytes_clear (&line);
}

/* Another number, word or sign instead of some number, or anywhere. */
static void other_word (struct bytes *b, uint64_t *s)
{
    static const char *const words[] = {
        "0",
        "-1",
        "-0",
        "1e400",
        "-1e308",
        "1e-320",
        "nan",
        "NaN",
        "inf",
        "-Infinity",
        "null",
        "9223372036854775807",
        "-9223372036854775808",
        "9223372036854775808",
        "18446744073709551615",
        "18446744073709551616",
        "99999999999999999999999999999999",
        "4294967296",
        "2147483648",
        "0x7fffffffffffffff",
        "1,5",
        "1.2.3",
        "",
        "-",
        "+",
        ".",
        "e5",
        "\"",
        "\\u0000",
        "\\",
        "{",
        "}",
        "[",
        "]",
        "[[[[[[[[[[[[[[[[[[[[",
        ",",
        ":",
        "true",
        "23:59:60",
        "00:00:00",
        "12:00:00 AM",
        "29/02/2023",
        "02/29/2024",
        "0000-00-00",
        "9999-12-31T23:59:59.999999999",
        "1677-09-21T00:12:43",
        "1969-12-31",
        "\xff\xfe",
        "\xef\xbb\xbf",
        "\xe2\x80\xaf",
        "\t",
        "   ",
        "\r",
        "\r\n",
        "\n",
        "\n\n",
        "@",
        "Lost 99999999999999999999 events",
    };
    size_t pick = below (s, sizeof words / sizeof *words), at = below (s, b->n), n = 0;
    if (below (s, 4)) { /* mostly in place of a number that begins somewhere behind */
        for (size_t i = 0; i < 200 && at < b->n && !isdigit ((unsigned char)b->p[at]); i++)
            at++;
        while (at + n < b->n && (isdigit ((unsigned char)b->p[at + n]) || b->p[at + n] == '.'))
            n++;
    }
    replace (b, at, n, words[pick], strlen (words[pick]));
}

static void raw_byte (struct bytes *b, uint64_t *s)
{
    char c = below (s, 2) ? '\0' : (char)below (s, 256);
    replace (b, below (s, b->n), below (s, 2) && b->n ? 1 : 0, &c, 1);
}

static void cut (struct bytes *b, uint64_t *s)
{
    b->n = below (s, b->n);
}

/* The start of the one, the end of the other. */
static void splice_bytes (struct bytes *b, const struct bytes *other, uint64_t *s)
{
    size_t at = below (s, b->n), from = below (s, other->n);
    replace (b, at, b->n - at, other->p + from, other->n - from);
}

/* Rare, because it takes long: a digit, blank, comma or bracket without end. */
static void long_line (struct bytes *b, uint64_t *s)
{
    static const char what[] = "7 ,[{\"x";
    size_t n = below (s, 8) ? 5000 : FID_LINE_MAX + 10;
    char *p = malloc (n);
    if (!p)
        abort ();
    memset (p, what[below (s, sizeof what - 1)], n);
    replace (b, below (s, b->n), 0, p, n);
    free (p);
}

static void crlf (struct bytes *b)
{
    struct bytes lf = {0};
    bytes_set (&lf, b->p, b->n);
    b->p = realloc (b->p, b->cap = 2 * lf.n + 1);
    if (!b->p)
        abort ();
    b->n = 0;
    for (size_t i = 0; i < lf.n; i++) {
        if (lf.p[i] == '\n')
            b->p[b->n++] = '\r';
        b->p[b->n++] = lf.p[i];
    }
    bytes_clear (&lf);
}

void mutate (struct bytes *out, const struct bytes *a, const struct bytes *b, uint64_t seed)
{
    uint64_t s = seed;
    bytes_set (out, a->p, a->n);
    for (size_t i = 1 + below (&s, 4); i > 0; i--) {
        size_t kind = below (&s, 64);
        if (kind < 8)
            flip (out, &s);
        else if (kind < 16)
            drop (out, &s);
        else if (kind < 26)
            line_games (out, &s);
        else if (kind < 46)
            other_word (out, &s);
        else if (kind < 52)
            raw_byte (out, &s);
        else if (kind < 57)
            cut (out, &s);
        else if (kind < 61)
            splice_bytes (out, b, &s);
        else if (kind < 62)
            long_line (out, &s);
        else
            crlf (out);
    }
}

void mutate_binary (struct bytes *out, const struct bytes *a, uint64_t seed)
{
    uint64_t s = seed;
    bytes_set (out, a->p, a->n);
    for (size_t i = 1 + below (&s, 3); i > 0; i--)
        switch (below (&s, 4)) {
        case 0:
            flip (out, &s);
            break;
        case 1:
            drop (out, &s);
            break;
        case 2:
            cut (out, &s);
            break;
        default:
            raw_byte (out, &s);
        }
}
