/* dtw_avx512.c - the DTW strip kernels with AVX-512; see dtw_strip.h */
#include <immintrin.h>
#include <math.h>
#include <stdbool.h>
#include "metrics/dtw_strip.h"

/* Eight chains fill 24 of the 32 registers: state and x.  In float fewer would
 * do for the latency, but the rows cost nothing. */
enum { CHAINS_F64 = 8, CHAINS_F32 = 8 };

/* The last lane of b, then those of a but its last. */
static inline __m512d
shift_pd (__m512d a, __m512d b)
{
    return _mm512_castsi512_pd (
        _mm512_alignr_epi64 (_mm512_castpd_si512 (a), _mm512_castpd_si512 (b), 7));
}

static inline __m512
shift_ps (__m512 a, __m512 b)
{
    return _mm512_castsi512_ps (
        _mm512_alignr_epi32 (_mm512_castps_si512 (a), _mm512_castps_si512 (b), 15));
}

static inline __m512d
inside_pd (__m512d v, __m512d t, __m512d lo, __m512d hi)
{
    __mmask8 in =
        _mm512_mask_cmp_pd_mask (_mm512_cmp_pd_mask (lo, t, _CMP_LE_OQ), t, hi, _CMP_LE_OQ);
    return _mm512_mask_mov_pd (_mm512_set1_pd (INFINITY), in, v);
}

static inline __m512
inside_ps (__m512 v, __m512 t, __m512 lo, __m512 hi)
{
    __mmask16 in =
        _mm512_mask_cmp_ps_mask (_mm512_cmp_ps_mask (lo, t, _CMP_LE_OQ), t, hi, _CMP_LE_OQ);
    return _mm512_mask_mov_ps (_mm512_set1_ps (INFINITY), in, v);
}

static inline uint16_t
turns_pd (__m512d a, __m512d b, __m512d c, __m512d d)
{
    return _mm512_kunpackb (_mm512_cmp_pd_mask (c, d, _CMP_LT_OQ),
                            _mm512_cmp_pd_mask (a, b, _CMP_LT_OQ));
}

static inline uint32_t
turns_ps (__m512 a, __m512 b, __m512 c, __m512 d)
{
    return (uint32_t)_mm512_cmp_ps_mask (a, b, _CMP_LT_OQ) |
           (uint32_t)_mm512_cmp_ps_mask (c, d, _CMP_LT_OQ) << 16;
}

#define real     double
#define VEC      __m512d
#define LANES    8
#define CHAINS   CHAINS_F64
#define STRIP    fid_strip_f64
#define NAME(f)  f64_##f
#define v_load   _mm512_loadu_pd
#define v_store  _mm512_storeu_pd
#define v_set1   _mm512_set1_pd
#define v_add    _mm512_add_pd
#define v_sub    _mm512_sub_pd
#define v_mul    _mm512_mul_pd
#define v_min    _mm512_min_pd
#define v_abs    _mm512_abs_pd
#define v_shift  shift_pd
#define v_inside inside_pd
#define TURN     uint16_t
#define v_turns  turns_pd
#define WITH_LANES
#include "metrics/dtw_kernel.h"

#define real     float
#define VEC      __m512
#define LANES    16
#define CHAINS   CHAINS_F32
#define STRIP    fid_strip_f32
#define NAME(f)  f32_##f
#define v_load   _mm512_loadu_ps
#define v_store  _mm512_storeu_ps
#define v_set1   _mm512_set1_ps
#define v_add    _mm512_add_ps
#define v_sub    _mm512_sub_ps
#define v_mul    _mm512_mul_ps
#define v_min    _mm512_min_ps
#define v_abs    _mm512_abs_ps
#define v_shift  shift_ps
#define v_inside inside_ps
#define TURN     uint32_t
#define v_turns  turns_ps
#include "metrics/dtw_kernel.h"

const struct fid_strip_kernels fid_strip_avx512 = {
    {CHAINS_F64 * 8, 8, f64_run}, {CHAINS_F32 * 16, 16, f32_run}, f64_lanes_n, f64_lanes};
