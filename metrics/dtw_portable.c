/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dtw_portable.c - the DTW strip kernels in plain C: a vector is one number, and
 * chains let a core work on several rows at once; see dtw_strip.h */
#include <math.h>
#include <stdbool.h>
#include "metrics/dtw_strip.h"

enum { LANES = 1, CHAINS = 4, VECTORS = 16 };

#define VEC                    double
#define v_abs                  fabs
#define v_load(p)              (*(p))
#define v_store(p, v)          (*(p) = (v))
#define v_set1(a)              (a)
#define v_add(a, b)            ((a) + (b))
#define v_sub(a, b)            ((a) - (b))
#define v_mul(a, b)            ((a) * (b))
#define v_min(a, b)            ((a) < (b) ? (a) : (b))
#define v_max(a, b)            ((a) > (b) ? (a) : (b))
#define v_shift(a, b)          ((void)(a), (b))
#define v_drop(a, b)           ((void)(a), (b))
#define v_inside(v, t, lo, hi) ((lo) <= (t) && (t) <= (hi) ? (v) : INFINITY)
#define v_turns(a, b, c, d)    (((a) < (b)) | ((c) < (d)) << 1)

#include "metrics/dtw_kernel.h"
#include "metrics/dtw_narrow.h"

const struct fid_strip_kernel fid_strip_portable = {
    ROWS, LANES, NARROW_LANES - 1, run_strip, run_narrow, sum_outside, join_windows};
