/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dtw_kernel.h - a strip kernel for one instruction set
 *
 * No header of the usual kind: dtw_portable.c and its like define what a
 * vector is, and include this once.
 *
 *   LANES, CHAINS                            sizes
 *   VEC, v_load, v_store, v_set1             unaligned access, broadcast
 *   v_add, v_sub, v_mul, v_min, v_max, v_abs
 *   v_shift(a, b)                            lanes of a one up, last of b first
 *   v_inside(v, t, lo, hi)                   v where lo <= t <= hi, else infinity
 *   v_turns(a, b, c, d)                      where a < b, LANES bits, and c < d
 *
 * Sums are those of dtw.h in its order; only the minimum is taken first where
 * both sides get the same summand: rounding is monotone, so that is the same. */

/* Loops over chains, so that arrays of vectors become registers. */
#ifdef __clang__
#define UNROLL _Pragma ("unroll")
#else
#define UNROLL _Pragma ("GCC unroll 8")
#endif

enum { ROWS = LANES * CHAINS };

/* The cost of a step in chain v, from `at`, where y has lane 0's column; x is
 * the chain's first component. */
static inline __attribute__ ((always_inline)) VEC step_cost (const struct fid_strip *s, VEC x,
                                                             const double *at, int v,
                                                             bool score, bool many)
{
    VEC c = v_sub (x, v_load (at + v * LANES));
    if (!score)
        return v_mul (c, c);
    c = v_abs (c);
    for (size_t k = 1; many && k < s->dim; k++)
        c = v_add (c, v_abs (v_sub (v_load (s->x + k * ROWS + v * LANES),
                                    v_load (at + k * s->y_step + v * LANES))));
    return c;
}

static inline __attribute__ ((always_inline)) VEC best_cell (VEC c, VEC corner, VEC up,
                                                             VEC left, VEC penalty,
                                                             enum fid_dtw_form form)
{
    if (form == FID_DTW_SQUARED)
        return v_add (v_min (v_min (corner, left), up), c);
    if (form == FID_DTW_AMERCED)
        return v_add (v_min (corner, v_add (v_min (left, up), penalty)), c);
    return v_min (v_add (corner, v_add (c, c)), v_add (v_min (left, up), v_add (c, penalty)));
}

/* The same for the score form, saying also which way is the best one. */
static inline __attribute__ ((always_inline)) VEC best_turn (VEC c, VEC corner, VEC up,
                                                             VEC left, VEC penalty,
                                                             uint16_t *turn)
{
    VEC off = v_add (c, penalty), d = v_add (corner, v_add (c, c)), both;
    up = v_add (up, off);
    left = v_add (left, off);
    both = v_min (d, up);
    *turn = v_turns (up, d, left, both);
    return v_min (both, left);
}

/* The steps from..to, state in registers.  rim: rows may be outside their band. */
static inline __attribute__ ((always_inline)) void walk_strip (const struct fid_strip *strip,
                                                               int64_t from, int64_t to,
                                                               enum fid_dtw_form form,
                                                               bool many, bool rim,
                                                               bool trailing)
{
    const struct fid_strip here = *strip, *s = &here; /* no store can change it */
    const VEC penalty = v_set1 (s->penalty);
    const double *at = s->y - from;
    double *edge = s->edge - from;
    uint16_t *turns = trailing ? s->turns + (from - s->turns_at) * CHAINS : NULL;
    VEC left[CHAINS], corner[CHAINS], x[CHAINS];
    UNROLL
    for (int v = 0; v < CHAINS; v++) {
        left[v] = v_load (s->left + v * LANES);
        corner[v] = v_load (s->corner + v * LANES);
        x[v] = v_load (s->x + v * LANES);
    }
    for (int64_t t = from; t <= to; t++) {
        VEC above = v_set1 (*edge), now = v_set1 ((double)t);
        UNROLL
        for (int v = CHAINS - 1; v >= 0; v--) {
            VEC up = v_shift (left[v], v ? left[v ? v - 1 : 0] : above);
            VEC c = step_cost (s, x[v], at, v, form == FID_DTW_SCORE, many);
            left[v] = trailing ? best_turn (c, corner[v], up, left[v], penalty, turns + v)
                               : best_cell (c, corner[v], up, left[v], penalty, form);
            if (rim)
                left[v] = v_inside (left[v], now, v_load (s->first + v * LANES),
                                    v_load (s->last + v * LANES));
            corner[v] = up;
        }
        /* all lanes: those before the last are soon overwritten */
        v_store (edge + (CHAINS - 1) * LANES, left[CHAINS - 1]);
        if (trailing)
            turns += CHAINS;
        edge--;
        at--;
    }
    UNROLL
    for (int v = 0; v < CHAINS; v++) {
        v_store (s->left + v * LANES, left[v]);
        v_store (s->corner + v * LANES, corner[v]);
    }
}

static inline __attribute__ ((always_inline)) void walk_parts (const struct fid_strip *s,
                                                               int64_t from, int64_t to,
                                                               enum fid_dtw_form form,
                                                               bool many, bool trailing)
{
    /* all rows are inside from `in` to `out`, if ever */
    const int64_t in = (int64_t)s->first[ROWS - 1], out = (int64_t)s->last[0];
    while (from <= to) {
        bool inside = in <= from && from <= out;
        int64_t end = inside ? out : from < in && in <= out ? in - 1 : to;
        if (end > to)
            end = to;
        if (inside)
            walk_strip (s, from, end, form, many, false, trailing);
        else
            walk_strip (s, from, end, form, many, true, trailing);
        from = end + 1;
    }
}

static void run_strip (struct fid_strip *s, int64_t from, int64_t to)
{
    if (s->form == FID_DTW_SQUARED)
        walk_parts (s, from, to, FID_DTW_SQUARED, false, false);
    else if (s->form == FID_DTW_AMERCED)
        walk_parts (s, from, to, FID_DTW_AMERCED, false, false);
    else if (s->dim == 1 && !s->turns)
        walk_parts (s, from, to, FID_DTW_SCORE, false, false);
    else if (s->dim == 1)
        walk_parts (s, from, to, FID_DTW_SCORE, false, true);
    else if (!s->turns)
        walk_parts (s, from, to, FID_DTW_SCORE, true, false);
    else
        walk_parts (s, from, to, FID_DTW_SCORE, true, true);
}

/* --- for bounds: SIDE numbers at a time, which become vectors and are added apart, so that sums are
 * the same whatever their length */

enum { SIDE = 8 };

static inline double greater_of (double a, double b)
{
    return b > a ? b : a;
}

static double sum_outside (const double *x, size_t n, const double *lo, const double *hi)
{
    double part[SIDE] = {0}, sum = 0;
    size_t i = 0;
    for (; n - i >= SIDE; i += SIDE)
        for (size_t k = 0; k < SIDE; k++)
            part[k] += greater_of (greater_of (x[i + k] - hi[i + k], lo[i + k] - x[i + k]), 0);
    for (; i < n; i++)
        sum += greater_of (greater_of (x[i] - hi[i], lo[i] - x[i]), 0);
    for (size_t k = 0; k < SIDE; k++)
        sum += part[k];
    return sum;
}

static void join_windows (double *least, double *most, size_t n, size_t by)
{
    for (size_t i = 0; i < n; i += SIDE) {
        UNROLL
        for (int v = 0; v < SIDE / LANES; v++) {
            double *low = least + i + v * LANES, *high = most + i + v * LANES;
            v_store (low, v_min (v_load (low + by), v_load (low)));
            v_store (high, v_max (v_load (high + by), v_load (high)));
        }
    }
}
