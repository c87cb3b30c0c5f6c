/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dtw_avx2.c - the DTW strip kernels with AVX2; see dtw_strip.h */
#include <immintrin.h>
#include <math.h>
#include <stdbool.h>
#include "metrics/dtw_strip.h"

enum { LANES = 4, CHAINS = 8, VECTORS = 8 };

/* The last lane of b, then those of a but its last. */
static inline __m256d shift_pd (__m256d a, __m256d b)
{
    __m256d middle = _mm256_permute2f128_pd (b, a, 0x21); /* b2 b3 a0 a1 */
    return _mm256_shuffle_pd (middle, a, 0x5);            /* b3 a0 a1 a2 */
}

/* The lanes of a but its first, then the first of b. */
static inline __m256d drop_pd (__m256d a, __m256d b)
{
    __m256d middle = _mm256_permute2f128_pd (a, b, 0x21); /* a2 a3 b0 b1 */
    return _mm256_shuffle_pd (a, middle, 0x5);            /* a1 a2 a3 b0 */
}

static inline __m256d inside_pd (__m256d v, __m256d t, __m256d lo, __m256d hi)
{
    __m256d in =
        _mm256_and_pd (_mm256_cmp_pd (lo, t, _CMP_LE_OQ), _mm256_cmp_pd (t, hi, _CMP_LE_OQ));
    return _mm256_blendv_pd (_mm256_set1_pd (INFINITY), v, in);
}

static inline uint16_t turns_pd (__m256d a, __m256d b, __m256d c, __m256d d)
{
    return (uint16_t)(_mm256_movemask_pd (_mm256_cmp_pd (a, b, _CMP_LT_OQ)) |
                      _mm256_movemask_pd (_mm256_cmp_pd (c, d, _CMP_LT_OQ)) << 4);
}

static inline __m256d abs_pd (__m256d v)
{
    return _mm256_andnot_pd (_mm256_set1_pd (-0.0), v);
}

#define VEC      __m256d
#define v_load   _mm256_loadu_pd
#define v_store  _mm256_storeu_pd
#define v_set1   _mm256_set1_pd
#define v_add    _mm256_add_pd
#define v_sub    _mm256_sub_pd
#define v_mul    _mm256_mul_pd
#define v_min    _mm256_min_pd
#define v_max    _mm256_max_pd
#define v_abs    abs_pd
#define v_shift  shift_pd
#define v_drop   drop_pd
#define v_inside inside_pd
#define v_turns  turns_pd
#include "metrics/dtw_kernel.h"
#include "metrics/dtw_narrow.h"

const struct fid_strip_kernel fid_strip_avx2 = {
    ROWS, LANES, NARROW_LANES - 1, run_strip, run_narrow, sum_outside, join_windows};
