/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hash.h - 64-bit hashes (XXH3) that files store
 *
 * Equal on every machine: numbers are hashed as little-endian bytes. */
#pragma once

#include "base/std.h"

#define FID_HASH_TEXT 17 /* 16 hexadecimal digits and '\0' */

uint64_t fid_hash_bytes (const void *p, size_t n, uint64_t seed);
uint64_t fid_hash_number (uint64_t x, uint64_t seed);
uint64_t fid_hash_pair (uint64_t a, uint64_t b);

/* Write 16 hexadecimal digits to out; returns out. */
const char *fid_hash_text (uint64_t hash, char out[FID_HASH_TEXT]);

/* Read them back; false, *hash unchanged, if hex (may be NULL) is anything else. */
bool fid_hash_read (const char *hex, uint64_t *hash);
