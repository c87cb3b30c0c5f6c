/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bpf_words.h - a cursor over the words of a bpftrace line
 *
 * Inline: a trace of a gigabyte has 10^8 words. */
#pragma once

#include "run/record.h"

struct cursor {
    const char *p, *end;
};

static inline bool is_blank (char c)
{
    return c == ' ' || c == '\t';
}

static inline void skip_blanks (struct cursor *c)
{
    while (c->p < c->end && is_blank (*c->p))
        c->p++;
}

static inline struct fid_span read_word (struct cursor *c)
{
    skip_blanks (c);
    const char *start = c->p;
    while (c->p < c->end && !is_blank (*c->p))
        c->p++;
    return (struct fid_span){start, (size_t)(c->p - start)};
}

/* A column of digits. */
static inline bool read_number (struct cursor *c, uint64_t *out)
{
    skip_blanks (c);
    const char *start = c->p;
    uint64_t v = 0;
    unsigned d;
    while (c->p < c->end && (d = (unsigned char)*c->p - '0') <= 9) {
        v = v * 10 + d;
        c->p++;
    }
    size_t n = (size_t)(c->p - start);
    if (!n || (c->p < c->end && !is_blank (*c->p)))
        return false;
    if (n > 19)
        return fid_span_u64 ((struct fid_span){start, n}, out); /* may pass 2^64 */
    *out = v;
    return true;
}

/* A column of digits with an optional '-', as its 64 bits. */
static inline bool number_or_negative (struct cursor *c, uint64_t *out)
{
    skip_blanks (c);
    bool neg = c->p < c->end && *c->p == '-';
    c->p += neg;
    if (!read_number (c, out))
        return false;
    if (neg)
        *out = 0 - *out;
    return true;
}

/* The operation in T: R, W, or the kernel's flags around one of them ("WS" synchronous,
 * "RA" read ahead, "WSM" of metadata, "FWFS" behind a flush); a flush alone ("FF") writes
 * nothing.  FID_OP_META: a discard or another request that moves nothing ("D", "DS", "N").
 * FID_OP_N: none of these. */
static inline enum fid_op block_op (struct fid_span t)
{
    size_t at = t.n > 1 && t.p[0] == 'F';
    if (!t.n || t.n > 8)
        return FID_OP_N;
    for (size_t i = at + 1; i < t.n; i++)
        if (t.p[i] != 'F' && t.p[i] != 'A' && t.p[i] != 'S' && t.p[i] != 'M')
            return FID_OP_N;
    switch (t.p[at]) {
    case 'R':
        return FID_OP_BLOCK_READ;
    case 'W':
        return FID_OP_BLOCK_WRITE;
    case 'D':
    case 'N':
        return FID_OP_META;
    case 'F':
    case 'S':
        return at ? FID_OP_BLOCK_WRITE : FID_OP_N;
    default:
        return FID_OP_N;
    }
}

static inline bool is_numeric (struct fid_span w)
{
    uint64_t v;
    int64_t i;
    return fid_span_u64 (w, &v) || fid_span_i64 (w, &i) || fid_span_hex (w, &v);
}
