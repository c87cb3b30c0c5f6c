/* dtw_portable.c - the DTW strip kernels in plain C: a vector is one number, and
 * chains let a core work on several rows at once; see dtw_strip.h */
#include <math.h>
#include <stdbool.h>
#include "metrics/dtw_strip.h"

#define LOAD(p)              (*(p))
#define STORE(p, v)          (*(p) = (v))
#define SAME(a)              (a)
#define ADD(a, b)            ((a) + (b))
#define SUB(a, b)            ((a) - (b))
#define MUL(a, b)            ((a) * (b))
#define MIN(a, b)            ((a) < (b) ? (a) : (b))
#define SHIFT(a, b)          ((void)(a), (b))
#define INSIDE(v, t, lo, hi) ((lo) <= (t) && (t) <= (hi) ? (v) : INFINITY)
#define TURNS(a, b, c, d)    (((a) < (b)) | ((c) < (d)) << 1)

enum { CHAINS_N = 4 };

#define real     double
#define VEC      double
#define LANES    1
#define CHAINS   CHAINS_N
#define STRIP    fid_strip_f64
#define NAME(f)  f64_##f
#define v_load   LOAD
#define v_store  STORE
#define v_set1   SAME
#define v_add    ADD
#define v_sub    SUB
#define v_mul    MUL
#define v_min    MIN
#define v_abs    fabs
#define v_shift  SHIFT
#define v_inside INSIDE
#define TURN     uint16_t
#define v_turns  TURNS
#define WITH_LANES
#include "metrics/dtw_kernel.h"

#define real     float
#define VEC      float
#define LANES    1
#define CHAINS   CHAINS_N
#define STRIP    fid_strip_f32
#define NAME(f)  f32_##f
#define v_load   LOAD
#define v_store  STORE
#define v_set1   SAME
#define v_add    ADD
#define v_sub    SUB
#define v_mul    MUL
#define v_min    MIN
#define v_abs    fabsf
#define v_shift  SHIFT
#define v_inside INSIDE
#define TURN     uint32_t
#define v_turns  TURNS
#include "metrics/dtw_kernel.h"

const struct fid_strip_kernels fid_strip_portable = {
    {CHAINS_N, 1, f64_run}, {CHAINS_N, 1, f32_run}, f64_lanes_n, f64_lanes};
