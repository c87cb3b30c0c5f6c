/* SPDX-License-Identifier: GPL-3.0-or-later */
/* span.h - pieces of text without copies, and exact number parsing
 *
 * A span is a borrowed run of bytes without a terminating NUL.  Nothing here allocates,
 * depends on the locale or reads beyond the span. */
#pragma once

#include "base/std.h"

struct fid_span {
    const char *p; /* borrowed */
    size_t n;
};

/* A printf argument pair for "%.*s". */
#define FID_SPAN_ARG(s) (int)((s).n > 200 ? 200 : (s).n), (s).p

struct fid_span fid_span_of (const char *text); /* of a C string */

static inline bool fid_is_digit (char c)
{
    return c >= '0' && c <= '9';
}

/* Inline: where text is a literal, comparing is a few instructions. */
/* Behind the last byte; of an empty span, whose p may be NULL, p itself. */
static inline const char *fid_span_end (struct fid_span s)
{
    return s.n ? s.p + s.n : s.p;
}

static inline bool fid_span_is (struct fid_span s, const char *text)
{
    size_t n = strlen (text);
    return s.n == n && (n == 0 || memcmp (s.p, text, n) == 0);
}

static inline bool fid_span_starts (struct fid_span s, const char *prefix)
{
    size_t n = strlen (prefix);
    return s.n >= n && (n == 0 || memcmp (s.p, prefix, n) == 0);
}

bool fid_span_ends (struct fid_span s, const char *suffix);
bool fid_span_ends_like (struct fid_span s, const char *suffix); /* in any case of letters */
/* Offset of needle in s, or -1. */
ptrdiff_t fid_span_find (struct fid_span s, const char *needle);
struct fid_span fid_span_trim (struct fid_span s); /* blanks and tabs off both ends */
/* The part of a path after its last slash. */
struct fid_span fid_span_last_part (struct fid_span path);
/* The name that the program which wrote a file gave it: its last part without ".gz", ".zst" or
 * ".xz". */
struct fid_span fid_file_name (const char *path);

/* Take the next word (blanks and tabs separate) off *rest; false at the end. */
bool fid_span_word (struct fid_span *rest, struct fid_span *word);

/* Take the text up to sep (or the end) off *rest; false when nothing is left.
 * Empty fields are fields: "a,,b" gives "a", "", "b"; start with a rest whose
 * p is not NULL, the end is marked by p == NULL. */
bool fid_span_field (struct fid_span *rest, char sep, struct fid_span *field);

/* Split into at most max words; returns how many words there are in all
 * (which may be more than max). */
size_t fid_span_words (struct fid_span s, struct fid_span *words, size_t max);

/* The whole span as a number; false (out untouched) if it is not one or does
 * not fit.  u64 takes digits only, i64 an optional sign, hex "0x...". */
bool fid_span_u64 (struct fid_span s, uint64_t *out);
bool fid_span_i64 (struct fid_span s, int64_t *out);
bool fid_span_hex (struct fid_span s, uint64_t *out);

/* A decimal number with an optional exponent, correctly rounded; finite values only.
 * Its point is '.'; f64, which reads traces, takes ',' as well. */
bool fid_span_f64 (struct fid_span s, double *out);
bool fid_span_decimal (struct fid_span s, double *out);
