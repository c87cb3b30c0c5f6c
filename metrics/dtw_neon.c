/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dtw_neon.c - the DTW strip kernels with NEON, of 64-bit ARM; see dtw_strip.h.  Needs
 * no options of the compiler: empty elsewhere */
#include <math.h>
#include <stdbool.h>
#include "metrics/dtw_strip.h"
#ifdef HAVE_NEON_KERNELS
#include <arm_neon.h>

/* Eight chains fill 24 of the 32 registers: state and x. */
enum { LANES = 2, CHAINS = 8, VECTORS = 8 };

/* The last lane of b, then those of a but its last. */
static inline float64x2_t shift_pd (float64x2_t a, float64x2_t b)
{
    return vextq_f64 (b, a, 1);
}

/* The lanes of a but its first, then the first of b. */
static inline float64x2_t drop_pd (float64x2_t a, float64x2_t b)
{
    return vextq_f64 (a, b, 1);
}

static inline float64x2_t inside_pd (float64x2_t v, float64x2_t t, float64x2_t lo,
                                     float64x2_t hi)
{
    uint64x2_t in = vandq_u64 (vcleq_f64 (lo, t), vcleq_f64 (t, hi));
    return vbslq_f64 (in, v, vdupq_n_f64 (INFINITY));
}

/* Each lane's bit where it is so; their sum has all. */
static inline uint16_t turns_pd (float64x2_t a, float64x2_t b, float64x2_t c, float64x2_t d)
{
    const uint64x2_t bits = {1, 2};
    uint64x2_t up = vandq_u64 (vcltq_f64 (a, b), bits);
    uint64x2_t left = vandq_u64 (vcltq_f64 (c, d), vshlq_n_u64 (bits, 2));
    return (uint16_t)vaddvq_u64 (vorrq_u64 (up, left));
}

#define VEC      float64x2_t
#define v_load   vld1q_f64
#define v_store  vst1q_f64
#define v_set1   vdupq_n_f64
#define v_add    vaddq_f64
#define v_sub    vsubq_f64
#define v_mul    vmulq_f64
#define v_min    vminq_f64
#define v_max    vmaxq_f64
#define v_abs    vabsq_f64
#define v_shift  shift_pd
#define v_drop   drop_pd
#define v_inside inside_pd
#define v_turns  turns_pd
#include "metrics/dtw_kernel.h"
#include "metrics/dtw_narrow.h"

const struct fid_strip_kernel fid_strip_neon = {
    ROWS, LANES, NARROW_LANES - 1, run_strip, run_narrow, sum_outside, join_windows};
#endif
