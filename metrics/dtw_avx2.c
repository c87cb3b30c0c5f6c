/* dtw_avx2.c - the DTW strip kernels with AVX2; see dtw_strip.h */
#include <immintrin.h>
#include <math.h>
#include <stdbool.h>
#include "metrics/dtw_strip.h"

enum { CHAINS_N = 8 };

/* The last lane of b, then those of a but its last. */
static inline __m256d
shift_pd (__m256d a, __m256d b)
{
    __m256d middle = _mm256_permute2f128_pd (b, a, 0x21); /* b2 b3 a0 a1 */
    return _mm256_shuffle_pd (middle, a, 0x5);            /* b3 a0 a1 a2 */
}

static inline __m256
shift_ps (__m256 a, __m256 b)
{
    __m256i middle = _mm256_castps_si256 (_mm256_permute2f128_ps (b, a, 0x21));
    return _mm256_castsi256_ps (_mm256_alignr_epi8 (_mm256_castps_si256 (a), middle, 12));
}

static inline __m256d
inside_pd (__m256d v, __m256d t, __m256d lo, __m256d hi)
{
    __m256d in =
        _mm256_and_pd (_mm256_cmp_pd (lo, t, _CMP_LE_OQ), _mm256_cmp_pd (t, hi, _CMP_LE_OQ));
    return _mm256_blendv_pd (_mm256_set1_pd (INFINITY), v, in);
}

static inline __m256
inside_ps (__m256 v, __m256 t, __m256 lo, __m256 hi)
{
    __m256 in =
        _mm256_and_ps (_mm256_cmp_ps (lo, t, _CMP_LE_OQ), _mm256_cmp_ps (t, hi, _CMP_LE_OQ));
    return _mm256_blendv_ps (_mm256_set1_ps (INFINITY), v, in);
}

static inline uint16_t
turns_pd (__m256d a, __m256d b, __m256d c, __m256d d)
{
    return (uint16_t)(_mm256_movemask_pd (_mm256_cmp_pd (a, b, _CMP_LT_OQ)) |
                      _mm256_movemask_pd (_mm256_cmp_pd (c, d, _CMP_LT_OQ)) << 4);
}

static inline uint32_t
turns_ps (__m256 a, __m256 b, __m256 c, __m256 d)
{
    return (uint32_t)(_mm256_movemask_ps (_mm256_cmp_ps (a, b, _CMP_LT_OQ)) |
                      _mm256_movemask_ps (_mm256_cmp_ps (c, d, _CMP_LT_OQ)) << 8);
}

static inline __m256d
abs_pd (__m256d v)
{
    return _mm256_andnot_pd (_mm256_set1_pd (-0.0), v);
}

static inline __m256
abs_ps (__m256 v)
{
    return _mm256_andnot_ps (_mm256_set1_ps (-0.0F), v);
}

#define real     double
#define VEC      __m256d
#define LANES    4
#define CHAINS   CHAINS_N
#define STRIP    fid_strip_f64
#define NAME(f)  f64_##f
#define v_load   _mm256_loadu_pd
#define v_store  _mm256_storeu_pd
#define v_set1   _mm256_set1_pd
#define v_add    _mm256_add_pd
#define v_sub    _mm256_sub_pd
#define v_mul    _mm256_mul_pd
#define v_min    _mm256_min_pd
#define v_abs    abs_pd
#define v_shift  shift_pd
#define v_inside inside_pd
#define TURN     uint16_t
#define v_turns  turns_pd
#define WITH_LANES
#include "metrics/dtw_kernel.h"

#define real     float
#define VEC      __m256
#define LANES    8
#define CHAINS   CHAINS_N
#define STRIP    fid_strip_f32
#define NAME(f)  f32_##f
#define v_load   _mm256_loadu_ps
#define v_store  _mm256_storeu_ps
#define v_set1   _mm256_set1_ps
#define v_add    _mm256_add_ps
#define v_sub    _mm256_sub_ps
#define v_mul    _mm256_mul_ps
#define v_min    _mm256_min_ps
#define v_abs    abs_ps
#define v_shift  shift_ps
#define v_inside inside_ps
#define TURN     uint32_t
#define v_turns  turns_ps
#include "metrics/dtw_kernel.h"

const struct fid_strip_kernels fid_strip_avx2 = {
    {CHAINS_N * 4, 4, f64_run}, {CHAINS_N * 8, 8, f32_run}, f64_lanes_n, f64_lanes};
