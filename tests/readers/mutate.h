/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mutate.h - damaged copies of a text, the same for the same seed */
#ifndef FID_TEST_MUTATE_H
#define FID_TEST_MUTATE_H

#include <stddef.h>
#include <stdint.h>

struct bytes {
    char *p; /* owned */
    size_t n, cap;
};

/* Make *out a damaged copy of a; b lends pieces where two texts are spliced.
 * One to four changes: bits, bytes and lines dropped, doubled, moved or
 * replaced (huge numbers, signs, NUL, quotes), cut anywhere, a very long line,
 * CRLF line ends.  At most a few times FID_LINE_MAX bytes. */
void mutate (struct bytes *out, const struct bytes *a, const struct bytes *b, uint64_t seed);

/* Like mutate, but for what is not text (gzip): bits, bytes and the end only. */
void mutate_binary (struct bytes *out, const struct bytes *a, uint64_t seed);

void bytes_set (struct bytes *b, const void *p, size_t n);
void bytes_clear (struct bytes *b);

#endif
