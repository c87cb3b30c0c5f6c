/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scan.h - eight bytes of text at once
 *
 * Lines of traces are short, mostly blanks and digits; arithmetic on words of eight bytes finds
 * where words end, and what numbers are, faster than a loop over bytes. */
#pragma once

#include "base/base.h"

/* Read the n digits at p as a number; false if one is not a digit or n is not 1 to 16
 * (the caller then parses the slow way).  p[0 .. 8) must be readable for every n. */
static inline bool fid_scan_digits (const char *p, size_t n, uint64_t *out);

#define FID_BYTES8(b) (UINT64_C (0x0101010101010101) * (b))

/* Eight bytes, the first of them lowest. */
static inline uint64_t fid_scan_load (const char *p)
{
    uint64_t x;
    memcpy (&x, p, sizeof x);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    x = __builtin_bswap64 (x);
#endif
    return x;
}

/* Bit i: byte i of x is 0. */
static inline uint64_t fid_scan_zeros (uint64_t x)
{
    const uint64_t low7 = FID_BYTES8 (0x7f);
    uint64_t zero = ~(((x & low7) + low7) | x | low7); /* top bit of each such byte */
    return (zero >> 7) * UINT64_C (0x0102040810204080) >> 56;
}

/* The value of the eight digits in x, most significant lowest, each 0 to 9. */
static inline uint64_t fid_scan_value8 (uint64_t x)
{
    x = x * 10 + (x >> 8); /* pairs, in every other byte */
    x = (x & UINT64_C (0x00ff00ff00ff00ff)) * UINT64_C (0x640001) >> 16;
    return (x & UINT64_C (0x0000ffff0000ffff)) * UINT64_C (0x271000000001) >> 32;
}

/* Whether a byte of x is more than 9. */
static inline bool fid_scan_beyond9 (uint64_t x)
{
    return ((x + FID_BYTES8 (0x76)) | x) & FID_BYTES8 (0x80);
}

static inline bool fid_scan_digits (const char *p, size_t n, uint64_t *out)
{
    uint64_t x = fid_scan_load (p) ^ FID_BYTES8 ('0');
    if (n - 1 < 8) {
        x <<= 64 - 8 * n; /* leading zeros; what follows the number falls out */
        *out = fid_scan_value8 (x);
        return !fid_scan_beyond9 (x);
    }
    if (n - 1 >= 16)
        return false;
    uint64_t y = fid_scan_load (p + n - 8) ^ FID_BYTES8 ('0');
    x <<= 128 - 8 * n;
    *out = fid_scan_value8 (x) * 100000000 + fid_scan_value8 (y);
    return !fid_scan_beyond9 (x) && !fid_scan_beyond9 (y);
}
