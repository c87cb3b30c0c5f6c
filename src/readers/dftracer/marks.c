/* SPDX-License-Identifier: GPL-3.0-or-later */
/* marks.c - see marks.h */
#include "base/scan.h"
#include "readers/dftracer/marks.h"

/* Bits of the last block that lie inside the text. */
static inline uint64_t of_text (uint64_t mask, size_t left)
{
    return left < 64 ? mask & ((UINT64_C (1) << left) - 1) : mask;
}

static size_t find_portable (const char *p, size_t n, uint32_t *at)
{
    uint32_t *to = at;
    for (size_t i = 0; i < n; i += 64) {
        uint64_t mask = 0;
        for (unsigned k = 0; k < 64; k += 8) {
            uint64_t x = fid_scan_load (p + i + k);
            mask |= (fid_scan_zeros (x ^ FID_BYTES8 ('"')) |
                     fid_scan_zeros (x ^ FID_BYTES8 ('\\')) |
                     fid_scan_zeros (x ^ FID_BYTES8 ('\n')))
                    << k;
        }
        for (mask = of_text (mask, n - i); mask; mask &= mask - 1)
            *to++ = (uint32_t)(i + (unsigned)__builtin_ctzll (mask));
    }
    return (size_t)(to - at);
}

#ifdef HAVE_X86_KERNELS
#include <immintrin.h>

/* For the lower half of a byte the only byte looked for; no byte has both for the others. */
#define WANTED 1, 0, '"', 0, 0, 0, 0, 0, 0, 0, '\n', 0, '\\', 0, 0, 0

__attribute__ ((target ("avx2,bmi,popcnt"))) static uint32_t wanted_32 (const char *p)
{
    const __m256i table = _mm256_setr_epi8 (WANTED, WANTED);
    __m256i x = _mm256_loadu_si256 ((const __m256i *)p);
    return (uint32_t)_mm256_movemask_epi8 (
        _mm256_cmpeq_epi8 (_mm256_shuffle_epi8 (table, x), x));
}

/* Eight places at a time, more than there are: the next ones overwrite the rest. */
__attribute__ ((target ("avx2,bmi,popcnt"))) static size_t find_avx2 (const char *p, size_t n,
                                                                      uint32_t *at)
{
    uint32_t *to = at;
    for (size_t i = 0; i < n; i += 64) {
        uint64_t mask = wanted_32 (p + i) | (uint64_t)wanted_32 (p + i + 32) << 32;
        mask = of_text (mask, n - i);
        uint32_t *end = to + _mm_popcnt_u64 (mask);
        for (; to < end; to += 8)
            for (int k = 0; k < 8; k++) {
                to[k] = (uint32_t)(i + _tzcnt_u64 (mask));
                mask = _blsr_u64 (mask);
            }
        to = end;
    }
    return (size_t)(to - at);
}

#define TARGET_512 "avx512f,avx512bw,avx512vbmi2,popcnt"

__attribute__ ((target (TARGET_512))) static size_t find_avx512 (const char *p, size_t n,
                                                                 uint32_t *at)
{
    const __m512i table = _mm512_broadcast_i32x4 (_mm_setr_epi8 (WANTED));
    uint8_t places[64];
    for (int k = 0; k < 64; k++)
        places[k] = (uint8_t)k;
    const __m512i all = _mm512_loadu_si512 (places);
    uint32_t *to = at;
    for (size_t i = 0; i < n; i += 64) {
        __m512i x = _mm512_loadu_si512 (p + i);
        uint64_t mask = _mm512_cmpeq_epi8_mask (_mm512_shuffle_epi8 (table, x), x);
        mask = of_text (mask, n - i);
        __m512i found = _mm512_maskz_compress_epi8 (mask, all);
        const __m512i base = _mm512_set1_epi32 ((int)i);
        uint32_t *end = to + _mm_popcnt_u64 (mask);
        for (; to < end; to += 16) {
            __m512i wide = _mm512_cvtepu8_epi32 (_mm512_castsi512_si128 (found));
            _mm512_storeu_si512 (to, _mm512_add_epi32 (wide, base));
            found = _mm512_alignr_epi32 (found, found, 4);
        }
        to = end;
    }
    return (size_t)(to - at);
}
#endif

size_t fid_marks_find_by (enum fid_isa isa, const char *p, size_t n, uint32_t *at)
{
#ifdef HAVE_X86_KERNELS
    if (isa == FID_ISA_AVX512 && __builtin_cpu_supports ("avx512bw") &&
        __builtin_cpu_supports ("avx512vbmi2"))
        return find_avx512 (p, n, at);
    if (isa != FID_ISA_PORTABLE && __builtin_cpu_supports ("avx2") &&
        __builtin_cpu_supports ("bmi") && __builtin_cpu_supports ("popcnt"))
        return find_avx2 (p, n, at);
#endif
    (void)isa;
    return find_portable (p, n, at);
}

size_t fid_marks_find (const char *p, size_t n, uint32_t *at)
{
    return fid_marks_find_by (fid_isa_now (), p, n, at);
}
