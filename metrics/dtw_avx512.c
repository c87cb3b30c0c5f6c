/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dtw_avx512.c - the DTW strip kernels with AVX-512; see dtw_strip.h */
#include <immintrin.h>
#include <math.h>
#include <stdbool.h>
#include "metrics/dtw_strip.h"

/* Eight chains fill 24 of the 32 registers: state and x. */
enum { LANES = 8, CHAINS = 8, VECTORS = 8 };

/* The last lane of b, then those of a but its last. */
static inline __m512d shift_pd (__m512d a, __m512d b)
{
    return _mm512_castsi512_pd (
        _mm512_alignr_epi64 (_mm512_castpd_si512 (a), _mm512_castpd_si512 (b), 7));
}

/* The lanes of a but its first, then the first of b. */
static inline __m512d drop_pd (__m512d a, __m512d b)
{
    return _mm512_castsi512_pd (
        _mm512_alignr_epi64 (_mm512_castpd_si512 (b), _mm512_castpd_si512 (a), 1));
}

static inline __m512d inside_pd (__m512d v, __m512d t, __m512d lo, __m512d hi)
{
    __mmask8 in =
        _mm512_mask_cmp_pd_mask (_mm512_cmp_pd_mask (lo, t, _CMP_LE_OQ), t, hi, _CMP_LE_OQ);
    return _mm512_mask_mov_pd (_mm512_set1_pd (INFINITY), in, v);
}

static inline uint16_t turns_pd (__m512d a, __m512d b, __m512d c, __m512d d)
{
    return _mm512_kunpackb (_mm512_cmp_pd_mask (c, d, _CMP_LT_OQ),
                            _mm512_cmp_pd_mask (a, b, _CMP_LT_OQ));
}

#define VEC      __m512d
#define v_load   _mm512_loadu_pd
#define v_store  _mm512_storeu_pd
#define v_set1   _mm512_set1_pd
#define v_add    _mm512_add_pd
#define v_sub    _mm512_sub_pd
#define v_mul    _mm512_mul_pd
#define v_min    _mm512_min_pd
#define v_max    _mm512_max_pd
#define v_abs    _mm512_abs_pd
#define v_shift  shift_pd
#define v_drop   drop_pd
#define v_inside inside_pd
#define v_turns  turns_pd
#include "metrics/dtw_kernel.h"
#include "metrics/dtw_narrow.h"

const struct fid_strip_kernel fid_strip_avx512 = {
    ROWS, LANES, NARROW_LANES - 1, run_strip, run_narrow, sum_outside, join_windows};
