/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hash.c - see hash.h */
#include "base/base.h"
#define XXH_INLINE_ALL /* hashes of numbers are a few instructions */
#include <xxhash.h>

uint64_t fid_hash_bytes (const void *p, size_t n, uint64_t seed)
{
    return XXH3_64bits_withSeed (p, n, seed);
}

static void little_endian (uint64_t x, unsigned char out[8])
{
    for (int i = 0; i < 8; i++)
        out[i] = (unsigned char)(x >> 8 * i);
}

uint64_t fid_hash_number (uint64_t x, uint64_t seed)
{
    unsigned char byte[8];
    little_endian (x, byte);
    return fid_hash_bytes (byte, sizeof byte, seed);
}

uint64_t fid_hash_pair (uint64_t a, uint64_t b)
{
    unsigned char byte[16];
    little_endian (a, byte);
    little_endian (b, byte + 8);
    return fid_hash_bytes (byte, sizeof byte, 0);
}

const char *fid_hash_text (uint64_t hash, char out[FID_HASH_TEXT])
{
    snprintf (out, FID_HASH_TEXT, "%016llx", (unsigned long long)hash);
    return out;
}

bool fid_hash_read (const char *hex, uint64_t *hash)
{
    uint64_t h = 0;
    if (!hex || strlen (hex) != FID_HASH_TEXT - 1)
        return false;
    for (const char *p = hex; *p; p++) {
        const char *digit = strchr ("0123456789abcdef", *p);
        if (!digit)
            return false;
        h = h << 4 | (uint64_t)(digit - "0123456789abcdef");
    }
    *hash = h;
    return true;
}
