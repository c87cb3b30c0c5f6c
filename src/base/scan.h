/* scan.h - finding blanks and line ends of 128 bytes at once
 *
 * Lines of traces are short, mostly blanks and digits; bit masks find where words begin
 * and end faster than a loop over bytes. */
#ifndef FID_SCAN_H
#define FID_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define FID_SCAN 128 /* bytes looked at */

struct fid_scan {
    uint64_t blank[2];   /* bit i of word i / 64: byte i is ' ' */
    uint64_t control[2]; /* ... is below ' ': line ends, tabs, NUL */
};

/* Look at p[0 .. FID_SCAN), all of which must be readable. */
static inline void fid_scan (const char *p, struct fid_scan *out);

/* The same without vector instructions. */
static inline void fid_scan_portable (const char *p, struct fid_scan *out);

/* Read the n digits at p as a number; false if one is not a digit or n is not 1 to 16
 * (the caller then parses the slow way).  p[0 .. 8) must be readable for every n. */
static inline bool fid_scan_digits (const char *p, size_t n, uint64_t *out);

#define FID_BYTES8(b) (UINT64_C (0x0101010101010101) * (b))

/* Eight bytes, the first of them lowest. */
static inline uint64_t
fid_scan_load (const char *p)
{
    uint64_t x;
    memcpy (&x, p, sizeof x);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    x = __builtin_bswap64 (x);
#endif
    return x;
}

/* Bit i: byte i of x is 0. */
static inline uint64_t
fid_scan_zeros (uint64_t x)
{
    const uint64_t low7 = FID_BYTES8 (0x7f);
    uint64_t zero = ~(((x & low7) + low7) | x | low7); /* top bit of each such byte */
    return (zero >> 7) * UINT64_C (0x0102040810204080) >> 56;
}

static inline void
fid_scan_portable (const char *p, struct fid_scan *out)
{
    for (int w = 0; w < 2; w++) {
        uint64_t blank = 0, control = 0;
        for (int i = 0; i < 8; i++) {
            uint64_t x = fid_scan_load (p + 64 * w + 8 * i);
            blank |= fid_scan_zeros (x ^ FID_BYTES8 (' ')) << 8 * i;
            control |= fid_scan_zeros (x & FID_BYTES8 (0xe0)) << 8 * i;
        }
        out->blank[w] = blank;
        out->control[w] = control;
    }
}

#ifdef __SSE2__
#include <emmintrin.h>

static inline void
fid_scan (const char *p, struct fid_scan *out)
{
    const __m128i space = _mm_set1_epi8 (' '), top = _mm_set1_epi8 (0x1f);
    for (int w = 0; w < 2; w++) {
        uint64_t blank = 0, control = 0;
        for (int i = 0; i < 4; i++) {
            __m128i x = _mm_loadu_si128 ((const __m128i *)(p + 64 * w + 16 * i));
            __m128i low = _mm_cmpeq_epi8 (_mm_min_epu8 (x, top), x);
            blank |= (uint64_t)(unsigned)_mm_movemask_epi8 (_mm_cmpeq_epi8 (x, space))
                     << 16 * i;
            control |= (uint64_t)(unsigned)_mm_movemask_epi8 (low) << 16 * i;
        }
        out->blank[w] = blank;
        out->control[w] = control;
    }
}
#else
static inline void
fid_scan (const char *p, struct fid_scan *out)
{
    fid_scan_portable (p, out);
}
#endif

/* The value of the eight digits in x, most significant lowest, each 0 to 9. */
static inline uint64_t
fid_scan_value8 (uint64_t x)
{
    x = x * 10 + (x >> 8); /* pairs, in every other byte */
    x = (x & UINT64_C (0x00ff00ff00ff00ff)) * UINT64_C (0x640001) >> 16;
    return (x & UINT64_C (0x0000ffff0000ffff)) * UINT64_C (0x271000000001) >> 32;
}

/* Whether a byte of x is more than 9. */
static inline bool
fid_scan_beyond9 (uint64_t x)
{
    return ((x + FID_BYTES8 (0x76)) | x) & FID_BYTES8 (0x80);
}

static inline bool
fid_scan_digits (const char *p, size_t n, uint64_t *out)
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

#endif
